"""Times written as MJD or in ISO 8601, without loss of digits, and times of TT or TDB as UTC."""

import re
from collections.abc import Sequence
from datetime import date

import numpy as np

from jug.core import decimal_text
from jug.core.array import Float, N
from jug.core.constants import TT_MINUS_TAI
from jug.core.doubledouble import DoubleDouble
from jug.core.times import BadMJD, Times, add_seconds, concatenate, normalise, parse_mjd
from jug.obs.eop import leap_seconds
from jug.obs.files import Files

ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d(?:\.\d*)?))?)?Z?", re.ASCII)
MJD_ZERO = date(1858, 11, 17)


def parse_time_words(words: Sequence[str]) -> Times:
    """Read times as MJD or as ISO dates.

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
            found.append(_iso(word) if "-" in word.lstrip("-") else parse_mjd(word))
        except ValueError as reason:
            raise BadMJD(str(reason), i) from None
    return concatenate([Times(np.atleast_1d(t.day), _row(t.sec)) for t in found])


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


def utc_from_tt(tt: Times, files: Files) -> Times:
    """Convert TT to UTC.

    Parameters
    ----------
    tt : Times
        (n,)
    files : Files
        With the leap seconds.

    Returns
    -------
    Times
        (n,) pulsar MJDs: a time in a leap second becomes one in the second after it.
    """
    leaps = leap_seconds(files)
    utc = add_seconds(tt, -TT_MINUS_TAI - leaps.tai_minus_utc(tt.day, tt.sec.hi))
    return add_seconds(tt, -TT_MINUS_TAI - leaps.tai_minus_utc(utc.day, utc.sec.hi))


def since_reference(times: Times, day: int, sec: float) -> Float[N]:
    """Compute seconds since a reference time.

    Parameters
    ----------
    times : Times
        (n,)
    day : int
        MJD.
    sec : float
        Seconds of that day.

    Returns
    -------
    (n,) array
        s.
    """
    return np.asarray((times.day - day) * 86400.0 + ((times.sec.hi - sec) + times.sec.lo))


def at_seconds(seconds: Float[N], day: int, sec: float) -> Times:
    """Make times from seconds since a reference time.

    Parameters
    ----------
    seconds : (n,) array
        s.
    day : int
        MJD.
    sec : float
        Seconds of that day.

    Returns
    -------
    Times
        (n,)
    """
    whole = np.floor(seconds / 86400.0)
    rest = DoubleDouble(np.asarray(seconds - 86400.0 * whole), np.zeros_like(seconds))
    return add_seconds(normalise((day + whole).astype(np.int64), rest), sec)
