"""The words of the doctor's findings: values that a flag lacks are not listed, and one decimal is one step."""

from pathlib import Path

from copies import example

import jug
from jug.analysis.diagnosis.as_page import _what_beside_name
from jug.text.html.tables import PageTable
from tests.model.checks.test_all_problems import GOOD


def test_values_and_digits_are_named(tmp_path: Path) -> None:
    (tmp_path / "a.par").write_text(GOOD + "JUMP -fe X 1e-3\n")
    rows = [f"a{i} 1400 {54500 + i}.{i % 9 + 1} 1 @{' -fe L' if i % 2 else ''}" for i in range(8)]
    (tmp_path / "a.tim").write_text("\n".join(["FORMAT 1", *rows]) + "\n")
    text = jug.doctor(tmp_path / "a.par", tmp_path / "a.tim").text
    assert "JUMP -fe X selects no TOA; -fe has L" in text
    assert "has , L" not in text
    assert "1 decimal is a step of 8.64e+09 us" in text


def test_a_page_has_long_families_in_one_row_and_every_line_in_a_closed_section() -> None:
    """On paper B1855+09 takes 4 sheets so, 15 with a row for each of its lines."""
    found = jug.doctor(example("B1855+09_NANOGrav_9yv1")[0])
    page, every = found.html.split('id="every-line-of-the-par-file"')
    assert page.endswith("<details ")
    assert not found.html.split("<details ")[-1].startswith("open")
    assert page.count("<td>DMXEP_") == 1
    assert every.count("<td>DMXEP_") == 72
    assert "(and 71 more lines so)" in page
    assert "more lines so" not in every
    assert 'id="every-line' not in jug.doctor(example("NGC6440E")[0]).html


def test_what_a_row_is_about_stands_beside_its_name() -> None:
    """The first columns are what a narrow page shows; a column without a word is left out."""
    tables = (
        PageTable("a", "", ("", "name", "here", "what"), [("", "b", "c", "d")], "<<><"),
        PageTable("a", "", ("line", "jug", "what"), [("b", "c", "d")], "<<<"),
        PageTable("a", "", ("", "kind", "where", "what"), [("!", "b", "c", "d")], "><<<"),
    )
    heads = [("name", "what", "here"), ("line", "jug", "what"), ("", "kind", "what", "where")]
    shown = [_what_beside_name(table) for table in tables]
    assert [table.head for table in shown] == heads
    assert [table.rows for table in shown] == [[("b", "d", "c")], [("b", "c", "d")], [("!", "b", "d", "c")]]
    assert [table.sides for table in shown] == ["<<>", "<<<", "><<<"]


def test_a_page_names_files_without_their_folders() -> None:
    par = example("B1855+09_NANOGrav_9yv1")[0]
    page = jug.doctor(par).html
    assert f">{par.name}:478</td>" in page
    assert page.count(str(par)) == 2  # the title of the window, and the first line
