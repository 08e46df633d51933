"""F-tests of removals, against direct fits of par files without the lines."""

import io

import pytest

import jug
from jug.analysis.term_tests.term_test import TermTest

pytestmark = [
    pytest.mark.filterwarnings("ignore::jug.InputWarning"),
    pytest.mark.filterwarnings("ignore::jug.FitWarning"),
    pytest.mark.filterwarnings("ignore::jug.ClockWarning"),
]

ISOLATED = """PSR J1234+5678
RAJ 12:34:00.0 1
DECJ 56:18:00.0 1
F0 300.0 1
F1 -1e-15 1
PEPOCH 57000
POSEPOCH 57000
DM 20.0 1
EPHEM DE421
UNITS TDB
CLK TT(BIPM2019)
TZRMJD 57000.1
TZRSITE gbt
TZRFRQ 1400
"""
ORBIT = ISOLATED + "BINARY ELL1\nPB 7.3 1\nA1 10.0 1\nTASC 57000.5 1\nEPS1 1e-5 1\nEPS2 -2e-5 1\n"
SHAPIRO = ORBIT + "M2 0.3 1\nSINI 0.8 1\n"
ORTHOMETRIC = ORBIT.replace("ELL1", "ELL1H") + "H3 1e-6 1\nSTIGMA 0.7 1\n"
JUMPS = ISOLATED + "JUMP -f L 0 1\nJUMP -f B 0 1\n"

ROUNDING = 5e-6
"""Of chi2: 2 sqrt(n) 1e-13 s / error for n = 400 TOAs of 1 us, as residuals are rounded to 1e-13 s."""

FORGIVEN = 1e-5
"""Of chi2: two fits of one model that begin elsewhere end within this, in the valley of H3 and STIGMA."""


def model_of(text: str) -> jug.TimingModel:
    return jug.load_model(jug.read_par(io.StringIO(text)))


def campaign(text: str, seed: int) -> jug.TOAs:
    bands = [(1400.0, 1.0, "L"), (800.0, 1.0, "B")]
    return jug.campaign(model_of(text), start=56600, stop=57400, cadence_d=4.1, bands_mhz=bands, seed=seed)


def removal_of(text: str, toas: jug.TOAs, term: str, *, confirm: bool = True) -> TermTest:
    return jug.ftest(model_of(text), toas, remove=[term], confirm=confirm, backend="numpy")[term]


def increase(text: str, toas: jug.TOAs, *lines: str) -> float:
    """What a file without these lines adds to chi2."""
    kept = [line for line in text.splitlines() if line.split()[0] not in lines]
    smaller = jug.fit(model_of("\n".join(kept) + "\n"), toas, backend="numpy")
    return smaller.chi2 - jug.fit(model_of(text), toas, backend="numpy").chi2


@pytest.mark.parametrize("term", ["M2+SINI", "M2", "SINI"])
@pytest.mark.parametrize("mass", [0.0, 0.2, 2.0])
def test_a_shapiro_delay_costs_what_a_fit_without_it_says(term: str, mass: float) -> None:
    """Absent, weak and strong; either parameter alone has no effect, so that both go."""
    toas = campaign(ORBIT + f"M2 {mass}\nSINI 0.8\n", seed=5)
    test = removal_of(SHAPIRO, toas, term)
    assert test.confirmed
    assert test.n_parameters == 2
    assert {*term.split("+"), *test.left_out} == {"M2", "SINI"}
    assert test.delta_chi2 == pytest.approx(increase(SHAPIRO, toas, "M2", "SINI"), abs=ROUNDING)
    assert test.significant is (mass == 2.0)
    assert removal_of(SHAPIRO, toas, term, confirm=False) == test


@pytest.mark.parametrize("terms", ["EPS1", "EPS1+EPS2"])
def test_a_term_beside_an_orthometric_delay_costs_what_a_fit_without_it_says(terms: str) -> None:
    """H3 and STIGMA take a part of EPS1, far from where they are with it."""
    toas = campaign(ORTHOMETRIC, seed=5)
    test = removal_of(ORTHOMETRIC, toas, terms)
    assert test.confirmed
    assert test.delta_chi2 == pytest.approx(increase(ORTHOMETRIC, toas, *terms.split("+")), rel=1e-9, abs=FORGIVEN)


@pytest.mark.parametrize("binary", ["ELL1H", "DDH"])
@pytest.mark.parametrize("term", ["H3+STIGMA", "H3"])
def test_an_orthometric_delay_is_removed_where_the_binary_needs_it(binary: str, term: str) -> None:
    text = ORTHOMETRIC
    plain = ORBIT
    if binary == "DDH":
        for old, new in (("ELL1H", "DDH"), ("TASC", "T0"), ("EPS1 1e-5", "ECC 0.1"), ("EPS2 -2e-5", "OM 40")):
            text = text.replace(old, new)
        plain = text.replace("DDH", "DD").replace("H3 1e-6 1\nSTIGMA 0.7 1\n", "")
    toas = campaign(text, seed=5)
    test = removal_of(text, toas, term)
    whole, smaller = (jug.fit(model_of(own), toas, backend="numpy") for own in (text, plain))
    assert test.n_parameters == 2
    assert test.delta_chi2 == pytest.approx(smaller.chi2 - whole.chi2, abs=FORGIVEN)


def with_periastron(text: str, ecc: float) -> str:
    """The same orbit as BINARY DD."""
    for old, new in (("ELL1", "DD"), ("TASC", "T0"), ("EPS1 1e-5", f"ECC {ecc}"), ("EPS2 -2e-5", "OM 40")):
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize("terms", ["H4", "H3+H4"])
def test_a_harmonic_of_a_shapiro_delay_costs_what_a_fit_without_it_says(terms: str) -> None:
    text = ORTHOMETRIC.replace("STIGMA 0.7 1", "H4 5e-7 1")
    toas = campaign(text, seed=5)
    test = removal_of(text, toas, terms)
    plain = text if terms == "H4" else ORBIT
    lines = ("H4",) if terms == "H4" else ()
    whole = jug.fit(model_of(text), toas, backend="numpy").chi2
    kept = "\n".join(line for line in plain.splitlines() if line.split()[0] not in lines) + "\n"
    smaller = jug.fit(model_of(kept), toas, backend="numpy").chi2
    assert test.confirmed
    assert test.significant
    assert test.delta_chi2 == pytest.approx(smaller - whole, abs=FORGIVEN)


@pytest.mark.parametrize("terms", ["ECC", "ECC+OM"])
def test_an_eccentricity_goes_with_its_periastron(terms: str) -> None:
    """1e-6 of 10 ls is 10 us. Without OM the orbit begins 40 deg elsewhere, and loses count of turns: chi2 3e8."""
    text = with_periastron(ORBIT, 1e-6)
    toas = campaign(text, seed=5)
    test = removal_of(text, toas, terms)
    assert test.confirmed
    assert test.n_parameters == 2
    circular = text.replace("ECC 1e-06 1\n", "").replace("OM 40 1", "OM 40")
    smaller, whole = (jug.fit(model_of(own), toas, backend="numpy").chi2 for own in (circular, text))
    assert test.delta_chi2 == pytest.approx(smaller - whole, rel=1e-9, abs=FORGIVEN)
    assert 4000.0 < test.delta_chi2 < 6000.0


@pytest.mark.parametrize("term", ["KIN", "KOM"])
def test_an_orientation_that_the_binary_needs_is_not_removed(term: str) -> None:
    text = with_periastron(ORBIT, 1e-6).replace("BINARY DD", "BINARY DDK")
    text += "M2 0.3 1\nKIN 70 1\nKOM 40 1\nPX 1\nPMRA 5\nPMDEC -6\n"
    test = removal_of(text, campaign(text, seed=5), term)
    assert f"{term} is missing, and binary DDK" in test.problem


def test_a_flat_set_is_named() -> None:
    toas = campaign(ISOLATED, seed=5)
    found = jug.ftest(model_of(JUMPS), toas, add=["F2"], remove=["JUMP1", "JUMP2"], backend="numpy")
    assert "the data do not tell it from" in found["JUMP1"].problem
    assert "JUMP1" in found["JUMP2"].problem
    assert not found["F2"].problem


def test_the_shapiro_delay_of_a_millisecond_pulsar() -> None:
    """B1855+09; a fit of the file without M2 and SINI has a chi2 that is larger by 2,116.78."""
    model, toas = jug.load(*jug.data.example("B1855+09"))
    found = jug.ftest(model, toas, remove=["M2+SINI", "M2"], backend="numpy")
    for test in found.tests:
        assert test.delta_chi2 == pytest.approx(2116.78, abs=0.01)


@pytest.mark.filterwarnings("error::jug.InputWarning")
@pytest.mark.parametrize("confirm", [True, False])
def test_a_series_without_its_first_members_is_tested_in_silence(confirm: bool) -> None:
    """FD2 without FD1 is a model of the test's own making: nobody has to write FD1 0."""
    profile = ISOLATED + "FD1 1e-6 1\nFD2 0 1\n"
    toas = campaign(profile, seed=5)
    found = jug.ftest(model_of(profile), toas, remove=["FD1-2"], confirm=confirm, backend="numpy")
    assert [test.problem for test in found.tests] == ["", ""]
