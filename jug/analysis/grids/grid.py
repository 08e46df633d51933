"""`grid`: chi2 over a grid of some parameters, with the others fitted again at every point.

All points share one anchor, at which C^-1 is factored once. Each evaluation of a point gives the residuals r and the
exact slope s = J^T C^-1 r of the point; a step is -H^-1 s. Because the slope is exact, the steps end where chi2 is
stationary, not at the minimum of the anchor's linear model. H begins as J^T C^-1 J of the anchor, the evaluations of a
point correct it (`jug.analysis.grids.quasi_newton`), and after three of them the point takes its own. A point starts
where points that were fitted before predict its parameters (`jug.analysis.grids.predicted_starts`), so that most need
one evaluation. The chi2 of a point is computed from residuals at its refitted parameters; the result also has the
decrease of chi2 that the slope there still predicts. A step that does not lower chi2 is made shorter, by the slope at
its end or, without one, for example out of the range of SINI, by a factor. If the steps do not converge, `jug.fit` fits
the point.
"""

import warnings
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from jug.analysis.grids.all_points import refit_all
from jug.analysis.grids.axis_values import AxisLike, exact_values, offsets_from
from jug.analysis.grids.grid_points import Refitted, task_of
from jug.analysis.grids.grid_result import Grid
from jug.compute.backend_names import check_backend
from jug.core.arguments.kinds import expect
from jug.core.arithmetic import without_numpy_warnings
from jug.core.array import Array, Float, N
from jug.core.doubledouble import DoubleDouble
from jug.core.execution.given_warnings import give_warning
from jug.core.execution.progress import report_each
from jug.errors import BackendError, FitError, FitWarning
from jug.fitting.blas_threads_of_fit import with_blas_threads_of_fit
from jug.fitting.fit import fit
from jug.least_squares.bounds import box
from jug.model.evaluation.anchor import Anchor, make_anchor
from jug.model.evaluation.residuals import residuals, residuals_at_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.sampling.vector import moved

if TYPE_CHECKING:
    from concurrent.futures import Executor

JAX_PAYS = 4e6
"""Product of points and TOAs above which JAX is taken. Import and compilation take 2 to 4 s in the first process, 0.6 s
in later ones; a point with 4,000 TOAs takes 0.9 ms then, and 3.2 ms on NumPy."""

AxisValues: TypeAlias = dict[str, DoubleDouble[Float[N]]]
"""The (m,) values of each parameter on the grid, par units."""

CHI2_AGREEMENT = 1e-3
"""Largest allowed difference between the chi2 of a point and that of residuals from an anchor at that point."""


@with_blas_threads_of_fit
def grid(
    model: TimingModel,
    toas: TOAs,
    axes: Mapping[str, AxisLike],
    *,
    free: Iterable[str] | None = None,
    exact: bool = True,
    backend: str = "auto",
    executor: "Executor | None" = None,
) -> Grid:
    """Map chi2 over a grid of parameters, fitting the others at every point, with fixed noise parameters.

    Parameters
    ----------
    model : TimingModel
        The parameters that are not on the grid are first fitted, with those on the grid at the model's values.
    toas : TOAs
    axes : dict of str to (m,) array
        Any number of parameters with their values, par units: ``{"M2": ..., "SINI": ...}``. If values differ by less
        than the resolution of float64, as for F0, give texts or `decimal.Decimal`, which `jug.grid_axes` makes.
    free : iterable of str, optional
        Parameters to fit at every point, except those on the grid; by default those with a fit flag.
    exact : bool
        Refit at every point; if False, only `Grid.linear`, the map of the linear model, is computed.
    backend : {"auto", "numpy", "jax"}
        ``auto`` uses JAX for many points, and NumPy, with a warning, if JAX cannot be used.
    executor : concurrent.futures.Executor, optional
        Computes the points, in parts: with threads, processes, dask or MPI. When absent, there is a thread for each
        core, or OMP_NUM_THREADS threads; on several devices or a GPU, JAX has its own.

    Returns
    -------
    Grid

    Raises
    ------
    FitError
        A name is not in the model or cannot be fitted; values are not finite or outside the range of the parameter; or
        the data cannot distinguish the parameters to refit.
    BackendError
        ``backend="jax"`` is given and JAX cannot be used.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> found = jug.grid(model, toas, {"F0": [model.values["F0"] + k * 1e-11 for k in (-1, 0, 1)]}, backend="numpy")
    >>> found.chi2.shape
    (3,)
    """
    expect(model=(model, TimingModel), toas=(toas, TOAs))
    check_backend(backend)
    values = _check_axes(model, axes)
    others = tuple(n for n in (model if free is None else model.with_free(free)).free if n not in values)
    base = model.with_free(others)
    if others:
        base = fit(base, toas, backend="numpy", robust="none", noise=False).model.with_free(others)
    anchor = make_anchor(base, toas)
    found = _map(base, toas, anchor, values, exact, backend, executor)
    return replace(found, model_chi2=residuals_at_anchor(base, anchor).chi2)


@without_numpy_warnings
def _map(
    base: TimingModel,
    toas: TOAs,
    anchor: Anchor,
    values: AxisValues,
    exact: bool,
    backend: str,
    executor: "Executor | None",
) -> Grid:
    """Compute the grid around a fitted model."""
    others = base.free
    along = _along(base, values)
    change = np.stack(np.meshgrid(*along, indexing="ij"), axis=-1).reshape(-1, len(along))
    chosen = backend
    if backend == "auto":
        chosen = "jax" if exact and len(change) * len(toas) >= JAX_PAYS else "numpy"
    task, linear, response = task_of(base, anchor, others, tuple(values), change, chosen)
    if not exact:
        return _result(base, toas, others, values, linear, None)
    try:
        found = refit_all(task, along, change, response, executor)
    except BackendError as reason:
        if backend != "auto":
            raise
        give_warning(FitWarning(f"{reason.why}, so NumPy did the points"))
        task, _, response = task_of(base, anchor, others, tuple(values), change, "numpy")
        found = refit_all(task, along, change, response, executor)
    _fit_the_rest(base, toas, values, found)
    return _result(base, toas, others, values, linear, found)


def _along(base: TimingModel, values: AxisValues) -> list[Float[N]]:
    """The differences of the values on each axis from the model, kernel units."""
    entries = [base.entries[name] for name in values]
    return [offsets_from(e, axis) * e.scale for e, axis in zip(entries, values.values(), strict=True)]


def _check_axes(model: TimingModel, axes: Mapping[str, AxisLike]) -> AxisValues:
    """Check the axes, and return their values by the parameters' own names."""
    if not axes:
        raise FitError("a grid needs a parameter and its values, as in {'M2': [0.2, 0.25, 0.3]}")
    values: AxisValues = {}
    for given, axis in axes.items():
        name = model.with_free([given]).free[0]
        along = exact_values(model.entries[name], axis)
        low, high = model.entries[name].param.bounds
        if (low is not None and along.hi.min() < low) or (high is not None and along.hi.max() > high):
            raise FitError(f"values of {name} lie outside its range, {low} to {high}")
        if name in values:
            raise FitError(f"{name} is on the grid twice")
        values[name] = along
    return values


def _fit_the_rest(base: TimingModel, toas: TOAs, values: AxisValues, found: Refitted) -> None:
    """Refit by `jug.fit` the points whose steps do not converge or leave the bounds."""
    reach = box(base.entries[name] for name in base.free)
    inside = np.all((found.dx >= reach.low) & (found.dx <= reach.high), axis=1)
    for i in report_each(np.flatnonzero(~(found.converged & inside)).tolist(), "grid points by whole fits"):
        _by_fit(base, toas, values, found, i)


def _at_point(values: AxisValues, i: int) -> dict[str, DoubleDouble[float]]:
    """The values of the parameters on the grid at a point."""
    where = np.unravel_index(i, [len(axis.hi) for axis in values.values()])
    pairs = zip(values.items(), where, strict=True)
    return {name: DoubleDouble(float(axis.hi[j]), float(axis.lo[j])) for (name, axis), j in pairs}


def _by_fit(base: TimingModel, toas: TOAs, values: AxisValues, found: Refitted, i: int) -> None:
    """Refit one point by `jug.fit`, starting from the parameters of the base, and store the result in ``found``."""
    here = _at_point(values, i)
    found.converged[i] = False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FitWarning)
        try:
            result = fit(base.with_values(here), toas, backend="numpy", robust="none", noise=False)
        except FitError:
            return
    found.chi2[i], found.decrease[i], found.converged[i] = result.chi2, 0.0, result.converged
    for k, name in enumerate(base.free):
        new, old = result.model.entries[name].value, base.entries[name].value
        found.dx[i, k] = ((new.hi - old.hi) + (new.lo - old.lo)) * base.entries[name].scale


def _result(
    base: TimingModel,
    toas: TOAs,
    others: tuple[str, ...],
    values: AxisValues,
    linear: Float[N],
    found: Refitted | None,
) -> Grid:
    shape = tuple(len(axis.hi) for axis in values.values())
    axes = {name: axis.hi for name, axis in values.items()}
    offsets = {name: offsets_from(base.entries[name], axis) for name, axis in values.items()}
    if found is None:
        return Grid(base, axes, linear.reshape(shape), None, None, None, {}, np.nan, offsets)
    fitted: dict[str, Array] = {}
    for k, name in enumerate(others):
        e = base.entries[name]
        fitted[name] = (e.value.hi + found.dx[:, k] / e.scale).reshape(shape)
    apart = _largest_deviation(base, toas, values, found)
    if apart > CHI2_AGREEMENT:
        note = f"chi2 of a point differs by {apart:.2g} from that of its exact residuals; start nearer to the grid"
        give_warning(FitWarning(note))
    return Grid(
        model=base,
        axes=axes,
        linear=linear.reshape(shape),
        chi2=found.chi2.reshape(shape),
        fall=found.decrease.reshape(shape),
        converged=found.converged.reshape(shape),
        fitted=fitted,
        confirmed=apart,
        offsets=offsets,
    )


def _largest_deviation(base: TimingModel, toas: TOAs, values: AxisValues, found: Refitted) -> float:
    """Compare chi2 of the first, last and best point with residuals at a new anchor; return the largest difference."""
    if not np.any(found.converged):
        return 0.0
    apart = 0.0
    best = int(np.nanargmin(np.where(found.converged, found.chi2, np.nan)))
    for i in {0, best, len(found.chi2) - 1}:
        if not found.converged[i]:
            continue
        there = moved(base, base.free, found.dx[i]).with_values(_at_point(values, i))
        apart = max(apart, abs(residuals(there, toas).chi2 - found.chi2[i]))
    return apart
