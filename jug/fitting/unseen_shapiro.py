"""A Shapiro delay that the data do not show: one end of the fit, whatever the start.

With so weak a delay chi2 hardly depends on its shape (SINI, SHAPMAX, STIGMA). A fit then ends where its start leads
it: at M2 = 0, where the shape has no effect, or far along a flat valley at M2 of 1e7. So all other parameters are
fitted without the delay, and the size (M2, H3), in which the residuals are linear, is solved for at each of some
shapes. Where chi2 is least at a shape between the first and the last, a fit of all parameters begins there. Where that
does not converge, or chi2 falls towards the first or the last shape, the shape is fixed, and the others are fitted.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from jug.compute.kernels import kernels
from jug.errors import FitError
from jug.fitting.findings.fit_verdict import FlatDirection
from jug.fitting.shapiro_delay import SEEN, SHAPIRO_SIZES, free_shapiro_delay, shape_of
from jug.fitting.stop import Stop
from jug.least_squares.problem import problem_of
from jug.model.evaluation.anchor import Anchor, make_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

if TYPE_CHECKING:
    from jug.fitting.fitted import Fitted

    FitOn = Callable[[TimingModel, Anchor, Fitted], Fitted]

SINES = (0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9999)
"""Sines of the inclination whose shapes are tried. Below the first the delay is that of the second harmonic of the
orbit, but for its size."""

USUAL_SINE = 0.7
"""The sine of the shape that is taken where chi2 falls with no size inside its bounds."""

DEEP = 0.1
"""Least decrease of chi2 from the first and the last shape to the best one at which all parameters are fitted."""


class _TriedShape(NamedTuple):
    """A shape in par units, the size of least chi2 there, and the decrease of chi2 by it."""

    shape: str
    size: float
    gain: float


def without_wandering(asked: TimingModel, fitted: "Fitted", toas: TOAs, fit_on: "FitOn") -> "Fitted":
    """Return an end that does not depend on the start, where the data do not show a Shapiro delay.

    Parameters
    ----------
    asked : TimingModel
        Before the fit, with all free parameters.
    fitted : Fitted
        The end of the fit.
    toas : TOAs
    fit_on : callable
        Fits from a model and its anchor; gets the present end too.

    Returns
    -------
    Fitted
        The given one where the model has no such delay, the data show it, or no fit goes on.
    """
    stops, shape = (Stop.CONVERGED, Stop.STAGNATED, Stop.UNDETERMINED), shape_of(asked.free)
    if not shape or fitted.outcome.stop not in stops or fitted.outcome.weighing is not None or _is_seen(fitted):
        return fitted
    try:
        return _from_best_shape(asked, shape, fitted, toas, fit_on)
    except FitError:
        return fitted


def _is_seen(fitted: "Fitted") -> bool:
    """Whether the data show the delay at the end of the fit."""
    model, delay = fitted.model, free_shapiro_delay(fitted.model)
    if delay is None or {delay.shape, delay.size} & {*fitted.outcome.active, *fitted.outcome.degenerate}:
        return False
    problem = problem_of(model, fitted.anchor, kernels("numpy", model.components, model.layout))
    start = np.zeros(len(model.free))
    step = problem.kernels.iteration(problem.data, start, 0.0).step
    return step is None or delay.is_seen(problem, step.normal, start)


def _from_best_shape(asked: TimingModel, shape: str, fitted: "Fitted", toas: TOAs, fit_on: "FitOn") -> "Fitted":
    """Fit without the delay, and from there with the best shape."""
    from jug.fitting.freezing import NO_COST  # few fits come here

    chi2, scale = _chi2(fitted, toas)
    base = _without_delay(asked, shape, fitted, toas, fit_on)
    if not base.outcome.stop.converged or _chi2(base, toas)[0] > chi2 + SEEN**2 * scale:
        base = _without_delay(fitted.model, shape, fitted, toas, fit_on)
    tried, usual = _tried(base, shape, toas), _TriedShape(_of_sine(shape, USUAL_SINE), 0.0, 0.0)
    best, steps = max((usual, *tried), key=lambda one: one.gain), fitted.n_iter + base.n_iter
    model = base.model.with_values({shape: best.shape, SHAPIRO_SIZES[shape]: best.size})
    if best.gain > SEEN**2 * scale or best.gain > max(tried[0].gain, tried[-1].gain) + DEEP:
        end = _fitted_on(model.with_free(asked.free), base, toas, fit_on)
        if end.outcome.stop.converged and _chi2(end, toas)[0] < chi2 + DEEP:
            return end._replace(n_iter=steps + end.n_iter, notes=fitted.notes)
    end = _fitted_on(model.with_free([name for name in asked.free if name != shape]), base, toas, fit_on)
    if not end.outcome.stop.converged or _chi2(end, toas)[0] > chi2 + NO_COST:
        return fitted
    open_names = (shape, "M2") if SHAPIRO_SIZES[shape] == "M2" else (shape,)  # H3 is determined, as it is zero
    flat = (*end.undetermined, FlatDirection(open_names, float("nan")))
    return end._replace(n_iter=steps + end.n_iter, undetermined=flat, notes=fitted.notes)


def _without_delay(asked: TimingModel, shape: str, fitted: "Fitted", toas: TOAs, fit_on: "FitOn") -> "Fitted":
    """Fit all others with the size zero."""
    size = SHAPIRO_SIZES[shape]
    model = asked.with_values({shape: _of_sine(shape, USUAL_SINE), size: 0.0})
    free = [name for name in asked.free if name not in (shape, size)]
    return _fitted_on(model.with_free(free), fitted, toas, fit_on)


def _fitted_on(model: TimingModel, done: "Fitted", toas: TOAs, fit_on: "FitOn") -> "Fitted":
    """Fit with the pulse numbers of a fit before."""
    return fit_on(model, make_anchor(model, toas, done.anchor.pulse_number), done)


def _chi2(fitted: "Fitted", toas: TOAs) -> tuple[float, float]:
    """chi2, and the reduced chi2, at least 1."""
    after = fitted.residuals(toas)[0]
    return after.chi2, max(1.0, after.chi2 / after.dof) if after.dof > 0 else 1.0


def _tried(base: "Fitted", shape: str, toas: TOAs) -> tuple[_TriedShape, ...]:
    """Solve for the size at each shape; a size outside its bounds gains nothing."""
    size, out = SHAPIRO_SIZES[shape], []
    low, high = base.model.entries[size].param.bounds
    for sine in SINES:
        value = _of_sine(shape, sine)
        model = base.model.with_values({shape: value}).with_free([*base.model.free, size])
        anchor = make_anchor(model, toas, base.anchor.pulse_number)
        problem = problem_of(model, anchor, kernels("numpy", model.components, model.layout))
        point = problem.iteration(np.zeros(len(model.free)), 0.0)
        best = float(point.step[model.free.index(size)]) / model.entries[size].scale
        inside = (low is None or best > low) and (high is None or best < high)
        out.append(_TriedShape(value, best, point.decrease) if inside else _TriedShape(value, 0.0, 0.0))
    return tuple(out)


def _of_sine(shape: str, sine: float) -> str:
    """The shape of an inclination as text of a par file, by the sine of it."""
    if shape == "SHAPMAX":
        return f"{-np.log(1.0 - sine):.6g}"
    return f"{sine:.6g}" if shape == "SINI" else f"{sine / (1.0 + np.sqrt(1.0 - sine**2)):.6g}"
