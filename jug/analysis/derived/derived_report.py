"""Derived quantities as text: a table, and a sentence for each absent one."""

from textwrap import wrap

from jug.analysis.derived.derived_quantities import Derived, DerivedQuantities
from jug.core.display.shown import REPORT_WIDTH
from jug.text.text_table import table

EXPONENT_BELOW, EXPONENT_FROM = 1e-4, 1e6
"""Values below the first number, or not below the second one, are written with an exponent."""

MOST_DECIMALS = 17
"""Largest number of decimal places."""


def derived_report(found: DerivedQuantities) -> str:
    """Format the table of the quantities, and a sentence for each absent one, in lines of at most 100 columns."""
    tables = [derived_table(found)] if found else []
    absent = [line for sentence in found.absent.values() for line in wrap(sentence, REPORT_WIDTH)]
    return "\n\n".join([*tables, *(["\n".join(absent)] if absent else [])])


def derived_table(found: dict[str, Derived]) -> str:
    """Format the quantities as text, values to the second digit of their uncertainty; no newline at the end."""
    head, sides = ("Derived", "Value", "Uncertainty", "Unit", ""), "<<<<<"
    numbers = derived_numbers(found)
    wide = max(map(len, table((*head[:-1], "|"), [(*row, "|") for row in numbers], rule=False).splitlines()))
    rows = []
    for row, q in zip(numbers, found.values(), strict=True):
        first, *more = wrap(q.doc, REPORT_WIDTH + 1 - wide) or [""]
        rows += [(*row, first), *(("", "", "", "", line) for line in more)]
    return table(head, rows, sides)


def derived_numbers(found: dict[str, Derived]) -> list[tuple[str, str, str, str]]:
    """List name, value (to the second digit of the uncertainty), uncertainty and unit of each quantity as text."""
    return [(name, _digits(q), "" if q.error is None else f"{q.error:.2g}", q.unit) for name, q in found.items()]


def _digits(q: Derived) -> str:
    """The value to the second digit of its uncertainty, with an exponent if it is very small or large."""
    if q.error is None:
        return f"{q.value:.6g}"
    last = 1 - int(f"{q.error:.1e}".partition("e")[2])
    if EXPONENT_BELOW <= abs(q.value) < EXPONENT_FROM:
        return f"{q.value:.{min(max(last, 0), MOST_DECIMALS)}f}"
    return f"{q.value:.{min(max(last + int(f'{q.value:e}'.partition('e')[2]), 1), MOST_DECIMALS)}e}"
