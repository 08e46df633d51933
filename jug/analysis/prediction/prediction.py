"""`predict`: the uncertainty of a model's residuals at other times.

With m(t) the row of the design matrix at a time t, the offset included, and V the covariance of the parameters,

    sigma^2(t) = m(t) V m(t)^T

It is exact if the model is linear in its parameters. Models drawn from V, whose residuals are computed exactly, show
where it is not exact.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import NoneType
from typing import TypeGuard

import numpy as np
from numpy.typing import ArrayLike

from jug.analysis.prediction.joint_covariance import joint_covariance, with_covariance
from jug.analysis.prediction.prediction_result import Prediction
from jug.analysis.simulation.argument_ranges import check_dates, check_toa_flags
from jug.analysis.simulation.simulated_dates import times_at_mjds
from jug.conversion.error_propagation import model_of
from jug.core.arguments.kinds import as_number, expect, refuse_quantity
from jug.core.arguments.random_source import random_source
from jug.core.array import Column, Float, M, N, One, Parameter, Toa
from jug.core.execution.progress import report_each
from jug.core.times import BadMJD
from jug.core.written_times import DATE_HINT, read_mjd_words
from jug.errors import InputError, KindError
from jug.fitting.result.fit_result import FitResult
from jug.io.tim.raw_toas import RawTOAs, make_toas
from jug.loading import prepare
from jug.model.evaluation.anchor import make_anchor
from jug.model.evaluation.design_matrix import design_matrix
from jug.model.timing_model import TimingModel
from jug.obs.files import Files
from jug.obs.toas import TOAs
from jug.text.name_lists import name_list


def predict(
    what: FitResult | TimingModel,
    toas: TOAs | None = None,
    *,
    mjd: ArrayLike,
    site: str = "@",
    freq_mhz: float = 0.0,
    flags: Mapping[str, str | Sequence[str]] | None = None,
    n_draws: int = 0,
    seed: int | None = None,
    files: Files | None = None,
) -> Prediction:
    """Predict the uncertainty of a fitted model's residuals at other times.

    Parameters
    ----------
    what : FitResult or TimingModel
        The values of a model are taken as fitted. If a fit is robust or has scaled uncertainties, its covariance is
        used.
    toas : TOAs, optional
        The TOAs of the fit. When absent, the uncertainties of the par file are taken, as if they were independent.
    mjd : (n,) array, or sequence of str
        Times at any distance from the TOAs: site UTC, at the barycentre TDB, MJD; text may be dates.
    site : str
        Observatory; ``"@"`` is the barycentre.
    freq_mhz : float
        Observing frequency, MHz; 0 is infinite.
    flags : mapping of str to a word or n of them, optional
        Flags of the TOAs to come, as ``{"fe": "L-wide"}``, so that JUMPs of a receiver act on them.
    n_draws, seed : int, optional
        Number of models to draw from the covariance, and the seed.
    files : Files, optional
        Where clock files and ephemerides come from.

    Returns
    -------
    Prediction

    Raises
    ------
    FitError, InputError
        Parameters that the data do not determine; no time; no frequency; flags of another length; no uncertainties.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> found = jug.predict(jug.fit(model, toas), toas, mjd=[54187.0, 55187.0])
    >>> bool(found.error_s[1] > found.error_s[0])
    True
    """
    times = _times(mjd)
    model, names, covariance, notes = _uncertain_parameters(what, toas)
    later = prepare(model, _raw(times, site, freq_mhz, flags), files=files)
    (rows, silent), rate = _rows(model, later, names), make_anchor(model, later).reference.rate
    error = np.sqrt(np.maximum(np.einsum("ij,jk,ik->i", rows, covariance, rows), 0.0))
    draws = _draws(model, later, names, covariance, rows, n_draws, seed) if n_draws else np.zeros((0, len(times)))
    span = (float(toas.mjd.min()), float(toas.mjd.max())) if toas is not None else (np.nan, np.nan)
    notes, base = (*notes, *_jump_notes(model, names, silent, flags)), what if isinstance(what, FitResult) else None
    return Prediction(times, error, rate, draws, span, notes, base, later.site_names[0], float(freq_mhz))


def _for_future_toas(model: TimingModel) -> TimingModel:
    """The model without correlated noise and without pulse numbers, which future TOAs do not have."""
    settings = replace(model.settings, track="0")
    return replace(model, components=tuple(c for c in model.components if c.basis is None), settings=settings)


Uncertain = tuple[TimingModel, tuple[str, ...], Float[Parameter, Parameter], tuple[str, ...]]


def _times(mjd: ArrayLike) -> Float[N]:
    refuse_quantity(mjd, "mjd", "days, as MJD")
    try:
        times = np.atleast_1d(read_mjd_words(mjd) if _is_text(mjd) else np.asarray(mjd, dtype=np.float64))
    except BadMJD as reason:
        raise InputError(f"mjd has a word that is not a time ({reason})", hint=DATE_HINT) from None
    except (TypeError, ValueError):
        raise KindError("mjd is not an array of numbers", hint="give MJDs, as [60000, 60100]") from None
    if not len(times):
        raise InputError("no time to predict for", hint="give MJDs, as 60000,60100")
    check_dates(times)
    return times


def _is_text(mjd: object) -> TypeGuard[Sequence[str]]:
    if not isinstance(mjd, Sequence) or isinstance(mjd, str):
        return False
    return len(mjd) > 0 and all(isinstance(word, str) for word in mjd)


def _uncertain_parameters(what: FitResult | TimingModel, toas: TOAs | None) -> Uncertain:
    """The model with its uncertain parameters free, their names and covariance, and notes on what is left out."""
    expect(toas=(toas, (TOAs, NoneType)))
    model = model_of(what)
    left_out = _notes_on_left_out(model)
    if toas is not None:
        names, covariance = joint_covariance(model, toas)
        if isinstance(what, FitResult) and (what.errors_scaled or what.robust is not None):
            covariance = with_covariance(covariance, what.covariance)
        return _for_future_toas(model), names, covariance, left_out
    known = [e for e in model.entries.values() if e.error and e.param.fit]
    if not known:
        raise InputError("the par file has no uncertainties", hint="give the tim file too")
    model = model.with_free([e.name for e in known])
    note = "no TOAs are given: uncertainties of the par file, taken as independent; they can be far too large"
    covariance = np.diag([float(e.error or 0.0) ** 2 for e in known])
    return _for_future_toas(model), model.free, covariance, (note, *left_out)


def _notes_on_left_out(model: TimingModel) -> tuple[str, ...]:
    ranges = sorted({e.param.name for e in model.entries.values() if e.free and e.param.name in ("DMX", "CMX", "SWX")})
    notes = [f"{name} is of ranges of dates; outside them its uncertainty is left out" for name in ranges]
    if any(c.basis is not None for c in model.components):
        notes.append("the course of correlated noise beyond the TOAs is left out")
    return tuple(notes)


def _jump_notes(
    model: TimingModel, names: tuple[str, ...], silent: set[str], flags: Mapping[str, str | Sequence[str]] | None
) -> tuple[str, ...]:
    """A note on the uncertain JUMPs that are left out because they act on none of the predicted TOAs."""
    entries = [model.entries[name] for name in names if name in model.entries]
    jumps = [e for e in entries if e.selector and "JUMP" in e.param.name and e.param.name != "DMJUMP"]  # JUMPs of times
    still = tuple(f"{e.name} ({e.selector})" for e in jumps if e.name in silent)
    if not still or (flags and len(still) < len(jumps)):
        return ()
    where = f"{still[0]} does not act" if len(still) == 1 else f"none of {name_list(still)} acts"
    choice = '--flags \'-fe L-wide\' (flags={"fe": "L-wide"})'
    return (f"the prediction is for TOAs on which {where}; for others give their flags, as {choice}",)


def _raw(mjd: Float[N], site: str, freq_mhz: float, flags: Mapping[str, str | Sequence[str]] | None = None) -> RawTOAs:
    """Make TOAs at these times."""
    if not as_number(freq_mhz, "freq_mhz", "MHz") >= 0.0:
        raise InputError(f"freq_mhz is {freq_mhz:g}", hint="give a frequency above 0 MHz, or 0 for an infinite one")
    freq = np.full(len(mjd), freq_mhz * 1e6 if freq_mhz > 0.0 else np.inf)
    words = check_toa_flags(len(mjd), flags)
    return make_toas(times_at_mjds(mjd), freq_hz=freq, error_s=1e-6, site=site, flags=words, origin="<predicted>")


def _rows(model: TimingModel, toas: TOAs, names: tuple[str, ...]) -> tuple[Float[Toa, Parameter], set[str]]:
    """The rows of the design matrix at the times, and the parameters that act on none of them.

    Without an offset the rows are relative to the TZR point.
    """
    found = design_matrix(model, toas)
    columns = [found.names.index(name) for name in names]
    rows = found.matrix[:, columns]
    silent = {name for name, column in zip(names, rows.T, strict=True) if not column.any()}
    relative = model.removes_mean and "Offset" not in names
    return (rows - _tzr_row(model, toas)[:, columns] if relative else rows), silent


def _tzr_row(model: TimingModel, toas: TOAs) -> Float[One, Column]:
    """The row of the TZR point, (1, k)."""
    assert toas.tzr is not None
    return design_matrix(model, replace(toas.tzr, tzr=toas.tzr)).matrix


def _draws(
    model: TimingModel,
    toas: TOAs,
    names: tuple[str, ...],
    covariance: Float[Parameter, Parameter],
    rows: Float[Toa, Parameter],
    n_draws: int,
    seed: int | None,
) -> Float[M, Toa]:
    """Exact residuals of models drawn from the covariance, (m, n)."""
    rng = random_source(seed)
    scale = np.sqrt(np.diagonal(covariance))
    root = np.linalg.cholesky(covariance / np.outer(scale, scale) + 1e-14 * np.eye(len(scale)))
    anchor = make_anchor(model, toas)
    fixed = _tzr_row(model, toas)[0]
    out = np.zeros((n_draws, len(toas)))
    for i in report_each(range(n_draws), "models drawn"):
        change = scale * (root @ rng.normal(size=len(scale)))
        parameters = dict(zip(names, change.tolist(), strict=True))
        offset = parameters.pop("Offset", None)
        drawn = make_anchor(model.moved(parameters), toas, anchor.pulse_number)
        out[i] = -(drawn.reference.residual - anchor.reference.residual) / anchor.reference.rate
        if offset is not None:
            out[i] += rows[:, names.index("Offset")] * offset + float(fixed[1:] @ change[1:])
    return out
