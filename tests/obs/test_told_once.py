"""A clock file that ends before the TOAs and the TZR point is told once; TZR lines and CLK words say what they mean."""

from pathlib import Path

import pytest

import jug
from jug.errors import ClockWarning, DataError, InputWarning
from jug.obs.sites import same_site
from tests.model.checks.test_all_problems import par

TZR = ("TZRMJD 55000", "TZRSITE gbt", "TZRFRQ 1400")


@pytest.fixture
def tim(tmp_path: Path) -> Path:
    path = tmp_path / "a.tim"
    path.write_text("FORMAT 1\na 1400 55000.5 1 gbt\nb 1400 55010.5 1 gbt\n")
    return path


def test_the_tzr_point_repeats_no_warning(tim: Path) -> None:
    with pytest.warns(ClockWarning) as found:
        jug.load(par("CLK TT(BIPM2003)", *TZR, drop=("CLK",)), tim)
    assert [str(one.message)[:24] for one in found] == ["TT(BIPM2003): 2 TOAs aft"]


def test_the_tzr_point_has_its_own_warning(tim: Path) -> None:
    with pytest.warns(ClockWarning) as found:
        jug.load(par("TZRMJD 61000", *TZR[1:]), tim)
    assert all(str(one.message).startswith("TZRMJD: ") for one in found)
    assert found


def test_a_date_outside_the_ephemeris_names_its_line(tim: Path) -> None:
    with pytest.raises(DataError, match=r"x\.par:10: MJD 99999.00 lies outside"):
        jug.load(par("TZRMJD 99999", *TZR[1:]), tim)


def test_an_unknown_site_of_the_tzr_point_names_its_line(tim: Path) -> None:
    with pytest.raises(DataError, match=r"x\.par:11: unknown observatory 'nosite'"):
        jug.load(par("TZRMJD 55000", "TZRSITE nosite", "TZRFRQ 1400"), tim)


def test_a_name_unlike_any_other_has_the_way_out_alone(tim: Path) -> None:
    tim.write_text(tim.read_text().replace("gbt", "nosite"))
    with pytest.raises(DataError, match=r"; an observatory of your own goes into sites\.json"):
        jug.load(par(), tim)


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("TT(BIPM99)", "realisations since 2003 differ by 19 ns"),
        ("TT(BIPM15)", "realisations since 2010 differ by 4 ns"),
        ("TT(BIPM2001)", "TT(BIPM2003), the nearest at hand, is used; realisations since 2003 differ by 19 ns"),
    ],
)
def test_realisations_of_that_time_are_compared(tim: Path, word: str, text: str) -> None:
    with pytest.warns(ClockWarning) as found:
        jug.load(par(f"CLK {word}", *TZR, drop=("CLK",)), tim)
    assert sum(text in str(one.message) for one in found) == 1


@pytest.mark.parametrize("word", ["UTC(NIST)", "UTC(PTB)", "UTC(USNO)", "PTB"])
def test_the_time_of_a_laboratory_is_tt_tai_to_tempo2(word: str) -> None:
    """tempo2 finds no clock files that lead to it, and takes TT(TAI)."""
    with pytest.warns(InputWarning):
        model = jug.load_model(par(f"CLK {word}", drop=("CLK",)), dialect="tempo2")
    assert model.settings.clock == "TT(TAI)"


def test_one_site_under_two_names() -> None:
    assert same_site("1", "GBT")
    assert not same_site("gbt", "parkes")
    assert not same_site("k", "k2")
