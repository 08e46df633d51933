"""Noise whose factor is not sampled: the transform in which its posterior has a width of about 1 everywhere.

Let the model's EFAC be fixed and let TOAs have uncertainties e (with EFAC where that does not multiply EQUAD). n TOAs
determine the whole scatter log(e^2 + T^2) / 2 to 1 / sqrt(2 n). They limit T from below only where T is significant. In
log T the posterior is flat up to the uncertainties and falls steeply there, so that leapfrog steps diverge. So

    log(1 + T^2 / e^2) / 2 = log(1 + exp z) / sqrt(2 n)

Where T is small, z is log T^2 and a constant. Where T is significant, z is the whole scatter in units of its
uncertainty. Near the edges of the prior it is transformed as in `jug.sampling.white_pairs`. e is the median
uncertainty; any other value would be as exact. T is EQUAD; or DMEQUAD with the uncertainties of measured DMs; or ECORR,
where n is the number of epochs and e the uncertainty of the mean of an epoch, (sum e_i^-2)^-1/2.
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Array, Float, Int, K, Parameter
from jug.core.namespace import Namespace
from jug.sampling.coordinates import LN10
from jug.sampling.white_pairs import edges_of, from_between, from_logarithm, inside_edges, logarithm_of, to_between


class LoneScatter(NamedTuple):
    """EQUADs, DMEQUADs and ECORRs, as elements of u.

    Parameters
    ----------
    index_in_u : (k,) int array
        The elements.
    per_u : (k,) array
        ln 10 where u is a log10, 0 where it is the value.
    unit : (k,) array
        log of T / e where u is 1 (or 10^0).
    low, high : (k,) arrays
        Edges of log(T / e).
    width : (k,) array
        1 / sqrt(2 n).
    """

    index_in_u: Int[K]
    per_u: Float[K]
    unit: Float[K]
    low: Float[K]
    high: Float[K]
    width: Float[K]


def lone_scatter(
    index_in_u: list[int],
    edges: tuple[Float[Parameter], Float[Parameter]],
    log10: list[bool],
    unit: list[float],
    n_toas: list[int],
) -> LoneScatter:
    """Make the transform.

    Parameters
    ----------
    index_in_u : list of int
        Their places in the vector u of all coordinates.
    edges : (k,) arrays
        Least and greatest u.
    log10 : list of bool
        For each u, whether it is a log10.
    unit : list of float
        As in `LoneScatter`.
    n_toas : list of int
        TOAs, measured DMs or epochs of each.

    Returns
    -------
    LoneScatter
    """
    at = np.array(index_in_u, dtype=np.int64)
    units = np.array(unit, dtype=np.float64)
    per_u = LN10 * np.array(log10, dtype=np.float64)[at]
    low, high = edges_of((edges[0][at], edges[1][at]), per_u, units)
    width = (2.0 * np.array(n_toas, dtype=np.float64)) ** -0.5
    return LoneScatter(at, per_u, units, low, high, width)


def scatter_to_bounded(xp: Namespace, by: LoneScatter, z: Array) -> tuple[Array, Array]:
    """Transform z to u.

    Parameters
    ----------
    xp : Namespace
    by : LoneScatter
    z : (..., k) array
        Coordinates without bounds, no unit.

    Returns
    -------
    u : array of the same shape
        Coordinates of the priors.
    log_slope : number or (m,) array
        log |det du/dz|.
    """
    grown = 2.0 * by.width * xp.logaddexp(0.0, z)
    lost = xp.log(-xp.expm1(-grown))
    y, slope = to_between(xp, 0.5 * (grown + lost), by.low, by.high)
    u, more = from_logarithm(xp, y, by.unit, by.per_u)
    own = -xp.logaddexp(0.0, -z) + np.log(by.width) - lost
    return u, xp.sum(slope + more + own, axis=-1)


def scatter_to_unbounded(by: LoneScatter, u: Float[Parameter]) -> Float[K]:
    """Convert the coordinates u of these parameters to z without bounds.

    Parameters
    ----------
    by : LoneScatter
    u : (k,) array
        The whole vector; at an edge or beyond, EQUAD is moved inside first.

    Returns
    -------
    (k,) array
        Coordinates without bounds, no unit.
    """
    y = inside_edges(logarithm_of(u[by.index_in_u], by.per_u) + by.unit, by.low, by.high)
    seen = 0.5 * np.logaddexp(0.0, 2.0 * from_between(y, by.low, by.high)) / by.width
    return np.asarray(seen + np.log(-np.expm1(-seen)))
