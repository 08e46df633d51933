"""Tables of text for a terminal or a log."""

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[object]], sides: str = "", *, rule: bool = True) -> str:
    """Columns under their heads, two blanks apart.

    Parameters
    ----------
    head : sequence of str, (k,)
        What stands over the columns.
    rows : iterable of sequences, each (k,)
        The cells; what is no text is written by `str`.
    sides : str, optional
        For each column ``<``, flush left, or ``>``, flush right; all of them left when empty.
    rule : bool
        Draw a line of dashes below the head.

    Returns
    -------
    str
        A line for each row, without blanks at its end; no newline behind the last.
    """
    cells = [tuple(map(str, row)) for row in rows]
    widths = [max(map(len, column)) for column in zip(head, *cells, strict=True)]
    columns = zip(sides or "<" * len(head), widths, strict=True)
    line = "  ".join(f"{{:{side}{max(width, 1)}}}" for side, width in columns)
    dashes = [["-" * width for width in widths]] if rule else []
    return "\n".join(line.format(*row).rstrip() for row in (head, *dashes, *cells))
