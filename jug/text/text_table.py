"""Tables of text for a terminal or a log, all in one layout."""

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[object]], sides: str = "", *, rule: bool = True) -> str:
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

    Returns
    -------
    str
        A line for each row, without blanks at its end; no newline after the last.
    """
    cells = [[str(cell).strip() for cell in row] for row in rows]
    least = [len(title) + 2 for title in head]
    widths = [max(len(cell) for cell in column) for column in zip(head, *cells, strict=True)]
    widths = [max(pair) for pair in zip(least, widths, strict=True)]
    rules = [["-" * width for width in widths]] if rule else []
    return "\n".join(lined_up([head, *rules, *cells], widths, sides or "<" * len(head)))


def lined_up(rows: Iterable[Sequence[str]], widths: Sequence[int], sides: Iterable[str]) -> list[str]:
    """Return the lines of columns that stand two blanks apart.

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
