"""The slow series of Earth rotation and time from a table: X, Y, s of the pole, TDB - TT at the geocentre.

The series of IAU 2000A and of Fairhead & Bretagnon take 50 and 6 us a TOA. They change slowly, so the package
has quintic spline coefficients on nodes of one day (made by ``data/scripts/make_smooth_tables.py``). The error of
the spline is below 0.03 mm (0.1 ps) in the position of a site and below 0.1 ps in TDB - TT.
"""

from pathlib import Path

import erfa
import numpy as np
from numpy.typing import NDArray

from jug.core.array import Float, Int, K, N, Node
from jug.core.constants import DAY
from jug.errors import DataError
from jug.io.npy import map_npy

SMOOTH_TABLE = "smooth_1960_2060.npy"
FIRST_NODE = 36930
"""MJD (TT) of the first row of the table."""

LAST_NODE = 73465
"""MJD (TT) of the last row: the table is used from 1960-01-01 to 2060-01-03."""

SPLINE_DEGREE = 5
"""Degree of the spline."""


def bspline_weights(f: Float[N]) -> list[Float[N]]:
    """Weights of the six uniform quintic B-splines that are not zero at a point of the interval [0, 1).

    Cox and de Boor's recursion: W_k[j] = ((f + k - j) W_{k-1}[j-1] + (j + 1 - f) W_{k-1}[j]) / k.

    Parameters
    ----------
    f : (n,) float64
        Distance from the node at or before the point, in steps.

    Returns
    -------
    list of 6 arrays (n,)
        For the splines centred 2 nodes before that node to 3 after it.
    """
    weights = [np.ones_like(f)]
    for k in range(1, SPLINE_DEGREE + 1):
        below = [(f + (k - j)) * w for j, w in enumerate(weights, 1)]
        above = [((j + 1) - f) * w for j, w in enumerate(weights)]
        inner = [(below[j - 1] + above[j]) / k for j in range(1, k)]
        weights = [above[0] / k, *inner, below[-1] / k]
    return weights


def series_direct(day: Int[N], sec: Float[N]) -> Float[N, K]:
    """As `smooth_series`, from the full series of erfa at every time: slow, for tests and for dates outside the table.

    Parameters
    ----------
    day : (n,) int64
    sec : (n,) float64
        TT: MJD number and seconds of the day.

    Returns
    -------
    (n, 4) float64
    """
    mjd, fraction = erfa.DJM0 + day, sec / DAY
    x, y, s = erfa.xys06a(mjd, fraction)
    return np.stack([x, y, s, erfa.dtdb(mjd, fraction, 0.0, 0.0, 0.0, 0.0)], axis=-1)


def smooth_series(path: Path, day: Int[N], sec: Float[N]) -> Float[N, K]:
    """X, Y, s (IAU 2006/2000A) and TDB - TT at the geocentre (Fairhead & Bretagnon 1990) at given TT.

    Parameters
    ----------
    path : Path
        The table; only its pages near the times are read.
    day : (n,) int64
        MJD numbers, TT.
    sec : (n,) float64
        Seconds of the day.

    Returns
    -------
    (n, 4) float64
        X, Y, s in rad, TDB - TT in s. Outside the table's years erfa evaluates the full series.
    """
    table = map_npy(path)
    if table.shape != (LAST_NODE - FIRST_NODE + 1, 4):
        raise DataError(f"{path} is not the table of this version", hint="install jug again")
    first = day - (FIRST_NODE + SPLINE_DEGREE // 2)
    inside = (first >= 0) & (first + SPLINE_DEGREE < len(table))
    if not inside.all():
        values = np.empty((len(day), 4))
        values[inside] = evaluate_spline(table, first[inside], sec[inside])
        values[~inside] = series_direct(day[~inside], sec[~inside])
        return values
    return evaluate_spline(table, first, sec)


def tdb_rate(path: Path, day: Int[N], sec: Float[N]) -> Float[N]:
    """d(TDB - TT)/dTT at the geocentre, from the difference over two hours.

    Its error is 1e-14, and 1e-12 for the terms of the Moon.

    Parameters
    ----------
    path, day, sec
        As in `smooth_series`.

    Returns
    -------
    (n,) float64
    """
    later, earlier = ((day + np.floor((sec + d) / DAY).astype(np.int64), (sec + d) % DAY) for d in (3600.0, -3600.0))
    return (smooth_series(path, *later)[:, 3] - smooth_series(path, *earlier)[:, 3]) / 7200.0


def evaluate_spline(table: Float[Node, K] | NDArray[np.float32], first: Int[N], sec: Float[N]) -> Float[N, K]:
    """Evaluate splines on nodes of one day.

    Parameters
    ----------
    table : (m, k) float
        Coefficients, one row a day.
    first : (n,) int64
        The first of the six rows that act on each time.
    sec : (n,) float64
        Seconds of the day.

    Returns
    -------
    (n, k) float64
    """
    weights = np.stack(bspline_weights(sec / DAY), axis=-1)
    nodes = table[first[:, None] + np.arange(SPLINE_DEGREE + 1)]
    values: Float[N, K] = np.einsum("nj,njc->nc", weights, nodes)
    return values
