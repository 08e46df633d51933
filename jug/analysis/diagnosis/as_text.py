"""A diagnosis as text for a terminal."""

from itertools import groupby
from textwrap import fill

from jug.analysis.diagnosis.report import Report
from jug.analysis.diagnosis.rows import LineUse
from jug.analysis.diagnosis.tables import headline, tables
from jug.core.display.shown import REPORT_WIDTH
from jug.text.control_characters import escaped
from jug.text.html.tables import PageTable
from jug.text.text_table import table

FEWEST_IN_A_SERIES = 3
"""Least number of consecutive lines of one family and one use that become one row: DMXEP_0001 to DMXEP_0100."""


def diagnosis_text(found: Report) -> str:
    """Format a diagnosis as text: the decisions first, then the tables.

    Parameters
    ----------
    found : Report

    Returns
    -------
    str
        Control characters of the files are escaped.
    """
    parts = ["\n".join(headline(found)), _decisions(found)]
    for one in tables(found):
        rows = _shorter(found.lines) if one.title == "Lines of the par file" else one.rows
        parts.append(_block(one._replace(rows=rows)))
    return escaped("\n\n".join(parts))


def _decisions(found: Report) -> str:
    decisions = found.decisions
    if not decisions:
        return "Nothing has to be decided."
    count = f"{len(decisions)} decision{'s are' if len(decisions) > 1 else ' is'} needed:"
    return "\n".join([count, *(f"{number:>3}. {text}" for number, text in enumerate(decisions, 1))])


def _block(one: PageTable) -> str:
    head = f"{one.title}\n{'=' * len(one.title)}"
    note = fill(one.note, REPORT_WIDTH, break_on_hyphens=False)
    return "\n".join(filter(None, (head, note, table(one.head, one.rows, one.sides, width=REPORT_WIDTH))))


def _shorter(lines: tuple[LineUse, ...]) -> list[tuple[str, ...]]:
    """The lines of the par file, of long families only how many there are."""
    rows: list[tuple[str, ...]] = []
    for _, own in groupby(sorted(lines, key=_family), key=_family):
        group = list(own)
        shown = group if len(group) < FEWEST_IN_A_SERIES or not group[0].key[-1:].isdigit() else group[:1]
        for use in shown:
            more = f" (and {len(group) - 1} more lines so)" if len(shown) < len(group) else ""
            known = " ".join(use.programs) or "none"
            rows.append((str(use.number), use.key, use.use, use.alias_of, known, use.what + more))
    return sorted(rows, key=lambda row: int(row[0]))


def _family(use: LineUse) -> tuple[str, str, tuple[str, ...], str]:
    """Keyword without its number, use and readers; lines that are not plain parameters keep their own words."""
    state = use.what.rpartition(", ")[2] if use.use == "parameter" else use.what if use.use == "not understood" else ""
    return use.key.rstrip("0123456789"), use.use, use.programs, state
