"""The table of parameters in the summary of a fit."""

import math
from collections.abc import Container, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from jug.core.decimal_text import UNROUNDED, exact_decimal, fixed_point
from jug.core.display.shown import REPORT_WIDTH
from jug.core.doubledouble import to_fraction
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel
from jug.text.text_table import align_columns

FIXED_POINT = 1e-4
"""Least number that is written without an exponent."""

PARAMETER_HEAD = ("Parameter", "Unit", "Pre-fit", "Post-fit", "Uncertainty", "Difference", "Fit")
PREFIT = PARAMETER_HEAD.index("Pre-fit")

LABEL_WIDTH = 48
"""Largest width of a parameter's name and selection, characters."""


def parameter_table(
    prefit: TimingModel,
    model: TimingModel,
    errors: Mapping[str, float],
    undetermined: Container[str] = (),
    *,
    left_out: Container[str] = (),
    fixed: bool = True,
) -> str:
    """Return one line for each parameter: value before and after the fit, uncertainty, difference, Y if it was fitted.

    Where the lines would be longer than 100 characters, the values before the fit are left out.

    Fitted values have digits down to the second digit of their uncertainty; fixed ones have the digits of the par file.
    RAJ and DECJ are written as h:m:s and d:m:s, their uncertainty and difference in seconds of time and arcseconds.
    A parameter with a fit flag that the fit has fixed has N, and "undetermined" for its uncertainty.

    Parameters
    ----------
    prefit, model : TimingModel
        Before and after the fit.
    errors : mapping of str to float
        Uncertainties of the free parameters, in the units of the values.
    undetermined : container of str
        Parameters whose uncertainty has no meaning; the table has this word instead.
    left_out : container of str
        Parameters that have no line.
    fixed : bool
        Whether parameters that are not fitted have a line.

    Returns
    -------
    str
        Several lines, without a newline at the end.
    """
    return _table(parameter_cells(prefit, model, errors, undetermined, left_out=left_out, fixed=fixed))


def parameter_cells(
    prefit: TimingModel,
    model: TimingModel,
    errors: Mapping[str, float],
    undetermined: Container[str] = (),
    *,
    left_out: Container[str] = (),
    fixed: bool = True,
) -> list[tuple[str, ...]]:
    """Return the cells of `parameter_table` below `PARAMETER_HEAD`.

    Parameters
    ----------
    prefit, model, errors, undetermined, left_out, fixed
        As for `parameter_table`.

    Returns
    -------
    list of tuple of str
    """
    rows = []
    for name, after in model.entries.items():
        if name in left_out:
            continue
        if name in errors:
            row = _fitted_row(prefit.entries[name], after, errors[name])
            rows.append((*row[:4], "undetermined", *row[5:]) if name in undetermined else row)
        elif after.line is not None and (fixed or after.free):
            rows.append(_fixed_row(prefit.entries[name], after))
    return rows


def _table(rows: Sequence[tuple[str, ...]]) -> str:
    """Rows below `PARAMETER_HEAD`; where they are wider than `REPORT_WIDTH`, without the values before the fit."""
    cells = [PARAMETER_HEAD, *((_cut(row[0]), *row[1:]) for row in rows)]
    sides = "<<>>>><"
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    if sum(widths) + 2 * (len(widths) - 1) > REPORT_WIDTH:
        cells = [row[:PREFIT] + row[PREFIT + 1 :] for row in cells]
        del widths[PREFIT]
        sides = sides[:PREFIT] + sides[PREFIT + 1 :]
    return "\n".join(align_columns([cells[0], ["-" * width for width in widths], *cells[1:]], widths, sides))


def _cut(label: str) -> str:
    return label if len(label) <= LABEL_WIDTH else f"{label[: LABEL_WIDTH - 3]}..."


def difference(before: Entry, after: Entry) -> float:
    """Return the value after the fit minus the value before; for an angle with a period, the difference nearest to 0.

    Parameters
    ----------
    before, after : Entry

    Returns
    -------
    float
        In the unit of the values.
    """
    change, turn = UNROUNDED.subtract(exact_decimal(after.value), exact_decimal(before.value)), after.param.turn
    if turn is not None and abs(change) > turn / 2:
        change = UNROUNDED.subtract(change, Decimal(turn * round(float(change) / turn)))
    return float(change)


def exponent_of(number: float, digits: int) -> int:
    """Return the power of ten of a rounded number.

    Parameters
    ----------
    number : float
        In any unit.
    digits : int
        Number of significant digits to round to.

    Returns
    -------
    int
    """
    return int(f"{number:.{digits - 1}e}".partition("e")[2])


def _fitted_row(before: Entry, after: Entry, error: float) -> tuple[str, ...]:
    head, divisor = (after.label, _unit(after)), after.codec.error_divisor
    error, change = error * divisor, difference(before, after) * divisor
    if not (math.isfinite(error) and error > 0.0):
        return (*head, before.text(), after.text(), "undefined", f"{change:.2g}", "Y")
    # The last decimal that is shown is the second digit of the uncertainty.
    places = 1 - exponent_of(error, 2)
    values = [_value(entry, places) for entry in (before, after)]
    return (*head, *values, _small(error, places), _small(change, places), "Y")


def _fixed_row(before: Entry, after: Entry) -> tuple[str, ...]:
    """The row of a parameter without an uncertainty; the fit has fixed one with a fit flag, maybe at another value."""
    texts, change = (before.text(), after.text()), ""
    if texts[0] != texts[1] and not after.word:
        change = f"{difference(before, after) * after.codec.error_divisor:.2g}"
    return (after.label, _unit(after), *texts, "undetermined" if after.free else "", change, "N")


def _unit(entry: Entry) -> str:
    return {"hms": "h:m:s", "dms": "d:m:s", "mjd": "MJD"}.get(entry.param.codec, entry.unit)


def _value(entry: Entry, places: int) -> str:
    """Write a value with a number of decimals; for h:m:s and d:m:s these are decimals of the seconds."""
    if entry.param.codec in ("hms", "dms"):
        return sexagesimal(to_fraction(entry.value), max(places, 0))
    return to_places(exact_decimal(entry.value), places)


def to_places(exact: Decimal, places: int) -> str:
    """Write a number with a number of decimals, and with an exponent where it is below 1e-4.

    Parameters
    ----------
    exact : Decimal
        In any unit.
    places : int
        Number of decimals, as of a number without an exponent; negative for tens, hundreds.

    Returns
    -------
    str
    """
    if 0.0 < abs(exact) < FIXED_POINT:
        exponent = exponent_of(float(exact), 17)
        return f"{fixed_point(exact.scaleb(-exponent, UNROUNDED), places + exponent)}e{exponent:+03d}"
    return fixed_point(exact, places)


def _small(number: float, places: int) -> str:
    """Write an uncertainty or a difference to that decimal; a smaller number keeps two digits."""
    if number == 0.0:
        return "0"
    decimals = max(places + exponent_of(number, 2), 1)
    if abs(number) < FIXED_POINT:
        return f"{number:.{decimals}e}"
    return fixed_point(number, decimals - exponent_of(number, 2))


def sexagesimal(exact: Fraction, places: int) -> str:
    """Write hours or degrees as h:m:s or d:m:s.

    Parameters
    ----------
    exact : Fraction
    places : int
        Number of decimals of the seconds.

    Returns
    -------
    str
    """
    ticks = round(abs(exact) * 3600 * 10**places)
    minutes, rest = divmod(ticks, 60 * 10**places)
    seconds, part = divmod(rest, 10**places)
    tail = f".{part:0{places}d}" if places else ""
    return f"{'-' if exact < 0 else ''}{minutes // 60:02d}:{minutes % 60:02d}:{seconds:02d}{tail}"
