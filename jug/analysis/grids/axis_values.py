"""The values along an axis of a grid, exact also where they differ by less than the resolution of float64.

F0 of a millisecond pulsar is known to 1e-14 Hz, and float64 represents 300 Hz to 6e-14 Hz. So a value may be a text
or a `decimal.Decimal`, and all are stored as pairs of float64.
"""

from collections.abc import Sequence
from decimal import Context, Decimal
from fractions import Fraction
from math import ceil, log10
from typing import TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike

from jug.core.arguments.kinds import refuse_quantity
from jug.core.array import Float, N
from jug.core.doubledouble import DoubleDouble, from_fraction, to_fraction
from jug.errors import FitError
from jug.model.parameters import Entry

AxisLike: TypeAlias = ArrayLike | Sequence[Decimal] | Sequence[Fraction]
"""Numbers of any kind, or texts in the format of par files."""

LEAST_RESOLVED = 1e-3
"""Largest spacing of float64, in steps of an axis, with which the values of an axis are float64."""

PAIR_DIGITS = Context(prec=34)
"""Number of digits of values as decimals: as many as a pair of float64 can represent."""


def exact_values(entry: Entry, axis: AxisLike) -> DoubleDouble[Float[N]]:
    """Read the values of an axis.

    Parameters
    ----------
    entry : Entry
        The parameter.
    axis : (m,) array-like
        Values, par units: numbers, `Decimal`, `Fraction`, or texts in the format of par files.

    Returns
    -------
    DoubleDouble
        Of (m,) arrays.

    Raises
    ------
    KindError
        The axis is a Quantity.
    FitError
        A value is not a finite number, or several are the same number, for example after rounding to float64.
    """
    refuse_quantity(axis, f"values of {entry.name}", entry.unit)
    along = np.atleast_1d(np.asarray(axis))
    if along.ndim != 1 or along.size == 0:
        raise FitError(f"the values of {entry.name} must be finite numbers in one dimension")
    if along.dtype.kind in "biuf":
        hi = along.astype(np.float64)
        with np.errstate(invalid="ignore"):  # infinity minus infinity
            pair = DoubleDouble(hi, (along - hi).astype(np.float64))  # an 80-bit float, or an integer of 64 bits
    else:
        pairs = [_exact_value(entry, value) for value in along.tolist()]
        pair = DoubleDouble(np.array([one.hi for one in pairs]), np.array([one.lo for one in pairs]))
    if not np.all(np.isfinite(pair.hi) & np.isfinite(pair.lo)):
        raise FitError(f"the values of {entry.name} must be finite numbers in one dimension")
    _refuse_equal(entry, pair)
    return pair


def _exact_value(entry: Entry, value: object) -> DoubleDouble[float]:
    """One value."""
    try:
        if isinstance(value, str):
            found: DoubleDouble[float] = entry.codec.parse(value)
            return DoubleDouble(float(found.hi), float(found.lo))
        return from_fraction(Fraction(cast("Decimal", value)))  # raises an exception for other texts
    except (TypeError, ValueError, OverflowError):
        raise FitError(f"the values of {entry.name} must be finite numbers in one dimension, not {value!r}") from None


def _refuse_equal(entry: Entry, values: DoubleDouble[Float[N]]) -> None:
    """Raise an error if several values are the same number."""
    order = np.lexsort((values.lo, values.hi))
    hi, lo = values.hi[order], values.lo[order]
    same = (np.diff(hi) == 0.0) & (np.diff(lo) == 0.0)
    if np.any(same):
        first = float(hi[int(np.argmax(same))])
        why = f"{len(hi)} values of {entry.name} are {len(hi) - int(np.sum(same))} different numbers"
        spacing = f"float64 holds it to {np.spacing(abs(first)):.2g} {entry.unit}".rstrip()
        raise FitError(f"{why} ({spacing}): give them as text or Decimal, or take jug.grid_axes(result, ...)")


def evenly_spaced(first: Fraction, last: Fraction, count: int) -> Float[N] | list[Decimal]:
    """Make evenly spaced values of an axis between two ends, both included.

    Parameters
    ----------
    first, last : Fraction
        Par units.
    count : int

    Returns
    -------
    (count,) array, or list of Decimal
        Decimals if float64 would change a value by more than ``LEAST_RESOLVED`` of a step.
    """
    step = (last - first) / max(count - 1, 1)
    largest = float(max(abs(first), abs(last)))
    if not step or np.spacing(largest) < LEAST_RESOLVED * abs(float(step)):
        return np.linspace(float(first), float(last), count)
    return [as_decimal(first + k * step) for k in range(count)]


def as_decimal(value: Fraction) -> Decimal:
    """Convert to the nearest decimal number of 34 digits.

    Parameters
    ----------
    value : Fraction

    Returns
    -------
    Decimal
    """
    return PAIR_DIGITS.divide(Decimal(value.numerator), Decimal(value.denominator))


def offsets_from(entry: Entry, values: DoubleDouble[Float[N]]) -> Float[N]:
    """Subtract the parameter's own value.

    Parameters
    ----------
    entry : Entry
    values : DoubleDouble
        Of (m,) arrays, par units.

    Returns
    -------
    (m,) array
        Par units.
    """
    return np.asarray((values.hi - entry.value.hi) + (values.lo - entry.value.lo))


def text_of(entry: Entry, nearest: float, offset: float, step: float) -> str:
    """Write a value on an axis as a decimal number.

    Parameters
    ----------
    entry : Entry
    nearest : float
        The value as float64, par units.
    offset : float
        The value minus the parameter's own value, which has all digits.
    step : float
        Smallest distance between values on the axis, which the digits must resolve; 0 if there is only one value.

    Returns
    -------
    str
        15 digits, or more if the step requires them.
    """
    digits = ceil(log10(abs(nearest) / step)) + 3 if step > 0.0 and nearest else 0
    if digits <= 15:
        return f"{nearest:.15g}"
    return f"{as_decimal(to_fraction(entry.value) + Fraction(offset)):.{digits}g}"
