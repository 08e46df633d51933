"""`fit`: anchor, minimise, anchor again, and say what came out."""

import sys
import warnings
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jug.compute.blas_threads import blas_threads
from jug.compute.chunks import is_chunked, padded_size
from jug.compute.compile_cache import is_cached
from jug.compute.kernels import BACKENDS, kernels
from jug.compute.selector import Choice, CompileState, choose
from jug.compute.structure_padding import padded_structure
from jug.core.blocks import Block, scaled_rows
from jug.core.doubledouble import DoubleDouble, dd, from_fraction, to_fraction
from jug.core.stopwatch import Stopwatch
from jug.errors import BackendError, FitError, FitWarning
from jug.fitting.loop import NoiseTooStrong, Outcome, minimise
from jug.fitting.problem import problem_of
from jug.fitting.result import FitResult
from jug.model.checks.low_eccentricity import eccentricity_note
from jug.model.covariance.noise import too_strong
from jug.model.evaluation.anchor import Anchor, make_anchor
from jug.model.evaluation.residuals import Residuals, from_anchor
from jug.model.fit_lines import describe
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

CONFIRM_S = 1e-12
"""Largest difference allowed between the fast residuals at the end of a fit and the exact ones, s."""

QUANTUM_S = 1e-15
"""Fitted values are rounded to a decimal that moves no residual by more than this, s."""

REANCHOR = 3
"""How often a fit may go on from a new anchor when the fast residuals have drifted."""


def fit(
    model: TimingModel,
    toas: TOAs,
    *,
    free: Iterable[str] | None = None,
    backend: str = "auto",
    max_iter: int = 30,
    profile: bool = False,
    wideband: bool | None = None,
    scale_errors: bool = False,
) -> FitResult:
    """Fit a timing model to TOAs by weighted least squares.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
        Prepared for this model (`jug.load`).
    free : iterable of str, optional
        Parameters to fit; those with a fit flag in the par file when absent.
    backend : {"auto", "numpy", "jax"}
        ``auto`` takes the faster one for this size (`jug.choose_backend`).
    max_iter : int
        Steps to try at most.
    profile : bool
        Whether to report the time of each stage, as ``.profile``.
    wideband : bool, optional
        Whether measured DMs are fitted too; when absent as the model was loaded (`jug.load`).
    scale_errors : bool
        Multiply the uncertainties by sqrt(reduced chi2) (`FitResult.scaled`), as tempo2 does and PINT does not.

    Returns
    -------
    FitResult
        Also when it did not converge: look at ``.stop``.

    Raises
    ------
    FitError
        No free parameter, fewer TOAs than parameters, a parameter without effect or parameters that cannot be told
        apart (named), an unknown parameter.
    BackendError
        ``backend="jax"`` and JAX cannot be used.
    """
    stopwatch = Stopwatch()
    model = model if free is None else model.with_free(free)
    model = model if wideband is None else model.with_wideband(wideband)
    anchor = make_anchor(model, toas)
    _check_counts(model, toas, len(anchor.noise.sigma))
    stopwatch.lap("anchor")
    before = from_anchor(model, anchor)
    choice = _choose(model, anchor, len(toas), backend)
    stopwatch.lap("residuals and choice")
    run = partial(_run_or_fall_back, choice=choice, asked=backend, max_iter=max_iter, stopwatch=stopwatch)
    end = _anchored(model, toas, anchor, run, stopwatch)
    after = from_anchor(end.model, end.anchor, _timing_columns(end.outcome, end.anchor))
    stopwatch.lap("residuals and choice")
    result = _result(model, toas, before, after, end, choice)
    result = replace(result, profile=stopwatch.stages if profile else ())
    return result.scaled() if scale_errors else result


class Fitted(NamedTuple):
    """The model after its last round, its anchor, how the round ended, on what, steps of all, and the drift in s."""

    model: TimingModel
    anchor: Anchor
    outcome: Outcome
    choice: Choice
    n_iter: int
    drift: float


def _result(
    model: TimingModel, toas: TOAs, before: Residuals, after: Residuals, end: Fitted, choice: Choice
) -> FitResult:
    """What a fit of a model came to, that was to run as chosen."""
    scale = np.array([model.entries[name].error_scale for name in model.free])
    borders, degenerate = (tuple(model.free[i] for i in which) for which in (end.outcome.held, end.outcome.degenerate))
    notes = [end.choice.reason] if end.choice != choice else []
    notes += _of_the_model(end.model, borders, degenerate, float(np.min(toas.error_s)))
    return FitResult(
        model=describe(end.model, toas, after),
        prefit=model,
        names=model.free,
        covariance=end.outcome.covariance / np.outer(scale, scale),
        residuals=after,
        prefit_residuals=before,
        stop=end.outcome.stop,
        backend=end.choice.backend,
        backend_reason=end.choice.reason,
        n_iter=end.n_iter,
        uses=toas.uses,
        warnings=_closing_warnings(end.drift, after.phase, notes),
        at_border=borders,
    )


def _anchored(model: TimingModel, toas: TOAs, anchor: Anchor, run: Callable[..., Any], stopwatch: Stopwatch) -> Fitted:
    """Minimise and anchor again, until the fast residuals are the exact ones."""
    tried = 0
    for _ in range(REANCHOR):
        outcome, choice = run(model, anchor)
        tried += outcome.n_iter
        stopwatch.restart()
        model = _apply(model, outcome, float(np.max(toas.error_s)))
        anchor = make_anchor(model, toas, anchor.pulse_number)
        stopwatch.lap("anchor")
        drift = float(np.max(np.abs(anchor.reference.residual - outcome.residual[: len(toas)]) / anchor.reference.rate))
        if drift < CONFIRM_S:
            break
    return Fitted(model, anchor, outcome, choice, tried, drift)


def _timing_columns(outcome: Outcome, anchor: Anchor) -> tuple[Block, ...]:
    """Columns of the free parameters in s, and pc cm^-3, where noise realisations need them."""
    if not anchor.noise.processes:
        return ()
    factor = anchor.in_time(np.ones(len(anchor.noise.sigma)))
    return tuple(scaled_rows(b, factor) for b in outcome.blocks)


def _check_counts(model: TimingModel, toas: TOAs, n_data: int) -> None:
    k, n_toa = len(model.free), len(toas)
    if k == 0:
        raise FitError(
            f"{model.par.path}: no parameter is free; set fit flags to 1 in the par file, or name some with --free "
            "(free=[...])"
        )
    if n_data < k + int(model.removes_mean):
        last = toas.raw.where(n_toa - 1)
        raise FitError(
            f"{last.path}:{last.line}: {n_toa} TOAs in all cannot determine {k} parameters"
            f"{' and the mean' if model.removes_mean else ''}; free fewer parameters or add TOAs"
        )


def _choose(model: TimingModel, anchor: Anchor, n_toa: int, backend: str) -> Choice:
    if backend == "auto":
        basis = None if anchor.reference.prior is None else anchor.reference.prior.basis
        noise = 0 if basis is None else basis.shape[1]
        return choose(n_toa, len(model.free), noise=noise, state=_state(model, n_toa))
    if backend not in BACKENDS:
        raise FitError(f"unknown backend {backend!r}; it is one of auto, {', '.join(BACKENDS)}")
    return Choice(backend, "asked for")


def _state(model: TimingModel, n_toa: int) -> CompileState:
    """What of JAX is there for this model and size."""
    components, layout, *_ = padded_structure(model.components, model.layout)
    if "jax" not in sys.modules:
        return CompileState(on_disk=is_cached(components, layout, padded_size(n_toa)))
    from jug.compute.jax_kernels import is_compiled

    return CompileState(True, is_compiled(components, layout, n_toa), is_cached(components, layout, padded_size(n_toa)))


def _run_or_fall_back(
    model: TimingModel, anchor: Anchor, *, choice: Choice, asked: str, max_iter: int, stopwatch: Stopwatch
) -> tuple[Outcome, Choice]:
    """Minimise; with NumPy where JAX, which nobody asked for by name, cannot."""
    try:
        return _run(model, anchor, choice.backend, max_iter, stopwatch), choice
    except BackendError as reason:
        if asked != "auto":
            raise
        instead = Choice("numpy", f"{reason.why}, so the fit ran with NumPy")
        return _run(model, anchor, instead.backend, max_iter, stopwatch), instead


def _run(model: TimingModel, anchor: Anchor, backend: str, max_iter: int, stopwatch: Stopwatch) -> Outcome:
    """Minimise from an anchor."""
    problem = problem_of(model, anchor, kernels(backend, model.components, model.layout, stopwatch))
    reference = anchor.reference
    with blas_threads(len(reference.sigma), len(model.free), chunked=is_chunked(reference)):
        try:
            return minimise(problem, len(model.free), max_iter)
        except NoiseTooStrong:
            raise too_strong(model, anchor.noise) from None


def _apply(model: TimingModel, outcome: Outcome, largest_error_s: float) -> TimingModel:
    """The model with its free parameters moved, and their uncertainties set."""
    sigma = np.sqrt(np.diag(outcome.covariance))
    reach = QUANTUM_S / (outcome.size * largest_error_s)
    entries = dict(model.entries)
    for i, name in enumerate(model.free):
        moved = entries[name].moved(float(outcome.dx[i]))
        value = _inside(moved, _rounded(moved, reach[i] / moved.scale))
        entries[name] = replace(moved, value=value, error=float(sigma[i]) / moved.error_scale)
    return replace(model, entries=entries)


def _inside(entry: Entry, value: DoubleDouble) -> DoubleDouble:
    """The value, or the border that rounding has carried it across."""
    low, high = entry.param.bounds
    if low is not None and value.hi <= low:
        return dd(low)
    return dd(high) if high is not None and value.hi >= high else value


def _rounded(entry: Entry, quantum: float) -> DoubleDouble:
    """The value at the nearest decimal of its text that is no coarser than ``quantum`` (par units)."""
    unit = {"hms": 3600, "dms": 3600}.get(entry.param.codec, 1)
    step = quantum * unit
    if not np.isfinite(step) or step <= 0.0:
        return entry.value
    places = int(np.ceil(-np.log10(step)))
    exact = to_fraction(entry.value) * unit
    return from_fraction(round(exact, places) / unit)


def _of_the_model(
    fitted: TimingModel, borders: tuple[str, ...], degenerate: tuple[str, ...], error_s: float
) -> list[str]:
    """Parameters at their borders or undetermined, and a binary model that does not suit its eccentricity."""
    notes = [f"{name} sat at its border at the end: the data pull it out of its range" for name in borders]
    if degenerate:
        notes.append(
            f"the data do not determine {', '.join(degenerate)}: hold one of them fixed (--free, or fit flag 0)"
        )
    form = eccentricity_note(fitted, error_s)
    return [*notes, form] if form else notes


def _closing_warnings(drift_s: float, phase: NDArray[np.float64], notes: list[str]) -> tuple[str, ...]:
    """What a user should know of a fit that ended: the notes, drift of the fast residuals, pulses near half a turn."""
    if drift_s >= CONFIRM_S:
        notes.append(
            f"the exact residuals differ from the fast ones by {drift_s * 1e9:.2g} ns; fit the result once more"
        )
    far = np.flatnonzero(np.abs(phase) > 0.5)
    if len(far):
        notes.append(
            f"{len(far)} TOA{'s lie' if len(far) > 1 else ' lies'} more than half a turn off after the fit: the pulse "
            "numbers may be wrong; start from a better model"
        )
    for note in notes:
        warnings.warn(FitWarning(note), stacklevel=4)
    return tuple(notes)
