"""Decimal text to double-double numbers and back, without loss of digits (`jug.core.doubledouble`)."""

import math
import re
from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal, Overflow
from functools import cache

from jug.core.doubledouble import DoubleDouble, two_sum

NUMBER_TEXT = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eEdD][+-]?[0-9]{1,9})?", re.ASCII)
"""A decimal number, with Fortran's D for the exponent too."""

MOST_CHARACTERS = 1000
"""Largest number of characters in the text of a number."""

UNROUNDED = Context(prec=2400, Emax=999999999, Emin=-999999999)
"""Room for the sum of any two float64 (at most 2,100 digits) without rounding."""


FEW_DIGITS = 17
"""Nearly every value of a par file has no more digits; the search for the shortest decimal begins there."""


def to_decimal(text: str) -> Decimal:
    """Read a decimal number exactly; a number too small for a float64 is 0.

    Raises
    ------
    ValueError
        With a short reason, if it is not a finite decimal number (``nan`` and ``inf`` are refused).
    """
    word = text.strip()
    if not NUMBER_TEXT.fullmatch(word):
        raise ValueError(_why_no_number(word))
    if len(word) > MOST_CHARACTERS:
        raise ValueError("a number of more than 1000 characters")
    value = Decimal(word.replace("D", "e").replace("d", "e"))
    if not value or value.adjusted() < -400:
        return Decimal(0)
    if value.adjusted() > 308 or abs(float(value)) == float("inf"):
        raise ValueError("number too large for a float64 (1.8e308)")
    return value


def parse(text: str) -> DoubleDouble[float]:
    """Read a decimal number (``"61.485"``, ``"-1.181D-15"``) as the nearest pair; ValueError if it is not one."""
    value = to_decimal(text)
    hi = float(value)
    lo = float(UNROUNDED.subtract(value, Decimal(hi)))
    if hi + lo != hi:  # lo was rounded to half a unit of hi
        lo = math.nextafter(lo, 0.0)
    return DoubleDouble(hi, lo)


def nearest_floats(texts: Sequence[str]) -> list[float]:
    """Read decimal numbers as the nearest float64 each: the `hi` that `parse` finds, in a tenth of its time.

    Parameters
    ----------
    texts : sequence of str

    Returns
    -------
    list of float
        A number for each text.

    Raises
    ------
    ValueError
        With a short reason, if a text is not a finite decimal number.
    """
    matches = NUMBER_TEXT.fullmatch
    if all(map(matches, texts)) and len(max(texts, key=len, default="")) <= MOST_CHARACTERS:
        found = [float(text.replace("D", "e").replace("d", "e")) + 0.0 for text in texts]  # -0 is 0
        if all(map(math.isfinite, found)):
            return found
    return [float(to_decimal(text)) for text in texts]


def is_number(text: str) -> bool:
    """Whether `to_decimal` reads a text."""
    try:
        to_decimal(text)
    except ValueError:
        return False
    return True


def _why_no_number(word: str) -> str:
    if not word:
        return "a number is missing"
    if word.lower().lstrip("+-") in ("nan", "inf", "infinity"):
        return "not a finite number"
    return "not a number"


def decimal(value: float) -> DoubleDouble[float]:
    """Return the pair nearest to the shortest decimal of a float64: 0.1 becomes 1/10, exactly to 32 digits."""
    return parse(repr(float(value)))


def format(a: DoubleDouble[float]) -> str:
    """Return the shortest decimal that `parse` reads back as the same scalar pair; ValueError if it is not finite.

    Plain from 1e-4 to 1e17, with an exponent elsewhere. Up to 31 significant digits come back as they were read. A pair
    that was computed needs 32 or more. A pair whose `lo` is 0 is an exact float64 and is written out in full (`decimal`
    makes the short one).
    """
    a = two_sum(float(a.hi), float(a.lo))
    if not math.isfinite(a.hi):
        raise ValueError("not a finite number")
    exact = exact_decimal(a)
    shortest = exact
    low, high = 1, max(1, len(exact.as_tuple().digits))
    middle = min(FEW_DIGITS, high)
    while low < high:
        found = _shorter_decimal(exact, middle, a)
        if found is None:
            low = middle + 1
        else:
            shortest, high = found, middle
        middle = (low + high) // 2
    return _decimal_as_text(shortest)


def exact_decimal(a: DoubleDouble[float]) -> Decimal:
    """Return the exact decimal of a scalar pair of finite numbers."""
    return UNROUNDED.add(Decimal(float(a.hi)), Decimal(float(a.lo)))


def fixed_point(value: Decimal | float, places: int) -> str:
    """Write a number with a fixed number of decimals, rounded half to even; none is written as ``-0``.

    Parameters
    ----------
    value : Decimal or float
        Finite; a float counts as the binary fraction that it is.
    places : int
        Number of decimals; a negative one counts as 0.

    Returns
    -------
    str
    """
    return f"{UNROUNDED.quantize(Decimal(value), Decimal((0, (1,), -max(places, 0)))):zf}"


def _shorter_decimal(exact: Decimal, digits: int, a: DoubleDouble[float]) -> Decimal | None:
    """The decimal nearest to `exact`, or its neighbour, that reads back as the pair `a`; None where there is none.

    Both neighbours are tried: where `lo` is half a unit in the last place of `hi`, as happens where `lo` is subnormal,
    all decimals that read back lie on the side of `hi`.
    """
    nearest = _rounding(digits, ROUND_HALF_EVEN).plus(exact)
    if _reads_back(nearest, a):
        return nearest
    neighbour = _rounding(digits, ROUND_FLOOR if nearest > exact else ROUND_CEILING).plus(exact)
    return neighbour if _reads_back(neighbour, a) else None


@cache
def _rounding(digits: int, rounding: str) -> Context:
    return Context(prec=digits, rounding=rounding, Emax=999999999, Emin=-999999999, traps=[Overflow])


def _reads_back(value: Decimal, a: DoubleDouble[float]) -> bool:
    hi = float(value)
    return bool(hi == a.hi and float(UNROUNDED.subtract(value, Decimal(hi))) == a.lo)


def _decimal_as_text(value: Decimal) -> str:
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
