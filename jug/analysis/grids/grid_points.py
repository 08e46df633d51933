"""The points of a grid: chi2 with the other parameters fitted again, for many points at a time on either backend."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple, TypeAlias, cast

import numpy as np

from jug.compute.devices import over_devices
from jug.compute.jax_import import failures, import_jax
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
from jug.model.registry import components_named
from jug.model.timing_model import TimingModel
from jug.sampling.fixed_noise import FixedNoise, chi2_and_slope, fix_noise
from jug.sampling.vector import layout_of

CONVERGED = 1e-5
"""Predicted decrease of chi2 below which a point has converged."""

SHARE_OF_RISE = 1e-5
"""Part of a point's rise of chi2 above the model's: with a smaller predicted decrease it has converged too."""

SHORTER = 0.25
"""Factor by which a step is shortened if it has not lowered chi2."""

MOST_EVALUATIONS = 12
"""Largest number of evaluations of a point, after which `jug.fit` fits the point."""

Many = Callable[[Float[N, Parameter]], tuple[Float[N], Float[N, Parameter]]]
"""A function that computes chi2 and its slope at many points."""


Compiled: TypeAlias = Callable[[Float[N, Parameter], FixedNoise], tuple[Float[N], Float[N, Parameter]]]
"""A compiled function that computes the same for a given noise."""

CompiledFor: TypeAlias = Callable[[Float[N, Parameter], FixedNoise], Compiled]
"""A function that compiles it for arguments of these shapes."""


class GridTask(NamedTuple):
    """The data that are common to all points; it can be pickled for another process.

    Parameters
    ----------
    terms : tuple of str
        Names of the components, which themselves cannot be pickled.
    layout : Layout
        The refitted parameters, then those on the grid.
    noise : FixedNoise
    inverse : (k, k) array
        The inverse of the Gram matrix of the refitted parameters at the anchor, kernel units.
    chi2 : float
        Of the model.
    backend : str
    chunk : int
        Points at a time.
    """

    terms: tuple[str, ...]
    layout: Layout
    noise: FixedNoise
    inverse: Float[Parameter, Parameter]
    chi2: float
    backend: str
    chunk: int

    @property
    def components(self) -> tuple[Component, ...]:
        """The components."""
        return components_named(self.terms)


class Refitted(NamedTuple):
    """The points: chi2 (m,), remaining predicted decrease (m,), converged or not (m,), change of parameters (m, k)."""

    chi2: Float[N]
    decrease: Float[N]
    converged: Bool[N]
    dx: Float[N, Parameter]


def task_of(
    base: TimingModel,
    anchor: Anchor,
    others: tuple[str, ...],
    names: tuple[str, ...],
    change: Float[N, Parameter],
    backend: str,
) -> tuple[GridTask, Float[N]]:
    """Make the task of a grid around an anchor, and compute the chi2 of the linear model at its points.

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
    """
    noise = fix_noise(anchor, base.removes_mean)
    inverse = _inverse(base, anchor)
    n, k = len(anchor.reference.residual), len(others)
    layout = layout_of(base, (*others, *names))
    chunk = points_at_once(n, COLUMNS_OF_A_GRID_POINT)
    if backend == "numpy":
        chunk = min(chunk, max(1, len(change) // 16))
    gram, slope, chi2 = _linear(base, noise, layout)
    reduced_gram = gram[k:, k:] - gram[k:, :k] @ inverse @ gram[:k, k:]
    reduced_slope = slope[k:] - gram[k:, :k] @ inverse @ slope[:k]
    at_zero = chi2 - slope[:k] @ inverse @ slope[:k]
    linear = at_zero + 2.0 * change @ reduced_slope + np.sum((change @ reduced_gram) * change, axis=1)
    return GridTask(tuple(c.name for c in base.components), layout, noise, inverse, chi2, backend, chunk), linear


def _inverse(base: TimingModel, anchor: Anchor) -> Float[Parameter, Parameter]:
    """Covariance of the refitted parameters, as from a fit."""
    if not base.free:
        return np.zeros((0, 0))
    problem = problem_of(base, anchor, kernels("numpy", base.components, base.layout))
    covariance: Float[Parameter, Parameter] = problem.covariance(problem.iteration(np.zeros(len(base.free)), 0.0))
    return covariance


@without_numpy_warnings
def refit_points(task: GridTask, change: Float[N, Parameter]) -> Refitted:
    """Fit the other parameters again at points of the grid.

    Parameters
    ----------
    task : GridTask
    change : (m, g) array
        The points: change of the parameters on the grid from the anchor, kernel units.

    Returns
    -------
    Refitted
        Also has the points that did not converge in `MOST_EVALUATIONS` evaluations.
    """
    m, k = len(change), len(task.inverse)
    iteration = (_with_numpy if task.backend == "numpy" else _with_jax)(task)
    dx, last = np.zeros((m, k)), np.zeros((m, k))
    out = Refitted(np.full(m, np.nan), np.full(m, np.inf), np.zeros(m, dtype=bool), np.zeros((m, k)))
    active = np.arange(m)
    for _ in range(MOST_EVALUATIONS):
        at = np.concatenate([dx[active], change[active]], axis=1)
        chi2, slope = iteration(at)
        step = -slope[:, :k] @ task.inverse
        decrease = -np.sum(step * slope[:, :k], axis=1)
        better = decrease < out.decrease[active]
        rows = active[better]
        out.chi2[rows], out.decrease[rows], out.dx[rows] = chi2[better], decrease[better], dx[rows]
        enough = np.maximum(CONVERGED, SHARE_OF_RISE * (out.chi2[active] - task.chi2))
        out.converged[rows] = decrease[better] < enough[better]
        last[rows], missed = step[better], active[~better]
        last[missed] *= SHORTER
        dx[active] = out.dx[active] + last[active]
        active = active[~(better & (decrease < enough))]
        if len(active) == 0:
            break
    return out


def _with_numpy(task: GridTask) -> Many:
    """chi2 (m,) and slopes (m, K) at changes (m, K) of all parameters of the layout."""

    components = task.components

    def many(at: Float[N, Parameter]) -> tuple[Float[N], Float[N, Parameter]]:
        found = [chi2_and_slope(np, components, task.layout, task.noise, row) for row in at]
        return np.array([float(chi2) for chi2, _ in found]), np.array([slope() for _, slope in found])

    return many


def _with_jax(task: GridTask) -> Many:
    """As `_with_numpy`, a chunk at a time; the last chunk is padded with its last point, so one size is compiled."""
    jax = import_jax()
    noise, ready = _noise_on_device(task), _compile_with_jax(task.components, task.layout)

    def many(at: Float[N, Parameter]) -> tuple[Float[N], Float[N, Parameter]]:
        found = []
        for start in range(0, len(at), task.chunk):
            part = at[start : start + task.chunk]
            filled = np.concatenate([part, np.repeat(part[-1:], task.chunk - len(part), axis=0)])
            run = ready(filled, noise)
            with jax.enable_x64(True), failures("run the grid"):
                chi2, slope = jax.block_until_ready(run(filled, noise))
            found.append((np.asarray(chi2)[: len(part)], np.asarray(slope)[: len(part)]))
        chi2s, slopes = zip(*found, strict=True)
        return np.concatenate(chi2s), np.concatenate(slopes)

    return many


def _noise_on_device(task: GridTask) -> FixedNoise:
    jax = import_jax()
    with jax.enable_x64(True):
        on_device: FixedNoise = jax.tree.map(jax.numpy.asarray, task.noise)
    return on_device


def compile_ahead(task: GridTask) -> None:
    """Compile the functions that all parts of the grid need, so that no part's measured time includes it.

    Parameters
    ----------
    task : GridTask
        With the backend NumPy nothing is done.
    """
    if task.backend == "jax":
        at = np.zeros((task.chunk, len(task.layout.free)))
        _compile_with_jax(task.components, task.layout)(at, _noise_on_device(task))


@cache
def _compile_with_jax(components: tuple[Component, ...], layout: Layout) -> CompiledFor:
    """Make the function by which JAX compiles chi2 and slope of many points; the slopes reuse the points' memory."""
    from jug.compute.compile_cache import compiled_for

    jax = import_jax()
    jnp = jax.numpy

    def one(dx: Float[Parameter], noise: FixedNoise) -> tuple[Float[()], Float[Parameter]]:
        chi2, slope = chi2_and_slope(jnp, components, layout, noise, dx)
        return chi2, slope()

    all_points = over_devices(jax, cast(Compiled, jax.vmap(one, in_axes=(0, None))))
    many = jax.jit(all_points, donate_argnums=0 if len(jax.local_devices()) == 1 else ())
    ready: dict[tuple[tuple[int, ...], ...], Compiled] = {}

    def executable(at: Float[N, Parameter], noise: FixedNoise) -> Compiled:
        shapes = tuple(leaf.shape for leaf in jax.tree.leaves((at, noise)))
        if shapes not in ready:
            with jax.enable_x64(True):
                ready[shapes] = compiled_for(jax, many, (at, noise))
        return ready[shapes]

    return executable


def _linear(base: TimingModel, noise: FixedNoise, layout: Layout) -> tuple[Float[Column, Column], Float[Column], float]:
    """Gram matrix and slope of all parameters of the layout at the anchor, kernel units, and chi2."""
    ref, offset = noise.ref, layout.offset
    residual, blocks = evaluate(np, base.components, layout, ref, np.zeros(len(layout.free)))
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
