"""Times sorted into the segments of a polyco or a predictor."""

from collections.abc import Iterator

import numpy as np

from jug.core.array import Float, Int, K, N
from jug.core.times import Times, take, to_mjd
from jug.errors import InputError

EDGE_DAYS = 1e-9
"""How far beyond its ends a segment may be used: the rounding of the times in its file."""


def by_segment(times: Times, middle: Float[K], half_days: Float[K], what: str) -> Iterator[tuple[int, Int[N], Times]]:
    """Sort times into segments, each into that whose middle is nearest in units of its length.

    Parameters
    ----------
    times : Times
        (n,)
    middle, half_days : (k,) arrays
        Middles, MJD, and half lengths, d.
    what : str
        What has the segments, for the error: polyco or predictor.

    Yields
    ------
    segment : int
    rows : (m,) int array
        Indices of its times.
    times : Times
        (m,)

    Raises
    ------
    InputError
        A time in no segment.
    """
    days = np.asarray(to_mjd(times))
    chosen = np.argmin(np.abs(days[:, None] - middle) / half_days, axis=1)
    outside = np.abs(days - middle[chosen]) > half_days[chosen] + EDGE_DAYS
    if np.any(outside):
        mjd, first, last = days[outside][0], np.min(middle - half_days), np.max(middle + half_days)
        why = f"MJD {mjd:.6f} is in no segment of the {what}, which covers {first:.6f} to {last:.6f}"
        raise InputError(why, hint="make one for these times with jug polyco")
    for i in np.unique(chosen):
        rows = np.flatnonzero(chosen == i)
        yield int(i), rows, take(times, rows)
