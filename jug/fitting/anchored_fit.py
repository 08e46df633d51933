"""The loop from an anchor, repeated from new anchors until its fast residuals agree with the exact ones."""

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from jug.compute.chunked_reference import is_chunked, is_chunked_coupled
from jug.compute.kernels import kernels
from jug.compute.selector import Choice
from jug.core.execution.blas_threads import blas_beside_chunks
from jug.core.execution.stopwatch import Stopwatch
from jug.errors import BackendError, DegenerateError
from jug.fitting.fitted import Fitted
from jug.fitting.fitted_values import with_fitted_values
from jug.fitting.loop import LoopResult, minimise
from jug.fitting.shapiro_delay import free_shapiro_delay, shape_of
from jug.fitting.tolerances import CONFIRM_S, EXACT_DEPENDENCE, REANCHOR
from jug.least_squares.problem import problem_of
from jug.model.evaluation.anchor import Anchor, make_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

if TYPE_CHECKING:
    from jug.fitting.findings.fit_verdict import FlatDirection
    from jug.fitting.robust.loss import Loss
    from jug.fitting.robust.weights import Weighing
    from jug.fitting.unseen_shapiro import FitOn


def fit_from_anchor(
    model: TimingModel,
    toas: TOAs,
    anchor: Anchor,
    choice: Choice,
    stopwatch: Stopwatch,
    *,
    backend: str,
    max_iter: int,
    loss: "Loss | None" = None,
) -> Fitted:
    """Run the loop, and again from a new anchor while the fast residuals differ from the exact ones.

    Parameters without effect at the start are fixed at first, and fitted afterwards if they have an effect at the end.
    Where the data do not show a Shapiro delay, the end is the same from any start.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    anchor : Anchor
        Of the model.
    choice : Choice
        The backend.
    stopwatch : Stopwatch
        Gets the time of each stage.
    backend : {"auto", "numpy", "jax"}
        What the user chose; with "auto" NumPy is used where JAX fails.
    max_iter : int
        Largest number of steps of each loop.
    loss : Loss or None
        Of a robust fit.

    Returns
    -------
    Fitted

    Raises
    ------
    FitError
        The data do not allow the fit; the message says why.
    BackendError
        JAX fails, and ``backend`` is "jax".
    """
    given = _LoopArguments(stopwatch, max_iter, loss)
    steps = partial(_fit_from_anchors, toas=toas, backend=backend, given=given)

    def fit_on(model: TimingModel, anchor: Anchor, done: Fitted, to_the_end: bool = False) -> Fitted:
        return steps(model, anchor=anchor, choice=done.choice, given=given._replace(to_the_end=to_the_end))

    seeks_shape = loss is None and bool(shape_of(model.free))
    try:
        fitted = steps(model, anchor=anchor, choice=choice)
    except DegenerateError:  # in the course of the fit, for example where the shape of a Shapiro delay met its bound
        done = _fit_without_delay_first(model, toas, anchor, choice, backend, given, fit_on) if seeks_shape else None
        if done is None:
            raise
        return done
    return _resolve_hidden_parameters(model, fitted, toas, fit_on, seeks_shape)


def _resolve_hidden_parameters(
    model: TimingModel, fitted: Fitted, toas: TOAs, fit_on: "FitOn", seeks_shape: bool
) -> Fitted:
    """Fit what had no effect at the start, and a Shapiro delay that the data do not show, whatever its start."""
    if fitted.undetermined:
        from jug.fitting.release import fit_released

        fitted = fit_released(model, fitted, toas, lambda m, a, done: fit_on(m, a, done, False))
    if seeks_shape:
        from jug.fitting.unseen_shapiro import fit_independent_of_start

        fitted = fit_independent_of_start(model, fitted, toas, fit_on)
    return fitted


def _fit_without_delay_first(
    model: TimingModel,
    toas: TOAs,
    anchor: Anchor,
    choice: Choice,
    backend: str,
    given: "_LoopArguments",
    fit_on: "FitOn",
) -> Fitted | None:
    """Fit without the Shapiro delay, and from there with it; None where no fit with it converges."""
    from jug.fitting.unseen_shapiro import fit_independent_of_start, model_without_delay

    other = model_without_delay(model)
    first = make_anchor(other, toas, anchor.pulse_number)
    base = _fit_from_anchors(other, toas=toas, anchor=first, choice=choice, backend=backend, given=given)
    fitted = fit_independent_of_start(model, base, toas, fit_on)
    return None if fitted is base else fitted


class _LoopArguments(NamedTuple):
    """Arguments of each loop. ``to_the_end``: follow valleys even while the data do not show a Shapiro delay."""

    stopwatch: Stopwatch
    max_iter: int
    loss: "Loss | None"
    to_the_end: bool = False


def _fit_from_anchors(
    model: TimingModel, *, toas: TOAs, anchor: Anchor, choice: Choice, backend: str, given: _LoopArguments
) -> Fitted:
    """Loops from an anchor and from new ones; parameters that are degenerate at the start are fixed."""
    n_iter, undetermined = 0, list["FlatDirection"]()
    for _ in range(REANCHOR):
        try:
            model, outcome, weighing = _run_without_degenerate(model, anchor, choice.backend, given, undetermined)
        except BackendError as reason:
            if backend != "auto":
                raise
            choice = Choice("numpy", f"{reason.why}, so the fit ran with NumPy")
            model, outcome, weighing = _run_without_degenerate(model, anchor, choice.backend, given, undetermined)
        n_iter += outcome.n_iter
        given.stopwatch.restart()
        model = with_fitted_values(model, outcome, float(np.max(toas.error_s)))
        anchor = _next_anchor(model, toas, anchor)
        given.stopwatch.lap("anchor")
        exact, fast = anchor.reference.residual, outcome.residual[: len(toas)]
        drift_s = float(np.max(np.abs(exact - fast) / anchor.reference.rate))
        if drift_s < CONFIRM_S:
            break
    return Fitted(model, anchor, outcome, choice, n_iter, drift_s, tuple(undetermined), weighing=weighing)


def _next_anchor(model: TimingModel, toas: TOAs, before: Anchor) -> Anchor:
    """The anchor of changed values, with the sums over the noise that the last anchor has stored."""
    anchor = make_anchor(model, toas, before.pulse_number)
    if anchor.reference.prior is not None:
        from jug.model.covariance.sums_for_next_anchor import reuse_noise_sums  # white noise has none

        ref = anchor.reference
        reuse_noise_sums(before.noise, before.reference.prior, anchor.noise, ref.prior, ref.sigma)
    return anchor


def _run_without_degenerate(
    model: TimingModel, anchor: Anchor, backend: str, given: _LoopArguments, undetermined: "list[FlatDirection]"
) -> "tuple[TimingModel, LoopResult, Weighing | None]":
    """Run the loop. Where parameters are degenerate, fix the fewest, add them to `undetermined`, and run it again."""
    while True:
        try:
            return model, *_run_loop(model, anchor, backend, given)
        except DegenerateError:
            from jug.fitting.freezing import degenerate_sets, frozen_parameter, without_frozen

            found = degenerate_sets(model, anchor, EXACT_DEPENDENCE) or degenerate_sets(model, anchor)
            fewer = without_frozen(model, tuple(frozen_parameter(one) for one in found))
            if len(fewer.free) in (0, len(model.free)):
                raise
            undetermined += found
            model = fewer


def _run_loop(
    model: TimingModel, anchor: Anchor, backend: str, given: _LoopArguments
) -> "tuple[LoopResult, Weighing | None]":
    """Run the loop from an anchor; BLAS has one thread where chunks of rows go over the cores.

    The weights are those of a robust fit.
    """
    problem = problem_of(model, anchor, kernels(backend, model.components, model.layout, given.stopwatch))
    reference = anchor.reference
    with blas_beside_chunks(is_chunked(reference) or is_chunked_coupled(reference)):
        if given.loss is None:
            delay = None if given.to_the_end else free_shapiro_delay(model)
            return minimise(problem, given.max_iter, delay=delay), None
        from jug.fitting.robust.rounds import minimise_robustly

        return minimise_robustly(problem, given.loss, given.max_iter)
