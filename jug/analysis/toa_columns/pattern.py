r"""Patterns of lines with columns in braces, as in tempo2's general2: ``{bat} {res%.3f} {flag:fe}\n``.

``%`` and a format of Python after a name round a number (``{res%.3f}``); times are rounded from all their digits.
``\n`` and ``\t`` are a newline and a tab.
The last newline may be left out. ``{{`` and ``}}`` are braces.
"""

import re
from collections.abc import Mapping
from decimal import Decimal

from jug.analysis.toa_columns.quantities import Values1D
from jug.errors import InputError

FLOAT_DIGITS = 15
"""Largest number of digits of a text that a float64 always represents."""

MOST_WIDTH = 999
"""Largest width and number of digits of a format."""

BRACES = re.compile(r"\{\{|\}\}|\{([^{}%]+)(?:%([^{}]*))?\}")


def names_in(pattern: str) -> list[str]:
    """List the columns of a pattern, each once.

    Parameters
    ----------
    pattern : str

    Returns
    -------
    list of str

    Raises
    ------
    InputError
        The pattern has no column.
    """
    names = [found[1].strip() for found in BRACES.finditer(pattern) if found[1]]
    if not names:
        raise InputError(f"the pattern {pattern!r} has no column in braces", hint="as in '{mjd} {res} {err}'")
    return list(dict.fromkeys(names))


def filled(pattern: str, texts: Mapping[str, list[str]], values: Mapping[str, Values1D]) -> str:
    """Fill a pattern for each TOA.

    Parameters
    ----------
    pattern : str
    texts, values : mapping of str to (n,) columns

    Returns
    -------
    str
        Without a newline at the end.

    Raises
    ------
    InputError
        A format does not suit its column.
    """
    parts: list[list[str]] = []
    count = len(next(iter(texts.values())))
    last = 0
    whole = pattern.replace("\\n", "\n").replace("\\t", "\t").removesuffix("\n")
    for found in BRACES.finditer(whole):
        parts.append([whole[last : found.start()]] * count)
        last = found.end()
        parts.append(_field(found, texts, values) if found[1] else [found[0][0]] * count)
    parts.append([whole[last:]] * count)
    return "\n".join("".join(line) for line in zip(*parts, strict=True))


def _field(found: re.Match[str], texts: Mapping[str, list[str]], values: Mapping[str, Values1D]) -> list[str]:
    name = found[1].strip()
    if found[2] is None:
        return texts[name]
    if any(int(number) > MOST_WIDTH for number in re.findall(r"\d+", found[2])):
        raise InputError(f"{found[0]} is wider than {MOST_WIDTH} characters", hint="as in {res%.3f}")
    try:
        return [format(value, found[2]) for value in _numbers(texts[name], values[name])]
    except ValueError as error:
        raise InputError(f"{found[0]} cannot be written: {error}", hint="as in {res%.3f}") from None


def _numbers(texts: list[str], values: Values1D) -> list[object]:
    """Values to be rounded, as Decimal if the text (of a time) has more digits than a float64."""
    if values.dtype.kind != "f":
        return list(values.tolist())
    exact = map(Decimal, texts)
    return [
        number if len(number.as_tuple().digits) > FLOAT_DIGITS else value
        for number, value in zip(exact, values.tolist(), strict=True)
    ]
