"""Dataclasses and named tuples that show a row for each field."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import islice

from jug.core.display.shown import Shown, TextRow, as_text, cut

MEMBERS_IN_A_CELL = 4
"""Largest number of members of a sequence or a dict that a row names."""

CELL_WIDTH = 70
"""Largest width of a cell in the rows of fields, characters."""


class FieldsShown(Shown):
    """A dataclass that is shown by its name and a row for each field; arrays and long sequences by their size."""

    def _shown(self) -> tuple[str, list[TextRow]]:
        return type(self).__name__, _field_rows(self)


def fields_text(owner: object) -> str:
    """Write a named tuple as `FieldsShown` shows a dataclass.

    Parameters
    ----------
    owner : named tuple

    Returns
    -------
    str
    """
    return as_text(type(owner).__name__, _field_rows(owner))


def _field_rows(owner: object) -> list[TextRow]:
    """A row for each field of a dataclass or a named tuple."""
    found = [f.name for f in fields(owner)] if is_dataclass(owner) else getattr(owner, "_fields", ())
    return [(name, _cell(getattr(owner, name))) for name in found if not name.startswith("_")]


def _cell(value: object) -> str:
    """A value in a few words: a number or a short text itself, of a large object its type and size."""
    if isinstance(value, str):
        return cut(value, CELL_WIDTH)
    if isinstance(value, Shown):
        return cut(value._shown()[0], CELL_WIDTH)
    if shape := getattr(value, "shape", ()):
        return (
            f"array {shape}" if math.prod(shape) > MEMBERS_IN_A_CELL else cut(" ".join(str(value).split()), CELL_WIDTH)
        )
    if hasattr(value, "_fields"):
        return type(value).__name__
    if isinstance(value, Mapping | Sequence):
        first = ", ".join(_cell(member) for member in islice(value, MEMBERS_IN_A_CELL))
        dots = ", ..." if len(value) > MEMBERS_IN_A_CELL else ""
        return cut(f"{len(value)}: {first}{dots}" if dots or isinstance(value, Mapping) else f"({first})", CELL_WIDTH)
    return cut(type(value).__name__ if is_dataclass(value) else repr(value), CELL_WIDTH)
