"""Times as a day and the seconds of that day, exact to 3e-27 s.

A pulsar MJD counts 86400 s in every day, also in one with a leap second, so day and seconds are plain
arithmetic here. Seconds are on a grid of 2^-88 s, which a double-double represents for every time of day.
A time therefore has one representation, and a decimal MJD of at most 33 places that reads back as that time.
"""

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from typing import Generic, NamedTuple, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jug.core import doubledouble as double
from jug.core.array import Array, Bool, Day, Float, Int, IntArray, N, Part, RowIndex
from jug.core.decimal_text import to_decimal
from jug.core.doubledouble import DoubleDouble

DAY_S = 86400
"""Length of a day, s."""

MJD_0 = 678576
"""1858-11-17, MJD 0, as Python counts days (``date.toordinal``)."""

_GRID = 2.0**88
"""Ticks in a second: times are whole numbers of them."""

_TICKS = DAY_S << 88
"""Ticks of the grid in a day."""

_TEN = tuple(10**k for k in range(33))

_FAST_DIGITS = 18  # decimals of an MJD that are read in whole columns; longer ones are read one by one
_UNITS_OF_27_S = 312_500_000_000_000
"""10^18 units of the last fast digit are 86400 s, so 27 s are 312.5e12 units; 27 of those fit a float64."""


class Times(NamedTuple, Generic[Day, Part]):
    """MJD numbers and seconds since their midnight, ``0 <= sec < 86400``; scalars or arrays of one shape.

    ``Times[int, float]`` is one time, and ``Times`` alone is an array of times.
    """

    day: Day
    sec: DoubleDouble[Part]


class BadMJD(ValueError):
    """A text that is not an MJD; `index` is its position in the sequence."""

    def __init__(self, why: str, index: int) -> None:
        super().__init__(why)
        self.index = index


def parse_mjds(texts: Sequence[str]) -> Times:
    """Read decimal MJDs as times, each rounded once, to the grid of 2^-88 s.

    Parameters
    ----------
    texts : sequence of str, length n

    Returns
    -------
    Times
        (n,)

    Raises
    ------
    BadMJD
        With the index of the first text that is not an MJD.
    """
    n = len(texts)
    if n == 0:
        return Times(np.zeros(0, np.int64), DoubleDouble(np.zeros(0), np.zeros(0)))
    try:
        words = np.array(texts, dtype=np.bytes_)
    except UnicodeEncodeError:
        words = np.array([t.encode("ascii", "replace") for t in texts])
    day, fraction, fast = _digits(words)
    hi, lo, sure = _seconds(fraction)
    for i in np.flatnonzero(~(fast & sure)).tolist():
        try:
            time = parse_mjd(texts[i])
        except ValueError as error:
            raise BadMJD(str(error), i) from None
        day[i], hi[i], lo[i] = time.day, time.sec.hi, time.sec.lo
    return Times(day, DoubleDouble(hi, lo))


def _digits(words: NDArray[np.bytes_]) -> tuple[Int[N], Int[N], Bool[N]]:
    """Days, decimals as integers in 1e-18 d, and the mask of words that have the plain form ddddd.ddd."""
    n, width = words.size, max(words.dtype.itemsize, 1)
    text = np.ascontiguousarray(words).view(np.uint8).reshape(n, width).T
    day, fraction = np.zeros(n, np.int64), np.zeros(n, np.int64)
    places, n_day = np.zeros(n, np.int8), np.zeros(n, np.int8)
    after, fine = np.zeros(n, np.bool_), np.ones(n, np.bool_)
    for column in text[: 7 + _FAST_DIGITS]:
        value = column - np.uint8(48)
        digit = value < 10
        dot = column == 46
        fine &= digit | (dot & ~after) | (column == 0)
        whole, part = digit & ~after, digit & after
        day = np.where(whole, day * 10 + value, day)
        fraction = np.where(part & (places < _FAST_DIGITS), fraction * 10 + value, fraction)
        n_day += whole
        places += part
        after |= dot
    if width > 7 + _FAST_DIGITS:
        fine &= text[7 + _FAST_DIGITS] == 0
    fine &= (n_day > 0) & (n_day < 10) & (places <= _FAST_DIGITS)
    fraction *= 10 ** (_FAST_DIGITS - np.clip(places, 0, _FAST_DIGITS)).astype(np.int64)
    return day, fraction, fine


def _seconds(
    fraction: Int[N],
) -> tuple[Float[N], Float[N], Bool[N]]:
    """Convert units of 1e-18 d to seconds on the grid; also the mask of rows that are certainly rounded correctly."""
    whole, rest = np.divmod(fraction, _UNITS_OF_27_S)
    more, rest = np.divmod(rest * 27, _UNITS_OF_27_S)
    seconds, top, below = (whole * 27 + more).astype(np.float64), rest.astype(np.float64), float(_UNITS_OF_27_S)
    q = top / below
    p, e = double.two_prod(q, below)
    tail = ((top - p) - e) / below * _GRID
    ticks = np.rint(tail)
    # a float64 of 2^-36 or more is a whole number of ticks
    sure = (np.abs(np.abs(tail - ticks) - 0.5) > 1e-4) & ((q >= 2.0**-36) | (top == 0.0))
    hi, lo = double.two_sum(seconds, q)
    hi, lo = double.quick_two_sum(hi, lo + ticks / _GRID)
    return hi, lo, sure


def parse_mjd(text: str) -> Times[int, float]:
    """One decimal MJD as a scalar time, rounded once; ValueError with a reason if it is not one."""
    value = to_decimal(text)
    if abs(value) >= 10**9:
        raise ValueError("not an MJD: a billion days or more")
    day, ticks = divmod(round(Fraction(value) * _TICKS), _TICKS)
    hi = float(ticks)
    return Times(day, DoubleDouble(hi / _GRID, (ticks - int(hi)) / _GRID))


def format_mjd(time: Times[int, float]) -> str:
    """The shortest decimal MJD that `parse_mjd` reads back as the same (scalar) time."""
    return _mjd_text(int(time.day), float(time.sec.hi), float(time.sec.lo))


def format_mjds(times: Times) -> list[str]:
    """`format_mjd` of each of n times."""
    columns = times.day.tolist(), times.sec.hi.tolist(), times.sec.lo.tolist()
    return [_mjd_text(*row) for row in zip(*columns, strict=True)]


def _mjd_text(day: int, hi: float, lo: float) -> str:
    ticks = day * _TICKS + round(hi * _GRID) + round(lo * _GRID)
    if ticks < 0:
        return "-" + _shortest(*divmod(-ticks, _TICKS))
    return _shortest(*divmod(ticks, _TICKS))


def _shortest(day: int, ticks: int) -> str:
    """The decimal with the fewest places that lies within half a tick (32 places always do)."""
    low, high = 0, 32
    while low < high:
        places = (low + high) // 2
        scaled, unit = ticks * _TEN[places], _TEN[places]
        number = (2 * scaled + _TICKS) // (2 * _TICKS)
        if 2 * abs(number * _TICKS - scaled) < unit:
            high = places
        else:
            low = places + 1
    number = (2 * ticks * _TEN[high] + _TICKS) // (2 * _TICKS)
    return f"{day}.{number:0{high}d}" if high else str(day + number)


def _on_grid(a: DoubleDouble) -> DoubleDouble:
    return double.quick_two_sum(np.rint(a.hi * _GRID) / _GRID, np.rint(a.lo * _GRID) / _GRID)


def normalise(day: IntArray | int, sec: DoubleDouble) -> Times:
    """Return the times of days and any number of seconds, of either sign.

    Parameters
    ----------
    day : int or ndarray of int64
        MJD numbers.
    sec : DoubleDouble
        Seconds since their midnight.

    Returns
    -------
    Times
        With ``0 <= sec < 86400``.
    """
    days = np.floor(sec.hi / DAY_S)
    sec = _on_grid(double.sub(sec, double.two_prod(days, float(DAY_S))))
    early = (sec.hi < 0) | ((sec.hi == 0) & (sec.lo < 0))
    late = (sec.hi > DAY_S) | ((sec.hi == DAY_S) & (sec.lo >= 0))
    shift = np.where(late, 1.0, 0.0) - np.where(early, 1.0, 0.0)
    sec = double.add_float(sec, -shift * DAY_S)
    return Times(day + (days + shift).astype(np.int64), sec)


def add_seconds(times: Times, seconds: DoubleDouble | ArrayLike) -> Times:
    """Add seconds to times.

    Parameters
    ----------
    times : Times
        (n,)
    seconds : float, ndarray of float64 or DoubleDouble
        Scalar or (n,), s.

    Returns
    -------
    Times
        (n,)
    """
    if isinstance(seconds, DoubleDouble):
        return normalise(times.day, double.add(times.sec, seconds))
    return normalise(times.day, double.add_float(times.sec, np.asarray(seconds, dtype=np.float64)))


def since(times: Times, day: IntArray | int, sec: DoubleDouble | DoubleDouble[float] | float = 0.0) -> DoubleDouble:
    """Return the seconds from a given day and second to the times.

    Parameters
    ----------
    times : Times
    day : int or ndarray of int64
        MJD number.
    sec : float or DoubleDouble
        Seconds of that day.

    Returns
    -------
    DoubleDouble
        s, shape of `times`.
    """
    start = sec if isinstance(sec, DoubleDouble) else double.double_double(sec)
    return double.add_float(
        double.sub(times.sec, start), np.asarray((times.day - day) * float(DAY_S), dtype=np.float64)
    )


def to_days(times: Times) -> DoubleDouble:
    """Times as double-double days; the rounding is below 1e-31 of the MJD, 1e-22 s."""
    return double.add_float(double.div_float(times.sec, float(DAY_S)), cast(Array, times.day * 1.0))


def to_mjd(times: Times) -> Array:
    """Times as float64 MJDs, good to 0.6 us."""
    return np.asarray(times.day + times.sec.hi / DAY_S, dtype=np.float64)


def take(times: Times, index: RowIndex) -> Times:
    """Select times.

    Parameters
    ----------
    times : Times
        (n,)
    index : mask, slice or index array

    Returns
    -------
    Times
    """
    return Times(times.day[index], DoubleDouble(times.sec.hi[index], times.sec.lo[index]))


def concatenate(parts: Sequence[Times]) -> Times:
    """Times one after the other."""
    return Times(
        np.concatenate([p.day for p in parts]),
        DoubleDouble(np.concatenate([p.sec.hi for p in parts]), np.concatenate([p.sec.lo for p in parts])),
    )


def mjd_with_date(mjd: float, digits: int = 7) -> str:
    """Format an MJD followed by the calendar date: ``59000 (2020-05-31)``.

    Parameters
    ----------
    mjd : float
        A date, d.
    digits : int
        Significant digits of the MJD.

    Returns
    -------
    str
        The MJD alone for years outside 1 to 9999.
    """
    first, last = date.min.toordinal() - MJD_0, date.max.toordinal() - MJD_0
    calendar = f" ({date.fromordinal(int(mjd) + MJD_0)})" if first <= mjd <= last else ""
    return f"{mjd:.{digits}g}{calendar}"
