"""A tim file read again and again without the lines that cannot be read, so that all of them are known."""

import time
import warnings
from collections.abc import Callable
from typing import NamedTuple

from jug.errors import InputWarning, Problem, TimError, Where
from jug.io.tim.include import LIMITS
from jug.io.tim.line_blocks import LeftOut
from jug.io.tim.raw_toas import RawTOAs

READINGS_OF_A_FILE = 30
"""Largest number of times that a file is read. Each reading finds all faulty lines of a block, or one command."""

READING_SECONDS = 10.0
"""After this time no further round begins."""


class ReadableLines(NamedTuple):
    """What the lines of a tim file give that can be read.

    Parameters
    ----------
    raw : RawTOAs or None
        None where nothing can be read without the lines of the errors.
    errors : tuple of TimError
        One of each round, each with one or more lines (``problems``).
    left_out : dict of str to numbers
        The lines of the errors, by the path of their file.
    unfinished : bool
        Whether there may be more such lines.
    """

    raw: RawTOAs | None
    errors: tuple[TimError, ...]
    left_out: dict[str, set[int]]
    unfinished: bool = False

    @property
    def problems(self) -> list[Problem]:
        """Everything that is wrong with the file and those that it includes, each in the order of its lines."""
        found = [problem for error in self.errors for problem in error.problems]
        files = [p.where.path for p in found if p.where]
        found.sort(key=lambda p: (files.index(p.where.path), p.where.line) if p.where else (0, 0))
        if self.unfinished:
            found.append(Problem("there may be more lines that cannot be read", Where(files[0]), "correct these first"))
        return found


def read_readable_lines(read: Callable[[LeftOut], RawTOAs]) -> ReadableLines:
    """Read a tim file without the lines that cannot be read.

    Parameters
    ----------
    read : callable
        Reads the file without some lines, or raises a TimError.

    Returns
    -------
    ReadableLines
        With an error in place of TOAs where the file is missing, empty, or not a tim file.
    """
    left_out: dict[str, set[int]] = {}
    errors: list[TimError] = []
    end = time.monotonic() + READING_SECONDS
    for _ in range(READINGS_OF_A_FILE):
        try:
            return ReadableLines(read(left_out), tuple(errors), left_out)
        except TimError as error:
            if left_out and error.why.startswith("no TOAs"):  # because these lines are gone
                break
            errors.append(error)
            if any(words in error.why for words in LIMITS):  # without this line the next one would reach the limit
                return ReadableLines(None, tuple(errors), left_out)
            places = {(p.where.path, p.where.line) for p in error.problems if p.where and p.where.line and p.where.text}
        new = [(path, line) for path, line in places if line not in left_out.get(path, ())]
        if not new:
            return ReadableLines(None, tuple(errors), left_out)
        for path, line in new:
            left_out.setdefault(path, set()).add(line)
        if time.monotonic() > end:
            return ReadableLines(None, tuple(errors), left_out, unfinished=True)
    return ReadableLines(None, tuple(errors), left_out, unfinished=not new)


def unreadable_lines(read: Callable[[LeftOut], RawTOAs]) -> list[Problem]:
    """All that is wrong with a tim file, for ``read`` as in `read_readable_lines`; without warnings."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        return read_readable_lines(read).problems
