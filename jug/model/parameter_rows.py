"""Parameters as rows of a short table: one row for each, and one row for a family of many members."""

from collections.abc import Iterable

from jug.core.display.shown import TextRow
from jug.model.parameter_value import parameter_value
from jug.model.parameters import Entry

LONGEST_LISTED_FAMILY = 4
"""Largest number of members of a family that has a row for each."""


def parameter_rows(entries: Iterable[Entry]) -> list[TextRow]:
    """Make rows of name, value with its uncertainty, and unit.

    Parameters
    ----------
    entries : iterable of Entry

    Returns
    -------
    list of (str, str, str)
    """
    families: dict[str, list[Entry]] = {}
    for e in entries:
        families.setdefault(e.param.name, []).append(e)
    rows: list[TextRow] = []
    for own in families.values():
        if len(own) > LONGEST_LISTED_FAMILY:
            rows.append((f"{own[0].name} ... {own[-1].name}", f"{len(own)} parameters", own[0].unit))
        else:
            rows += [_row(e) for e in own]
    return rows


def _row(entry: Entry) -> TextRow:
    return entry.label, parameter_value(entry).shown, entry.unit
