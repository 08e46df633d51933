"""Double-double arithmetic: a number as the unevaluated sum of two float64, about 32 decimal digits.

Par values and the pulse phase are computed in it once, on the host. The functions take and return scalars, or arrays
that broadcast; arguments are pairs, ``b`` of the names in ``_float`` is a float64. The algorithms are those of Dekker
(1971, Numer. Math. 18, 224) and Knuth, with the error bounds of Joldes, Muller & Popescu (2017, ACM TOMS 44, 15): with
u = 2^-53 the relative error of `add` is below 3 u^2 = 4e-32, of `mul` below 1e-31, of `div` below 2e-31. They need
round-to-nearest float64 and no fused multiply-add, and hold up to about 1e290 and down to about 1e-270.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from jug.core.array import Array, IntArray, Number, of_numbers, of_pair_and_number, of_pairs
from jug.core.array import DoubleDouble as DoubleDouble

FloatOrArray = float | NDArray[np.float64]
"""A scalar or an array of float64."""

_SPLITTER = 134217729.0
"""2^27 + 1, which cuts a float64 into two halves of 26 bits (Veltkamp)."""


@of_numbers
def two_sum(a: Number, b: Number) -> DoubleDouble[Number]:
    """Add two float64 without error (Knuth).

    Parameters
    ----------
    a, b : float64

    Returns
    -------
    DoubleDouble
        ``hi = fl(a + b)``, and ``lo`` is the rounding error.
    """
    s = a + b
    part = s - a
    return DoubleDouble(s, (a - (s - part)) + (b - part))


@of_numbers
def quick_two_sum(a: Number, b: Number) -> DoubleDouble[Number]:
    """Add two float64 with ``|a| >= |b|``, or a = 0, without error (Dekker).

    Parameters
    ----------
    a, b : float64

    Returns
    -------
    DoubleDouble
        As for `two_sum`.
    """
    s = a + b
    return DoubleDouble(s, b - (s - a))


def _split(a: Number) -> tuple[Number, Number]:
    t = _SPLITTER * a
    high = t - (t - a)
    return high, a - high


@of_numbers
def two_prod(a: Number, b: Number) -> DoubleDouble[Number]:
    """Multiply two float64 without error (Dekker's product with Veltkamp's splitting).

    Parameters
    ----------
    a, b : float64

    Returns
    -------
    DoubleDouble
        ``hi = fl(a b)``, and ``lo`` is the rounding error.
    """
    p = a * b
    a1, a2 = _split(a)
    b1, b2 = _split(b)
    return DoubleDouble(p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2)


def double_double(a: Number) -> DoubleDouble[Number]:
    """Convert a float64 to a pair, exactly."""
    return DoubleDouble(a, a * 0.0)


def neg(a: DoubleDouble[Number]) -> DoubleDouble[Number]:
    """Change the sign of a pair, exactly."""
    return DoubleDouble(-a.hi, -a.lo)


@of_pairs
def add(a: DoubleDouble[Number], b: DoubleDouble[Number]) -> DoubleDouble[Number]:
    """Add two pairs.

    Parameters
    ----------
    a, b : DoubleDouble

    Returns
    -------
    DoubleDouble
        Relative error below 4e-32, also where the two nearly cancel.
    """
    s, e = two_sum(a.hi, b.hi)
    t, f = two_sum(a.lo, b.lo)
    s, e = quick_two_sum(s, e + t)
    return quick_two_sum(s, e + f)


@of_pair_and_number
def add_float(a: DoubleDouble[Number], b: Number) -> DoubleDouble[Number]:
    """Add a float64 to a pair.

    Parameters
    ----------
    a : DoubleDouble
    b : float64

    Returns
    -------
    DoubleDouble
        Relative error below 3e-32.
    """
    s, e = two_sum(a.hi, b)
    return quick_two_sum(s, e + a.lo)


@of_pairs
def sub(a: DoubleDouble[Number], b: DoubleDouble[Number]) -> DoubleDouble[Number]:
    """Subtract pair `b` from pair `a`.

    Parameters
    ----------
    a, b : DoubleDouble

    Returns
    -------
    DoubleDouble
        Relative error below 4e-32.
    """
    return add(a, neg(b))


@of_pairs
def mul(a: DoubleDouble[Number], b: DoubleDouble[Number]) -> DoubleDouble[Number]:
    """Multiply two pairs.

    Parameters
    ----------
    a, b : DoubleDouble

    Returns
    -------
    DoubleDouble
        Relative error below 1e-31.
    """
    p, e = two_prod(a.hi, b.hi)
    return quick_two_sum(p, e + (a.hi * b.lo + a.lo * b.hi))


@of_pair_and_number
def mul_float(a: DoubleDouble[Number], b: Number) -> DoubleDouble[Number]:
    """Multiply a pair by a float64.

    Parameters
    ----------
    a : DoubleDouble
    b : float64

    Returns
    -------
    DoubleDouble
        Relative error below 4e-32.
    """
    p, e = two_prod(a.hi, b)
    return quick_two_sum(p, e + a.lo * b)


@of_pairs
def div(a: DoubleDouble[Number], b: DoubleDouble[Number]) -> DoubleDouble[Number]:
    """Divide pair `a` by pair `b`, by long division in three float64 quotients.

    Parameters
    ----------
    a, b : DoubleDouble

    Returns
    -------
    DoubleDouble
        Relative error below 2e-31.
    """
    q1 = a.hi / b.hi
    rest = sub(a, mul_float(b, q1))
    q2 = rest.hi / b.hi
    rest = sub(rest, mul_float(b, q2))
    return add_float(quick_two_sum(q1, q2), rest.hi / b.hi)


@of_pair_and_number
def div_float(a: DoubleDouble[Number], b: Number) -> DoubleDouble[Number]:
    """Divide a pair by a float64.

    Parameters
    ----------
    a : DoubleDouble
    b : float64

    Returns
    -------
    DoubleDouble
        Relative error below 1e-31.
    """
    q = a.hi / b
    rest = sub(a, two_prod(q, b))
    return quick_two_sum(q, (rest.hi + rest.lo) / b)


def horner_taylor(coefficients: Sequence[DoubleDouble | DoubleDouble[float]], t: DoubleDouble) -> DoubleDouble:
    """Evaluate c0 + c1 t + c2 t^2/2! + ... + cn t^n/n! by Horner's rule.

    Parameters
    ----------
    coefficients : sequence of DoubleDouble
        c0, c1, ... (scalars, or arrays that broadcast against `t`).
    t : DoubleDouble
        The variable, any shape.

    Returns
    -------
    DoubleDouble
        Shape of `t`; the error is below 1e-31 times the sum of the terms' magnitudes for each order.
    """
    if not coefficients:
        return DoubleDouble(t.hi * 0.0, t.hi * 0.0)
    total = DoubleDouble(coefficients[-1].hi + t.hi * 0.0, coefficients[-1].lo + t.hi * 0.0)
    for k in range(len(coefficients) - 1, 0, -1):
        term = mul(total, t)
        total = add(coefficients[k - 1], div_float(term, float(k)) if k > 1 else term)
    return total


def round_split(a: DoubleDouble) -> tuple[IntArray, Array]:
    """Split a pair into the nearest integer and the rest.

    Parameters
    ----------
    a : DoubleDouble
        Any shape.

    Returns
    -------
    number : int64, the shape of `a`
    rest : float64, the shape of `a`
        a - number, in [-0.5, 0.5), rounded once.

    Raises
    ------
    OverflowError
        A number does not fit an int64 or is not finite.
    """
    hi = np.asarray(a.hi, dtype=np.float64)
    if not np.all(np.abs(hi) < 2.0**62):
        raise OverflowError("a value is too large (2^62 or more) or not finite: no nearest integer")
    first = np.rint(hi)
    s, e = two_sum(hi - first, np.asarray(a.lo, dtype=np.float64))
    second = np.rint(s)
    rest = (s - second) + e
    up, down = rest >= 0.5, rest < -0.5
    second = second + up - down
    rest = rest - up + down
    return first.astype(np.int64) + second.astype(np.int64), rest


def from_fraction(value: Fraction) -> DoubleDouble[float]:
    """Return the pair nearest to a rational number; exact where 107 bits suffice."""
    hi = float(value)
    return DoubleDouble(hi, float(value - Fraction(hi)))


def to_fraction(a: DoubleDouble[float]) -> Fraction:
    """Return the exact rational number of a scalar pair."""
    return Fraction(float(a.hi)) + Fraction(float(a.lo))
