"""Numbers in the notation of papers: the uncertainty of the last digits in brackets, 1.2345(6) or 1.2345(16).

The uncertainty has one digit, or two if it begins with 1.
"""

import math
from decimal import Decimal
from typing import NamedTuple

from jug.core.decimal_text import UNROUNDED, fixed_point

SMALL_POWER, LARGE_POWER = -4, 7
"""Powers of ten of a value: up to the first, and from the second, it is written with an exponent."""


class Published(NamedTuple):
    """A number as text.

    Attributes
    ----------
    mantissa : str
        The number, with the uncertainty in brackets if there is one.
    exponent : int
        Power of ten by which it is multiplied; 0 for none.
    """

    mantissa: str
    exponent: int = 0


def last_place(error: float) -> int:
    """Compute how many decimals of a value an uncertainty allows; negative for tens, hundreds.

    Parameters
    ----------
    error : float
        The uncertainty, above 0.

    Returns
    -------
    int
    """
    first, _, power = f"{error:.1e}".partition("e")
    return 1 - int(power) if first[0] == "1" else -int(power)


def brackets(error: float, places: int) -> str:
    """Write an uncertainty in units of the last decimal.

    Parameters
    ----------
    error : float
        In the unit of the value.
    places : int
        Number of decimals of the value, 0 or more.

    Returns
    -------
    str
        ``(12)``
    """
    return f"({fixed_point(Decimal(error).scaleb(places), 0)})"


def rounded(value: Decimal | float, error: float | None) -> Published:
    """Round a value to as many digits as its uncertainty allows.

    Parameters
    ----------
    value : Decimal or float
        In par units.
    error : float or None
        None, 0 or not finite for a value without an uncertainty, which is then rounded to six digits.

    Returns
    -------
    Published
    """
    exact = Decimal(value)
    if error is None or not (math.isfinite(error) and error > 0.0):
        mantissa, _, tens = f"{float(exact):.6g}".partition("e")
        return Published(mantissa, int(tens or 0))
    last = last_place(error)
    kept = [_to_place(number, last) for number in (exact, Decimal(error))]
    exponent = max(number.adjusted() for number in kept if number)
    if SMALL_POWER < exponent < LARGE_POWER and last >= 0:
        exponent = 0
    places = max(last + exponent, 0)
    scaled, sigma = exact.scaleb(-exponent), float(Decimal(error).scaleb(-exponent))
    return Published(fixed_point(scaled, places) + brackets(sigma, places), exponent)


def _to_place(number: Decimal, places: int) -> Decimal:
    """Round to a number of decimals, or to tens or hundreds if it is negative."""
    return UNROUNDED.quantize(number, Decimal(f"1e{-places}"))
