"""How objects show themselves in a session and in a notebook: a title and a few rows, never all of their numbers."""

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jug.core.display.quantities import Quantity

REPR_LINES = 20
"""Largest number of lines of a repr."""

REPORT_WIDTH = 100
"""Largest width of a line of a report, characters."""

TextRow = tuple[str, ...]


class Shown(ABC):
    """An object that shows itself in at most 20 lines, and as a table in a notebook."""

    @abstractmethod
    def _shown(self) -> tuple[str, list[TextRow]]:
        """A title, and rows of cells."""

    def __repr__(self) -> str:
        return as_text(*self._shown())

    def _repr_html_(self) -> str:
        return as_html(*self._shown())


class WithUnits:
    """An object whose arrays have their unit at the end of their name."""

    def quantity(self, name: str) -> "Quantity":
        """Give an array the unit that its name says.

        Parameters
        ----------
        name : str
            As ``"error_s"``, ``"freq_hz"``, ``"mjd"``; one of a dict of arrays as ``"bodies_ls.sun"``.

        Returns
        -------
        astropy.units.Quantity

        Raises
        ------
        InputError
            There is no such array, or its name has no unit.
        """
        from jug.core.display.quantities import with_unit

        return with_unit(self, name)


def with_error(value: float, error: float) -> str:
    """Write a value with two digits of its uncertainty in parentheses, as ``224.114(35)``.

    Parameters
    ----------
    value, error : float
        In one and the same unit.

    Returns
    -------
    str
        ``value +- error`` where the uncertainty is larger than the value's own digits allow, or not finite.
    """
    if not (math.isfinite(error) and error > 0.0 and math.isfinite(value)):
        return f"{value!r} +- {error:.2g}"
    power = int(f"{error:.1e}".partition("e")[2])
    places = 1 - power
    size = int(f"{value:e}".partition("e")[2]) if value else power
    if size - power > 15:
        return f"{value!r} +- {error:.2g}"
    digits = round(error * 10.0**places)
    if size < -5 or (places <= 0 and max(size, power) > 6):
        top = max(size, power)
        return f"{value / 10.0**top:.{max(top - power + 1, 0)}f}({digits})e{top:+03d}"
    return f"{value:.{places}f}({digits})" if places > 0 else f"{value:.0f} +- {error:.2g}"


def as_text(title: str, rows: Sequence[TextRow]) -> str:
    """Lay out a title and rows of cells.

    Parameters
    ----------
    title : str
    rows : sequence of tuple of str
        The columns are aligned to the left; rows beyond the twentieth line are counted, not shown.

    Returns
    -------
    str
    """
    kept = rows if len(rows) < REPR_LINES else rows[: REPR_LINES - 2]
    widths = [max((len(row[i]) for row in kept if i < len(row) - 1), default=0) for i in range(8)]
    lines = ["  " + "  ".join(f"{cell:<{w}}" for cell, w in zip(row, widths, strict=False)).rstrip() for row in kept]
    more = [f"  and {len(rows) - len(kept)} more"] if len(kept) < len(rows) else []
    return "\n".join(cut(line, REPORT_WIDTH) for line in (title, *lines, *more))


def cut(text: str, width: int) -> str:
    """Write a text in one line.

    Parameters
    ----------
    text : str
    width : int
        Characters at most; the end is left out where there are more.

    Returns
    -------
    str
    """
    line = text.replace("\n", " ")
    return line if len(line) <= width else f"{line[: width - 4]} ..."


def as_html(title: str, rows: Sequence[TextRow]) -> str:
    """Lay out the same as a table of HTML, for notebooks.

    Parameters
    ----------
    title : str
    rows : sequence of tuple of str

    Returns
    -------
    str
    """
    from html import escape  # the entities of HTML take 1 ms to import

    cells = ("".join(f"<td style='text-align:left'>{escape(cell)}</td>" for cell in row) for row in rows)
    body = "".join(f"<tr>{line}</tr>" for line in cells)
    return f"<div><b>{escape(title)}</b><table>{body}</table></div>"
