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


def test_blanks_before_a_text_stay() -> None:
    """A mark may stand there in other rows."""
    assert table(("  Name", "N"), [("* a ", 1), ("  bc", 2)], "<>", rule=False).split("\n") == [
        "  Name      N",
        "* a         1",
        "  bc        2",
    ]


def test_numbers_stay_as_they_are_written() -> None:
    assert "1.2300e-05" in table(("X",), [("1.2300e-05",)])


def test_text_that_is_too_long_is_folded_in_its_column() -> None:
    rows = [("a", 1, "six words of a long text with-hyphens here"), ("b", 22, "short")]
    assert table(("Name", "N", "what"), rows, "<><", width=40).split("\n") == [
        "Name   N  what",
        "----  --  ------------------------",
        "a      1  six words of a long text",
        "          with-hyphens here",
        "b     22  short",
    ]
    assert table(("Name", "N", "what"), rows, "<><", width=99) == table(("Name", "N", "what"), rows, "<><")


def test_text_without_room_stands_below_its_row() -> None:
    rows = [("a" * 20, 1, "six words of a long text"), ("b", 22, "")]
    assert table(("Name", "N", "what"), rows, "<><", width=28).split("\n") == [
        "Name                   N",
        "--------------------  --",
        "aaaaaaaaaaaaaaaaaaaa   1",
        "     six words of a long",
        "     text",
        "b                     22",
    ]


def test_a_last_column_of_thirty_is_folded_and_a_narrower_one_stands_below() -> None:
    """Names of 20, a gap of 2, and what is left of the width."""
    rows = [("a" * 20, "words " * 8), ("b", "")]
    assert table(("Name", "what"), rows, width=52).split("\n") == [
        "Name                  what",
        "--------------------  -----------------------------",
        "aaaaaaaaaaaaaaaaaaaa  words words words words words",
        "                      words words words",
        "b",
    ]
    assert table(("Name", "what"), rows, width=51).split("\n") == [
        "Name",
        "--------------------",
        "aaaaaaaaaaaaaaaaaaaa",
        "     words words words words words words words",
        "     words",
        "b",
    ]
    three = [("a" * 20, 1, "words " * 8)]
    assert table(("Name", "N", "what"), three, width=55).split("\n")[0] == "Name                  N  what"
    assert table(("Name", "N", "what"), three, width=54).split("\n")[0] == "Name                  N"
    hyphens = [("a" * 20, "words with-hyphens-between")]
    assert table(("Name", "what"), hyphens, width=25).split("\n")[3:] == ["     words", "     with-hyphens-between"]
    below = table(("Name", "what"), rows, rule=False, width=51).split("\n")
    assert below[:2] == ["Name", "aaaaaaaaaaaaaaaaaaaa"]


def test_a_table_as_wide_as_allowed_stays_whole() -> None:
    rows = [("a", "words of a text")]
    whole = table(("Name", "what"), rows)
    assert whole.split("\n")[1] == "------  ---------------"
    assert table(("Name", "what"), rows, width=23) == whole
    assert table(("Name", "what"), rows, width=22) != whole
