"""Times written as MJD or as dates (ISO 8601), without loss of digits."""

import re
from collections.abc import Sequence
from datetime import date

import numpy as np

from jug.core import decimal_text
from jug.core.array import Float, N
from jug.core.doubledouble import DoubleDouble
from jug.core.times import BadMJD, Times, add_seconds, concatenate, parse_mjd, to_mjd

ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d(?:\.\d*)?))?)?Z?", re.ASCII)
MJD_ZERO = date(1858, 11, 17)

DATE_HINT = "give MJDs, as 60000.5, or dates, as 2023-02-25T12:00:00"
"""The hint about a word that is not a time."""


def parse_time_words(words: Sequence[str]) -> Times:
    """Read times as MJD or as dates, ``2009-06-18T12:00:00.5`` or ``2009-06-18`` for its beginning.

    Parameters
    ----------
    words : sequence of str

    Returns
    -------
    Times
        (n,)

    Raises
    ------
    BadMJD
        A word that is neither; with its index.
    """
    found: list[Times | Times[int, float]] = []
    for i, word in enumerate(words):
        try:
            found.append(_iso(word) if has_dates([word]) else parse_mjd(word))
        except ValueError as reason:
            raise BadMJD(str(reason), i) from None
    return concatenate([Times(np.atleast_1d(t.day), _row(t.sec)) for t in found])


def read_mjd_words(words: Sequence[str]) -> Float[N]:
    """Read times as MJD or as dates, to the digits of a float64.

    Parameters
    ----------
    words : sequence of str

    Returns
    -------
    (n,) array
        MJD.

    Raises
    ------
    BadMJD
        A word that is neither; with its index.
    """
    return np.asarray(to_mjd(parse_time_words(words)))


def has_dates(words: Sequence[str]) -> bool:
    """Whether a word has a dash inside, as a date has.

    Parameters
    ----------
    words : sequence of str

    Returns
    -------
    bool
    """
    return any("-" in word.strip().lstrip("-") for word in words)


def _row(sec: DoubleDouble | DoubleDouble[float]) -> DoubleDouble:
    return DoubleDouble(np.atleast_1d(sec.hi), np.atleast_1d(sec.lo))


def _iso(word: str) -> Times:
    match = ISO.fullmatch(word)
    if match is None:
        raise ValueError("neither an MJD nor a date as 2009-06-18T12:00:00.5")
    year, month, day, hour, minute, second = match.groups()
    number = (date(int(year), int(month), int(day)) - MJD_ZERO).days
    own = decimal_text.parse(second or "0")
    if int(hour or 0) > 23 or int(minute or 0) > 59 or own.hi >= 60.0:
        raise ValueError("there is no such time of day; a leap second has no MJD")
    whole = 3600.0 * int(hour or 0) + 60.0 * int(minute or 0)
    time = Times(np.array([number]), DoubleDouble(np.array([whole]), np.array([0.0])))
    return add_seconds(time, DoubleDouble(np.array([own.hi]), np.array([own.lo])))
