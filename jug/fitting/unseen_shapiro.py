"""A Shapiro delay that the data do not show: the fit has the same end whatever its start.

With so weak a delay chi2 hardly depends on its shape (SINI, SHAPMAX, STIGMA). The end of a fit then depends on its
start: it is at M2 = 0, where the shape has no effect, or far along a flat valley, at M2 of 1e7. So all others are
fitted without the delay, and the size (M2, H3), in which the residuals are linear, is solved for at each of some
shapes. The others are fitted at the shape of least chi2. Where it lies between the first and the last, or the data do
show the delay, a fit of all parameters begins there. Where that does not converge, the shape stays fixed.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from jug.compute.kernels import kernels
from jug.errors import FitError
from jug.fitting.findings.fit_verdict import FlatDirection
from jug.fitting.shapiro_delay import SEEN, SHAPIRO_SIZES, FreeShapiroDelay, free_shapiro_delay, shape_of
from jug.fitting.stop import Stop
from jug.least_squares.problem import problem_of
from jug.model.evaluation.anchor import Anchor, make_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

if TYPE_CHECKING:
    from jug.fitting.fitted import Fitted

    FitOn = Callable[[TimingModel, Anchor, Fitted, bool], Fitted]

SINES = (0.2, 0.35, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9999)
"""Sines of the inclination whose shapes are tried. Below the first one the delay is a second harmonic of the orbit, and
only its size depends on the shape."""

USUAL_SINE = 0.7
"""The sine of the shape that is taken where no size inside its bounds lowers chi2."""

DEEP = 0.1
"""All parameters are fitted where chi2 at the best shape is lower by this than at the first and at the last shape."""


MOST_DEPENDENT = 1e6
"""Largest 1/(1 - R^2) of a column on the others at which the covariance has lost few digits."""

AT_BOUND = 1e-7
"""Largest distance of a shape from a bound at which it counts as being there."""


class _TriedShape(NamedTuple):
    """A shape in par units, the size of least chi2 there, and the decrease of chi2 by it."""

    shape: str
    size: float
    gain: float


def fit_independent_of_start(requested: TimingModel, fitted: "Fitted", toas: TOAs, fit_on: "FitOn") -> "Fitted":
    """Return an end that does not depend on the start, where the data do not show a Shapiro delay.

    Parameters
    ----------
    requested : TimingModel
        Before the fit, with all free parameters.
    fitted : Fitted
        The end of the fit.
    toas : TOAs
    fit_on : callable
        ``(model, anchor, fitted, to_the_end) -> Fitted``: a fit from there, along valleys of the delay where the last
        argument is true.

    Returns
    -------
    Fitted
        ``fitted`` itself where the model has no such delay, the data show it, or no further fit converges.
    """
    stops, shape = (Stop.CONVERGED, Stop.STAGNATED, Stop.UNDETERMINED), shape_of(requested.free)
    if not shape or fitted.outcome.stop not in stops or fitted.weighing is not None or _is_seen(fitted):
        return fitted
    try:
        return _fit_from_best_shape(requested, shape, fitted, toas, fit_on)
    except FitError:
        return fitted


def _is_seen(fitted: "Fitted") -> bool:
    """Whether the data show the delay at the end of the fit."""
    model, delay = fitted.model, free_shapiro_delay(fitted.model)
    if delay is None or {delay.shape, delay.size} & {*fitted.outcome.active, *fitted.outcome.degenerate}:
        return False
    if _is_at_bound(fitted, model.free[delay.shape]):
        return False
    if _is_seen_at_any_shape(fitted, delay):
        return True
    problem = problem_of(model, fitted.anchor, kernels("numpy", model.components, model.layout))
    normal = fitted.outcome.normal
    return normal is None or delay.is_seen(problem, normal, np.zeros(len(model.free)))


def _is_seen_at_any_shape(fitted: "Fitted", delay: FreeShapiroDelay) -> bool:
    """Whether the size exceeds ``SEEN`` uncertainties with a free shape, which are larger than at a fixed one.

    False where the covariance has lost digits.
    """
    outcome, dof = fitted.outcome, len(fitted.outcome.residual) - len(fitted.model.free)
    variance, length = np.diagonal(outcome.covariance), outcome.size
    if outcome.normal is None or dof <= 0 or not np.max(variance * length**2) < MOST_DEPENDENT:
        return False
    scale = max(1.0, float(outcome.normal.chi2) / dof)
    return bool(delay.start**2 > SEEN**2 * scale * variance[delay.size])


def _fit_from_best_shape(requested: TimingModel, shape: str, fitted: "Fitted", toas: TOAs, fit_on: "FitOn") -> "Fitted":
    """Fit without the delay, and from there with the best shape."""
    chi2, scale = _chi2_and_scale(fitted, toas)
    base = _fit_with_numbers(model_without_delay(requested), fitted, toas, fit_on)
    if not base.outcome.stop.converged or _chi2_and_scale(base, toas)[0] > chi2 + SEEN**2 * scale:
        ended = fitted.model.with_free(requested.free)
        base = _fit_with_numbers(model_without_delay(ended), fitted, toas, fit_on)
    tried, usual = _try_shapes(base, shape, toas), _TriedShape(_shape_from_sine(shape, USUAL_SINE), 0.0, 0.0)
    best = max((usual, *tried), key=lambda one: one.gain)
    end = _fit_at_fixed_shape(requested, shape, best, base, toas, fit_on)
    steps = fitted.n_iter + base.n_iter + end.n_iter
    seen = best.gain > SEEN**2 * scale
    if seen or best.gain > max(tried[0].gain, tried[-1].gain) + DEEP:
        whole = _fit_all_parameters(end.model.with_free(requested.free), end, toas, fit_on, seen)
        if whole and _chi2_and_scale(whole, toas)[0] < min(chi2, _chi2_and_scale(end, toas)[0]) + DEEP:
            return whole._replace(n_iter=steps + whole.n_iter, notes=fitted.notes)
    if not end.outcome.stop.converged or _chi2_and_scale(end, toas)[0] > chi2 + SEEN**2 * scale:
        return fitted
    open_names = (shape, "M2") if SHAPIRO_SIZES[shape] == "M2" else (shape,)  # H3 is determined, as it is zero
    flat = (*end.undetermined, FlatDirection(open_names, float("nan")))
    return end._replace(n_iter=steps, undetermined=flat, notes=fitted.notes)


def _fit_at_fixed_shape(
    requested: TimingModel, shape: str, best: _TriedShape, base: "Fitted", toas: TOAs, fit_on: "FitOn"
) -> "Fitted":
    """Fit all but the shape, from the best size; from zero, where chi2 is lower, if that does not converge."""
    free = [name for name in requested.free if name != shape]

    def fit_from(size: float) -> "Fitted":
        model = base.model.with_values({shape: best.shape, SHAPIRO_SIZES[shape]: size})
        return _fit_with_numbers(model.with_free(free), base, toas, fit_on)

    end = fit_from(best.size)
    return end if end.outcome.stop.converged or best.size == 0.0 else fit_from(0.0)


def _fit_all_parameters(model: TimingModel, done: "Fitted", toas: TOAs, fit_on: "FitOn", seen: bool) -> "Fitted | None":
    """Fit all parameters; None where that does not converge, or where shape and size become collinear."""
    try:
        end = _fit_with_numbers(model, done, toas, fit_on, seen)
    except FitError:  # the shape is collinear with its size there
        return None
    shape, outcome = shape_of(end.model.free), end.outcome
    at_bound = bool(shape) and end.model.free.index(shape) in outcome.active  # chi2 falls beyond the bound: so it is
    return end if outcome.stop.converged and (at_bound or not shape or not _is_at_bound(end, shape)) else None


def model_without_delay(model: TimingModel) -> TimingModel:
    """Make the size of the Shapiro delay zero, and fix both size and shape.

    Parameters
    ----------
    model : TimingModel
        With both free.

    Returns
    -------
    TimingModel
    """
    shape = shape_of(model.free)
    size = SHAPIRO_SIZES[shape]
    other = model.with_values({shape: _shape_from_sine(shape, USUAL_SINE), size: 0.0})
    return other.with_free([name for name in model.free if name not in (shape, size)])


def _is_at_bound(fitted: "Fitted", shape: str) -> bool:
    """Whether the shape is at a bound, where it may be collinear with its size."""
    entry = fitted.model.entries[shape]
    return any(abs(entry.value.hi - bound) < AT_BOUND for bound in entry.param.bounds if bound is not None)


def _fit_with_numbers(
    model: TimingModel, done: "Fitted", toas: TOAs, fit_on: "FitOn", to_the_end: bool = False
) -> "Fitted":
    """Fit with the pulse numbers of a fit before."""
    return fit_on(model, make_anchor(model, toas, done.anchor.pulse_number), done, to_the_end)


def _chi2_and_scale(fitted: "Fitted", toas: TOAs) -> tuple[float, float]:
    """chi2, and the reduced chi2, at least 1."""
    after = fitted.residuals(toas)[0]
    return after.chi2, max(1.0, after.chi2 / after.dof) if after.dof > 0 else 1.0


def _try_shapes(base: "Fitted", shape: str, toas: TOAs) -> tuple[_TriedShape, ...]:
    """Solve for the size at each shape; a size outside its bounds is replaced by zero."""
    size, out = SHAPIRO_SIZES[shape], []
    low = base.model.entries[size].param.bounds[0]  # M2 has no upper bound, H3 none
    for sine in SINES:
        value = _shape_from_sine(shape, sine)
        model = base.model.with_values({shape: value}).with_free([*base.model.free, size])
        anchor = make_anchor(model, toas, base.anchor.pulse_number)
        problem = problem_of(model, anchor, kernels("numpy", model.components, model.layout))
        point = problem.iteration(np.zeros(len(model.free)), 0.0)
        best = float(point.step[model.free.index(size)]) / model.entries[size].scale
        inside = low is None or best > low
        out.append(_TriedShape(value, best, point.decrease) if inside else _TriedShape(value, 0.0, 0.0))
    return tuple(out)


def _shape_from_sine(shape: str, sine: float) -> str:
    """The shape parameter of an inclination, as text of a par file, from the sine of the inclination."""
    if shape == "SHAPMAX":
        return f"{-np.log(1.0 - sine):.6g}"
    return f"{sine:.6g}" if shape == "SINI" else f"{sine / (1.0 + np.sqrt(1.0 - sine**2)):.6g}"
