"""Values of par files: text to a number of 32 digits, and back without loss."""

import re
from collections.abc import Callable
from decimal import Context, Decimal
from fractions import Fraction
from math import isfinite
from typing import Any, NamedTuple, TypeAlias

from jug.core import decimal_text
from jug.core import doubledouble as double
from jug.core.doubledouble import DoubleDouble

EXACT = Context(prec=60)
"""Decimal arithmetic that keeps every digit of a double-double, and of a float64 times 3600."""

_SEXAGESIMAL = re.compile(r"([+-]?)([0-9]{1,4}):([0-9]{1,2})(?::([0-9]{1,2}(?:\.[0-9]*)?))?", re.ASCII)
YES = ("Y", "YES", "T", "TRUE", "1")
"""Words that switch something on, in capitals."""

_TRUE = frozenset(YES)
_FALSE = frozenset(("N", "NO", "F", "FALSE", "0"))


ParValue: TypeAlias = Any
"""A `DoubleDouble`; for the codec str the text itself."""


class Codec(NamedTuple):
    """The reading and writing of one kind of value of a par file.

    Attributes
    ----------
    name : str
        The key in `CODECS`.
    parse : callable
        Text to a `DoubleDouble` in the unit of the value (hours for hms, degrees for dms, both also as one decimal
        number, as in PINT; days for mjd; 1.0 or 0.0 for bool); the codec str gives the text itself. Bad text is a
        ValueError with a short reason.
    format : callable
        The inverse; ``parse(format(v)) == v`` to the last bit.
    error_divisor : int
        Divisor that brings the uncertainty in the par file to the unit of the value: 3600 for hms (the file has
        seconds of time) and dms (arcseconds), else 1.
    """

    name: str
    parse: Callable[[str], ParValue]
    format: Callable[[ParValue], str]
    error_divisor: int = 1

    def error_read(self, written: DoubleDouble[float]) -> float:
        """Convert an uncertainty of the par file to the unit of the value.

        Parameters
        ----------
        written : DoubleDouble[float]
            In s for hms, in arcsec for dms.

        Returns
        -------
        float
            In the unit of the value, rounded once.
        """
        return float(written.hi) if self.error_divisor == 1 else float(double.to_fraction(written) / self.error_divisor)

    def error_text(self, error: float) -> str:
        """Write an uncertainty as the par file has it.

        Parameters
        ----------
        error : float
            In the unit of the value.

        Returns
        -------
        str
            In s for hms, in arcsec for dms; the shortest text that reads back to the same float.
        """
        if self.error_divisor == 1 or not isfinite(error):
            return repr(error)
        exact = EXACT.multiply(Decimal(error), self.error_divisor)
        short = (repr(float(f"{exact:.{digits}g}")) for digits in range(1, 18))
        texts = (*short, *(f"{exact:.{digits}g}" for digits in range(18, 22)))
        return next(text for text in texts if self.error_read(decimal_text.parse(text)) == error)


def plain_number(word: str) -> float | None:
    """Read a number with E or D as float64, without a check of its size; None for another word."""
    try:
        return float(word.upper().replace("D", "E"))
    except ValueError:
        return None


def plain_word(word: str) -> str:
    """Spell a whole number without point, zeros and exponent: ``0.000`` as ``0``; return other words unchanged.

    Parameters
    ----------
    word : str
        Of a par file.

    Returns
    -------
    str
    """
    try:
        value = decimal_text.to_decimal(word)
    except ValueError:
        return word
    return str(int(value)) if abs(value) < LARGEST_WORD and value == int(value) else word


LARGEST_WORD = 1000
"""Numbers below it can be the word of an option."""


def _parse_int(text: str) -> DoubleDouble[float]:
    value = decimal_text.parse(text)
    if value.lo != 0.0 or value.hi != round(value.hi):
        raise ValueError("not a whole number")
    return value


def _parse_bool(text: str) -> DoubleDouble[float]:
    word = plain_word(text.strip()).upper()
    if word not in _TRUE | _FALSE:
        raise ValueError("neither Y nor N")
    return DoubleDouble(1.0 if word in _TRUE else 0.0, 0.0)


def _format_bool(value: DoubleDouble[float]) -> str:
    return "Y" if value.hi else "N"


def _parse_sexagesimal(text: str, unit: str, largest: int, closed: bool) -> DoubleDouble[float]:
    word = text.strip()
    if match := _SEXAGESIMAL.fullmatch(word):
        sign, whole, minutes, seconds = match.groups()
        if int(minutes) >= 60:
            raise ValueError("60 minutes or more")
        second = Fraction(seconds.rstrip(".") if seconds else 0)
        if second > 60:  # 60 itself is rounded from below
            raise ValueError("more than 60 seconds")
        value = int(whole) + Fraction(int(minutes), 60) + second / 3600
    elif decimal_text.NUMBER_TEXT.fullmatch(word):
        value, sign = abs(Fraction(decimal_text.to_decimal(word))), word[0]
    else:
        raise ValueError(f"neither of the form {unit}:minutes:seconds nor a number of {unit}")
    if value > largest or (value == largest and not closed):
        degrees = ": is it in degrees?" if unit == "hours" and ":" not in word and value <= 360 else ""
        raise ValueError(f"{largest} {unit} or more{degrees}" if not closed else f"more than {largest} {unit}")
    return double.from_fraction(-value if sign == "-" else value)


def _parse_hms(text: str) -> DoubleDouble[float]:
    return _parse_sexagesimal(text, "hours", 24, closed=False)


def _parse_dms(text: str) -> DoubleDouble[float]:
    return _parse_sexagesimal(text, "degrees", 90, closed=True)


def _format_sexagesimal(value: DoubleDouble[float]) -> str:
    """``[-]dd:mm:ss.s...`` with the fewest decimals that read back as the same pair."""
    size = abs(double.to_fraction(value))
    target = double.from_fraction(size)
    low, high = 0, 32
    while not _same(_ticks(size, high), high, target):
        low, high = high, 2 * high
    while low < high:
        middle = (low + high) // 2
        if _same(_ticks(size, middle), middle, target):
            high = middle
        else:
            low = middle + 1
    minutes, ticks = divmod(_ticks(size, high), 60 * 10**high)
    seconds, part = divmod(ticks, 10**high)
    tail = f".{part:0{high}d}" if high else ""
    return f"{'-' if value.hi < 0 else ''}{minutes // 60:02d}:{minutes % 60:02d}:{seconds:02d}{tail}"


def _ticks(size: Fraction, places: int) -> int:
    ticks: int = round(size * 3600 * 10**places)
    return ticks


def _same(ticks: int, places: int, target: DoubleDouble[float]) -> bool:
    return double.from_fraction(Fraction(ticks, 3600 * 10**places)) == target


def _same_text(value: str) -> str:
    return str(value)


CODECS = {
    codec.name: codec
    for codec in (
        Codec("float", decimal_text.parse, decimal_text.format),
        Codec("int", _parse_int, decimal_text.format),
        Codec("mjd", decimal_text.parse, decimal_text.format),
        Codec("hms", _parse_hms, _format_sexagesimal, 3600),
        Codec("dms", _parse_dms, _format_sexagesimal, 3600),
        Codec("bool", _parse_bool, _format_bool),
        Codec("str", _same_text, _same_text),
    )
}
"""Every kind of value, by the name that a parameter's declaration gives."""
