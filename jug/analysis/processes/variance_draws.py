"""Draws of a variance at each frequency, given the data, with the coefficients integrated over.

Given the data and the other variances, the likelihood of the two coefficients of a frequency is a Gaussian of
precision C and information h (S_i and m_i are their present covariance and mean, v_i their present variance):

    C = S_i^-1 - 1 / v_i,   h = S_i^-1 m_i
    ln p(data | v) = -1/2 ln det(1 + v C) + 1/2 h^T (C + 1 / v)^-1 h + constant

The next v is drawn from that, times a prior uniform in log v, on a grid, for one frequency after the other: a Gibbs
sampler whose steps are not limited by the coefficients, since these are integrated over.
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Column, Float, Harmonic, Int, K, N
from jug.core.execution.progress import counting


class VarianceDraws(NamedTuple):
    """Draws of m variances.

    Parameters
    ----------
    log10_size : (n, m) array
        log10 of the square root of each variance, s.
    density : (m, g) array
        Mean of the densities from which each was drawn, on the grid: a smooth estimate of its posterior.
    """

    log10_size: Float[N, Harmonic]
    density: Float[Harmonic, K]


def draw_variances(
    gram: Float[Column, Column], slope: Float[Column], grid: Float[K], draws: int, warmup: int, seed: int
) -> VarianceDraws:
    """Draw the variances of sines and cosines.

    Parameters
    ----------
    gram : (2 m, 2 m) array
        Precision of the coefficients (m sines, then m cosines) from the data, s^-2.
    slope : (2 m,) array
        Precision times mean, 1/s.
    grid : (g,) array
        log10 of the square root of the variance, s: even steps over the range of the prior.
    draws, warmup : int
        Number of draws of all variances that are kept, and of those discarded before.
    seed : int

    Returns
    -------
    VarianceDraws
    """
    m, random, step = len(slope) // 2, np.random.default_rng(seed), grid[1] - grid[0]
    now = np.full(m, float(np.mean(grid)))
    kept, density = np.zeros((draws, m)), np.zeros((m, len(grid)))
    with counting("draws of the variances", warmup + draws) as count:
        for i in range(warmup + draws):
            variance = np.tile(10.0 ** (2.0 * now), 2)
            size = np.sqrt(variance)
            inverse = np.linalg.inv(np.eye(2 * m) + size[:, None] * gram * size)
            covariance = size[:, None] * (0.5 * (inverse + inverse.T)) * size
            for j in range(m):
                own = np.array([j, m + j])
                weight = _density(covariance, slope, own, variance, grid)
                place = int(np.searchsorted(np.cumsum(weight), random.uniform() * np.sum(weight)))
                now[j] = grid[min(place, len(grid) - 1)] + step * (random.uniform() - 0.5)
                now[j] = min(max(now[j], float(grid[0])), float(grid[-1]))
                new = 10.0 ** (2.0 * now[j])
                covariance = _with_variance(covariance, own, float(variance[j]), new)
                variance[own] = new
                if i >= warmup:
                    density[j] += weight / (np.sum(weight) * step * draws)
            if i >= warmup:
                kept[i - warmup] = now
            count(1)
    return VarianceDraws(kept, density)


def _density(
    covariance: Float[Column, Column], slope: Float[Column], own: Int[K], variance: Float[Column], grid: Float[K]
) -> Float[K]:
    """p(data | v) on the grid, scaled to a maximum of 1."""
    precision = np.linalg.inv(covariance[np.ix_(own, own)])
    information = precision @ (covariance[own] @ slope)
    values, vectors = np.linalg.eigh(precision - np.eye(2) / variance[own[0]])
    values, along = np.maximum(values, 0.0)[:, None], (vectors.T @ information)[:, None]
    v = 10.0 ** (2.0 * grid)
    height = -0.5 * np.sum(np.log1p(v * values), axis=0) + 0.5 * np.sum(along**2 * v / (1.0 + v * values), axis=0)
    found: Float[K] = np.exp(height - np.max(height))
    return found


def _with_variance(
    covariance: Float[Column, Column], own: Int[K], before: float, after: float
) -> Float[Column, Column]:
    """Update the covariance for another variance of one frequency (Woodbury identity)."""
    change = 1.0 / after - 1.0 / before
    columns = covariance[:, own]
    middle = np.linalg.inv(np.eye(2) + change * covariance[np.ix_(own, own)]) * change
    found: Float[Column, Column] = covariance - columns @ middle @ columns.T
    return found
