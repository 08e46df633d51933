"""Tables of text."""

import pytest

from jug.texttable import table

HEAD, ROWS = ("Name", "", "N"), [("a", "", 1), ("longer", "é", 1234)]


def test_columns_stand_under_their_heads() -> None:
    expected = ["Name          N", "------  -  ----", "a             1", "longer  é  1234"]
    assert table(HEAD, ROWS, "<<>").split("\n") == expected
    assert table(HEAD, ROWS, rule=False).split("\n") == ["Name       N", "a          1", "longer  é  1234"]


def test_a_table_without_rows_is_its_head() -> None:
    assert table(("Name", ""), []) == "Name\n----"


def test_a_row_of_another_length_is_an_error() -> None:
    with pytest.raises(ValueError, match="shorter"):
        table(("A", "B"), [("a", "b"), ("c",)])
