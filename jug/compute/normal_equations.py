"""One iteration of a fit: residuals and normal equations at a change of the parameters, and the step from there.

Evaluation and sums go over the rows in chunks, so that intermediate arrays stay in the processor's cache and no design
matrix of all rows is made. Sums of squares about the mean of each chunk are combined without cancellation (Chan, Golub
& LeVeque 1983, Am. Stat. 37, 242):

    S = sum_j S_j + W_j (c_j - c)^2,   W_j the weight of chunk j, c_j its weighted mean, c the mean of all rows

``xp`` is numpy or jax.numpy; JAX compiles an iteration as one function.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from jug.compute.solver import Step, damped_step, normal_equations, scaled_equations
from jug.core.array import Array, Column, Datum, Float
from jug.core.blocks import Block, Dense
from jug.core.execution.threads import map_in_threads
from jug.core.namespace import Namespace
from jug.model.covariance.marginalisation import Equations, equations
from jug.model.covariance.noise import Prior
from jug.model.parameters import Layout


class Iteration(NamedTuple):
    """Residuals at a change of the parameters, and the step from there.

    Parameters
    ----------
    residual : (rows,) array
        Phase residuals in turns; for wideband data then the DM residuals, pc cm^-3.
    step : Step or None
        The damped step; None where a residual is not finite.
    blocks : tuple of blocks or None
        The design matrix, where it was made for all rows at once.
    """

    residual: Float[Datum]
    step: Step | None
    blocks: tuple[Block, ...] | None


class Sums(NamedTuple):
    """The sums over one chunk.

    Parameters
    ----------
    equations : Equations
        The normal equations about the weighted mean of the chunk.
    mean : float
        This mean, turns; zero where the fit has no offset.
    """

    equations: Equations
    mean: Float[()]


class GroupSums(NamedTuple):
    """The sums over one group of chunks.

    Parameters
    ----------
    residual : (rows,) array
        Phase residuals, turns; DM residuals, pc cm^-3.
    gram : (k, k) array
        Gram matrix, summed over the chunks.
    chunk_sums : tuple of arrays
        Of each of the m chunks: slope (m, k), chi2 (m,), mean (m,), first row of the Gram matrix (m, k).
    """

    residual: Float[Datum]
    gram: Float[Column, Column]
    chunk_sums: tuple[Array, ...]


def with_offset(
    xp: Namespace,
    blocks: tuple[Block, ...],
    residual: Float[Datum],
    offset: bool,
    offset_mask: Float[Datum] | None = None,
) -> tuple[Block, ...]:
    """Put the column of the overall offset before the design matrix.

    Parameters
    ----------
    xp : Namespace
    blocks : tuple of blocks
        The design matrix, (rows, k).
    residual : (rows,) array
        Turns; of measured DMs pc cm^-3.
    offset : bool
        Whether the fit has an overall offset; if not, the blocks are returned unchanged.
    offset_mask : (rows,) array, optional
        1 on the rows that the offset moves, else 0; all rows when absent.

    Returns
    -------
    tuple of blocks
    """
    if not offset:
        return blocks
    ones = Dense(xp.ones((residual.shape[0], 1)) if offset_mask is None else offset_mask[:, None])
    return (ones, *blocks)


def weighted_mean(
    xp: Namespace, residual: Float[Datum], sigma: Float[Datum], offset_mask: Float[Datum] | None = None
) -> Float[()]:
    """Return the weighted mean of residuals on the rows of the offset mask.

    Parameters
    ----------
    xp : Namespace
    residual, sigma : (rows,) arrays
        Residuals, and their white uncertainties in the same unit.
    offset_mask : (rows,) array, optional
        As for `with_offset`.

    Returns
    -------
    float
        In the unit of the residuals; zero where no row has weight.
    """
    w = 1.0 / (sigma * sigma) if offset_mask is None else offset_mask / (sigma * sigma)
    total = xp.sum(w)
    return xp.sum(w * residual) / xp.where(total > 0.0, total, 1.0)


def subtract_mean(
    xp: Namespace, residual: Float[Datum], sigma: Float[Datum], offset_mask: Float[Datum] | None = None
) -> Float[Datum]:
    """Subtract the weighted mean from the residuals on the rows of the offset mask.

    Parameters
    ----------
    xp : Namespace
    residual, sigma : (rows,) arrays
        Both in one unit.
    offset_mask : (rows,) array, optional
        As for `with_offset`.

    Returns
    -------
    (rows,) array
        Other rows stay as they are.
    """
    mean = weighted_mean(xp, residual, sigma, offset_mask)
    return residual - (mean if offset_mask is None else mean * offset_mask)


def step_of(
    xp: Namespace,
    blocks: tuple[Block, ...],
    residual: Float[Datum],
    sigma: Float[Datum],
    prior: Prior | None,
    damping: Float[()] | float,
    offset: bool,
    offset_mask: Float[Datum] | None = None,
) -> Step:
    """Solve for the damped step.

    Parameters
    ----------
    xp : Namespace
    blocks : tuple of blocks
        The design matrix, (rows, k).
    residual, sigma : (rows,) arrays
        Residuals and their white uncertainties.
    prior : Prior or None
        Correlated noise.
    damping : float
        Added to the unit diagonal of the scaled normal matrix.
    offset : bool
        Whether an overall offset is fitted too. The weighted mean is then subtracted from the residuals first, which
        keeps digits.
    offset_mask : (rows,) array, optional
        As for `with_offset`.

    Returns
    -------
    Step
    """
    if offset:
        residual = subtract_mean(xp, residual, sigma, offset_mask)
    columns = with_offset(xp, blocks, residual, offset, offset_mask)
    return damped_step(xp, normal_equations(xp, columns, residual, sigma, prior, offset), damping)


def sums_of(
    xp: Namespace, residual: Float[Datum], blocks: tuple[Block, ...], sigma: Float[Datum], offset: bool
) -> Sums:
    """Sum one chunk of data with white noise into normal equations about its own weighted mean.

    Parameters
    ----------
    xp : Namespace
    residual : (rows,) array
        Phase residuals of the chunk, turns.
    blocks : tuple of blocks
        Rows of the design matrix, (rows, k).
    sigma : (rows,) array
        White uncertainties, turns.
    offset : bool
        Whether the fit has an overall offset; if not, the mean is zero.

    Returns
    -------
    Sums
        With the column of the offset first where the fit has one.
    """
    mean = weighted_mean(xp, residual, sigma) if offset else 0.0 * residual[0]
    columns = with_offset(xp, blocks, residual, offset)
    return Sums(equations(xp, columns, residual - mean, sigma, None), mean)


def combined_equations(
    xp: Namespace, gram: Float[Column, Column], chunk_sums: tuple[Array, ...], offset: bool
) -> Equations:
    """Combine the sums of all chunks into the normal equations about their common mean.

    Parameters
    ----------
    xp : Namespace
    gram : (k, k) array
        Already summed over the chunks.
    chunk_sums : tuple of arrays
        As in `GroupSums`, for all m chunks.
    offset : bool
        Whether the first column is an overall offset.

    Returns
    -------
    Equations
    """
    slope, chi2, mean, first = chunk_sums
    zero = 0.0 * mean[0]
    if not offset:
        return Equations(gram, xp.sum(slope, axis=0), xp.sum(chi2), zero)
    weight = first[:, 0]
    d = mean - xp.sum(weight * mean) / xp.sum(weight)
    slopes = xp.sum(slope + d[:, None] * first, axis=0)
    return Equations(gram, slopes, xp.sum(chi2 + d * (2.0 * slope[:, 0] + d * weight)), zero)


def step_from_sums(
    xp: Namespace, gram: Float[Column, Column], chunk_sums: tuple[Array, ...], offset: bool, damping: Float[()] | float
) -> Step:
    """Solve for the damped step from the sums of all chunks.

    Parameters
    ----------
    xp : Namespace
    gram : (k, k) array
        Gram matrix, in the inverse units of two parameters.
    chunk_sums : tuple of arrays
        The sums of each chunk.
    offset : bool
        All three as for `combined_equations`.
    damping : float
        Added to the unit diagonal of the scaled normal matrix.

    Returns
    -------
    Step
    """
    return damped_step(xp, scaled_equations(xp, combined_equations(xp, gram, chunk_sums, offset), offset), damping)


def iteration_of_groups(
    layout: Layout, group: Callable[[int], GroupSums], n_groups: int, damping: float, threads: int | None = None
) -> Iteration:
    """Sum the groups of chunks over the cores, and solve for the step from all of them.

    Parameters
    ----------
    layout : Layout
    group : callable
        ``(number of the group) -> GroupSums``.
    n_groups : int
    damping : float
        Added to the unit diagonal of the scaled normal matrix, no unit.
    threads : int, optional
        Largest number; one for each core when absent.

    Returns
    -------
    Iteration
        Without a step where a residual is not finite.
    """
    done = map_in_threads(group, n_groups, threads)
    residual = np.concatenate([part.residual for part in done])
    if not np.all(np.isfinite(residual)):
        return Iteration(residual, None, None)
    gram = sum((part.gram for part in done[1:]), done[0].gram)
    chunk_sums = tuple(np.concatenate(part) for part in zip(*(part.chunk_sums for part in done), strict=True))
    return Iteration(residual, step_from_sums(np, gram, chunk_sums, layout.offset, damping), None)
