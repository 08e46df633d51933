"""From a vector z without bounds to the coordinates u of the priors, and the Jacobian.

    no edge        u = L z                           log |du/dz| = log |det L|
    lower edge     u = low + e^z                     z
    upper edge     u = high - e^z                    z
    two edges      u = low + (high - low) / (1 + e^-z)      log (high - low) - log (1 + e^z) - log (1 + e^-z)

L is the Cholesky factor of the covariance of the timing parameters without an edge, so that their z are uncorrelated
and of unit width. These are the transforms of Carpenter et al. 2017, J. Stat. Softw. 76, 1 (section on transforms).
EFAC with the EQUAD of the same TOAs (DMEFAC with DMEQUAD) has the transform of `jug.sampling.white_pairs`. ECORR, and
an EQUAD whose EFAC is not sampled, have that of `jug.sampling.lone_scatter`.
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Array, Float, Int, K, Parameter
from jug.core.namespace import Namespace
from jug.sampling import lone_scatter, white_pairs
from jug.sampling.lone_scatter import LoneScatter
from jug.sampling.white_pairs import LEAST_EDGE_DISTANCE, WhitePairs


class Unbounded(NamedTuple):
    """The transform of a vector.

    Parameters
    ----------
    low, high : (k,) arrays
        Edges of u, or infinite.
    free, above, below, between : (j,) int arrays
        Elements without an edge, with a lower, an upper, and two edges.
    root : (j, j) array
        L, for the elements without an edge.
    pairs : WhitePairs
    lone : LoneScatter
        The elements that are in none of the four groups.
    """

    low: Float[Parameter]
    high: Float[Parameter]
    free: Int[K]
    above: Int[K]
    below: Int[K]
    between: Int[K]
    root: Float[K, K]
    pairs: WhitePairs
    lone: LoneScatter


def unbounded_transform(
    low: Float[Parameter],
    high: Float[Parameter],
    covariance: Float[Parameter, Parameter],
    pairs: WhitePairs,
    lone: LoneScatter,
) -> Unbounded:
    """Make the transform.

    Parameters
    ----------
    low, high : (k,) arrays
        Edges of u, or infinite.
    covariance : (k, k) array
        Approximate covariance of u.
    pairs : WhitePairs
    lone : LoneScatter

    Returns
    -------
    Unbounded
    """
    lower, upper = np.isfinite(low), np.isfinite(high)
    alone = np.ones(len(low), dtype=bool)
    alone[pairs.index_in_u] = False
    alone[lone.index_in_u] = False
    groups = [np.flatnonzero(alone & mask) for mask in (~lower & ~upper, lower & ~upper, ~lower & upper, lower & upper)]
    root: Float[K, K] = np.linalg.cholesky(covariance[np.ix_(groups[0], groups[0])]).astype(np.float64)
    return Unbounded(low, high, groups[0], groups[1], groups[2], groups[3], root, pairs, lone)


def to_bounded(xp: Namespace, by: Unbounded, z: Array) -> tuple[Array, Array]:
    """Transform z to u.

    Parameters
    ----------
    xp : Namespace
    by : Unbounded
    z : (k,) or (m, k) array
        Coordinates without bounds, no unit.

    Returns
    -------
    u : array of the same shape
        Coordinates of the priors.
    log_slope : number or (m,) array
        log |det du/dz|.
    """
    width = (by.high - by.low)[by.between]
    middle = z[..., by.between]
    shares = xp.exp(-xp.logaddexp(0.0, -middle))
    index_in_u = by.pairs.index_in_u.reshape(-1)
    paired, paired_slope = white_pairs.pairs_to_bounded(xp, by.pairs, z[..., index_in_u])
    added, added_slope = lone_scatter.scatter_to_bounded(xp, by.lone, z[..., by.lone.index_in_u])
    parts = [
        z[..., by.free] @ by.root.T,
        by.low[by.above] + xp.exp(z[..., by.above]),
        by.high[by.below] - xp.exp(z[..., by.below]),
        by.low[by.between] + width * shares,
        paired,
        added,
    ]
    order = np.argsort(np.concatenate([by.free, by.above, by.below, by.between, index_in_u, by.lone.index_in_u]))
    slope = -xp.sum(xp.logaddexp(0.0, middle) + xp.logaddexp(0.0, -middle), axis=-1)
    slope = slope + xp.sum(z[..., by.above], axis=-1) + xp.sum(z[..., by.below], axis=-1) + paired_slope + added_slope
    constant = np.sum(np.log(np.diag(by.root))) + np.sum(np.log(width))
    return xp.concatenate(parts, axis=-1)[..., order], slope + constant


def to_unbounded(by: Unbounded, u: Float[Parameter]) -> Float[Parameter]:
    """Convert coordinates u of the priors to z without bounds.

    A u at an edge or beyond is moved inside first (`LEAST_EDGE_DISTANCE`).

    Parameters
    ----------
    by : Unbounded
    u : (k,) array
        Coordinates of the priors.

    Returns
    -------
    (k,) array
        Coordinates without bounds, no unit.
    """
    z = np.zeros(len(u))
    z[by.free] = np.linalg.solve(by.root, u[by.free])
    z[by.above] = np.log(np.maximum(u - by.low, LEAST_EDGE_DISTANCE)[by.above])
    z[by.below] = np.log(np.maximum(by.high - u, LEAST_EDGE_DISTANCE)[by.below])
    some = by.between
    shares = (u[some] - by.low[some]) / (by.high - by.low)[some]
    shares = np.where(
        (shares > 0.0) & (shares < 1.0), shares, np.clip(shares, LEAST_EDGE_DISTANCE, 1.0 - LEAST_EDGE_DISTANCE)
    )
    z[some] = np.log(shares) - np.log1p(-shares)
    z[by.pairs.index_in_u.reshape(-1)] = white_pairs.pairs_to_unbounded(by.pairs, u)
    z[by.lone.index_in_u] = lone_scatter.scatter_to_unbounded(by.lone, u)
    return z
