"""A published solution as LaTeX tables, which need no package and fit on pages."""

import re

from jug.analysis.publication.groups import QuantityGroup, QuantityRow
from jug.analysis.publication.labels import SYMBOLS, escaped_latex, unit_latex
from jug.analysis.publication.latex_pages import LABEL_CHARACTERS, pages

ROW_END = r" \\"

LATEX_COLUMNS = r"@{}p{0.56\linewidth}@{\hspace{0.02\linewidth}}p{0.42\linewidth}@{}"
"""Format of two columns that together are as wide as the text; longer cells are broken into lines."""

CHI2_SYMBOL = r"$\chi^2$"

NUMBER_IN_WORDS = re.compile(r"(?<![\w.])(-?\d+\.?\d*)(?:e([+-]\d+))?(?![\w.]*\w)")
"""Pattern of a number in a text, with its power of ten."""


def latex(psr: str, groups: list[QuantityGroup], papers: list[tuple[str, str]], program: str) -> str:
    """Format a solution as a LaTeX table, or as several with the same number if it is longer than a page.

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
    notes = [
        "Numbers in brackets are 1-sigma uncertainties of the last digits.",
        *(rf"{escaped_latex(subject)}: {escaped_latex(text)}." for subject, text in papers),
    ]
    *others, last = [(table, i > 0) for i, table in enumerate(pages(groups, notes))]
    texts = [_table(_name(psr), table, [], later) for table, later in others]
    return "\n".join([f"% made by {program}", *texts, _table(_name(psr), last[0], notes, last[1])])


def _table(psr: str, groups: list[QuantityGroup], notes: list[str], later: bool) -> str:
    """One table; later tables have the number of the first."""
    lines = [r"\begin{table}", *([r"\addtocounter{table}{-1}"] if later else [])]
    lines += [rf"\caption{{Timing solution of PSR {psr}{', continued' if later else ''}.}}", r"\footnotesize"]
    lines += [rf"\begin{{tabular}}{{{LATEX_COLUMNS}}}", r"\hline", rf"Quantity & Value{ROW_END}"]
    for group in groups:
        lines += [r"\hline", rf"\multicolumn{{2}}{{c}}{{{group.title}}}{ROW_END}", r"\hline"]
        lines += [f"{_label(row)} & {_value(row)}{ROW_END}" for row in group.rows]
    lines += [r"\hline", r"\end{tabular}", *([r"\par\smallskip"] if notes else []), *notes, r"\end{table}"]
    return "\n".join(lines)


def _name(psr: str) -> str:
    """The name, with a typographic minus sign."""
    return escaped_latex(psr).replace("-", "$-$")


def _label(row: QuantityRow) -> str:
    symbol = f", ${SYMBOLS[row.name]}$" if row.name in SYMBOLS else ""
    other = f", {escaped_latex(row.name)}" if row.name and not symbol else ""
    unit = f" ({unit_latex(row.unit)})" if row.unit else ""
    words = f"{row.label}, {row.name} ({row.unit})"
    ragged = r"\raggedright " if len(words) > LABEL_CHARACTERS else ""
    return f"{ragged}{escaped_latex(row.label).replace('chi2', CHI2_SYMBOL)}{symbol or other}{unit}"


def _value(row: QuantityRow) -> str:
    mantissa, exponent = row.value
    if exponent:
        return rf"${escaped_latex(mantissa)} \times 10^{{{exponent}}}$"
    if mantissa.startswith("-"):
        return f"${escaped_latex(mantissa)}$"
    return NUMBER_IN_WORDS.sub(_number, escaped_latex(mantissa))


def _number(found: re.Match[str]) -> str:
    """Write a number in a text, in mathematics mode if it has a sign or a power of ten."""
    mantissa, power = found.groups()
    if power:
        return rf"${mantissa} \times 10^{{{int(power)}}}$"
    return f"${mantissa}$" if mantissa.startswith("-") else mantissa
