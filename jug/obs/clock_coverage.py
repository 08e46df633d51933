"""The TOAs that a clock file does not cover, and the correction that they get."""

from typing import NamedTuple

import numpy as np

from jug.core.array import Bool, Float, Toa
from jug.core.times import mjd_with_date
from jug.errors import InputError
from jug.io.clockfile import ClockFile
from jug.obs.files import DataUse, Found
from jug.text.name_lists import toa_count


class BeyondEnds(NamedTuple):
    """A phrase about the TOAs before the first date of a clock file, and one about those after its last good date.

    Either is empty where there are no such TOAs.
    """

    before: str
    after: str


def beyond_ends(clock: ClockFile, mjd: Float[Toa], *, hold: bool, offset_s: float = 0.0) -> BeyondEnds:
    """Describe the TOAs that a clock file does not cover: their number, the end of the file, their correction.

    Parameters
    ----------
    clock : ClockFile
    mjd : ndarray, shape (n,)
        Times as written in the tim file, MJD.
    hold : bool
        Whether the nearest value is used beyond the ends; if False, zero.
    offset_s : float
        Part of every value of the file that is not a correction, s: 32.184 s in those of TT(BIPM) - TAI.

    Returns
    -------
    BeyondEnds
    """
    before = after = ""
    if count := np.count_nonzero(mjd < clock.first_mjd):
        used = _correction(clock.seconds[0] - offset_s, hold)
        before = f"{toa_count(count)} before {_date(clock.first_mjd)}, the first date of {clock.name}: {used}"
    if count := np.count_nonzero(mjd > clock.last_mjd):
        used = _correction(clock.seconds[-1] - offset_s, hold)
        if clock.mjd[-1] > clock.last_mjd:
            last = clock.evaluate(mjd.max(), hold=hold)[0] - offset_s
            used = f"continued as the file says ({_microseconds(float(last))} at the last of them)"
        after = f"{toa_count(count)} after {_date(clock.last_mjd)}, the last good date of {clock.name}: {used}"
    return BeyondEnds(before, after)


def clock_use(what: str, clock: ClockFile, found: Found, reached: Bool[Toa]) -> DataUse:
    """Describe the use of a clock file.

    Parameters
    ----------
    what : str
        Its purpose, as in `DataUse`.
    clock : ClockFile
    found : Found
    reached : (n,) bool
        True for the dates that the file covers.

    Returns
    -------
    DataUse
    """
    good = clock.last_mjd if np.isfinite(clock.last_mjd) else None
    return DataUse(what, clock.name, found.source, good, int(np.count_nonzero(~reached)))


def _correction(nearest_s: float, hold: bool) -> str:
    value = _microseconds(nearest_s)
    return f"its nearest value, {value}, is used" if hold else f"correction zero (it is {value} at that date)"


def _microseconds(seconds: float) -> str:
    return f"{seconds * 1e6:.3f} us"


def _date(mjd: float) -> str:
    return f"MJD {mjd_with_date(mjd, 10)}"


def clock_ends(hold_clock: bool | None, zero_clock: bool) -> bool | None:
    """Choose the value beyond the ends of a clock file: the nearest one (True), zero (False), or the default (None).

    Parameters
    ----------
    hold_clock, zero_clock : bool
        As in `jug.load`.

    Returns
    -------
    bool or None

    Raises
    ------
    InputError
        Both are True.
    """
    if hold_clock and zero_clock:
        raise InputError("hold_clock and zero_clock contradict each other", hint="give one of them")
    return False if zero_clock else hold_clock
