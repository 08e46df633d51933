"""No line of a par file is lost in silence: lines that ran together, gaps in a series, an orbit that is not closed."""

import pytest

import jug
from jug.errors import InputWarning, ParError
from jug.io.par import parse_lines
from tests.model.checks.test_all_problems import BINARY, par, problems

ELL1 = ("BINARY ELL1", "PB 10", "A1 1", "TASC 55000")
TZR = ("TZRMJD 55000", "TZRFRQ 1400")


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ((*TZR, "TZRSITE 1 F1 -1.181D-15 1"), "TZRSITE has 4 words where one belongs"),
        ((*TZR[1:], "TZRSITE 1", "TZRMJD 55000 F1 -1e-15"), "TZRMJD has 3 words where one belongs"),
        (("ECL IERS2010 IERS2003",), "ECL has 2 words where one belongs"),
        (("PLANET_SHAPIRO Y NE_SW 4",), "PLANET_SHAPIRO has 3 words where one belongs"),
        (("BINARY DD PB 10", *BINARY[1:]), "BINARY has 3 words where one belongs"),
        (("BINARY DDK", *BINARY[1:], "KIN 70", "KOM 10", "SINI KIN M2 0.3"), "SINI has 3 words where one belongs"),
        (("MODE 1 F1 -1e-15 1",), "MODE has no effect, and F1, which is read, stands on its line"),
        (("NTOA 62 EPHEM DE421",), "NTOA has no effect, and EPHEM, which is read, stands on its line"),
        (("DMX 6.5 DM1 1e-4",), "DMX has no effect, and DM1, which is read, stands on its line"),
        (("DIST 1 PX 3",), "DIST has no effect, and PX, which is read, stands on its line"),
        (("INFO -f PX 3",), "INFO has no effect, and PX, which is read, stands on its line"),
        (("NAME x F2 1e-25 1",), "NAME has no effect, and F2, which is read, stands on its line"),
        (("DCOVFILE x.cov PX 3",), "DCOVFILE has no effect, and PX, which is read, stands on its line"),
        (("TIMFILE x.tim PX 3",), "TIMFILE has no effect, and PX, which is read, stands on its line"),
        (("PX 1.0 PMRA 3 4",), "PX has 4 words where at most three"),
        (("TNBANDNOISE 500 900 -13 3 20 F1 -1e-15",), "TNBANDNOISE has 7 words where at most five"),
    ],
)
def test_two_lines_that_ran_together(lines: tuple[str, ...], why: str) -> None:
    found = problems(par(*lines))
    assert len(found) == 1
    assert why in found[0]


def test_a_name_is_one_word() -> None:
    assert "PSR has 4 words" in problems(par("PSR x PX 1.0 1", drop=("PSR",)))[0]
    assert "EPHEM has 2 words" in problems(par("EPHEM DE421 DE440", drop=("EPHEM",)))[0]


@pytest.mark.parametrize(
    "line",
    [
        *("TZRMJD 55000 0", "TZRMJD 55000 1 1e-6", "ASSOC GC: NGC 6440 F0 no", "START 53000 1", "DIST 3.4 kpc"),
        *("INFO -f", "NAME J1748-2021E", "NAME PSR J1748-2021E", "DCOVFILE x.cov", "TIMFILE my toas.tim"),
    ],
)
def test_flags_uncertainties_and_free_text_may_stand_there(line: str) -> None:
    assert jug.load_model(par(line))


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (("DM2 1e-5",), "x.par:10: DM2 is given without DM1, read as zero"),
        (("WAVE_OM 0.01", "WAVE1 1 1", "WAVE3 1 1"), "x.par:12: WAVE3 is given without WAVE2, read as zero"),
        (
            (*BINARY, "ORBWAVE_OM 1e-7", "ORBWAVE_EPOCH 55000", "ORBWAVEC1 1e-5", "ORBWAVES1 1e-5"),
            "ORBWAVES1 is given without ORBWAVEC0, ORBWAVES0, read as zero",
        ),
        (
            (*BINARY, "ORBWAVE_OM 1e-7", "ORBWAVE_EPOCH 55000", "ORBWAVEC0 1e-5"),
            "ORBWAVEC0 is given without ORBWAVES0, read as zero; PINT leaves such a series out, or refuses it",
        ),
    ],
)
def test_a_gap_in_a_series_is_reported(lines: tuple[str, ...], text: str) -> None:
    with pytest.warns(InputWarning, match="read as zero") as found:
        jug.load_model(par(*lines))
    assert len(found) == 1
    assert text in str(found[0].message)


def test_the_line_that_a_gap_asks_for_can_be_read() -> None:
    """WAVE1 takes two values; `write WAVE1 0` was an error."""
    with pytest.warns(InputWarning, match="WAVE2 is given without WAVE1, read as zero: .*; write WAVE1 0 0 if"):
        jug.load_model(par("WAVE_OM 0.01", "WAVE2 1 1"))
    assert jug.load_model(par("WAVE_OM 0.01", "WAVE1 0 0", "WAVE2 1 1"))


def test_a_node_that_is_missing_is_reported() -> None:
    said = "x.par:12: IFUNC3 is given without IFUNC2: the nodes on either side are joined; PINT refuses it"
    with pytest.warns(InputWarning, match=said):
        jug.load_model(par("SIFUNC 2", "IFUNC1 54000 1e-6 0", "IFUNC3 56000 1e-6 0"))


def test_a_hundred_million_missing_nodes_are_refused() -> None:
    """They took all memory, and the message advised fewer TOAs."""
    with pytest.raises(ParError, match=r"x.par:11: IFUNC99999999 is given without 99999998 .* one by one from 1"):
        jug.load_model(par("SIFUNC 2", "IFUNC99999999 54000 1e-6 0"))


def test_a_skipped_sinusoid_of_the_orbit_is_zero() -> None:
    more = ("ORBWAVE_OM 1e-7", "ORBWAVE_EPOCH 55000", "ORBWAVEC1 1e-5", "ORBWAVES1 2e-5")
    with pytest.warns(InputWarning, match="read as zero"):
        model = jug.load_model(par(*BINARY, *more))
    same = jug.load_model(par(*BINARY, *more, "ORBWAVEC0 0", "ORBWAVES0 0"))
    for name in ("ORBWAVEC", "ORBWAVES"):
        assert model.kernel_values[name].tolist() == same.kernel_values[name].tolist()


def test_fb1_beside_pb_is_no_gap() -> None:
    assert jug.load_model(par(*BINARY, "FB1 1e-20")).values["FB0"] == 0.0


def test_an_orbit_is_closed() -> None:
    assert (
        "the eccentricity sqrt(EPS1^2 + EPS2^2) = 1.166 must be below 1"
        in problems(par(*ELL1, "EPS1 0.6", "EPS2 1.0"))[0]
    )
    with pytest.raises(ParError, match="below 1"):
        jug.load_model(parse_lines([*par(*ELL1).text.split("\n"), "EPS1 1", "EPS2 0"], "x.par"))
