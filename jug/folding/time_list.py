"""Lists of times in text files, and headers of PRESTO (.inf), read."""

import re
from os import PathLike, fspath
from typing import NamedTuple

from jug.core.decimal_text import to_decimal
from jug.core.times import BadMJD, Times, add_seconds, concatenate, format_mjds, parse_mjds
from jug.core.written_times import parse_time_words
from jug.errors import InputError, Where
from jug.io.files import read_text

INF_EPOCH = "Epoch of observation"
INF_LENGTH = ("Number of bins in the time series", "Width of each time series bin")
DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
TIME_OF_DAY = re.compile(r"\d+:", re.ASCII)
INF_LINE = re.compile(r"^\s*(.+?)\s*=\s*(.*?)\s*$")


class TimeList(NamedTuple):
    """Times of a file, and whether its header calls them barycentric.

    Parameters
    ----------
    words : list of str
        As written, one for each time.
    times : Times
        (n,)
    barycentred : bool
        Whether the header has Barycentered = 1.
    """

    words: list[str]
    times: Times
    barycentred: bool = False


def read_time_list(path: str | PathLike[str]) -> TimeList:
    """Read the times of a text file, the first word of each line, or the start and the end of a PRESTO header.

    Parameters
    ----------
    path : path-like
        Blank lines, and lines that begin with #, are left out. A time of day may follow a date after a blank.

    Returns
    -------
    TimeList

    Raises
    ------
    InputError
        No such file; no time in it; a word that is not a time.
    """
    name = fspath(path)
    lines = read_text(path, "list of times", InputError).splitlines()
    if any(line.strip().startswith(INF_EPOCH) for line in lines):
        return _read_header(lines, name)
    rows = [
        (i, _first_word(line)) for i, line in enumerate(lines, 1) if line.strip() and not line.lstrip().startswith("#")
    ]
    if not rows:
        raise InputError("there is no time in this file", Where(name, max(1, len(lines))), "write one MJD on each line")
    words = [word for _, word in rows]
    try:
        return TimeList(words, parse_time_words(words))
    except BadMJD as reason:
        place = Where(name, rows[reason.index][0])
        hint = "write an MJD, or a date as 2009-06-18T12:00:00.5"
        raise InputError(f"{words[reason.index]!r} is not a time ({reason})", place, hint) from None


def _first_word(line: str) -> str:
    """The first word of a line; a date and the time of day after a blank are one word, with T between them."""
    word, *others = line.split()
    return f"{word}T{others[0]}" if DATE.fullmatch(word) and others and TIME_OF_DAY.match(others[0]) else word


def _read_header(lines: list[str], name: str) -> TimeList:
    """The epoch of the first bin and of the end of the last one."""
    found: dict[str, tuple[int, str]] = {}
    for i, line in enumerate(lines, 1):
        if match := INF_LINE.match(line):
            found[match[1].partition("(")[0].rstrip(" ?")] = i, match[2]
    try:
        epoch = parse_mjds([found[INF_EPOCH][1]])
        count, width = (
            to_decimal(found[key][1]) for key in ("Number of bins in the time series", "Width of each time series bin")
        )
        done = found["Barycentered"][1] == "1"
    except KeyError as missing:
        raise InputError(
            f"this header of PRESTO has no line {missing}", Where(name, len(lines)), "make it again"
        ) from None
    except ValueError as reason:
        raise InputError(f"this header of PRESTO has a malformed number ({reason})", Where(name, 1)) from None
    both = concatenate([epoch, add_seconds(epoch, float(count * width))])
    return TimeList(format_mjds(both), both, done)
