"""A solution as values for JSON, with every digit."""

import math
from collections.abc import Mapping

from jug.analysis.derived.undetermined_quantities import undetermined_parameters
from jug.conversion.error_propagation import model_of
from jug.exchange.parameter_facts import parameter_facts
from jug.exchange.record import PROGRAM
from jug.fitting.result.fit_result import FitResult
from jug.model.timing_model import TimingModel
from jug.text.json_types import JsonObject
from jug.version import __version__

SOLUTION_SCHEMA = "jug-solution-v1"


def solution_json(source: TimingModel | FitResult) -> JsonObject:
    """Return a solution as values for JSON.

    Parameters
    ----------
    source : TimingModel or FitResult

    Returns
    -------
    dict
        ``parameters`` has for each parameter of the par file the value and uncertainty as decimal text in PINT's
        units, the unit, whether it is free, and for a selection of TOAs its words. ``fit`` is None without a fit.
    """
    model, errors = model_of(source), meaningful_errors(source)
    settings, facts = model.settings, parameter_facts(model)
    parameters = {
        name: {
            **facts[name]._asdict(),
            "free": entry.free,
            "selection": None if entry.selector is None else str(entry.selector),
        }
        for name, entry in model.entries.items()
        if entry.line is not None or name in errors
    }
    return {
        "schema": SOLUTION_SCHEMA,
        "psr": model.psr,
        "producer": f"{PROGRAM} {__version__}",
        "ephem": settings.ephem,
        "clock": settings.clock,
        "units": settings.units,
        "time_ephemeris": settings.time_ephemeris,
        "read_as": settings.dialect,
        "parameters": parameters,
        "fit": _fit(source) if isinstance(source, FitResult) else None,
    }


def meaningful_errors(source: TimingModel | FitResult) -> Mapping[str, float]:
    """Return uncertainties above 0 of parameters that the data determine, in the units of the values."""
    found = {name: entry.error for name, entry in model_of(source).entries.items() if entry.error is not None}
    lost: set[str] = set()
    if isinstance(source, FitResult):
        found |= source.errors
        lost = set(undetermined_parameters(source))
    return {name: error for name, error in found.items() if error > 0.0 and math.isfinite(error) and name not in lost}


def _fit(result: FitResult) -> JsonObject:
    return {
        "n_toa": len(result.residuals),
        "chi2": result.chi2,
        "dof": result.dof,
        "wrms_us": result.residuals.wrms_s * 1e6,
        "errors_scaled_by_reduced_chi2": result.errors_scaled,
        "converged": result.converged,
        "verdict": result.verdict.name,
    }
