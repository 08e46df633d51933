"""A published solution as a LaTeX table, which needs no package."""

from jug.analysis.publication.groups import QuantityGroup, QuantityRow
from jug.analysis.publication.labels import SYMBOLS, escaped_latex, unit_latex

END = r" \\"


def latex(psr: str, groups: list[QuantityGroup], papers: list[tuple[str, str]], program: str) -> str:
    """Format a solution as a LaTeX table.

    Parameters
    ----------
    psr : str
        Name of the pulsar.
    groups : list of QuantityGroup
    papers : list of (str, str)
        Subjects and references.
    program : str
        Name and version of the program, for a comment.

    Returns
    -------
    str
        Without a newline at the end.
    """
    lines = [
        f"% made by {program}",
        r"\begin{table}",
        rf"\caption{{Timing solution of PSR {_name(psr)}.}}",
        r"\begin{tabular}{ll}",
        r"\hline",
        rf"Quantity & Value{END}",
    ]
    for group in groups:
        lines += [r"\hline", rf"\multicolumn{{2}}{{c}}{{{group.title}}}{END}", r"\hline"]
        lines += [f"{_label(row)} & {_value(row)}{END}" for row in group.rows]
    notes = [rf"{escaped_latex(subject)}: {escaped_latex(text)}." for subject, text in papers]
    return "\n".join(
        [
            *lines,
            r"\hline",
            r"\end{tabular}",
            r"\par\smallskip",
            "Numbers in brackets are 1-sigma uncertainties of the last digits.",
            *notes,
            r"\end{table}",
        ]
    )


def _name(psr: str) -> str:
    """The name, its minus sign as one."""
    return escaped_latex(psr).replace("-", "$-$")


def _label(row: QuantityRow) -> str:
    symbol = f", ${SYMBOLS[row.name]}$" if row.name in SYMBOLS else ""
    other = f", {escaped_latex(row.name)}" if row.name and not symbol else ""
    unit = f" ({unit_latex(row.unit)})" if row.unit else ""
    return f"{escaped_latex(row.label)}{symbol or other}{unit}"


def _value(row: QuantityRow) -> str:
    mantissa, exponent = row.value
    text = escaped_latex(mantissa)
    if exponent:
        return rf"${text} \times 10^{{{exponent}}}$"
    return f"${text}$" if text.startswith("-") else text
