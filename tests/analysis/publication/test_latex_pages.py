"""The tables of a published solution fit on pages, by their count of lines and by LaTeX itself."""

import subprocess
from pathlib import Path
from shutil import which

import pytest
from copies import example

from jug.analysis.publication.as_latex import latex
from jug.analysis.publication.groups import QuantityGroup, QuantityRow
from jug.analysis.publication.latex_pages import PAGE_LINES, TITLE_LINES, _lines, _row_lines, pages
from jug.analysis.publication.rounding import Published
from jug.cli import command as cli


def group(title: str, n: int, label: str = "short") -> QuantityGroup:
    return QuantityGroup(title, [QuantityRow(label, f"P{i}", Published("1.0(2)")) for i in range(n)])


def shape(groups: list[QuantityGroup], notes: tuple[str, ...] = ()) -> list[list[tuple[str, int]]]:
    return [[(part.title, len(part.rows)) for part in table] for table in pages(groups, list(notes))]


def test_groups_stay_whole_while_they_fit() -> None:
    room = PAGE_LINES - TITLE_LINES
    assert shape([group("A", 10), group("B", 10)]) == [[("A", 10), ("B", 10)]]
    assert shape([group("A", room), group("B", 1)]) == [[("A", room)], [("B", 1)]]
    assert shape([group("A", 10), group("B", room)]) == [[("A", 10)], [("B", room)]]


def test_a_group_longer_than_a_page_is_divided() -> None:
    room = PAGE_LINES - TITLE_LINES
    assert shape([group("A", room + 5)]) == [[("A", room)], [("A", 5)]]
    assert shape([group("A", 5), group("B", room + 5), group("C", 3)]) == [
        [("A", 5)],
        [("B", room)],
        [("B", 5), ("C", 3)],
    ]


def test_a_group_of_three_pages_fills_each() -> None:
    room = PAGE_LINES - TITLE_LINES
    assert shape([group("A", 2 * room + 1)]) == [[("A", room)], [("A", room)], [("A", 1)]]
    long = group("A", room - 1).rows + group("A", 1, "a label " * 6).rows + group("A", room).rows
    assert shape([QuantityGroup("A", long)]) == [[("A", room - 1)], [("A", room - 1)], [("A", 2)]]


def test_a_cell_as_wide_as_its_column_takes_one_line() -> None:
    """46 characters of the words, with the comma, the blank and the brackets between them, and 34 of the value."""
    for label, value, lines in ((37, 34, 1), (38, 34, 2), (37, 35, 2), (83, 34, 2), (84, 34, 3), (1, 103, 4)):
        assert _row_lines(QuantityRow("x" * label, "F0", Published("1" * value), "Hz")) == lines
    assert [_lines("x" * n, 90) for n in (0, 1, 90, 91)] == [1, 1, 1, 2]


def test_notes_belong_to_the_last_table_alone() -> None:
    """Groups of 10, 20 and 10 rows are 46 lines with their titles."""
    groups = [group("A", 10), group("B", 20), group("C", 10)]
    assert len(shape(groups, ("a note",) * 5)) == 1
    assert [len(table) for table in shape(groups, ("a note",) * 6)] == [2, 1]


def test_long_cells_and_notes_are_counted() -> None:
    """A label of 100 characters takes three lines; ten notes of one line do not fit below a table of 40 rows."""
    assert len(shape([group("A", 20, "a label " * 12)])) == 2
    assert shape([group("A", 30), group("B", 10)], ("a note",) * 10) == [[("A", 30)], [("B", 10)]]


def test_later_tables_keep_the_number_and_numbers_are_mathematics() -> None:
    rows = [QuantityRow("Reduced chi2", "", Published("3 values, -0.0002 to 1e-05, median uncertainty 3.4e-07"))]
    text = latex("J1-1", [QuantityGroup("A", rows), group("B", PAGE_LINES - TITLE_LINES)], [], "jug 1")
    assert text.count(r"\begin{table}") == text.count(r"\end{table}") == 2
    assert text.count(r"\addtocounter{table}{-1}") == 1
    assert text.count(r"\caption{Timing solution of PSR J1$-$1, continued.}") == 1
    words = r"Reduced $\chi^2$ & 3 values, $-0.0002$ to $1 \times 10^{-5}$, median uncertainty $3.4 \times 10^{-7}$ \\"
    assert words in text
    assert text.count("last digits") == 1


@pytest.mark.skipif(which("pdflatex") is None, reason="LaTeX is not installed")
@pytest.mark.filterwarnings("ignore::jug.JugWarning")
@pytest.mark.parametrize("name", ["NGC6440E", "B1855+09_NANOGrav_9yv1"])
def test_latex_sets_them_without_a_complaint(name: str, tmp_path: Path) -> None:
    """Nothing is wider than the text or longer than the page of the class article."""
    assert cli.main(["publish", *map(str, example(name)), "-o", str(tmp_path / "table.tex")]) == 0
    page = r"\documentclass{article}\begin{document}\input{table.tex}\end{document}"
    (tmp_path / "page.tex").write_text(page)
    words = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"]
    said = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=100)
    assert said.returncode == 0, said.stdout
    assert "Output written" in said.stdout
    assert [line for line in said.stdout.splitlines() if "Overfull" in line or "too large" in line] == []
