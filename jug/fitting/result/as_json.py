"""The result of a fit as plain numbers and words for JSON, for other programs."""

import math

from jug.core.array import Float, Parameter
from jug.fitting.findings.minimum import Minimum
from jug.fitting.result.parameter_table import difference
from jug.fitting.result.protocol import JsonFit
from jug.model.parameters import Entry
from jug.text.json_types import JsonObject
from jug.version import __version__


def to_json(result: JsonFit) -> JsonObject:
    """Return the result of a fit as numbers, texts, lists and dicts; a number that is not finite becomes None.

    Parameters
    ----------
    result : jug.FitResult

    Returns
    -------
    dict
        ``parameters`` has, for every parameter by name: value (a float in par units), text (all digits), unit,
        error, error_unit (the same as unit), free, prefit, prefit_text, difference. ``covariance`` and ``correlation``
        are lists of rows in the order of ``free``, in the units of ``errors``. ``wrms_us`` and ``prefit_wrms_us`` are
        in us. ``stop`` says why the fit ended. ``verdict`` is that of `FitVerdict.to_json`. ``data_files`` has each
        clock file, ephemeris and table of Earth orientation with the MJD up to which it is valid. ``wideband`` has the
        DM residuals and their uncertainties (pc cm^-3), None without measured DMs. ``robust`` has loss, scale and
        weights, None after least squares; ``chi2`` is that of all data at full weight. ``noise_parameters`` has the
        fitted noise (`jug.fitting.findings.interval.Interval`). ``minima`` are those of a search, lowest first.
    """
    model, prefit = result.model, result.prefit
    values, errors = ({name: of[name] for name in result.names} for of in (result.values, result.errors))
    return {
        "jug": __version__,
        "psr": model.psr,
        "n_toa": len(result.residuals),
        "free": list(result.names),
        "values": {name: _number(value) for name, value in values.items()},
        "errors": {name: _number(value) for name, value in errors.items()},
        "units": {name: model.entries[name].unit for name in result.names},
        "error_units": {name: model.entries[name].unit for name in result.names},
        "parameters": {
            name: _parameter(prefit.entries[name], entry, errors.get(name)) for name, entry in model.entries.items()
        },
        "covariance": _rows(result.covariance),
        "correlation": _rows(result.correlation),
        "chi2": _number(result.chi2),
        "dof": result.dof,
        "log_likelihood": _number(result.residuals.log_likelihood),
        "read_as": result.model.settings.dialect,
        "conventions": dict(result.model.settings.conventions),
        "reduced_chi2": _number(result.reduced_chi2),
        "errors_scaled_by_reduced_chi2": result.errors_scaled,
        "robust": None if result.robust is None else result.robust.to_json(),
        "wideband": _wideband(result),
        "prefit_chi2": _number(result.prefit_residuals.chi2),
        "prefit_wrms_us": _number(result.prefit_residuals.wrms_s * 1e6),
        "wrms_us": _number(result.residuals.wrms_s * 1e6),
        "stop": {"name": result.stop.name, "converged": result.stop.converged, "sentence": result.stop.value},
        "verdict": result.verdict.to_json(),
        "noise_parameters": {name: one._asdict() for name, one in result.noise_intervals.items()},
        "frozen": [one._asdict() for one in result.frozen],
        "minima": [_minimum(minimum) for minimum in result.minima],
        "search": None if result.searched is None else result.searched._asdict(),
        "n_iter": result.n_iter,
        "backend": result.backend,
        "backend_reason": result.backend_reason,
        "data_files": [use._asdict() for use in result.uses],
        "assumed": list(model.settings.assumed),
        "warnings": [*model.settings.warned, *result.warnings],
    }


def _wideband(result: JsonFit) -> JsonObject | None:
    """Return the DM residuals and their weighted rms, pc cm^-3; None for TOAs alone."""
    before, after = result.prefit_residuals.dm, result.residuals.dm
    if before is None or after is None:
        return None
    return {
        "n_dm": len(after),
        "prefit_dm_wrms": _number(before.wrms),
        "dm_wrms": _number(after.wrms),
        "dm_residuals": [_number(value) for value in after.value.tolist()],
        "dm_errors": [_number(value) for value in after.error.tolist()],
    }


def _minimum(minimum: Minimum) -> JsonObject:
    return {
        "chi2": _number(minimum.chi2),
        "above": _number(minimum.above),
        "relation": minimum.relation,
        "converged": minimum.converged,
        "values": {name: _number(value) for name, value in minimum.values.items()},
        "errors": {name: _number(value) for name, value in minimum.errors.items()},
    }


def _parameter(before: Entry, after: Entry, error: float | None) -> JsonObject:
    sigma = after.error if error is None else error
    return {
        "value": _json_value(after),
        "text": after.text(),
        "unit": after.unit,
        "error": None if sigma is None else _number(sigma),
        "error_unit": after.unit,
        "free": error is not None,
        "prefit": _json_value(before),
        "prefit_text": before.text(),
        "difference": _number(difference(before, after)),
    }


def _json_value(entry: Entry) -> float | None:
    return _number(float(entry.value.hi))


def _number(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def _rows(matrix: Float[Parameter, Parameter]) -> list[list[float | None]]:
    return [[_number(value) for value in row] for row in matrix.tolist()]
