"""The differences between two models as a table of at most 100 columns."""

from collections.abc import Sequence
from fractions import Fraction

from jug.analysis.comparison.value_difference import ValueDifference
from jug.core.decimal_text import to_decimal
from jug.core.display.shown import REPORT_WIDTH
from jug.fitting.result.parameter_table import exponent_of, sexagesimal, to_places
from jug.text.text_table import align_columns

TEXT_UNITS = {"hourangle": "s", "deg": "arcsec"}
"""Units of differences of values that par files write as h:m:s and d:m:s."""

LISTED_MEMBERS = 4
"""Largest number of members of a family that are listed; a larger family has one line, with the largest difference."""

COMPARED_HEAD = ("Parameter", "First", "Second", "Difference", "Unit", "sigma 1", "sigma 2")

LONGEST_VALUE = 24
"""Largest number of characters of a value, as `1234567890.1234567890123` has; of a longer one the end is left out."""

LARGE_PULL = 1e6
"""Smallest pull that is written with an exponent."""


def comparison_table(values: Sequence[ValueDifference], *, full: bool = False) -> str:
    """Format a line for each difference, or for each family of many members.

    Values have digits down to the second digit of their difference. A name that is too long for its column is on a
    line of its own, above its values.

    Parameters
    ----------
    values : sequence of ValueDifference
    full : bool
        Show every member of a family.

    Returns
    -------
    str
        Without a newline at the end.
    """
    counts: dict[str, int] = {}
    for one in values:
        counts[one.family] = counts.get(one.family, 0) + 1
    rows = [_row(one, 1 if full else counts[one.family]) for one in (values if full else _largest(values, counts))]
    widths = [max(map(len, column)) for column in zip(COMPARED_HEAD, *rows, strict=True)]
    room = REPORT_WIDTH - sum(widths[1:]) - 2 * (len(widths) - 1)
    widths[0] = max([len(COMPARED_HEAD[0]), *(len(row[0]) for row in rows if len(row[0]) <= room)])
    cells = [row if len(row[0]) <= widths[0] else ("", *row[1:]) for row in rows]
    lines = align_columns([COMPARED_HEAD, ["-" * width for width in widths], *cells], widths, "<>>><>>")
    out = lines[:2]
    for row, line in zip(rows, lines[2:], strict=True):
        out += [line] if len(row[0]) <= widths[0] else [row[0], line]
    return "\n".join(out)


def _largest(values: Sequence[ValueDifference], counts: dict[str, int]) -> list[ValueDifference]:
    """Replace the differences of each family of many members by the largest in sigma, at the place of the first."""
    best: dict[str, ValueDifference] = {}
    for one in values:
        key = one.family if counts[one.family] > LISTED_MEMBERS else one.name
        if key not in best or _size(one) > _size(best[key]):
            best[key] = one
    return list(best.values())


def _size(one: ValueDifference) -> tuple[float, float]:
    return one.sigma, abs(one.difference)


def _row(one: ValueDifference, count: int) -> tuple[str, ...]:
    name = f"{one.name} (largest of {count})" if count > LISTED_MEMBERS else one.name
    pulls = ["" if pull is None else _pull(pull) for pull in (one.sigma_first, one.sigma_second)]
    in_text = ":" in one.first and one.unit in TEXT_UNITS
    change, unit = (one.difference * 3600.0, TEXT_UNITS[one.unit]) if in_text else (one.difference, one.unit)
    values = [_value_text(text, change, in_text) for text in (one.first, one.second)]
    return (name, *values, f"{change:.3g}", unit, *pulls)


def _pull(pull: float) -> str:
    return f"{pull:.2f}" if abs(pull) < LARGE_PULL else f"{pull:.2e}"


def _value_text(text: str, change: float, in_text: bool) -> str:
    """The value to the second digit of the difference, or as in the file if that is shorter."""
    if change:
        places = 1 - exponent_of(change, 2)
        kept = sexagesimal(_hours_or_degrees(text), max(places, 0)) if in_text else to_places(to_decimal(text), places)
        text = min(text, kept, key=len)
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 1]}~"


def _hours_or_degrees(text: str) -> Fraction:
    """Convert h:m:s or d:m:s to hours or degrees."""
    size = sum((Fraction(part) / 60**i for i, part in enumerate(text.lstrip("+-").split(":"))), Fraction())
    return -size if text.startswith("-") else size
