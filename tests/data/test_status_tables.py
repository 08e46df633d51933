"""The tables of `jug data status`, of rows that are made by hand."""

from jug.data.status import NOT_AT_HAND, ClockRow, EphemerisRow, OrientationRow, Status
from jug.data.tables import LISTED_TABLES, status_text

GPS = ClockRow("gbt", "GPS", "gps2utc.clk", "embedded", 48000.0, 61000.0, 10, 1, 2.04, "has nothing newer")


def lines(with_toas: bool, *clocks: ClockRow) -> list[list[str]]:
    """The words of each line."""
    orientation = OrientationRow("eop", "package", 60000.0, 60300.0, 2)
    ephemerides = EphemerisRow("DE440", "embedded", 36934.0, None, 3), EphemerisRow("DE1", "", problem="no file")
    made = Status(("/a",), clocks, (), ephemerides, orientation)
    return [line.split() for line in status_text(made, with_toas=with_toas).splitlines()]


def test_the_toas_of_all_sites_of_a_file_are_summed() -> None:
    """10 and 5 TOAs of two sites; a site that needs no file has no line among the files."""
    other = GPS._replace(site="effelsberg", n_toa=5, n_beyond=2)
    here = ClockRow("geocenter", "clock of geocenter", "", "needs no correction", n_toa=7)
    found = lines(True, GPS, other, here)
    assert [words for words in found if words[:1] == ["gps2utc.clk"]] == [
        ["gps2utc.clk", "embedded", "48000", "61000", "2.0", "15", "3", "has", "nothing", "newer"]
    ]
    assert ["geocenter", "needs", "no", "correction"] in found
    assert sum("needs" in words for words in found) == 1


def test_a_file_that_is_not_at_hand_has_no_dates_and_counts_only_what_it_is_told() -> None:
    missing = ClockRow("gbt", "clock of gbt", "time_x.dat", NOT_AT_HAND)
    assert ["time_x.dat", "not", "at", "hand", "0"] in lines(True, missing)
    assert ["time_x.dat", "not", "at", "hand"] in lines(False, missing)


def test_many_sites_of_one_chain_are_counted() -> None:
    """Four are named; of five one more is said."""
    sites = [GPS._replace(site=f"s{i}") for i in range(LISTED_TABLES + 1)]
    assert "s0, s1, s2, s3 gps2utc.clk" in map(" ".join, lines(False, *sites[:-1]))
    assert "s0, s1, s2, s3 and 1 more gps2utc.clk" in map(" ".join, lines(False, *sites))


def test_toas_outside_are_told_where_there_are_any() -> None:
    """Three outside DE440, two that need predictions of Earth orientation, none after these."""
    found = lines(True, GPS)
    assert ["DE440", "embedded", "36934", "(1960-01-01)", "3"] in found
    assert ["DE1", "no", "file"] in found
    assert ["eop", "package", "60000", "(2023-02-25)", "60300", "(2023-12-22)", "2"] in found
    assert ["eop", "package", "60000", "(2023-02-25)", "60300", "(2023-12-22)"] in lines(False, GPS)
