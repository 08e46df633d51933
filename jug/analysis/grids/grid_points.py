"""The points of a grid: chi2 with the other parameters fitted again, for many points at a time on either backend."""

from typing import NamedTuple

import numpy as np

from jug.analysis.grids.grid_task import GridTask, Many
from jug.analysis.grids.quasi_newton import QuasiNewton
from jug.compute.kernels import kernels
from jug.compute.normal_equations import subtract_mean, with_offset
from jug.compute.solver import normal_equations
from jug.core.arithmetic import without_numpy_warnings
from jug.core.array import Bool, Column, Float, N, Parameter
from jug.core.execution.memory import COLUMNS_OF_A_GRID_POINT, points_at_once
from jug.least_squares.problem import problem_of
from jug.model.declare import Component
from jug.model.evaluation.anchor import Anchor
from jug.model.evaluation.columns import binned_families
from jug.model.evaluation.evaluate import block_order, evaluate
from jug.model.parameters import Layout
from jug.model.timing_model import TimingModel
from jug.sampling.fixed_noise import FixedNoise, chi2_and_slope, fix_noise
from jug.sampling.vector import layout_of

CONVERGED = 1e-5
"""Predicted decrease of chi2 below which a point has converged."""

SHARE_OF_RISE = 1e-5
"""Part of a point's rise of chi2 above the model's: with a smaller predicted decrease it has converged too."""

SHORTER = 0.25
"""Factor by which a step that has not lowered chi2 is shortened where chi2 has no slope at its end, or falls there."""

MOST_EVALUATIONS = 40
"""Largest number of evaluations of a point, after which `jug.fit` fits the point."""

OWN_MATRIX_AFTER = 3
"""Number of evaluations after which a point takes its own matrix; it takes it again after as many further ones. Where
columns are much weaker than at the anchor, as those of M2 and SINI in an orbit that is seen face on, the anchor's
matrix predicts too small a decrease of chi2."""

POOR_START, POOR_SHARE = 1.0, 0.5
"""A predicted start with a larger predicted decrease of chi2, also as a share of the rise of chi2 above the model's, is
left: polynomials may be far from the best values."""


class Refitted(NamedTuple):
    """What a refit gives of m points.

    Parameters
    ----------
    chi2, decrease : (m,) arrays
        chi2, and the decrease of it that a further step would give.
    converged : (m,) bool array
    dx, best : (m, k) arrays
        Change of the refitted parameters, and where the further step, which is not taken, would lead, kernel units.
    """

    chi2: Float[N]
    decrease: Float[N]
    converged: Bool[N]
    dx: Float[N, Parameter]
    best: Float[N, Parameter]

    @classmethod
    def of(cls, m: int, k: int) -> "Refitted":
        """Make points that have not been evaluated.

        Parameters
        ----------
        m, k : int
            Numbers of points and of refitted parameters.

        Returns
        -------
        Refitted
        """
        return cls(np.full(m, np.nan), np.full(m, np.inf), np.zeros(m, dtype=bool), np.zeros((m, k)), np.zeros((m, k)))


def task_of(
    base: TimingModel,
    anchor: Anchor,
    others: tuple[str, ...],
    names: tuple[str, ...],
    change: Float[N, Parameter],
    backend: str,
) -> tuple[GridTask, Float[N], Float[Parameter, Parameter]]:
    """Make the task of a grid around an anchor, and solve the linear model at its points.

    Parameters
    ----------
    base : TimingModel
        Its free parameters are refitted.
    anchor : Anchor
        Of ``base``.
    others, names : tuple of str
        The k refitted parameters, and the g parameters on the grid.
    change : (m, g) array
        The points, as differences of the parameters on the grid from the anchor, kernel units.
    backend : {"numpy", "jax"}

    Returns
    -------
    task : GridTask
    chi2 : (m,) array
        With the refitted parameters at the best values of the linear model.
    response : (g, k) array
        Change of these best values per change of each parameter on the grid, kernel units.
    """
    noise = fix_noise(anchor, base.removes_mean)
    inverse = _inverse(base, anchor)
    n, k = len(anchor.reference.residual), len(others)
    layout = layout_of(base, (*others, *names))
    chunk = points_at_once(n, COLUMNS_OF_A_GRID_POINT)
    if backend == "numpy":
        chunk = min(chunk, max(1, len(change) // 16))
    gram, slope, chi2 = _linear(base.components, layout, noise, np.zeros(len(layout.free)))
    reduced_gram = gram[k:, k:] - gram[k:, :k] @ inverse @ gram[:k, k:]
    reduced_slope = slope[k:] - gram[k:, :k] @ inverse @ slope[:k]
    at_zero = chi2 - slope[:k] @ inverse @ slope[:k]
    linear = at_zero + 2.0 * change @ reduced_slope + np.sum((change @ reduced_gram) * change, axis=1)
    task = GridTask(tuple(c.name for c in base.components), layout, noise, inverse, chi2, backend, chunk)
    return task, linear, -gram[k:, :k] @ inverse


def _inverse(base: TimingModel, anchor: Anchor) -> Float[Parameter, Parameter]:
    """Covariance of the refitted parameters, as from a fit."""
    if not base.free:
        return np.zeros((0, 0))
    problem = problem_of(base, anchor, kernels("numpy", base.components, base.layout))
    covariance: Float[Parameter, Parameter] = problem.covariance(problem.iteration(np.zeros(len(base.free)), 0.0))
    return covariance


@without_numpy_warnings
def refit_points(
    task: GridTask, change: Float[N, Parameter], start: Float[N, Parameter], many: Many | None = None
) -> Refitted:
    """Fit the other parameters again at points of the grid.

    Parameters
    ----------
    task : GridTask
    change : (m, g) array
        The points: change of the parameters on the grid from the anchor, kernel units.
    start : (m, k) array
        Changes of the other parameters at which the points start. From a poor start a point returns to the anchor's
        values.
    many : callable, optional
        From `many_of`; made anew when absent.

    Returns
    -------
    Refitted
        Also has the points that did not converge in `MOST_EVALUATIONS` evaluations.
    """
    m, k = len(change), len(task.inverse)
    many, matrices = many or many_of(task), QuasiNewton(task.inverse, m)
    dx, last, slopes, out = start.copy(), np.zeros((m, k)), np.full((m, k), np.nan), Refitted.of(m, k)
    active = np.arange(m)
    for i in range(MOST_EVALUATIONS):
        chi2, slope = many(np.concatenate([dx[active], change[active]], axis=1))
        slope = slope[:, :k]
        rises = matrices.add(active, dx[active] - out.dx[active], slope - slopes[active]) if i else np.zeros(m, bool)
        step = matrices.step(active, slope)
        decrease = -np.sum(step * slope, axis=1)
        limit = np.inf if i or not np.any(start) else _limit_of_start(task, chi2)
        better = (decrease < limit) & ~(chi2 > out.chi2[active] + CONVERGED)
        rows, missed, shorter = active[better], active[~better & rises], active[~better & ~rises]
        out.chi2[rows], out.decrease[rows], out.dx[rows] = chi2[better], decrease[better], dx[rows]
        last[rows], slopes[rows] = step[better], slope[better]
        last[missed] = matrices.step(missed, slopes[missed])
        last[shorter] *= SHORTER
        enough = np.maximum(CONVERGED, SHARE_OF_RISE * (out.chi2 - task.chi2))
        out.converged[rows] = out.decrease[rows] < enough[rows]
        if i + 1 >= OWN_MATRIX_AFTER:
            due = (i + 1) % OWN_MATRIX_AFTER == 0
            for row in active[np.isfinite(out.decrease[active]) & (due | out.converged[active])].tolist():
                matrices.take(row, _own_inverse(task, np.concatenate([out.dx[row], change[row]]), k))
                last[row] = matrices.step(np.array([row]), slopes[row : row + 1])[0]
                out.decrease[row] = -last[row] @ slopes[row]
                out.converged[row] = out.decrease[row] < enough[row]
        dx[active] = out.dx[active] + last[active]
        active = active[~out.converged[active]]
        if len(active) == 0:
            break
    return out._replace(best=out.dx + last)


def _own_inverse(task: GridTask, at: Float[Parameter], k: int) -> Float[Parameter, Parameter]:
    """The inverse of the Gram matrix of the first k parameters at a point."""
    gram, _, _ = _linear(task.components, task.layout, task.noise, at)
    scale = np.sqrt(np.diagonal(gram)[:k])
    scale = np.where(scale > 0.0, scale, 1.0)  # a parameter without effect there
    inverse: Float[Parameter, Parameter] = np.linalg.pinv(gram[:k, :k] / np.outer(scale, scale), hermitian=True)
    inverse /= np.outer(scale, scale)
    return inverse


def _limit_of_start(task: GridTask, chi2: Float[N]) -> Float[N]:
    """The largest predicted decrease with which a predicted start is kept."""
    return np.maximum(POOR_START, POOR_SHARE * (chi2 - task.chi2))


def many_of(task: GridTask) -> Many:
    """Make the function of many points: chi2 (m,) and slopes (m, K) at changes (m, K) of the layout's parameters."""
    if task.backend == "numpy":
        return _with_numpy(task)
    from jug.analysis.grids.compiled_points import many_with_jax

    return many_with_jax(task)


def _with_numpy(task: GridTask) -> Many:
    """chi2 (m,) and slopes (m, K) at changes (m, K) of all parameters of the layout."""

    components = task.components

    def many(at: Float[N, Parameter]) -> tuple[Float[N], Float[N, Parameter]]:
        found = [chi2_and_slope(np, components, task.layout, task.noise, row) for row in at]
        return np.array([float(chi2) for chi2, _ in found]), np.array([slope() for _, slope in found])

    return many


def _linear(
    components: tuple[Component, ...], layout: Layout, noise: FixedNoise, at: Float[Parameter]
) -> tuple[Float[Column, Column], Float[Column], float]:
    """Gram matrix and slope of all parameters of the layout at changes from the anchor, kernel units, and chi2."""
    ref, offset = noise.ref, layout.offset
    residual, blocks = evaluate(np, components, layout, ref, at)
    residual = subtract_mean(np, residual, ref.sigma, ref.offset_mask) if offset else residual
    normal = normal_equations(
        np,
        with_offset(np, blocks, residual, offset, ref.offset_mask),
        residual,
        ref.sigma,
        ref.prior,
        offset,
    )
    gram = np.asarray(normal.gram) * np.outer(normal.scale, normal.scale)
    slope = np.asarray(normal.slope) * normal.scale
    if offset:
        gram, slope = gram[1:, 1:] - np.outer(gram[1:, 0], gram[0, 1:]) / gram[0, 0], slope[1:]
    place = np.argsort(block_order(layout, binned_families(ref.x)))
    return gram[np.ix_(place, place)], slope[place], float(normal.chi2)
