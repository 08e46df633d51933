"""The display of objects in a session and in a notebook: a title and a few rows, never all numbers."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

REPR_LINES = 20
"""Largest number of lines of a repr."""

REPORT_WIDTH = 100
"""Largest width of a line of a report, characters."""

TextRow = tuple[str, ...]


class Shown(ABC):
    """An object that is shown in at most 20 lines, and as a table in a notebook."""

    @abstractmethod
    def _shown(self) -> tuple[str, list[TextRow]]:
        """A title, and rows of cells."""

    def __repr__(self) -> str:
        return as_text(*self._shown())

    def _repr_html_(self) -> str:
        return as_html(*self._shown())


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
    columns = max(map(len, kept), default=1)
    widths = [max(len(row[i]) for row in kept if i < len(row) - 1) for i in range(columns - 1)]
    padded = ([f"{cell:<{w}}" for cell, w in zip(row[:-1], widths, strict=False)] for row in kept)
    lines = ["  " + "  ".join([*cells, row[-1]]).rstrip() for cells, row in zip(padded, kept, strict=True)]
    more = [f"  and {len(rows) - len(kept)} more"] if len(kept) < len(rows) else []
    return "\n".join(cut(line, REPORT_WIDTH) for line in (title, *lines, *more))


def cut(text: str, width: int) -> str:
    """Write a text in one line.

    Parameters
    ----------
    text : str
    width : int
        Largest number of characters; the end of a longer text is left out.

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
