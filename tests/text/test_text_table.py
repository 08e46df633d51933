"""Tables of text."""

from jug.text.text_table import table

HEAD, ROWS = ("Name", "", "N"), [("a", "", 1), ("longer", "é", 1234)]


def test_columns_stand_under_their_heads() -> None:
    rule, *lines = ["------  --  ----", "Name           N", "a              1", "longer  é   1234"]
    assert table(HEAD, ROWS, "<<>").split("\n") == [lines[0], rule, *lines[1:]]
    assert table(HEAD, ROWS, "<<>", rule=False).split("\n") == lines
    assert table(HEAD, ROWS, rule=False).split("\n") == ["Name        N", "a           1", "longer  é   1234"]


def test_a_table_without_rows_is_its_head() -> None:
    assert table(("Name", ""), []).split("\n")[0] == "Name"
    assert table(HEAD, [], rule=False).split() == ["Name", "N"]


def test_numbers_stay_as_they_are_written() -> None:
    assert "1.2300e-05" in table(("X",), [("1.2300e-05",)])
