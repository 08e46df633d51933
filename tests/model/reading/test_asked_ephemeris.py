"""The line of an ephemeris that is asked for takes the place of the par file's own lines."""

import pytest

from jug.io.par import ParFile, parse_lines
from jug.model.reading.reading_options import apply_reading_options

HEAD, TAIL = ["PSR A", "F0 100"], ["# end", "DM 3"]


def read(lines: list[str], ephem: str) -> ParFile:
    return apply_reading_options(parse_lines(lines, "x.par"), ephem, (), "jug", None).par


@pytest.mark.parametrize("own", [["EPHEM DE421"], ["EPHEM DE421", "EPHEM DE436"], ["EPHEM DE421"] * 3, ["EPHEM"]])
def test_in_place_of_the_first_one(own: list[str]) -> None:
    """No other line moves or has another number, and no EPHEM of the file stays."""
    found = read([*HEAD, *own, *TAIL], "de440")
    assert [line.text for line in found.lines] == [*HEAD, "EPHEM DE440", *TAIL]
    assert [line.number for line in found.lines] == [1, 2, 3, 3 + len(own), 4 + len(own)]
    assert [line.added for line in found.lines] == [False, False, True, False, False]


def test_behind_the_others_where_there_is_none() -> None:
    found = read([*HEAD, *TAIL], "DE440")
    assert [line.text for line in found.lines] == [*HEAD, *TAIL, "EPHEM DE440"]
    assert found.lines[-1].number == 5
