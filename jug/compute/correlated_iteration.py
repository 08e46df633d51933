"""One iteration of a fit on many rows with correlated noise or measured DMs, on NumPy, in chunks over the cores."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from jug.compute.chunked_reference import chunk_of_rows, row_groups
from jug.compute.normal_equations import Iteration, weighted_mean, with_offset
from jug.compute.solver import damped_step, scaled_equations
from jug.core.array import Float, Parameter
from jug.core.execution.progress import counting
from jug.model.covariance.chunked_equations import ChunkRows, chunked_equations
from jug.model.covariance.noise import NO_CORRELATED_NOISE
from jug.model.evaluation.anchor import Reference
from jug.model.evaluation.columns import count_dense_columns
from jug.model.evaluation.evaluate import Evaluation
from jug.model.evaluation.rows_apart import MeasuredRows
from jug.model.parameters import Layout

DIGITS_LOST = 100.0
"""Largest factor by which a mean that is not removed may multiply chi2: two of sixteen digits are then lost."""

Evaluate: TypeAlias = Callable[[Reference, Float[Parameter]], tuple[Evaluation, MeasuredRows | None]]


def correlated_iteration(
    layout: Layout, evaluate: Evaluate, reference: Reference, dx: Float[Parameter], damping: float
) -> Iteration | None:
    """Evaluate the residuals, and solve for the step; no design matrix of all rows is made.

    Where the fit has an offset, the mean of the residuals is subtracted first, which keeps digits. The mean is known
    only when all rows have been evaluated. So the mean at the anchor is subtracted, and where digits are lost with it
    the sums are formed again.

    Parameters
    ----------
    layout : Layout
    evaluate : callable
        ``(reference, dx) -> Evaluation, MeasuredRows``, as `jug.model.evaluation.rows_apart.evaluate_apart`.
    reference : Reference
        The arrays of the anchor, with correlated noise or measured DMs.
    dx : (k,) array
        Change from the anchor, kernel units.
    damping : float
        Added to the unit diagonal of the scaled normal matrix, no unit.

    Returns
    -------
    Iteration or None
        Without a step where a residual is not finite; None where the epochs cannot be cut into chunks.
    """
    n, sigma, n_dense = len(reference.residual), reference.sigma, count_dense_columns(layout, reference.x)
    prior = reference.prior or NO_CORRELATED_NOISE
    residual, measured = np.empty(len(sigma)), dict[int, ChunkRows]()

    def summed(mean: float) -> Iteration | None:
        def columns_of(rows: slice) -> ChunkRows:
            if rows.start >= n:
                return measured.pop(rows.start - n)
            (residual[rows], blocks), dms = evaluate(chunk_of_rows(reference, rows), dx)
            if dms is not None:
                residual[n + rows.start : n + rows.stop] = dms.residual
                measured[rows.start] = ChunkRows(dms.blocks, dms.residual, dms.place + int(layout.offset))
            add(rows.stop - rows.start)
            return ChunkRows(with_offset(np, blocks, residual[rows], layout.offset), residual[rows] - mean)

        with counting("TOAs in this iteration", n) as add:
            e = chunked_equations(columns_of, prior, sigma, row_groups(reference), n_dense)
        if e is None:
            return None
        if not np.all(np.isfinite(residual)):
            return Iteration(residual, None, None)
        return Iteration(residual, damped_step(np, scaled_equations(np, e, layout.offset), damping), None)

    if not layout.offset:
        return summed(0.0)
    mean = float(weighted_mean(np, reference.residual, sigma[:n]))
    found = summed(mean)
    if found is None or found.step is None:
        return found
    own = float(weighted_mean(np, residual[:n], sigma[:n]))
    w = 1.0 / sigma[:n] ** 2
    if (own - mean) ** 2 * np.sum(w) > DIGITS_LOST * np.sum(w * (residual[:n] - own) ** 2):
        return summed(own)
    return found
