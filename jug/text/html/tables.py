"""Tables in folded sections of a page, which a keyboard opens."""

from collections.abc import Sequence
from typing import NamedTuple

from jug.text.html.document import html_text


class PageTable(NamedTuple):
    """One table.

    Parameters
    ----------
    title, note : str
        Text above it.
    head : tuple of str, (k,)
    rows : sequence of tuples of str, (k,) each
    sides : str
        ``<`` or ``>`` for each column.
    """

    title: str
    note: str
    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    sides: str


def section_id(title: str) -> str:
    """The id of the section with a title: small letters, digits and hyphens."""
    return "".join(c if c.isalnum() else "-" for c in title.lower())


def section(title: str, content: str, *, folded: bool = False, name: str = "") -> str:
    """Make a section that folds.

    Parameters
    ----------
    title : str
    content : str
        HTML.
    folded : bool
        Whether it is closed at first.
    name : str
        Its name in links; the title where empty.

    Returns
    -------
    str
        HTML.
    """
    start = "" if folded else " open"
    return (
        f'<details{start} id="{section_id(name or title)}"><summary>{html_text(title)}</summary>{content}</details>\n'
    )


def table_html(one: PageTable) -> str:
    """A table that scrolls sideways where the page is narrow, as HTML."""
    head = "".join(
        f'<th scope="col"{_ON_THE_RIGHT if side == ">" else ""}>{html_text(word) or "decision"}</th>'
        for word, side in zip(one.head, one.sides, strict=True)
    )
    rows = "".join(f"<tr>{_cells(one, row)}</tr>\n" for row in one.rows)
    caption = f"<caption><span>{html_text(one.note)}</span></caption>" if one.note else ""
    return (
        f'<div class="wide" role="region" tabindex="0" aria-label="{html_text(one.title)}"><table>{caption}'
        f"<thead><tr>{head}</tr></thead>\n<tbody>{rows}</tbody></table></div>"
    )


def pairs_html(title: str, rows: Sequence[tuple[str, str]]) -> str:
    """A table of names and values, without a head.

    Parameters
    ----------
    title : str
        For screen readers.
    rows : sequence of (str, str)

    Returns
    -------
    str
        HTML.
    """
    cells = "".join(f'<tr><th scope="row">{html_text(a)}</th><td>{html_text(b)}</td></tr>\n' for a, b in rows)
    return f'<table class="pairs" aria-label="{html_text(title)}"><tbody>{cells}</tbody></table>'


def _cells(one: PageTable, row: tuple[str, ...]) -> str:
    cells = []
    for word, head, side in zip(row, one.head, one.sides, strict=True):
        text = "needed" if word == "!" and not head else word
        cells.append(f"<td{_ON_THE_RIGHT if side == '>' else class_of(text)}>{html_text(text)}</td>")
    return "".join(cells)


def class_of(text: str) -> str:
    """The attribute of a cell: a long text gets a wider column and may break anywhere; a word gets no attribute."""
    return ' class="text"' if len(text) > _LONGEST_CELL_WORD else ""


_LONGEST_CELL_WORD = 32
"""Largest number of characters of a cell that counts as a word."""

_ON_THE_RIGHT = ' class="number"'
