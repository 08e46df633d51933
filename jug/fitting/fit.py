"""`fit`: the steps of a fit, in order."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from jug.core.execution.blas_threads import blas_threads
from jug.core.execution.chunks import are_streamed
from jug.core.execution.memory import require_for_fit, take_large_pages_once
from jug.core.execution.stopwatch import Stopwatch
from jug.errors import InputError
from jug.fitting.anchored_fit import fit_from_anchor
from jug.fitting.backend_choice import backend_for
from jug.fitting.checks import check_counts, flagged_noise, model_to_fit
from jug.fitting.conclusion import conclude
from jug.fitting.result.fit_result import FitResult
from jug.fitting.robust.choice import loss_of
from jug.model.evaluation.anchor import make_anchor
from jug.model.evaluation.residuals import residuals_at_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

if TYPE_CHECKING:
    from jug.fitting.findings.fit_verdict import FlatDirection
    from jug.fitting.robust.loss import Loss


def fit(
    model: TimingModel,
    toas: TOAs,
    *,
    free: Iterable[str] | None = None,
    backend: str = "auto",
    max_iter: int = 30,
    wideband: bool | None = None,
    scale_errors: bool | None = None,
    robust: str | None = None,
    noise: bool = True,
    profile: bool = False,
    freeze_degenerate: bool = False,
    search: bool = False,
) -> FitResult:
    """Fit a timing model to TOAs by weighted least squares, or by a robust loss.

    Parameters
    ----------
    model, toas : TimingModel, TOAs
        As `jug.load` returns them; the TOAs must be prepared for this model.
    free : iterable of str, optional
        Parameters to fit; when absent, the parameters with a fit flag in the par file.
    backend : {"auto", "numpy", "jax"}
        ``auto`` takes the faster one for this size (`jug.choose_backend`).
    max_iter : int
        Largest number of steps.
    wideband, scale_errors : bool, optional
        Fit measured DMs too; multiply the uncertainties by sqrt(reduced chi2), as tempo2. By the model when absent.
    robust : {"huber", "bisquare", "welsch", "none"}, optional
        Loss of a robust fit; "none" for least squares. By the line ROBUST of the par file when absent.
    noise, profile, freeze_degenerate, search : bool
        Without ``free``, estimate noise parameters with a fit flag too, ``.noise_intervals``. Report the time of each
        stage, ``.profile``. Fix the fewest parameters that remove flat directions, ``.frozen``. Search other minima.

    Returns
    -------
    FitResult
        Also where the fit did not converge: ``.stop`` says why it ended, ``.verdict`` whether it can be trusted.

    Raises
    ------
    FitError
        No free parameter, too few TOAs, an unknown parameter, parameters without effect, degenerate parameters.
    BackendError
        ``backend="jax"`` and JAX cannot be used.
    InputError
        An unknown loss; a robust fit with ``scale_errors``, ``search``, or fit flags on noise parameters.

    Examples
    --------
    >>> import jug, jug.data
    >>> jug.fit(*jug.load(*jug.data.example("NGC6440E")), free=["F0", "F1"]).dof
    59
    """
    requested, model = model, model_to_fit(model, toas, free, wideband)
    flagged = flagged_noise(requested) if noise and free is None else ()
    given = _Given(loss_of(model, robust, scale_errors, search), backend, max_iter, profile, scale_errors, search)
    fitted = _fit_without_degenerate if freeze_degenerate else _fit_once
    return _fit_with_noise(model, toas, given, flagged, fitted) if flagged else fitted(model, toas, given)


class _Given(NamedTuple):
    """The arguments of `fit` besides model and TOAs."""

    loss: "Loss | None"
    backend: str
    max_iter: int
    profile: bool
    scale_errors: bool | None
    search: bool


def _fit_without_degenerate(model: TimingModel, toas: TOAs, given: _Given) -> FitResult:
    """Fit without the parameters that the data do not determine, at the start and at the end."""
    from jug.fitting.freezing import NO_COST, degenerate_at_any_values, parameters_to_freeze, without_frozen
    from jug.fitting.verdict.judge import several_minima

    frozen = degenerate_at_any_values(model, make_anchor(model, toas))
    if given.search:  # the search must move these, whether the data determine them or not
        sought = several_minima(model.free)
        frozen = tuple(one for one in frozen if one.name not in sought)
    result = first = _fit_once(without_frozen(model, frozen), toas, given)
    start, once = first.model if given.search else model, given._replace(search=False)
    while more := parameters_to_freeze(result.verdict.flat, result.model.free, frozen):
        frozen = (*frozen, *more)
        result = _fit_once(without_frozen(start, frozen), toas, once)
        if start is model and not result.chi2 < first.chi2 + NO_COST:
            start = first.model
            result = min(result, _fit_once(without_frozen(start, frozen), toas, once), key=lambda one: one.chi2)
    if start is not model:
        before = without_frozen(model, frozen)
        result = replace(result, prefit=before, prefit_residuals=first.prefit_residuals, minima=first.minima)
        result = replace(result, searched=first.searched)
    return replace(result, frozen=frozen)


def _fit_with_noise(
    model: TimingModel,
    toas: TOAs,
    given: _Given,
    names: tuple[str, ...],
    fitted: Callable[[TimingModel, TOAs, _Given], FitResult],
) -> FitResult:
    """Fit timing parameters and these noise parameters together."""
    from jug.fitting.noise.alternating_fit import fit_with_noise

    if given.loss is not None:
        why = f"a robust fit estimates no noise, and {', '.join(names)} have fit flags"
        raise InputError(why, hint="set the flags to 0, or fit by least squares (ROBUST none)")
    return fit_with_noise(model, toas, names, lambda model: fitted(model, toas, given))


def _with_undetermined(result: FitResult, model: TimingModel, undetermined: "tuple[FlatDirection, ...]") -> FitResult:
    """Add the parameters that the fit has fixed because the data do not determine them. Fit flags stay."""
    from jug.fitting.freezing import frozen_parameter, note_of_move

    found = tuple(frozen_parameter(one) for one in undetermined)
    frozen = tuple(one._replace(why=f"{one.why}{note_of_move(model, result.model, one.name)}") for one in found)
    return replace(result, model=result.model.with_free(model.free), prefit=model, frozen=frozen)


def _fit_once(model: TimingModel, toas: TOAs, given: _Given) -> FitResult:
    """The steps of `fit`, in order."""
    require_for_fit(len(toas), streamed=are_streamed(len(toas)) and all(c.basis is None for c in model.components))
    take_large_pages_once()
    stopwatch = Stopwatch()
    with blas_threads(len(toas), len(model.free)):
        anchor = make_anchor(model, toas)
        check_counts(model, toas, len(anchor.noise.sigma))
        stopwatch.lap("anchor")
        before = residuals_at_anchor(model, anchor)
        choice = backend_for(model, anchor, given.backend)
        stopwatch.lap("residuals and choice")
        steps = partial(
            fit_from_anchor, toas=toas, choice=choice, stopwatch=stopwatch, backend=given.backend, loss=given.loss
        )
        end, found = steps(model, anchor=anchor, max_iter=given.max_iter), None
        requested, model = model, model.with_free(end.model.free) if end.undetermined else model
        if given.search:
            from jug.fitting.minima.search import search_minima

            found = search_minima(
                model, end, toas, lambda m, numbers, n: steps(m, anchor=make_anchor(m, toas, numbers), max_iter=n)
            )
            end = found.fitted
        profile, scale_errors = given.profile, given.scale_errors
        result = conclude(model, toas, before, end, choice, stopwatch, profile=profile, scale_errors=scale_errors)
        result = replace(result, minima=found.minima, searched=found.searched) if found else result
        return _with_undetermined(result, requested, end.undetermined) if end.undetermined else result
