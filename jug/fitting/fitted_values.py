"""The fitted values: the free parameters changed by the fit, and rounded to the significant digits."""

from dataclasses import replace
from math import ceil, floor, log10

import numpy as np

from jug.core.doubledouble import DoubleDouble, add_float, double_double
from jug.fitting.loop import LoopResult
from jug.fitting.tolerances import QUANTUM_S
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel


def with_fitted_values(model: TimingModel, outcome: LoopResult, largest_error_s: float) -> TimingModel:
    """Move the free parameters of a model, and set their uncertainties.

    Parameters
    ----------
    model : TimingModel
        At the anchor.
    outcome : LoopResult
        Of the fit from there.
    largest_error_s : float
        Largest uncertainty of a TOA, s. A value is rounded to a decimal that moves no residual by more than
        ``QUANTUM_S``.

    Returns
    -------
    TimingModel
    """
    sigma = np.sqrt(np.diag(outcome.covariance))
    quantum = QUANTUM_S / (outcome.size * largest_error_s)
    entries = dict(model.entries)
    for i, name in enumerate(model.free):
        moved = entries[name].moved(float(outcome.dx[i]))
        moved = in_one_turn(moved)
        value = _value_in_bounds(moved, _round_value(moved, quantum[i] / moved.scale))
        entries[name] = replace(moved, value=value, error=float(sigma[i]) / moved.scale)
    return replace(model, entries=entries)


def in_one_turn(entry: Entry) -> Entry:
    """Bring an angle that has a turn (OM, KOM, RAJ, ELONG) between 0 and that turn; the residuals stay as they are.

    Parameters
    ----------
    entry : Entry
        Any parameter.

    Returns
    -------
    Entry
        The parameter itself where it is in this range already.
    """
    turn, value = entry.param.turn, entry.value
    if turn is None or 0.0 <= value.hi < turn:
        return entry
    return replace(entry, value=add_float(value, -turn * floor(value.hi / turn)))


def _value_in_bounds(entry: Entry, value: DoubleDouble[float]) -> DoubleDouble[float]:
    """Return the value, or the bound where rounding has moved it across."""
    low, high = entry.param.bounds
    if low is not None and value.hi <= low:
        return double_double(low)
    return double_double(high) if high is not None and value.hi >= high else value


def _round_value(entry: Entry, quantum: float) -> DoubleDouble[float]:
    """Round to the nearest decimal of the value's text that is no coarser than ``quantum`` (par units)."""
    unit = {"hms": 3600, "dms": 3600}.get(entry.param.codec, 1)
    step = float(quantum * unit)
    if not np.isfinite(step) or step <= 0.0:
        return entry.value
    return _nearest_decimal(entry.value, unit, ceil(-log10(step)))


def _nearest_decimal(value: DoubleDouble[float], unit: int, places: int) -> DoubleDouble[float]:
    """Round ``unit`` times a value to so many decimals, half to even, and divide by ``unit`` again; all in integers."""
    top, bottom = float(value.hi).as_integer_ratio()
    more, below = float(value.lo).as_integer_ratio()
    common = max(bottom, below)  # both are powers of two
    top = top * (common // bottom) + more * (common // below)
    up, down = unit * 10 ** max(places, 0), 10 ** max(-places, 0)
    whole, rest = divmod(top * up, common * down)
    twice = 2 * rest - common * down
    whole = (whole + int(twice > 0 or (twice == 0 and whole % 2 == 1))) * down
    hi = whole / up
    near, part = hi.as_integer_ratio()
    return DoubleDouble(hi, (whole * part - near * up) / (up * part))
