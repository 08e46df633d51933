"""Lines whose effect can be named or bounded are read on with a warning, and stand in `Settings.assumed`."""

import numpy as np
import pytest

import jug
from jug.conversion.writing import par_text
from jug.errors import InputWarning
from jug.io.par import parse_lines
from jug.model.evaluation.residual_change import residual_change
from jug.model.timing_model import TimingModel
from tests.model.checks.test_all_problems import BINARY, par, problems

DMX = ("DMX_0001 0.1", "DMXR1_0001 55000 1", "DMXR2_0001 55010 1", "DMX_0002 0.1", "DMXR1_0002 55020 1")
RED = ("TNREDAMP -13", "TNREDGAM 3", "TNREDC 30")
ELL1 = ("BINARY ELL1", "PB 10", "A1 1", "TASC 55000")


def model_and_warning(*lines: str, drop: tuple[str, ...] = ()) -> tuple[TimingModel, str]:
    """The model, and its only warning."""
    with pytest.warns(InputWarning) as found:
        model = jug.load_model(par(*lines, drop=drop))
    assert len(found) == 1
    return model, str(found[0].message)


def test_the_same_value_twice_has_one_warning() -> None:
    model, text = model_and_warning("NE_SW 4", "PX 1.5", "NE_SW 4.000", "PX 15D-1")
    assert text == (
        "x.par: given twice with the same value: NE_SW (lines 10 and 12), PX (lines 11 and 13); the first counts"
    )
    assert model.values["NE_SW"] == 4.0
    assert model.settings.assumed == (text.removeprefix("x.par: "),)
    assert par_text(model).splitlines()[-2:] == ["# repeated: NE_SW 4.000", "# repeated: PX 15D-1"]


def test_a_setting_twice() -> None:
    text = model_and_warning("TZRMJD 55000", "TZRMJD 55000.00", "ECL IERS2010", "ECL iers2010")[1]
    assert "TZRMJD (lines 10 and 11), ECL (lines 12 and 13)" in text


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (("NE_SW 4", "NE_SW 4.1"), "NE_SW is given twice, first on line 10, with different values"),
    ],
)
def test_what_differs_is_an_error(lines: tuple[str, ...], why: str) -> None:
    assert problems(par(*lines)) == [f"x.par:11: {why}"]


@pytest.mark.parametrize(
    ("lines", "none"),
    [
        ((*RED[:2], "TNREDC 0"), "TNREDC 0 means that there is no red noise; TNREDAMP, TNREDGAM not used"),
        (("TNREDAMP -99", *RED[1:]), "TNREDAMP -99 means that there is no red noise; TNREDGAM, TNREDC not used"),
        (("TNDMAMP -99", "TNDMGAM 0", "TNDMC 0"), "TNDMC 0 means that there is no DM noise; TNDMAMP, TNDMGAM not used"),
        (("TNCHROMC 0",), "TNCHROMC 0 means that there is no chromatic noise"),
    ],
)
def test_a_process_that_temponest_switches_off(lines: tuple[str, ...], none: str) -> None:
    model, text = model_and_warning(*lines)
    assert none in text
    assert model.settings.assumed[0].startswith(none)
    assert not [name for name in model.names if name.startswith("TN")]
    assert par_text(model).splitlines()[-len(lines) :] == list(lines)


def test_a_process_that_is_there_stays() -> None:
    assert "TNREDAMP" in jug.load_model(par(*RED)).names


def test_tzrfreq_is_tzrfrq() -> None:
    model, text = model_and_warning("TZRMJD 55000", "TZRSITE gbt", "TZRFREQ 1400")
    assert "TZRFREQ is read as TZRFRQ, as in tempo2" in text
    assert model.settings.tzr_freq_mhz == 1400.0
    assert "TZRFRQ is given twice" in problems(par("TZRMJD 55000", "TZRFREQ 1400", "TZRFRQ 1500"))[0]


def test_fit_flags_on_the_ends_of_a_range() -> None:
    model, text = model_and_warning(*DMX, "DMXR2_0002 55030 1")
    assert "the fit flags of DMXR1_0001, DMXR2_0001, DMXR1_0002 and 1 more are not followed" in text
    assert not {"DMXR1_0001", "DMXR2_0001"}.intersection(model.free)


@pytest.mark.parametrize(
    ("orbit", "line", "name"),
    [(ELL1, "OMDOT 0.1 1", "OMDOT"), (BINARY, "KOM 90", "KOM"), (BINARY, "K96 N", "K96"), (BINARY, "H3 1e-7", "H3")],
)
def test_a_parameter_of_another_orbit(orbit: tuple[str, ...], line: str, name: str) -> None:
    model, text = model_and_warning(*orbit, line)
    what = f"{name} is not used, as {orbit[0]} has no {name}"
    assert what in text
    assert model.settings.assumed[0].startswith(what)
    assert name not in model.names
    assert model.values == jug.load_model(par(*orbit)).values


def test_a_parameter_that_another_one_takes_is_needed() -> None:
    with pytest.raises(jug.ParError, match="SINI KIN needs a model with KIN") as found:
        jug.load_model(par(*BINARY, "KIN 70", "SINI KIN"))
    assert "write SINI 0.939692620785908" in str(found.value)
    assert "SINI KIN needs a line KIN" in problems(par(*BINARY, "SINI KIN"))[0]


def test_the_first_fit_flag_counts_where_values_are_equal() -> None:
    model, text = model_and_warning("PX 1 1", "PX 1.0")
    assert "PX (lines 10 and 11; free, as on line 10); the first counts" in text
    assert "PX" in model.free
    model, text = model_and_warning("PX 1", "PX 1.0 1")
    assert "PX (lines 10 and 11; fixed, as on line 10); the first counts" in text
    assert "PX" not in model.free
    assert par_text(model).splitlines()[-1] == "# repeated: PX 1.0 1"


def test_noise_that_is_given_twice_counts_once() -> None:
    model, text = model_and_warning("EFAC -fe L 1.1", "T2EFAC -fe L 1.10", "EFAC -fe S 1.3")
    assert "given twice with the same value: T2EFAC -fe L (lines 10 and 11); the first counts" in text
    assert {name: float(model.values[name]) for name in model.names if "EFAC" in name} == {"EFAC1": 1.1, "EFAC2": 1.3}
    again = jug.load_model(parse_lines(par_text(model).splitlines(), "x.par"))
    assert again.values == model.values


def test_jumps_with_one_selection_add_up() -> None:
    model, text = model_and_warning("JUMP -fe L 1e-3", "JUMP -fe S 1e-3", "JUMP -fe L 1e-3")
    assert "JUMP -fe L is given twice (lines 10 and 12): the two add up" in text
    assert "add up" in model.settings.assumed[0]
    assert model.values["JUMP3"] == 1e-3


def test_a_fit_may_leave_h3_below_zero() -> None:
    """Unlike M2, H3 has no bound in a fit, as noise moves it to either side of 0."""
    model, text = model_and_warning("BINARY ELL1H", *ELL1[1:], "H3 -1e-7 1")
    assert "H3 -1e-07 is outside its physical range (at least 0)" in text
    assert "the third harmonic of the Shapiro delay varies by 267 ns" in text
    assert model.entries["H3"].param.bounds == (None, None)


@pytest.mark.parametrize(
    ("lines", "name", "text"),
    [
        ((*BINARY, "M2 -0.124", "SINI 0.9"), "M2", "M2 -0.124 is outside its physical range (at least 0)"),
        ((*BINARY, "M2 0.2", "SINI 1.001"), "SINI", "SINI 1.001 is outside its physical range (from 0 to 1)"),
        (("BINARY ELL1H", *ELL1[1:], "H3 1e-7", "STIG -3.5"), "STIGMA", "STIGMA -3.5 is outside its physical range"),
        (("BINARY ELL1H", *ELL1[1:], "H3 1e-7", "STIG 1.034"), "STIGMA", "STIGMA 1.034 is outside its physical range"),
    ],
)
def test_a_value_outside_its_physical_range_is_evaluated(lines: tuple[str, ...], name: str, text: str) -> None:
    model, warning = model_and_warning(*lines)
    assert text in warning
    assert text in model.settings.assumed[0]
    toas = jug.simulate(model, np.linspace(55000.0, 55010.0, 12))
    assert np.isfinite(jug.residuals(model, toas).time_s).all()


@pytest.mark.parametrize(
    ("lines", "size"),
    [
        ((*BINARY, "M2 -0.124", "SINI 0.9"), "varies by 3,650 ns over the orbit"),
        (("BINARY ELL1H", *ELL1[1:], "H3 1e-7", "STIG -3.5"), "varies by 5.48 ns over the orbit"),
        ((*BINARY, "M2 0.2", "SINI 1.001"), "not finite on 1.4% of it"),
    ],
)
def test_the_warning_has_the_size_of_the_shapiro_delay(lines: tuple[str, ...], size: str) -> None:
    assert size in model_and_warning(*lines)[1]


def test_the_size_is_that_of_the_delay() -> None:
    """The range of the Shapiro delay over an eccentric orbit, from the residuals with and without it."""
    orbit = ("BINARY DD", "PB 10", "A1 1", "T0 55000", "ECC 0.4", "OM 70")
    model, text = model_and_warning(*orbit, "M2 -0.124", "SINI 0.9")
    without = jug.load_model(par(*orbit))
    toas = jug.simulate(without, np.linspace(55000.0, 55010.0, 400), site="@", freq_mhz=np.inf)
    change = residual_change(without, model, toas)
    said = float(text.partition("varies by ")[2].split()[0].replace(",", ""))
    assert abs(np.ptp(change) / said - 1.0) < 0.02  # 400 phases of the orbit


def test_a_ratio_of_zero_cannot_be_evaluated() -> None:
    assert "STIGMA must be" in problems(par("BINARY ELL1H", *ELL1[1:], "H3 1e-7", "STIG 0"))[0]


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        ((), "there is no orbit, so that it changes nothing"),
        (
            (*BINARY, "PX 1", "PMRA 3", "PMDEC 4", "SINI 0.8", "M2 0.2"),
            "its annual term is at most 9.7 ns, its secular term at most 48 ns a year",
        ),
        (
            (*BINARY, "PX 10", "PMRA 30", "PMDEC 40"),  # x (1 + sqrt 2) times 10 mas, and 50 mas
            "its annual term is at most 120 ns, its secular term at most 590 ns a year, for an inclination of 45 deg",
        ),
        (BINARY, "its annual term is unknown without PX, its secular term at most 0 ns a year, for an inc"),
    ],
)
def test_paascnode_is_bounded(lines: tuple[str, ...], text: str) -> None:
    model, warning = model_and_warning(*lines, "PAASCNODE 100")
    assert text in warning
    assert text in model.settings.assumed[0]


def test_the_ifunc_of_a_gravitational_wave_is_refused_with_the_reason() -> None:
    found = problems(par("SQIFUNC_p 2", "QIFUNC_p1 55000 1e-7 0"))
    assert all("is of a gravitational wave as a function of time" in text for text in found)


@pytest.mark.parametrize(
    "lines",
    [("IPM 1",), ("FDJUMP_SCALE LOG",), ("FDJUMP_SCALE LINEAR", "FDJUMPLOG N"), ("FDJUMPLOG Y", "FDJUMP_SCALE LOG")],
)
def test_lines_that_say_what_holds_anyway(lines: tuple[str, ...]) -> None:
    """Files combined for PINT and tempo2 have them; they were refused as lines of tempo2 alone."""
    assert jug.load_model(par(*lines)).settings.assumed == ()


@pytest.mark.parametrize("lines", [("IPM 0",), ("FDJUMP_SCALE LINEAR",), ("FDJUMPLOG N", "FDJUMP_SCALE LOG")])
def test_lines_that_say_something_else(lines: tuple[str, ...]) -> None:
    assert len(problems(par(*lines))) == 1


def test_no_pepoch_beside_f0_alone() -> None:
    """PINT and tempo2 read it; residuals do not depend on the epoch. F1 counts from it."""
    model, text = model_and_warning("POSEPOCH 55000", drop=("PEPOCH",))
    assert "with F0 alone it changes no residual" in text
    assert model.values["PEPOCH"] == 55000.0
    assert problems(par("POSEPOCH 55000", "F1 -1e-15", drop=("PEPOCH",)))
