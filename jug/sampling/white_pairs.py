"""EFAC with the EQUAD of the same TOAs: the transform in which the combination that the data determine is a coordinate.

TOAs with about equal uncertainties e determine sigma^2 = EFAC^2 e^2 + T^2 well, and hardly its two terms. T is EQUAD,
or EFAC EQUAD where EFAC multiplies it (convention ``EQUAD``). In EFAC and log10 EQUAD the posterior is a narrow curve
with a right angle, on which leapfrog steps of the length of the curve diverge. So z is the logarithm of the sum, in
units of its uncertainty 1 / sqrt(2 n) for n TOAs, and that of the ratio of the terms:

    z1 / sqrt(2 n) = log(A^2 + B^2) / 2          z2 = log(B / A)          log |d(log A, log B)/dz| = -log(2 n) / 2

where A is EFAC and B is T / e, far from their edges. Near them, A and B of all sizes become values between the edges:

    log C = log top - log(1 + (top / A)^4) / 4          EFAC^2 = C^2 + low^2          top^2 = high^2 - low^2

and the same for EQUAD / e from B, or from B / EFAC. e is the median uncertainty; any other value would be as exact. So
the sum stays the coordinate z1 where EFAC is at an edge. Where EFAC multiplies EQUAD and the upper edge of EQUAD is the
nearer one, the edges of EQUAD are applied first instead, and A is the rest of the sum.
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Array, Bool, Float, Int, K, Parameter
from jug.core.namespace import Namespace
from jug.sampling.coordinates import LN10

TRANSITION_POWER = 4.0
"""Power of the transition to the upper edge: 1e-4 of the logarithm at a tenth of the edge."""
LOGARITHM_WITHOUT_EDGE = 300.0
"""Absolute logarithm that stands for no edge."""
LEAST_EDGE_DISTANCE = 0.02
"""Least distance of a start from the edges: a share of the range with two edges, else in uncertainties or par units."""

SMALL_LOG10 = -3.0
"""Logarithm of EQUAD / e of a start whose EQUAD is 0, where the range begins at 0."""


class WhitePairs(NamedTuple):
    """EFAC and EQUAD of each pair, as elements of u.

    Parameters
    ----------
    index_in_u : (2, k) int array
        The elements: EFACs, EQUADs.
    per_u : (2, k) array
        ln 10 where u is a log10, 0 where it is the value.
    unit : (2, k) array
        log of EFAC, or of EQUAD / e, where u is 1 (or 10^0).
    low, high : (2, k) arrays
        Edges of the logarithms.
    inside : (k,) array
        1 where EFAC multiplies EQUAD, 0 where not.
    width : (k,) array
        1 / sqrt(2 n).
    """

    index_in_u: Int[K, K]
    per_u: Float[K, K]
    unit: Float[K, K]
    low: Float[K, K]
    high: Float[K, K]
    inside: Float[K]
    width: Float[K]


def white_pairs(
    index_in_u: list[tuple[int, int]],
    edges: tuple[Float[Parameter], Float[Parameter]],
    log10: list[bool],
    unit: Float[K, K],
    inside: list[bool],
    n_toas: list[int],
) -> WhitePairs:
    """Make the transform of pairs.

    Parameters
    ----------
    index_in_u : list of (int, int)
        Places of EFAC and EQUAD in the vector u of all coordinates.
    edges : (k,) arrays
        Least and greatest u.
    log10 : list of bool
        For each u, whether it is a log10.
    unit : (2, k) array
        As in `WhitePairs`.
    inside : list of bool
        Whether EFAC multiplies EQUAD, for each pair.
    n_toas : list of int
        TOAs of each pair.

    Returns
    -------
    WhitePairs
    """
    at = np.array(index_in_u, dtype=np.int64).reshape(-1, 2).T
    per_u = LN10 * np.array(log10, dtype=np.float64)[at]
    low, high = edges_of((edges[0][at], edges[1][at]), per_u, unit)
    width = (2.0 * np.array(n_toas, dtype=np.float64)) ** -0.5
    return WhitePairs(at, per_u, unit, low, high, np.array(inside, dtype=np.float64), width)


def edges_of(at_edge: tuple[Array, Array], per_u: Array, unit: Array) -> tuple[Array, Array]:
    """Find the edges of logarithms.

    Parameters
    ----------
    at_edge : two arrays of one shape
        Least and greatest u.
    per_u, unit : arrays of that shape
        As in `WhitePairs`.

    Returns
    -------
    low, high : arrays of that shape
        Natural logarithms, no unit.
    """
    low, high = (logarithm_of(u, per_u) + unit for u in at_edge)
    return np.maximum(low, -LOGARITHM_WITHOUT_EDGE), np.minimum(high, LOGARITHM_WITHOUT_EDGE)


def logarithm_of(u: Array, per_u: Array) -> Array:
    """Compute log of 10^u or of u.

    Parameters
    ----------
    u, per_u : arrays of one shape
        ``per_u`` as in `WhitePairs`.

    Returns
    -------
    array of that shape
        -inf for values of 0 and less.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(per_u > 0.0, per_u * u, np.log(np.maximum(u, 0.0)))


def pairs_to_bounded(xp: Namespace, by: WhitePairs, z: Array) -> tuple[Array, Array]:
    """Transform z to u.

    Parameters
    ----------
    xp : Namespace
    by : WhitePairs
    z : (..., 2 k) array
        All z1, then all z2.

    Returns
    -------
    u : array of the same shape
        All EFACs, then all EQUADs.
    log_slope : number or (m,) array
        log |det du/dz|.
    """
    k = len(by.width)
    ratio = z[..., k:]
    first = _equad_comes_first(by)
    own, own_slope = to_between(xp, ratio, by.low[1], by.high[1])
    a = by.width * z[..., :k] - 0.5 * xp.logaddexp(0.0, 2.0 * xp.where(first, own, ratio))
    factor, slope = to_between(xp, a, by.low[0], by.high[0])
    other, other_slope = to_between(xp, a + ratio - by.inside * factor, by.low[1], by.high[1])
    added, more = xp.where(first, own, other), xp.where(first, own_slope, other_slope)
    parts, total = [], xp.sum(slope + more, axis=-1) + np.sum(np.log(by.width))
    for logarithm, unit, per_u in zip((factor, added), by.unit, by.per_u, strict=True):
        u, by_u = from_logarithm(xp, logarithm, unit, per_u)
        parts.append(u)
        total = total + xp.sum(by_u, axis=-1)
    return xp.concatenate(parts, axis=-1), total


def from_logarithm(xp: Namespace, logarithm: Array, unit: Float[K], per_u: Float[K]) -> tuple[Array, Array]:
    """Convert a logarithm to u.

    Parameters
    ----------
    xp : Namespace
    logarithm : (..., k) array
        Natural logarithms, no unit.
    unit, per_u : (k,) arrays
        As in `WhitePairs`.

    Returns
    -------
    u, log_slope : (..., k) arrays
        log |du / d logarithm|.
    """
    plain = logarithm - unit
    is_log = per_u > 0.0
    step = np.where(is_log, per_u, 1.0)
    u = xp.where(is_log, plain / step, xp.exp(xp.where(is_log, 0.0, plain)))
    return u, xp.where(is_log, -np.log(step), plain)


def to_between(xp: Namespace, x: Array, low: Array, high: Array) -> tuple[Array, Array]:
    """Transform any number to one between two edges, as in the docstring of this file.

    Parameters
    ----------
    xp : Namespace
    x : (..., k) array
        Natural logarithms, no unit.
    low, high : (k,) arrays
        Edges of the range, natural logarithms, no unit.

    Returns
    -------
    y, log_slope : (..., k) arrays
        log |dy/dx|.
    """
    top = _logarithm_without(high, low)
    below = top - xp.logaddexp(0.0, TRANSITION_POWER * (top - x)) / TRANSITION_POWER
    y = 0.5 * xp.logaddexp(2.0 * below, 2.0 * low)
    return y, 2.0 * (below - y) - xp.logaddexp(0.0, -TRANSITION_POWER * (top - x))


def _logarithm_without(y: Array, low: Array) -> Array:
    """log(e^2y - e^2low) / 2."""
    return y + 0.5 * np.log(-np.expm1(2.0 * (low - y)))


def pairs_to_unbounded(by: WhitePairs, u: Float[Parameter]) -> Float[K]:
    """Convert the coordinates u of the pairs to z without bounds.

    Parameters
    ----------
    by : WhitePairs
    u : (k,) array
        The whole vector; at an edge or beyond, EFAC and EQUAD are moved inside first.

    Returns
    -------
    (2 k,) array
        Coordinates without bounds, no unit.
    """
    y = inside_edges(logarithm_of(u[by.index_in_u], by.per_u) + by.unit, by.low, by.high)
    a, b = from_between(y, by.low, by.high)
    first = _equad_comes_first(by)
    ratio = np.where(first, b, b + by.inside * y[0] - a)
    total = a + 0.5 * np.logaddexp(0.0, 2.0 * np.where(first, y[1], ratio))
    return np.concatenate([total / by.width, ratio])


def _equad_comes_first(by: WhitePairs) -> Bool[K]:
    """Where EQUAD reaches its upper edge before EFAC reaches its lower one, at a sum of about e^2."""
    return np.asarray((by.inside > 0.0) & (by.high[1] < -by.low[0]))


def inside_edges(y: Array, low: Array, high: Array) -> Array:
    """Move logarithms at an edge or beyond inside.

    Parameters
    ----------
    y, low, high : arrays of one shape
        Natural logarithms, no unit.

    Returns
    -------
    array of that shape
        Natural logarithms, no unit.
    """
    part = LEAST_EDGE_DISTANCE * (high - low)
    least = np.where(low > -LOGARITHM_WITHOUT_EDGE, low + part, np.minimum(SMALL_LOG10, high - 1.0))
    most = np.where(high < LOGARITHM_WITHOUT_EDGE, high - part, 0.0)
    return np.where(y > low, np.where(y < high, y, most), least)


def from_between(y: Array, low: Array, high: Array) -> Array:
    """Invert `to_between`.

    Parameters
    ----------
    y, low, high : arrays of one shape
        Natural logarithms, no unit.

    Returns
    -------
    array of that shape
        Natural logarithms, no unit.
    """
    room = TRANSITION_POWER * (_logarithm_without(high, low) - _logarithm_without(y, low))
    return np.asarray(_logarithm_without(high, low) - (room + np.log(-np.expm1(-room))) / TRANSITION_POWER)
