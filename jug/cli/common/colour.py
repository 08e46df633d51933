"""Colours of a report on a terminal. There are none on other outputs or where NO_COLOR is set (no-color.org)."""

import os
import re
import sys

BOLD, GREEN, YELLOW, RED, NO_COLOUR = "\x1b[1m", "\x1b[32m", "\x1b[33m", "\x1b[31m", "\x1b[0m"

VERDICT = re.compile(r"^(Verdict +)(\S+)(?=:)", re.MULTILINE)
HEADINGS = re.compile(r"^(PSR .*|.*(?=\n-{3,}[- ]*$))", re.MULTILINE)
"""The pulsar's name, and the line above a line of dashes."""

FAILED_LINE = re.compile(r"^(Fit +)((?:not converged|stopped|failed).*)$", re.MULTILINE)


def terminal_has_colours() -> bool:
    """Whether standard output is a terminal that shows colours, and NO_COLOR is not set."""
    out = sys.stdout
    terminal = out is not None and out.isatty() and os.environ.get("TERM") != "dumb"
    return terminal and not os.environ.get("NO_COLOR")


def coloured_report(report: str) -> str:
    """Colour the report of a fit: headings bold, a good verdict green, other verdicts yellow, a failed fit red.

    Parameters
    ----------
    report : str

    Returns
    -------
    str
        Unchanged unless `terminal_has_colours`.
    """
    if not terminal_has_colours():
        return report
    text = HEADINGS.sub(lambda found: f"{BOLD}{found[0]}{NO_COLOUR}" if found[0] else "", report)
    text = FAILED_LINE.sub(rf"\1{RED}\2{NO_COLOUR}", text)
    return VERDICT.sub(lambda found: f"{found[1]}{GREEN if found[2] == 'good' else YELLOW}{found[2]}{NO_COLOUR}", text)
