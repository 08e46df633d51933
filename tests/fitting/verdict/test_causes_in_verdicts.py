"""Verdicts that name the cause: TOAs entered twice, fixed parameters that are wrong. Angles at the end of a fit."""

import re
from pathlib import Path

import hard_fits
import numpy as np
import pytest
from copies import example
from hard_fits import BT, Hard

import jug

pytestmark = pytest.mark.filterwarnings("ignore::jug.JugWarning")


def repeated(n: int, folder: Path) -> jug.FitResult:
    """The fit of NGC6440E, its first TOAs once more at the end of the tim file."""
    par, tim = example("NGC6440E")
    lines = [line for line in Path(tim).read_text().splitlines() if line.strip()]
    rows = [line for line in lines if line.split()[0] not in ("FORMAT", "MODE", "C")]
    (folder / "twice.tim").write_text("\n".join([*lines, *rows[:n]]) + "\n")
    return jug.fit(*jug.load(par, folder / "twice.tim"), backend="numpy")


def test_toas_that_are_entered_twice_are_named(tmp_path: Path) -> None:
    """The verdict was model_rejected with the advice to look for red noise: a pair has one sign."""
    found = repeated(38, tmp_path).verdict
    assert (found.name, found.n_duplicates) == ("duplicate_toas", 38)
    assert "38 of 100 TOAs are in the tim file twice" in found.sentence
    assert "twice.tim:" in found.sentence
    assert "too small by about 1.27" in found.sentence
    assert "jug doctor" in found.next
    assert not found.also
    assert found.to_json()["n_duplicates"] == 38


def test_few_toas_that_are_entered_twice_are_said_in_the_sentence_of_a_good_fit() -> None:
    """One of 200: the uncertainties are 0.25 % too small."""
    model, toas = hard_fits.simulated(Hard("plain", "good", n=200))
    found = jug.fit(model, jug.prepare(model, toas.raw.take(np.r_[0:200, 0])), backend="numpy").verdict
    assert found.good
    assert "1 of 201 TOAs is in the tim file twice" in found.sentence


@pytest.mark.parametrize(
    ("start", "said"),
    [
        ("RAJ 17:49:10.8 0", "; RAJ is fixed: a wrong value has"),
        ("F1 -1.1e-13 0\nDECJ -20:26:29 0", "; DECJ and F1 are fixed: a wrong value of one has"),
        ("RAJ 17:49:10.8 0\n-F1", "; RAJ is fixed and F1 is absent: a wrong value of one has"),
    ],
)
def test_fixed_parameters_are_named_where_nothing_fits(start: str, said: str) -> None:
    found = hard_fits.fitted(Hard("fixed", "", start=start)).verdict
    assert found.name == "pulse_numbers_in_doubt"
    assert said in found.next


def test_free_parameters_are_not_named() -> None:
    found = hard_fits.fitted(Hard("F0", "", start=hard_fits.line_of_f0(3.0))).verdict
    assert found.name == "pulse_numbers_in_doubt"
    assert "fixed" not in found.next


@pytest.mark.parametrize("start", ["OM 0.002 1", "OM 360.002 1", "OM -0.003 1"])
def test_an_angle_ends_within_a_turn(start: str) -> None:
    """OM is 359.999 deg; the difference is a small one, and the residuals are those of a fit that crosses no border."""
    fit = hard_fits.fitted(Hard("OM", "good", BT.replace("OM 65", "OM 359.999"), start))
    assert fit.verdict.good, fit.verdict.sentence
    assert fit.values["OM"] == pytest.approx(359.999, abs=5.0 * fit.errors["OM"])
    assert abs(fit.to_json()["parameters"]["OM"]["difference"]) < 0.05
    again = jug.fit(fit.model, fit.fit_end.toas, backend="numpy")
    assert again.chi2 == pytest.approx(fit.chi2, abs=1e-6)  # rounding of residuals: 0.1 ps of 20 us


def test_right_ascension_ends_within_a_day() -> None:
    fit = hard_fits.fitted(Hard("RAJ", "good", "RAJ 00:00:00.001 1", "RAJ 23:59:59.99 1"))
    assert fit.verdict.good
    assert 0.0 <= fit.values["RAJ"] < 1e-5


@pytest.mark.parametrize(
    ("case", "form", "step"),
    [
        (Hard("solar wind", "", "NE_SW 5", "-NE_SW", error_us=1.0, n=200), "the solar wind", "fit NE_SW too"),
        (Hard("log f", "", "FD1 1e-4", "-FD1"), "log f", "fit FD1 too"),
        (Hard("parabola", "", "DM1 0 1\nDM2 0.01", "-DM2", error_us=1.0), "1/f^2 that grows as t^2", "fit DM2 too"),
        (Hard("A1", "", BT, "A1 11.20002 0"), "a sinusoid of the orbit", "fit A1 too"),
    ],
    ids=lambda case: case.name if isinstance(case, Hard) else "",
)
def test_the_parameter_that_would_take_a_signal_is_named(case: Hard, form: str, step: str) -> None:
    """Without the signals of the first three outliers or nothing was named; GAMMA of BT, a default, went before A1."""
    found = hard_fits.fitted(case).verdict
    assert found.name == "signal_left"
    assert form in found.signals[0].form
    assert found.next == step


def test_a_fit_in_the_wrong_minimum_is_told_of_the_search() -> None:
    """KIN begins on the other side of 90 deg: chi2 is 266, and 186 where --search ends."""
    found = hard_fits.fitted(Hard("KIN", "", hard_fits.DDK, "KIN 105 1", error_us=0.05, n=200)).verdict
    assert found.name == "signal_left"
    assert found.next.endswith("or --search (search=True), since chi2 may have a lower minimum in KOM and KIN")


@pytest.mark.parametrize("seed", [1, 2])
def test_a_slow_drift_of_dm_is_no_step_in_time(seed: int) -> None:
    """DM noise of 400 us: with residuals that scatter so, a step that lowers chi2 by 5 more says nothing."""
    noise = "TNDMAMP -11\nTNDMGAM 4\nTNDMC 20"
    found = hard_fits.fitted(Hard("DM noise", "", noise, "-TNDMAMP\n-TNDMGAM\n-TNDMC", error_us=2.0), seed).verdict
    assert found.name == "signal_left"
    assert found.signals[0].kind == "chromatic", found.sentence


@pytest.mark.parametrize("frequencies", [(1400.0,), (1400.0, 1401.0), (1400.0, 430.0)])
def test_at_one_frequency_no_dispersion_takes_a_signal_in_time(frequencies: tuple[float, ...]) -> None:
    """The parameter was F1 or DM2: at one frequency one is the other."""
    start = "F1 -1.181D-15 0\nDM1 0 0\nDM2 0 0\nDM 223.9 0"
    case = Hard("quadratic", "signal_left", "F1 -1.186D-15", start, mhz=frequencies, n=120)
    found = hard_fits.fitted(case).verdict
    assert found.name == "signal_left", found.sentence
    [signal] = [one for one in found.signals if one.kind == "secular"]
    assert signal.parameter == "F1"


def test_noise_comes_first_where_signals_take_little_of_chi2() -> None:
    """Without its noise B1855+09 was to have a JUMP of dates that takes 331 of 6,373: an invented step."""
    published, toas = jug.load(*jug.data.example("B1855+09"), ephem="DE440")
    found = jug.fit(published.remove("EFAC*", "EQUAD*", "ECORR*", "TNRED*"), toas).verdict
    assert found.name == "signal_left"
    said = r"look for noise first, as these signals take \d+ of the 6373 by which chi2 exceeds the degrees of freedom"
    assert re.match(rf"{said}: `jug noise --choose` \(jug.choose_noise\)$", found.next)
