"""Times of TT or TDB as UTC, and as seconds since a reference time."""

import numpy as np

from jug.core.array import Float, N
from jug.core.constants import TT_MINUS_TAI
from jug.core.doubledouble import DoubleDouble
from jug.core.times import Times, add_seconds, normalise
from jug.obs.eop import leap_seconds
from jug.obs.files import Files


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
