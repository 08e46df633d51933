"""A diagnosis as text for a terminal."""

from textwrap import fill

from jug.analysis.diagnosis.report import Report
from jug.analysis.diagnosis.tables import headline, tables, with_families
from jug.core.display.shown import REPORT_WIDTH
from jug.text.control_characters import escape_controls
from jug.text.html.tables import PageTable
from jug.text.text_table import table


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
        parts.append(_block(with_families(one, found)))
    return escape_controls("\n\n".join(parts))


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
