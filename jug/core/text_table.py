"""Tables of text for a terminal or a log, in one manner; tabulate, which lays them out, is imported with the first."""

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[object]], sides: str = "", *, rule: bool = True) -> str:
    """Return a table as text, its columns two blanks apart.

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
        A line for each row, without blanks at its end; no newline behind the last.
    """
    from tabulate import tabulate

    cells = [tuple(map(str, row)) for row in rows]
    aligned = ["right" if side == ">" else "left" for side in sides or "<" * len(head)]
    text = tabulate(
        cells, head, "simple" if rule else "plain", colalign=aligned if cells else None, disable_numparse=True
    )
    return "\n".join(line.rstrip() for line in text.split("\n"))
