"""Recognise tim files: messages quote lines of no other file.

An INCLUDE line may name any file that the user can read. A tim file of unknown origin could otherwise show the text of
private files in an error.
"""

import re
from collections.abc import Mapping

from jug.core.decimal_text import is_number
from jug.errors import Problem, TimError, Where
from jug.io.tim.command_state import NUMBER_UNITS
from jug.io.tim.formats import deleted_words, fixed_words, is_toa
from jug.io.tim.raw_toas import SourceLines

EXAMINED_LINES = 1000
"""Number of lines at the beginning of a file that are examined."""

COMMENT_OUT = "correct the line, or comment it out with a C in front"
"""The advice about a line for which there is no more specific one."""

NOT_SHOWN = "the line is not shown, as the file is not recognisably a tim file, which has TOAs, or commands as FORMAT 1"
"""The advice about a line of a file that is not recognisably a tim file."""

_WORD = re.compile(r"\w+")

_MJD = re.compile(r"(?<!\S)[3-6]\d{4}\.\d{3}")
"""The beginning of an MJD."""

_BARE = frozenset(("JUMP", "SKIP", "NOSKIP", "MODE 1", "FORMAT 1"))
"""Lines that only tim files have."""


def is_tim_file(source: SourceLines) -> bool:
    """Whether one of the first lines is a TOA, one that is commented out, or a command with its value."""
    return any(_is_tim_line(line.decode()) for line in source.content.split(b"\n", EXAMINED_LINES)[:EXAMINED_LINES])


def quotable_place(where: Where, sources: Mapping[str, SourceLines]) -> Where:
    """Remove the text of a line from its place, unless its file is recognisably a tim file.

    Parameters
    ----------
    where : Where
    sources : mapping
        The lines of each file, by its path as in `where`; a place in another file stays as it is.

    Returns
    -------
    Where
    """
    return where._replace(text="") if _is_foreign(where.path, sources) else where


def without_foreign_text(error: TimError, sources: Mapping[str, SourceLines]) -> TimError:
    """Add advice to each line of an error; where a file is not a tim file, the error has one line, without its text.

    Parameters
    ----------
    error : TimError
    sources : mapping
        As in `quotable_place`.

    Returns
    -------
    TimError
    """
    foreign = {path for path in {p.where.path for p in error.problems if p.where} if _is_foreign(path, sources)}
    for problem in error.problems:
        why, where, _ = problem
        if where is not None and where.path in foreign and where.text:
            quotes = set(_WORD.findall(why.lower())) & set(_WORD.findall(where.text.lower()))
            shown = Problem("neither a command nor a TOA") if quotes else problem
            return TimError.of([shown._replace(where=where._replace(text=""), hint=NOT_SHOWN)])
    on_line = (bool(p.where and p.where.text.strip()) for p in error.problems)
    advised = (
        p._replace(hint=p.hint or COMMENT_OUT) if on else p for p, on in zip(error.problems, on_line, strict=True)
    )
    return TimError.of(list(advised))


def _is_foreign(path: str, sources: Mapping[str, SourceLines]) -> bool:
    return path in sources and not is_tim_file(sources[path])


def _is_tim_line(line: str) -> bool:
    words = line.split()
    if not words:
        return False
    if " ".join(words) in _BARE or (words[0] == "INCLUDE" and len(words) > 1) or is_toa(words) or _MJD.search(line):
        return True
    if words[0].upper() in NUMBER_UNITS and len(words) > 1:
        return is_number(words[1])
    if words[0] in ("C", "c", "CC") or words[0][0] == "#":
        return bool(deleted_words(line, words, True) or deleted_words(line, words, False))
    try:
        found = fixed_words(line, words, Where(""), lambda why, where: None)
    except TimError:
        return False
    return is_toa(found)
