"""Find all lines of a tim file that cannot be read, by reading it again without those found so far."""

import time
import warnings
from collections.abc import Callable
from typing import NamedTuple

from jug.errors import InputWarning, Problem, TimError, Where
from jug.io.tim.columns import NoTOAsLeft
from jug.io.tim.include import BeyondLimit
from jug.io.tim.line_blocks import LeftOut
from jug.io.tim.raw_toas import RawTOAs

READINGS_OF_A_FILE = 30
"""Largest number of times that a file is read. Each reading finds all faulty lines of a block, or one command."""

READING_SECONDS = 10.0
"""Seconds after which no further reading begins."""


class ReadableLines(NamedTuple):
    """The TOAs of the lines of a tim file that can be read, and the errors about the other lines.

    Parameters
    ----------
    raw : RawTOAs or None
        None where no TOAs could be read.
    errors : tuple of TimError
        One for each reading, with one or more lines (``problems``).
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
        """All problems of the file and of those that it includes, for each file in the order of its lines."""
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
            if left_out and isinstance(error.problems[0], NoTOAsLeft):  # because all its lines are left out
                break
            errors.append(error)
            if isinstance(error.problems[0], BeyondLimit):  # without this line the next one would reach the limit
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
    """List all problems of a tim file without giving warnings; `read` is as in `read_readable_lines`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        return read_readable_lines(read).problems
