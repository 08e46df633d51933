"""The end of a fit: its warnings and its result."""

from dataclasses import replace

import numpy as np

from jug.compute.selector import Choice
from jug.core.array import Float, Parameter, make_read_only
from jug.core.execution.given_warnings import give_warning
from jug.core.execution.stopwatch import Stopwatch
from jug.errors import FitWarning
from jug.fitting.fitted import Fitted
from jug.fitting.result.fit_result import FitResult
from jug.fitting.tolerances import CONFIRM_S
from jug.fitting.verdict.fit_end import FitEnd
from jug.model.checks.low_eccentricity import eccentricity_note
from jug.model.evaluation.residuals import Residuals
from jug.model.fit_lines import update_fit_lines, with_errors
from jug.model.timing_model import TimingModel
from jug.obs.toa_summary import toa_summary
from jug.obs.toas import TOAs


def conclude(
    prefit: TimingModel,
    toas: TOAs,
    before: Residuals,
    end: Fitted,
    choice: Choice,
    stopwatch: Stopwatch,
    *,
    profile: bool,
    scale_errors: bool | None,
) -> FitResult:
    """Give the warnings of a fit, and make its result.

    Parameters
    ----------
    prefit : TimingModel
    toas : TOAs
    before : Residuals
        Before the fit.
    end : Fitted
    choice : Choice
        The backend that the fit began with.
    stopwatch : Stopwatch
        Has the time of each stage.
    profile : bool
        Whether the result lists these times.
    scale_errors : bool or None
        Whether to multiply the uncertainties by sqrt(reduced chi2); None: by the convention ERRORS.

    Returns
    -------
    FitResult
    """
    after, robust = end.residuals(toas)
    stopwatch.lap("residuals and choice")
    fit_end = FitEnd(end.model, toas, end.anchor, end.outcome, after, end.drift_s, robust, end.undetermined)
    _give_warnings(notes := _list_warnings(prefit, end, after, choice, toas))
    covariance = _in_units_of_values(prefit, end)
    result = FitResult(
        model=update_fit_lines(with_errors(end.model, prefit.free, covariance), toas, after),
        prefit=prefit,
        names=prefit.free,
        covariance=covariance,
        residuals=after,
        prefit_residuals=before,
        stop=end.outcome.stop,
        backend=end.choice.backend,
        backend_reason=end.choice.reason,
        n_iter=end.n_iter,
        uses=toas.uses,
        warnings=notes,
        at_bound=tuple(prefit.free[i] for i in end.outcome.active),
        profile=stopwatch.stages if profile else (),
        robust=robust,
        toa_summary=toa_summary(toas),
        fit_end=fit_end,
    )
    if scale_errors is None and robust is None:
        scale_errors = prefit.settings.conventions.get("ERRORS") == "SCALED"
    return _with_convention_of_errors(result.scaled() if scale_errors else result)


def _in_units_of_values(model: TimingModel, end: Fitted) -> Float[Parameter, Parameter]:
    """The covariance of the free parameters in par units."""
    scale = [model.entries[name].scale for name in model.free]
    covariance: Float[Parameter, Parameter] = end.outcome.covariance / np.outer(scale, scale)
    make_read_only((covariance,))
    return covariance


def _with_convention_of_errors(result: FitResult) -> FitResult:
    """The result with the convention ERRORS set to what was done, where an option has replaced the convention."""
    settings, word = result.model.settings, "SCALED" if result.errors_scaled else "PLAIN"
    if result.robust is not None or settings.conventions.get("ERRORS", word) == word:
        return result
    settings = replace(settings, conventions={**settings.conventions, "ERRORS": word})
    return replace(result, model=replace(result.model, settings=settings))


def _give_warnings(notes: tuple[str, ...]) -> None:
    """Give each note as a FitWarning."""
    for note in notes:
        give_warning(FitWarning(note))


def _list_warnings(prefit: TimingModel, end: Fitted, after: Residuals, choice: Choice, toas: TOAs) -> tuple[str, ...]:
    """List the warnings: backend, parameters at bounds or not determined, form of the orbit, residuals."""
    model = end.model
    notes = [end.choice.reason] if end.choice != choice else []
    notes += end.notes
    if end.undetermined:
        from jug.fitting.freezing import note_of_move

        moved = [note_of_move(prefit, model, one.names[0]) for one in end.undetermined]
        pairs = zip(end.undetermined, moved, strict=True)
        notes += [f"{one.names[0]} was fixed by the fit: {one.sentence}{change}" for one, change in pairs]
    for i in end.outcome.active:
        notes.append(f"{model.free[i]} is at its bound after the fit: chi2 decreases beyond it")
    if end.outcome.degenerate:
        names = ", ".join(model.free[i] for i in end.outcome.degenerate)
        notes.append(f"the data do not determine {names}: fix one of them (fit flag 0, --free or free=[...])")
    if form := eccentricity_note(model, float(np.min(toas.error_s))):
        notes.append(form)
    if end.drift_s >= CONFIRM_S:
        notes.append(
            f"the exact residuals differ from the fast ones by {end.drift_s * 1e9:.2g} ns; fit the result again"
        )
    far = np.flatnonzero(np.abs(after.phase) > 0.5)
    if len(far):
        notes.append(
            f"{len(far)} TOA{'s lie' if len(far) > 1 else ' lies'} more than half a turn off after the fit: the pulse "
            "numbers may be wrong; start from a better model"
        )
    if "phase" in toas.raw.flags:
        from jug.fitting.turns_of_file import note_on_counted_turns  # few files have turns

        notes += filter(None, [note_on_counted_turns(model, toas, end.anchor)])
    return tuple(notes)
