"""Double-double arithmetic: a number as the unevaluated sum of two float64, about 32 decimal digits.

Par values and the pulse phase are computed in it once, on the host. The functions take and return scalars, or arrays
that broadcast; arguments are pairs, ``b`` of the names in ``_float`` is a float64. The algorithms are those of Dekker
(1971, Numer. Math. 18, 224) and Knuth, with the error bounds of Joldes, Muller & Popescu (2017, ACM TOMS 44, 15): with
u = 2^-53 the relative error of `add` is below 3 u^2 = 4e-32, of `mul` below 1e-31, of `div` below 2e-31. They need
round-to-nearest float64 and no fused multiply-add, and hold up to about 1e290 and down to about 1e-270.
"""

import math
import re
from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal, Overflow
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Float = float | NDArray[np.float64]
"""A scalar or an array of float64."""

NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eEdD][+-]?[0-9]{1,9})?", re.ASCII)
"""A decimal number, with Fortran's D for the exponent too."""

_EXACT = Context(prec=2400, Emax=999999999, Emin=-999999999)
"""Room for the sum of any two float64 (at most 2,100 digits) without rounding."""

_SPLITTER = 134217729.0
"""2^27 + 1, which cuts a float64 into two halves of 26 bits (Veltkamp)."""


class DoubleDouble(NamedTuple):
    """The sum ``hi + lo``, with ``|lo| <= ulp(hi) / 2``; two floats or two arrays of one shape.

    It is a plain tuple: ``+`` would concatenate, so arithmetic goes through the functions of this module.
    """

    hi: Any
    lo: Any


def two_sum(a: Float, b: Float) -> DoubleDouble:
    """Add two float64 without error: ``hi = fl(a + b)``, ``lo`` is the rounding error (Knuth)."""
    s = a + b
    part = s - a
    return DoubleDouble(s, (a - (s - part)) + (b - part))


def quick_two_sum(a: Float, b: Float) -> DoubleDouble:
    """Add two float64 with ``|a| >= |b|`` (or a = 0) without error: the renormalisation of a pair (Dekker)."""
    s = a + b
    return DoubleDouble(s, b - (s - a))


def _split(a: Float) -> tuple[Float, Float]:
    t = _SPLITTER * a
    high = t - (t - a)
    return high, a - high


def two_prod(a: Float, b: Float) -> DoubleDouble:
    """Multiply two float64 without error (Dekker's product with Veltkamp's splitting)."""
    p = a * b
    a1, a2 = _split(a)
    b1, b2 = _split(b)
    return DoubleDouble(p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2)


def dd(a: Float) -> DoubleDouble:
    """A float64, exactly as it stands, as a pair."""
    return DoubleDouble(a, a * 0.0)


def neg(a: DoubleDouble) -> DoubleDouble:
    """-a, exactly."""
    return DoubleDouble(-a.hi, -a.lo)


def add(a: DoubleDouble, b: DoubleDouble) -> DoubleDouble:
    """Add two pairs: relative error below 4e-32, also where the two nearly cancel."""
    s, e = two_sum(a.hi, b.hi)
    t, f = two_sum(a.lo, b.lo)
    s, e = quick_two_sum(s, e + t)
    return quick_two_sum(s, e + f)


def add_float(a: DoubleDouble, b: Float) -> DoubleDouble:
    """Add a float64 to a pair: relative error below 3e-32."""
    s, e = two_sum(a.hi, b)
    return quick_two_sum(s, e + a.lo)


def sub(a: DoubleDouble, b: DoubleDouble) -> DoubleDouble:
    """Subtract two pairs: relative error below 4e-32."""
    return add(a, neg(b))


def mul(a: DoubleDouble, b: DoubleDouble) -> DoubleDouble:
    """Multiply two pairs: relative error below 1e-31."""
    p, e = two_prod(a.hi, b.hi)
    return quick_two_sum(p, e + (a.hi * b.lo + a.lo * b.hi))


def mul_float(a: DoubleDouble, b: Float) -> DoubleDouble:
    """Multiply a pair by a float64: relative error below 4e-32."""
    p, e = two_prod(a.hi, b)
    return quick_two_sum(p, e + a.lo * b)


def div(a: DoubleDouble, b: DoubleDouble) -> DoubleDouble:
    """Divide two pairs by long division in three float64 quotients: relative error below 2e-31."""
    q1 = a.hi / b.hi
    rest = sub(a, mul_float(b, q1))
    q2 = rest.hi / b.hi
    rest = sub(rest, mul_float(b, q2))
    return add_float(quick_two_sum(q1, q2), rest.hi / b.hi)


def div_float(a: DoubleDouble, b: Float) -> DoubleDouble:
    """Divide a pair by a float64: relative error below 1e-31."""
    q = a.hi / b
    rest = sub(a, two_prod(q, b))
    return quick_two_sum(q, (rest.hi + rest.lo) / b)


def horner_taylor(coefficients: Sequence[DoubleDouble], t: DoubleDouble) -> DoubleDouble:
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


def round_split(a: DoubleDouble) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
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


def from_fraction(value: Fraction) -> DoubleDouble:
    """The pair nearest to a rational number; exact where 107 bits hold it."""
    hi = float(value)
    return DoubleDouble(hi, float(value - Fraction(hi)))


def to_fraction(a: DoubleDouble) -> Fraction:
    """The rational number that a scalar pair stands for, exactly."""
    return Fraction(float(a.hi)) + Fraction(float(a.lo))


def to_decimal(text: str) -> Decimal:
    """A decimal number in a text, exactly; what is too small for a float64 is 0.

    Raises
    ------
    ValueError
        With a short reason, if it is no finite decimal number (``nan`` and ``inf`` are refused).
    """
    word = text.strip()
    if not NUMBER.fullmatch(word):
        raise ValueError(_why_no_number(word))
    if len(word) > 1000:
        raise ValueError("a number of more than 1000 characters")
    value = Decimal(word.replace("D", "e").replace("d", "e"))
    if not value or value.adjusted() < -400:
        return Decimal(0)
    if value.adjusted() > 308 or abs(float(value)) == float("inf"):
        raise ValueError("number too large for a float64 (1.8e308)")
    return value


def parse(text: str) -> DoubleDouble:
    """Read a decimal number (``"61.485"``, ``"-1.181D-15"``) as the nearest pair; ValueError if it is none."""
    value = to_decimal(text)
    hi = float(value)
    return DoubleDouble(hi, float(_EXACT.subtract(value, Decimal(hi))))


def _why_no_number(word: str) -> str:
    if not word:
        return "a number is missing"
    if word.lower().lstrip("+-") in ("nan", "inf", "infinity"):
        return "not a finite number"
    return "not a number"


def decimal(value: float) -> DoubleDouble:
    """The pair nearest to the shortest decimal of a float64: 0.1 becomes 1/10, exactly to 32 digits."""
    return parse(repr(float(value)))


def format(a: DoubleDouble) -> str:
    """The shortest decimal that `parse` reads back as the same scalar pair; ValueError if it is not finite.

    Plain from 1e-4 to 1e17, with an exponent elsewhere. Up to 31 significant digits come back as they were read. A pair
    that was computed needs 32 or more. A pair whose `lo` is 0 is an exact float64 and is written out in full (`decimal`
    makes the short one).
    """
    a = two_sum(float(a.hi), float(a.lo))
    if not math.isfinite(a.hi):
        raise ValueError("not a finite number")
    exact = _EXACT.add(Decimal(a.hi), Decimal(a.lo))
    shortest = exact
    low, high = 1, max(1, len(exact.as_tuple().digits))
    while low < high:
        middle = (low + high) // 2
        found = _rounded(exact, middle, a)
        if found is None:
            low = middle + 1
        else:
            shortest, high = found, middle
    return _written(shortest)


def _rounded(exact: Decimal, digits: int, a: DoubleDouble) -> Decimal | None:
    """The decimal of so many digits nearest to `exact`, or its neighbour, that reads back as the pair `a`; else None.

    Both neighbours are tried: where `lo` is half a unit in the last place of `hi`, as happens where `lo` is subnormal,
    all decimals that read back lie on the side of `hi`.
    """
    for rounding in (ROUND_HALF_EVEN, ROUND_FLOOR, ROUND_CEILING):
        value = Context(prec=digits, rounding=rounding, Emax=999999999, Emin=-999999999, traps=[Overflow]).plus(exact)
        if _reads_back(value, a):
            return value
    return None


def _reads_back(value: Decimal, a: DoubleDouble) -> bool:
    hi = float(value)
    return bool(hi == a.hi and float(_EXACT.subtract(value, Decimal(hi))) == a.lo)


def _written(value: Decimal) -> str:
    """A Decimal as text: plain from 1e-4 to 1e17, with an exponent elsewhere."""
    if not value:
        return "0"
    digits = "".join(map(str, value.as_tuple().digits)).rstrip("0")
    sign, exponent = "-" if value < 0 else "", value.adjusted()
    if exponent < -5 or exponent > 16:
        tail = f".{digits[1:]}" if len(digits) > 1 else ""
        return f"{sign}{digits[0]}{tail}e{exponent}"
    if exponent < 0:
        return f"{sign}0.{'0' * (-exponent - 1)}{digits}"
    whole, part = digits[: exponent + 1].ljust(exponent + 1, "0"), digits[exponent + 1 :]
    return f"{sign}{whole}.{part}" if part else f"{sign}{whole}"
