"""Residuals and averages as lists of numbers, for JSON."""

import math

from jug.analysis.residuals.averaging import Averaged
from jug.core.array import Float, Toa
from jug.core.times import format_mjds
from jug.model.evaluation.residuals import Residuals
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.text.json_types import JsonObject
from jug.version import __version__


def averaged_columns(model: TimingModel, averaged: Averaged) -> JsonObject:
    """Convert the averages to lists and numbers for JSON.

    Parameters
    ----------
    model : TimingModel
        Source of the pulsar's name.
    averaged : Averaged

    Returns
    -------
    dict
        ``members`` are the TOAs of each epoch, counted from 0; an infinite frequency is None.
    """
    return {
        "jug": __version__,
        "psr": model.psr,
        "n_epochs": len(averaged),
        "epochs": {
            "mjd": averaged.mjd.tolist(),
            "residual_us": (averaged.time_s * 1e6).tolist(),
            "error_us": (averaged.error_s * 1e6).tolist(),
            "freq_mhz": _megahertz(averaged.freq_hz),
            "members": [members.tolist() for members in averaged.members],
        },
    }


def _megahertz(freq_hz: Float[Toa]) -> list[float | None]:
    return [mhz if math.isfinite(mhz) else None for mhz in (freq_hz / 1e6).tolist()]


def _noise(residuals: Residuals) -> JsonObject:
    """The realisation of each correlated process, us, and its contribution to the measured DMs, pc cm^-3."""
    out: JsonObject = {}
    for name, found in residuals.noise.items():
        out[name] = {"delay_us": (found.time_s * 1e6).tolist(), "error_us": (found.error_s * 1e6).tolist()}
        if residuals.dm is not None:
            out[name] |= {"dm": found.dm.tolist(), "dm_error": found.dm_error.tolist()}
    return out


def residual_columns(model: TimingModel, toas: TOAs, residuals: Residuals) -> JsonObject:
    """Convert the residuals to lists and numbers for JSON.

    Parameters
    ----------
    model : TimingModel
        Source of the pulsar's name.
    toas : TOAs
    residuals : Residuals
        Of these TOAs.

    Returns
    -------
    dict
        ``toas`` has a list for each column (``mjd`` as text with all its digits); an infinite frequency is None.
    """
    return {
        "jug": __version__,
        "psr": model.psr,
        "n_toa": len(toas),
        "chi2": residuals.chi2,
        "log_likelihood": residuals.log_likelihood,
        "wrms_us": residuals.wrms_s * 1e6,
        "subtracted": list(residuals.subtracted),
        "noise": _noise(residuals),
        "toas": {
            "mjd": format_mjds(toas.raw.times),
            "residual_us": (residuals.time_s * 1e6).tolist(),
            "residual_turns": residuals.phase.tolist(),
            "pulse_number": residuals.pulse_number.tolist(),
            "error_us": (residuals.error_s * 1e6).tolist(),
            "freq_mhz": _megahertz(toas.freq_hz),
            "site": list(toas.site_names),
            "name": list(toas.names),
            **_dms(residuals),
        },
    }


def _dms(residuals: Residuals) -> JsonObject:
    """Residuals and uncertainties of measured DMs, pc cm^-3; empty without measured DMs."""
    if residuals.dm is None:
        return {}
    return {"dm_residual": residuals.dm.value.tolist(), "dm_error": residuals.dm.error.tolist()}
