"""The summary of a model and its TOAs as numbers and texts for JSON."""

import math

import numpy as np

from jug.model.evaluation.residuals import residuals
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel
from jug.obs.toa_summary import median_error_us, toa_summary
from jug.obs.toas import TOAs
from jug.text.json_types import JsonObject


def overview_json(model: TimingModel, toas: TOAs | None = None) -> JsonObject:
    """Convert the summary of ``jug show`` to numbers, texts, lists and dicts.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs, optional

    Returns
    -------
    dict
        ``parameters`` has, for every parameter by name: value (a float in par units), text (all digits), unit, error
        (None without one) and free. ``toas`` and ``residuals`` are None without TOAs; frequencies are in MHz, None if
        all are infinite, uncertainties and residuals in us.
    """
    s = model.settings
    return {
        "psr": model.psr,
        "binary": model.entries["BINARY"].word if "BINARY" in model.entries else None,
        "free": list(model.free),
        "parameters": {name: _parameter(e) for name, e in model.entries.items() if name != "BINARY"},
        "ephem": s.ephem,
        "clk": s.clock,
        "units": s.units,
        "planet_shapiro": s.planets,
        "reference_toa": None if s.tzr_mjd is None else _reference_toa(model),
        "read_as": s.dialect,
        "conventions": dict(s.conventions),
        "assumed": list(s.assumed),
        "toas": None if toas is None else _toas(toas),
        "residuals": None if toas is None else _residuals(model, toas),
    }


def _parameter(e: Entry) -> JsonObject:
    return {
        "value": _finite(float(e.value.hi)),
        "text": e.text(),
        "unit": e.unit,
        "error": None if e.error is None else _finite(e.error),
        "free": e.free,
    }


def _reference_toa(model: TimingModel) -> JsonObject:
    s = model.settings
    lines = model.par.find("TZRMJD")
    mjd = float(s.tzr_mjd.hi) if s.tzr_mjd is not None else None
    text = lines[0].args[0] if lines else None
    return {"mjd": mjd, "text": text, "site": s.tzr_site, "frequency_mhz": s.tzr_freq_mhz or None}


def _toas(toas: TOAs) -> JsonObject:
    count, mhz = toa_summary(toas), toas.freq_hz[np.isfinite(toas.freq_hz)] / 1e6
    error = toas.error_s * 1e6
    return {
        "n_toa": count.n_toa,
        "first_mjd": count.first_mjd,
        "last_mjd": count.last_mjd,
        "sites": dict(count.sites),
        "receiver_flag": count.flag or None,
        "receivers": dict(count.receivers),
        "frequency_mhz": [float(np.min(mhz)), float(np.max(mhz))] if len(mhz) else None,
        "error_us": {
            "least": float(error.min()),
            "median": median_error_us(toas.error_s),
            "largest": float(error.max()),
        },
    }


def _residuals(model: TimingModel, toas: TOAs) -> JsonObject:
    found = residuals(model, toas)
    return {"wrms_us": _finite(found.wrms_s * 1e6), "chi2": _finite(found.chi2), "dof": found.dof}


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
