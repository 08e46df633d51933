"""What a fit found, for people (`summary`, the table of tempo2) and for programs (`to_json`)."""

import math
from fractions import Fraction
from textwrap import wrap
from typing import Any

import numpy as np

from jug.core.doubledouble import to_fraction
from jug.core.text_table import table
from jug.core.times import dated
from jug.fitting.result import FitResult
from jug.model.evaluation.residuals import Residuals
from jug.model.parameters import Entry
from jug.obs.files import DataUse
from jug.version import __version__

FIXED_POINT = 1e-4
"""Numbers smaller than this are written with an exponent."""

HEAD = ("Parameter", "Unit", "Pre-fit", "Post-fit", "Uncertainty", "Difference", "Fit")


def summary(result: FitResult) -> str:
    """The result of a fit as text: statistics, the table of parameters, data files, what wants a second look.

    Fitted values are given to the second digit of their uncertainty, fixed ones as they are. RAJ and DECJ are written
    h:m:s and d:m:s, their uncertainty and difference in seconds of time and in arcseconds.

    Parameters
    ----------
    result : FitResult

    Returns
    -------
    str
        Several lines, without a newline at the end.
    """
    before, after = result.prefit_residuals, result.residuals
    reduced = f"{result.reduced_chi2:.4f}" if result.dof > 0 else "undefined"
    lines = [
        f"PSR {result.model.psr or '(no name)'}",
        "",
        f"Number of TOAs            {len(after)}",
        *_wideband_lines(before, after),
        f"Weighted rms, pre-fit     {_microseconds(before)} us",
        f"Weighted rms, post-fit    {_microseconds(after)} us",
        f"chi2                      {result.chi2:.4f}, degrees of freedom {result.dof}, reduced chi2 {reduced}",
        *_noise_lines(result),
        f"Fit                       {result.stop.value}",
        f"Iterations                {result.n_iter}",
        f"Backend                   {result.backend}",
        *wrap(result.backend_reason, 90, initial_indent=26 * " ", subsequent_indent=26 * " "),
        "",
        _parameter_table(result),
        "",
        f"Uncertainties multiplied by sqrt(reduced chi2) = {math.sqrt(result.reduced_chi2):.4f}."
        if result.errors_scaled
        else "Uncertainties as they come, not scaled by sqrt(reduced chi2).",
    ]
    special = {"RAJ": "s of time", "DECJ": "arcsec"}
    if words := [f"of {name} in {unit}" for name, unit in special.items() if name in result.names]:
        lines.append(f"Uncertainty and difference {', '.join(words)}.")
    if result.uses:
        lines += ["", _data_table(result.uses)]
    notes = (*result.model.settings.assumed, *result.warnings)
    if notes:
        lines += ["", "Notes", *(f"  {note}" for note in notes)]
    return "\n".join(lines)


def to_json(result: FitResult) -> dict[str, Any]:
    """The result of a fit as what JSON can hold; a number that is not finite becomes None.

    Returns
    -------
    dict
        ``parameters`` has, for every parameter by name: value (a float in par units), text (all digits), unit,
        error, error_unit, free, prefit, prefit_text, difference (in error_unit). ``covariance`` and ``correlation``
        are lists of rows in the order of ``free``, in the units of ``errors``. wrms in us; TOA counts; the stop; the
        backend; the data files with the date they hold to; the version of jug. ``wideband`` has the DM residuals and
        their uncertainties (pc cm^-3), None without measured DMs.
    """
    model, prefit = result.model, result.prefit
    return {
        "jug": __version__,
        "psr": model.psr,
        "n_toa": len(result.residuals),
        "free": list(result.names),
        "values": {name: _number(value) for name, value in result.values.items()},
        "errors": {name: _number(value) for name, value in result.errors.items()},
        "units": {name: model.entries[name].unit for name in result.names},
        "error_units": {name: model.entries[name].error_unit for name in result.names},
        "parameters": {
            name: _parameter(prefit.entries[name], entry, result.errors.get(name))
            for name, entry in model.entries.items()
        },
        "covariance": _rows(result.covariance),
        "correlation": _rows(result.correlation),
        "chi2": _number(result.chi2),
        "dof": result.dof,
        "log_likelihood": _number(result.residuals.log_likelihood),
        "conventions": dict(result.model.settings.conventions),
        "reduced_chi2": _number(result.reduced_chi2),
        "errors_scaled_by_reduced_chi2": result.errors_scaled,
        "wideband": _wideband(result),
        "prefit_chi2": _number(result.prefit_residuals.chi2),
        "prefit_wrms_us": _number(result.prefit_residuals.wrms_s * 1e6),
        "wrms_us": _number(result.residuals.wrms_s * 1e6),
        "stop": {
            "name": result.stop.name,
            "converged": result.stop.converged,
            "sentence": result.stop.value,
        },
        "n_iter": result.n_iter,
        "backend": result.backend,
        "backend_reason": result.backend_reason,
        "data_files": [use._asdict() for use in result.uses],
        "assumed": list(model.settings.assumed),
        "warnings": list(result.warnings),
    }


def _wideband_lines(before: Residuals, after: Residuals) -> list[str]:
    """What measured DMs there are, and how they fit; nothing for TOAs alone."""
    if before.dm is None or after.dm is None:
        return []
    return [
        f"Measured DMs              {len(after.dm)}, fitted with the TOAs (wideband)",
        f"DM weighted rms, pre-fit  {before.dm.wrms:.4e} pc cm^-3",
        f"DM weighted rms, post-fit {after.dm.wrms:.4e} pc cm^-3",
    ]


def _wideband(result: FitResult) -> dict[str, Any] | None:
    """The measured DMs and how they fit, pc cm^-3; None for TOAs alone."""
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


def _noise_lines(result: FitResult) -> list[str]:
    """What the noise of the model is, with the conventions it was read by; nothing for plain uncertainties."""
    noise = [c for c in result.model.components if c.scale is not None or c.dm_scale is not None or c.process]
    if not noise:
        return []
    chosen = ", ".join(f"{name} {word}" for name, word in result.model.settings.conventions.items())
    return [
        f"Noise                     {', '.join(c.name for c in noise)}",
        f"                          conventions {chosen}",
        f"Log-likelihood            {result.residuals.log_likelihood:.4f}",
    ]


def _parameter_table(result: FitResult) -> str:
    rows = []
    for name, after in result.model.entries.items():
        if name in result.errors:
            rows.append(_fitted_row(result.prefit.entries[name], after, result.errors[name]))
        elif after.line is not None:
            rows.append((after.label, _unit(after), after.text(), after.text(), "", "", "N"))
    return table(HEAD, rows, "<<>>>><")


def _fitted_row(before: Entry, after: Entry, error: float) -> tuple[str, ...]:
    head = (after.label, _unit(after))
    if not (math.isfinite(error) and error > 0.0):
        return (*head, before.text(), after.text(), "undefined", f"{_difference(before, after):.2g}", "Y")
    # Below the second digit of the uncertainty nothing is shown: so many decimals that one in the last is that digit.
    places = 1 - _exponent(error, 2)
    values = [_value(entry, places) for entry in (before, after)]
    return (*head, *values, _small(error, places), _small(_difference(before, after), places), "Y")


def _unit(entry: Entry) -> str:
    return {"hms": "h:m:s", "dms": "d:m:s"}.get(entry.param.codec, entry.unit)


def _difference(before: Entry, after: Entry) -> float:
    """Post-fit minus pre-fit, in the unit of the uncertainty."""
    return float(to_fraction(after.value) - to_fraction(before.value)) / after.codec.error_ratio


def _value(entry: Entry, places: int) -> str:
    """A value with that many decimals (of the seconds, where it has such)."""
    exact = to_fraction(entry.value)
    if entry.param.codec in ("hms", "dms"):
        return _sexagesimal(exact, max(places, 0))
    if 0.0 < abs(entry.value.hi) < FIXED_POINT:
        exponent = _exponent(entry.value.hi, 17)
        return f"{_fixed(exact / Fraction(10) ** exponent, places + exponent)}e{exponent:+03d}"
    return _fixed(exact, places)


def _small(number: float, places: int) -> str:
    """An uncertainty or a difference to that decimal; one that is smaller by itself keeps two digits."""
    if number == 0.0:
        return "0"
    decimals = max(places + _exponent(number, 2), 1)
    if abs(number) < FIXED_POINT:
        return f"{number:.{decimals}e}"
    return _fixed(Fraction(number), decimals - _exponent(number, 2))


def _exponent(number: float, digits: int) -> int:
    """Power of ten of a number once it is rounded to so many digits."""
    return int(f"{number:.{digits - 1}e}".partition("e")[2])


def _fixed(exact: Fraction, places: int) -> str:
    places = max(places, 0)
    ticks = round(abs(exact) * 10**places)
    whole, part = divmod(ticks, 10**places)
    sign = "-" if exact < 0 and ticks else ""
    return f"{sign}{whole}.{part:0{places}d}" if places else f"{sign}{whole}"


def _sexagesimal(exact: Fraction, places: int) -> str:
    ticks = round(abs(exact) * 3600 * 10**places)
    minutes, rest = divmod(ticks, 60 * 10**places)
    seconds, part = divmod(rest, 10**places)
    tail = f".{part:0{places}d}" if places else ""
    return f"{'-' if exact < 0 else ''}{minutes // 60:02d}:{minutes % 60:02d}:{seconds:02d}{tail}"


def _data_table(uses: tuple[DataUse, ...]) -> str:
    rows = [(use.what, use.name, use.source, _date(use.good_until_mjd), use.n_beyond or "") for use in uses]
    head = ("Data file for", "File", "From", "Holds to", "TOAs not covered")
    return table(head, rows)


def _date(mjd: float | None) -> str:
    return "" if mjd is None else f"MJD {dated(mjd)}"


def _microseconds(residuals: Residuals) -> str:
    value = residuals.wrms_s * 1e6
    return _fixed(Fraction(value), max(3, 3 - _exponent(value, 4))) if value >= FIXED_POINT else f"{value:.3e}"


def _parameter(before: Entry, after: Entry, error: float | None) -> dict[str, Any]:
    known = after.error if error is None else error
    return {
        "value": _json_value(after),
        "text": after.text(),
        "unit": after.unit,
        "error": None if known is None else _number(known),
        "error_unit": after.error_unit,
        "free": error is not None,
        "prefit": _json_value(before),
        "prefit_text": before.text(),
        "difference": _number(_difference(before, after)),
    }


def _json_value(entry: Entry) -> float | None:
    return _number(float(entry.value.hi))


def _number(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def _rows(matrix: np.ndarray) -> list[list[float | None]]:
    return [[_number(value) for value in row] for row in matrix.tolist()]
