"""One look of a fit: residuals and normal equations at a change of the parameters, and the step from there.

Evaluation and sums go over the rows piece by piece, so that what they pass through stays in the processor's cache
and a design matrix of all rows is never made. Sums of squares about the mean of each piece are put together
without cancellation (Chan, Golub & LeVeque 1983, Am. Stat. 37, 242):

    S = sum_j S_j + W_j (c_j - c)^2,   W_j the weight of piece j, c_j its weighted mean, c that of all

A pure function of ``xp``, which JAX compiles as one.
"""

from types import ModuleType
from typing import Any, NamedTuple

from jug.compute.solver import Step, damped_step, normal_equations, scaled_equations
from jug.core.blocks import Array, Block, Dense
from jug.model.covariance.marginalisation import Equations, equations


class Iteration(NamedTuple):
    """Residuals (rows,), the undamped or damped step from there, and the design matrix where it was kept."""

    residual: Array
    step: Step | None
    blocks: tuple[Block, ...] | None


class Sums(NamedTuple):
    """What one piece adds: normal equations about its own weighted mean, and that mean."""

    equations: Equations
    mean: Array


def with_offset(
    xp: Any, blocks: tuple[Block, ...], residual: Any, offset: bool, offset_mask: Any = None
) -> tuple[Block, ...]:
    """The blocks with the offset's column put first: ones, or ``level``."""
    if not offset:
        return blocks
    ones = Dense(xp.ones((residual.shape[0], 1)) if offset_mask is None else offset_mask[:, None])
    return (ones, *blocks)


def mean_of(xp: Any, residual: Array, sigma: Array, offset_mask: Any = None) -> Array:
    """Weighted mean of residuals, on the rows where ``level`` is 1; zero where nothing has weight."""
    w = 1.0 / (sigma * sigma) if offset_mask is None else offset_mask / (sigma * sigma)
    total = xp.sum(w)
    return xp.sum(w * residual) / xp.where(total > 0.0, total, 1.0)


def centred(xp: Any, residual: Array, sigma: Array, offset_mask: Any = None) -> Array:
    """Residuals less their weighted mean, on the rows where ``level`` is 1."""
    mean = mean_of(xp, residual, sigma, offset_mask)
    return residual - (mean if offset_mask is None else mean * offset_mask)


def step_of(
    xp: Any,
    blocks: tuple[Block, ...],
    residual: Any,
    sigma: Any,
    prior: Any,
    damping: Any,
    offset: bool,
    offset_mask: Any = None,
) -> Step:
    """The damped step; with an offset, from residuals whose weighted mean is taken out first, to keep digits."""
    if offset:
        residual = centred(xp, residual, sigma, offset_mask)
    columns = with_offset(xp, blocks, residual, offset, offset_mask)
    return damped_step(xp, normal_equations(xp, columns, residual, sigma, prior, offset), damping)


def sums_of(xp: ModuleType, residual: Array, blocks: tuple[Block, ...], sigma: Array, offset: bool) -> Sums:
    """What a piece adds to the normal equations."""
    mean = mean_of(xp, residual, sigma) if offset else 0.0 * residual[0]
    columns = with_offset(xp, blocks, residual, offset)
    return Sums(equations(xp, columns, residual - mean, sigma, None), mean)


def together(xp: ModuleType, gram: Array, chunks: Any, offset: bool) -> Equations:
    """The normal equations of all rows about their common mean.

    Parameters
    ----------
    gram : (k, k) array
        Already added up.
    pieces : tuple
        Of each piece, stacked: slope (m, k), chi2 (m,), mean (m,), first row of the Gram matrix (m, k).
    """
    slope, chi2, mean, first = chunks
    nothing = 0.0 * mean[0]
    if not offset:
        return Equations(gram, xp.sum(slope, axis=0), xp.sum(chi2), nothing)
    weight = first[:, 0]
    d = mean - xp.sum(weight * mean) / xp.sum(weight)
    slopes = xp.sum(slope + d[:, None] * first, axis=0)
    return Equations(gram, slopes, xp.sum(chi2 + d * (2.0 * slope[:, 0] + d * weight)), nothing)


def solved(xp: ModuleType, e: Equations, offset: bool, damping: Array) -> Step:
    """The damped step from normal equations that are not scaled yet."""
    return damped_step(xp, scaled_equations(xp, e, offset), damping)
