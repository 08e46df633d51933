"""Distribution of the groups of a published solution over tables that fit on a page.

Each row counts as one line of text, and one more for each time that a cell is wider than its column.
"""

from collections.abc import Iterable
from math import ceil

from jug.analysis.publication.groups import QuantityGroup, QuantityRow

PAGE_LINES = 51
"""Lines of a table on a page of article, 10pt, in footnotesize: 550 pt minus caption and rules, at 9.5 pt."""

LABEL_CHARACTERS, VALUE_CHARACTERS, NOTE_CHARACTERS = 46, 34, 90
"""Characters in a line of each column, and in a line of the width of the text, 345 pt."""

TITLE_LINES = 2
"""Number of lines of the title of a group with its rules."""


def pages(groups: list[QuantityGroup], notes: list[str]) -> list[list[QuantityGroup]]:
    """Distribute groups over tables.

    Parameters
    ----------
    groups : list of QuantityGroup
    notes : list of str
        Sentences below the last table.

    Returns
    -------
    list of list of QuantityGroup
        The groups of each table. A group that is longer than a page is divided.
    """
    below = sum(_lines(note, NOTE_CHARACTERS) for note in notes)
    parts = [part for group in groups for part in _parts(group)]
    found: list[list[QuantityGroup]] = [[]]
    room = PAGE_LINES
    for i, part in enumerate(parts):
        size = TITLE_LINES + sum(map(_row_lines, part.rows))
        asked = size + below if i == len(parts) - 1 else size
        if found[-1] and asked > room:
            found.append([])
            room = PAGE_LINES
        found[-1].append(part)
        room -= size
    return found


def _parts(group: QuantityGroup) -> Iterable[QuantityGroup]:
    """Divide a group into parts that fit on a page."""
    rows: list[QuantityRow] = []
    room = PAGE_LINES - TITLE_LINES
    for row in group.rows:
        size = _row_lines(row)
        if rows and size > room:
            yield QuantityGroup(group.title, rows)
            rows, room = [], PAGE_LINES - TITLE_LINES
        rows.append(row)
        room -= size
    yield QuantityGroup(group.title, rows)


def _row_lines(row: QuantityRow) -> int:
    name = f"{row.label}, {row.name} ({row.unit})"
    return max(_lines(name, LABEL_CHARACTERS), _lines(row.value.mantissa, VALUE_CHARACTERS))


def _lines(text: str, width: int) -> int:
    return max(ceil(len(text) / width), 1)
