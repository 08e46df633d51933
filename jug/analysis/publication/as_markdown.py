"""A published solution as Markdown tables."""

from jug.analysis.publication.groups import QuantityGroup, QuantityRow


def markdown(psr: str, groups: list[QuantityGroup], papers: list[tuple[str, str]], program: str) -> str:
    """Format a solution as Markdown, with a table for each group.

    Parameters
    ----------
    psr : str
        Name of the pulsar.
    groups : list of QuantityGroup
    papers : list of (str, str)
        Subjects and references.
    program : str
        Name and version of the program.

    Returns
    -------
    str
        Without a newline at the end.
    """
    lines = [f"# Timing solution of PSR {psr}"]
    for group in groups:
        lines += ["", f"## {group.title}", "", "| quantity | name | value | unit |", "|---|---|---|---|"]
        lines += [_line(row) for row in group.rows]
    lines += ["", f"Numbers in brackets are 1-sigma uncertainties of the last digits. Made by {program}."]
    if papers:
        lines += ["", "## References", "", *(f"- {subject}: {text}" for subject, text in papers)]
    return "\n".join(lines)


def _line(row: QuantityRow) -> str:
    mantissa, exponent = row.value
    value = f"{mantissa}e{exponent}" if exponent else mantissa
    return f"| {' | '.join(_cell(text) for text in (row.label, row.name, value, row.unit))} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
