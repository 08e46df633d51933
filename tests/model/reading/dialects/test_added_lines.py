"""Numbers of lines that are added to a par file: each follows those that are there, so that no two are the same."""

from jug.io.par import parse_lines
from jug.model.editing.setting_lines import with_setting
from jug.model.reading.dialects.dialect_lines import _replace_texts
from jug.model.reading.dialects.dialect_values import NEW

LINES = ["PSR J0000+0000", "F0 100 1", "PEPOCH 55000"]


def test_a_setting_that_is_added_comes_behind_the_last_line() -> None:
    par = with_setting(with_setting(parse_lines(LINES), "EPHEM", "DE440"), "clk", "TT(BIPM2023)")
    assert [(line.number, line.key) for line in par.lines[3:]] == [(4, "EPHEM"), (5, "CLK")]


def test_a_line_that_a_dialect_takes_comes_behind_the_last_line() -> None:
    notes: list[str] = []
    par = _replace_texts(parse_lines(LINES), {NEW: "CMEPOCH 55000", NEW - 1: "TNREDTSPAN 5"}, notes)
    assert [(line.number, line.key, line.added) for line in par.lines[2:]] == [
        (3, "PEPOCH", False),
        (4, "CMEPOCH", True),
        (5, "TNREDTSPAN", True),
    ]
    assert notes == ["CMEPOCH 55000 is taken", "TNREDTSPAN 5 is taken"]
