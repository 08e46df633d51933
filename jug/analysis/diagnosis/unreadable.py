"""Findings on the lines of a tim file that cannot be read."""

from jug.analysis.diagnosis.rows import Finding
from jug.errors import Problem, TimError, by_kind
from jug.io.tim.columns import NegativeUncertainty, ZeroUncertainty

OF_LINES: dict[type[Problem], str] = {
    ZeroUncertainty: "zero uncertainty",
    NegativeUncertainty: "negative uncertainty",
}
"""Problems of lines of a tim file, with the kind of the finding; "tim line" for any other."""


def unreadable_line_findings(error: TimError) -> list[Finding]:
    """Make the findings for the lines of an error, one for each kind of problem.

    Parameters
    ----------
    error : TimError

    Returns
    -------
    list of Finding
    """
    found = []
    for kind in by_kind(error.problems):
        why, where, hint = kind[0]
        name = OF_LINES.get(type(kind[0]), "tim line")
        text = f": {where.text.strip()!r}" if where and where.text.strip() else ""
        more = f" ({len(kind)} lines)" if len(kind) > 1 else ""
        found.append(Finding(name, f"{why}{more}{text}; left out here", str(where or ""), len(kind), hint))
    return found
