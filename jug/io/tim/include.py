"""The file that an INCLUDE line of a tim file names, and the settings that stay in force across it."""

import os
from collections import Counter

from jug.errors import Problem, TimError, Where
from jug.io.tim.command_state import ReaderState

MAX_DEPTH = 50
"""Largest number of files that may include each other in a chain."""

MAX_READS = 10
"""Largest number of times that one file may be included."""

MAX_FILES = 5000
"""Largest number of files that are read in all, each counted as often as it is included."""


class BeyondLimit(Problem):
    """An INCLUDE line that would go beyond one of these limits."""


def included_path(name: str, where: Where, parents: tuple[str, ...], reads: Counter[str]) -> str:
    """Find the file that an INCLUDE line names.

    Parameters
    ----------
    name : str
        Its path, from the folder of the including file.
    where : Where
        The INCLUDE line.
    parents : tuple of str
        Real paths of the files that are being read, the outermost first.
    reads : Counter
        How often each file has been read, by its real path.

    Returns
    -------
    str

    Raises
    ------
    TimError
        The file is missing, is a directory, includes itself or is included too often; the chain of files is too long,
        or there are too many.
    """
    path = os.path.join(os.path.dirname(where.path), name)
    if os.path.realpath(path) in parents:
        hint = "the chain is " + " -> ".join(map(os.path.basename, (*parents, path)))
        raise TimError(f"INCLUDE of {path}, which is being read already: the files include each other", where, hint)
    if not os.path.isfile(path):
        what = "it is a device or a pipe, which may have no end" if os.path.exists(path) else "there is no such file"
        what = "it is a directory" if os.path.isdir(path) else what
        hint = "the name counts from the folder of the file with the INCLUDE"
        raise TimError(f"cannot include {path}: {what}", where, hint)
    if len(parents) > MAX_DEPTH:
        hint = "put the TOAs of the inner files into fewer files"
        raise TimError.of([BeyondLimit(f"INCLUDE goes more than {MAX_DEPTH} files deep", where, hint)])
    if reads[os.path.realpath(path)] >= MAX_READS:
        hint = "each time adds the same TOAs again: include it once"
        raise TimError.of([BeyondLimit(f"INCLUDE of {path}, which has been read {MAX_READS} times", where, hint)])
    if reads.total() >= MAX_FILES:
        hint = "put the TOAs into fewer files"
        raise TimError.of([BeyondLimit(f"INCLUDE of more than {MAX_FILES} files", where, hint)])
    return path


def settings_that_go_on(before: ReaderState, after: ReaderState) -> str:
    """Describe the settings that are in force before or after an INCLUDE.

    Parameters
    ----------
    before, after : ReaderState
        The settings at the INCLUDE line, and at the end of the included file.

    Returns
    -------
    str
        The text of a warning; empty if there are none.
    """
    usual = ReaderState._field_defaults
    pairs = zip(ReaderState._fields, before, after, strict=True)
    names = [field.upper() for field, old, new in pairs if field != "info" and not old == new == usual[field]]
    if not names:
        return ""
    verbs = ("goes", "it ends with its file") if len(names) == 1 else ("go", "they end with their file")
    why = f"{', '.join(names)} {verbs[0]} on across this INCLUDE, as in tempo and PINT"
    return f"{why} (in tempo2 {verbs[1]})"
