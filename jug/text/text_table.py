"""Tables of text for a terminal or a log, all in one layout."""

from collections.abc import Iterable, Sequence
from textwrap import fill, wrap

LEAST_ROOM = 30
"""Least width, characters, of a folded last column; where less is left its text stands below its row."""

BELOW = "     "
"""Indentation of such text."""


def table(
    head: Sequence[str], rows: Iterable[Sequence[object]], sides: str = "", *, rule: bool = True, width: int = 0
) -> str:
    """Return a table as text, its columns two blanks apart and each at least two blanks wider than its head.

    Parameters
    ----------
    head : sequence of str, (k,)
        Heads of the columns.
    rows : iterable of sequences, each (k,)
        The cells; `str` writes those that are not text.
    sides : str, optional
        For each column ``<``, flush left, or ``>``, flush right; all of them left when empty.
    rule : bool
        Draw a line of dashes below the head.
    width : int
        Largest length of a line, if the other columns allow it: the last column is folded, or stands below its row.
        Zero for no limit.

    Returns
    -------
    str
        A line for each row, without blanks at its end; no newline after the last.
    """
    cells = [[str(cell).rstrip() for cell in row] for row in rows]
    least = [len(title) + 2 for title in head]
    widths = [max(len(cell) for cell in column) for column in zip(head, *cells, strict=True)]
    widths = [max(pair) for pair in zip(least, widths, strict=True)]
    sides = sides or "<" * len(head)
    lines = align_columns([head, *_rules(widths, rule), *cells], widths, sides)
    if not width or max(map(len, lines)) <= width:
        return "\n".join(lines)
    widths = [max(len(cell) for cell in column) for column in zip(head, *cells, strict=True)]
    room = width - sum(widths[:-1]) - 2 * (len(widths) - 1)
    return "\n".join((_fold_last_column if room >= LEAST_ROOM else _put_below)(head, cells, widths, sides, rule, width))


def _rules(widths: Sequence[int], rule: bool) -> list[list[str]]:
    return [["-" * width for width in widths]] if rule else []


def _fold_last_column(
    head: Sequence[str], cells: list[list[str]], widths: list[int], sides: str, rule: bool, width: int
) -> list[str]:
    """The lines of a table whose last column is folded, so that no line is longer."""
    room = width - sum(widths[:-1]) - 2 * (len(widths) - 1)
    rows = list[list[str]]()
    for row in cells:
        first, *more = wrap(row[-1], room, break_on_hyphens=False) or [""]
        rows += [[*row[:-1], first], *([*[""] * (len(row) - 1), line] for line in more)]
    widths = [*widths[:-1], max(len(row[-1]) for row in [head, *rows])]
    return align_columns([head, *_rules(widths, rule), *rows], widths, sides)


def _put_below(
    head: Sequence[str], cells: list[list[str]], widths: list[int], sides: str, rule: bool, width: int
) -> list[str]:
    """The lines of a table whose last column stands below each row; its head is left out."""
    own = widths[:-1]
    lines = align_columns([head[:-1], *_rules(own, rule), *(row[:-1] for row in cells)], own, sides[:-1])
    top = len(lines) - len(cells)
    for row, line in zip(cells, lines[top:], strict=True):
        text = fill(row[-1], width, initial_indent=BELOW, subsequent_indent=BELOW, break_on_hyphens=False)
        lines += [line, *([text] if row[-1] else [])]
    return lines[:top] + lines[top + len(cells) :]


def align_columns(rows: Iterable[Sequence[str]], widths: Sequence[int], sides: Iterable[str]) -> list[str]:
    """Return the lines of a table whose columns stand two blanks apart.

    Parameters
    ----------
    rows : iterable of sequences of str, each (k,)
    widths : sequence of int, (k,)
    sides : iterable of str, (k,)
        For each column ``<``, flush left, or ``>``, flush right.

    Returns
    -------
    list of str
        A line for each row, without blanks at its end.
    """
    line = "  ".join(f"{{:{side}{width}}}" for side, width in zip(sides, widths, strict=True)).format
    return [line(*row).rstrip() for row in rows]
