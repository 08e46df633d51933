"""The values along an axis of a grid: exact, also where float64 does not hold them apart.

F0 of a millisecond pulsar is known to 1e-14 Hz, and float64 holds 300 Hz to 6e-14 Hz. So a value may be a text or a
`decimal.Decimal`, and all are kept as pairs of float64.
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
"""Numbers of any kind, or texts as a par file has them."""

LEAST_RESOLVED = 1e-3
"""Largest spacing of float64, in steps of an axis, at which an axis is given as float64."""

PAIR_DIGITS = Context(prec=34)
"""Of values as decimals: as many as a pair of float64 holds."""


def exact_values(entry: Entry, axis: AxisLike) -> DoubleDouble[Float[N]]:
    """Read the values of an axis.

    Parameters
    ----------
    entry : Entry
        The parameter.
    axis : (m,) array-like
        Values, par units: numbers, `Decimal`, `Fraction`, or texts as a par file has them.

    Returns
    -------
    DoubleDouble
        Of (m,) arrays.

    Raises
    ------
    KindError
        A Quantity.
    FitError
        A value that is not a finite number; values that are the same number, as float64 makes of close ones.
    """
    refuse_quantity(axis, f"values of {entry.name}", entry.unit)
    along = np.atleast_1d(np.asarray(axis))
    if along.ndim != 1 or along.size == 0:
        raise FitError(f"the values of {entry.name} must be finite numbers in one dimension")
    if along.dtype.kind in "biuf":
        hi = along.astype(np.float64)
        with np.errstate(invalid="ignore"):  # infinity less itself
            pair = DoubleDouble(hi, (along - hi).astype(np.float64))  # of 80 bits, or a whole number of 64
    else:
        pairs = [_exact(entry, value) for value in along.tolist()]
        pair = DoubleDouble(np.array([one.hi for one in pairs]), np.array([one.lo for one in pairs]))
    if not np.all(np.isfinite(pair.hi) & np.isfinite(pair.lo)):
        raise FitError(f"the values of {entry.name} must be finite numbers in one dimension")
    _refuse_equal(entry, pair)
    return pair


def _exact(entry: Entry, value: object) -> DoubleDouble[float]:
    """One value."""
    try:
        if isinstance(value, str):
            found: DoubleDouble[float] = entry.codec.parse(value)
            return DoubleDouble(float(found.hi), float(found.lo))
        return from_fraction(Fraction(cast("Decimal", value)))  # what is no number raises
    except (TypeError, ValueError, OverflowError):
        raise FitError(f"the values of {entry.name} must be finite numbers in one dimension, not {value!r}") from None


def _refuse_equal(entry: Entry, values: DoubleDouble[Float[N]]) -> None:
    """Refuse values that are the same number."""
    order = np.lexsort((values.lo, values.hi))
    hi, lo = values.hi[order], values.lo[order]
    same = (np.diff(hi) == 0.0) & (np.diff(lo) == 0.0)
    if np.any(same):
        first = float(hi[int(np.argmax(same))])
        why = f"{len(hi)} values of {entry.name} are {len(hi) - int(np.sum(same))} different numbers"
        spacing = f"float64 holds it to {np.spacing(abs(first)):.2g} {entry.unit}".rstrip()
        raise FitError(f"{why} ({spacing}): give them as text or Decimal, or take jug.grid_axes(result, ...)")


def evenly_spaced(first: Fraction, last: Fraction, count: int) -> Float[N] | list[Decimal]:
    """Make the values of an axis between two ends, both included.

    Parameters
    ----------
    first, last : Fraction
        Par units.
    count : int

    Returns
    -------
    (count,) array, or list of Decimal
        Decimals where float64 would move a value by more than ``LEAST_RESOLVED`` of a step.
    """
    step = (last - first) / max(count - 1, 1)
    largest = float(max(abs(first), abs(last)))
    if not step or np.spacing(largest) < LEAST_RESOLVED * abs(float(step)):
        return np.linspace(float(first), float(last), count)
    return [as_decimal(first + k * step) for k in range(count)]


def as_decimal(value: Fraction) -> Decimal:
    """Return the nearest decimal of 34 digits.

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
        The value less the parameter's own, which has all digits.
    step : float
        Least distance of values on the axis, which the digits resolve; 0 without one.

    Returns
    -------
    str
        15 digits, or more where the step asks for them.
    """
    digits = ceil(log10(abs(nearest) / step)) + 3 if step > 0.0 and nearest else 0
    if digits <= 15:
        return f"{nearest:.15g}"
    return f"{as_decimal(to_fraction(entry.value) + Fraction(offset)):.{digits}g}"
