"""F-tests of terms, against whole fits."""

import io
import json

import numpy as np
import pytest
from scipy.stats import f as f_distribution

import jug
from jug.analysis import same_turns
from jug.analysis.term_tests.added_columns import AddedColumns
from jug.analysis.term_tests.term_candidates import candidates
from jug.cli.command import main

pytestmark = pytest.mark.filterwarnings("ignore::jug.InputWarning")

CANDIDATES = ["F2", "F2+F3", "DM1", "DM1+DM2", "FD4-8", "A1DOT", "PBDOT", "OMDOT", "EDOT", "NE_SW1", "CM", "XPBDOT"]
CANDIDATES += ["JUMP -f 430_PUPPI", "JUMP -fe 430", "JUMP -be PUPPI", "PHOFF"]
LINEAR = ["F2", "DM1", "FD4", "FD4-5", "A1DOT", "NE_SW1", "JUMP -f 430_PUPPI"]


@pytest.fixture(scope="module")
def millisecond():
    return jug.load(*jug.data.example("B1855+09"))


@pytest.fixture(scope="module")
def linear(millisecond):
    model, toas = millisecond
    return jug.ftest(model, toas, add=LINEAR, remove=["PX", "FD3"], confirm=False, backend="numpy")


@pytest.mark.parametrize(("term", "curvature"), [("F2", 1e-4), ("DM1", 1e-4), ("FD4-5", 1e-3), ("A1DOT", 0.01)])
def test_the_linear_gain_is_that_of_a_fit_with_correlated_noise(millisecond, linear, term, curvature):
    """What the linear model leaves out: SINI and M2 move along with A1DOT by 0.1 sigma, where chi2 is curved."""
    terms = ["FD4", "FD5"] if term == "FD4-5" else [term]
    larger = jug.fit(linear.base.model.add(terms, free=True), millisecond[1], backend="numpy")
    test = linear[term]
    assert not test.confirmed
    assert test.delta_chi2 == pytest.approx(linear.base.chi2 - larger.chi2, abs=curvature)
    assert test.n_parameters == len(terms)
    for name in test.values:
        assert test.values[name] == pytest.approx(larger.values[name], abs=0.01 * larger.errors[name])
        assert test.errors[name] == pytest.approx(larger.errors[name], rel=0.01)


def test_terms_may_be_one_text():
    """It was read letter by letter, and each letter was a term that is not known."""
    assert candidates("F2, PMRA+PMDEC,FD1-2") == candidates(["F2", "PMRA+PMDEC", "FD1-2"])
    assert [one.label for one in candidates("JUMP -fe L-wide")] == ["JUMP -fe L-wide"]


@pytest.mark.parametrize(
    ("word", "terms"),
    [
        ("GLEP_1 54000+GLPH_1+GLF0_1", ("GLEP_1 54000", "GLPH_1", "GLF0_1")),
        ("GLEP_1 54000 + GLF0D_1 1e-9 + GLTD_1 50 0", ("GLEP_1 54000", "GLF0D_1 1e-9", "GLTD_1 50 0")),
        ("F2 1e+5", ("F2 1e+5",)),
        ("F2 1e+5+F3", ("F2 1e+5", "F3")),
        ("JUMP -f A+PX + F2", ("JUMP -f A+PX", "F2")),
    ],
)
def test_terms_with_values_are_joined(word, terms):
    """A plus sign without blanks joined no terms with values: GLEP_1 was then not a number."""
    assert [one.terms for one in candidates(word)] == [terms]


def glitch(size_hz):
    model, _ = jug.load(*jug.data.example("NGC6440E"))
    with_one = model.add(["GLEP_1 53750.3", "GLPH_1 0", f"GLF0_1 {size_hz}"])
    dates = np.arange(53500.0, 54000.0, 5.0)
    freq = np.where(np.arange(len(dates)) % 2, 1400.0, 2000.0)
    return model, jug.simulate(with_one, dates, error_us=20, noise=True, seed=1, freq_mhz=freq)


def test_a_glitch_is_tested_at_its_date():
    """GLF0 of several sigma is found; the date stays, as no TOA depends on it while GLF0 is 0."""
    model, toas = glitch(4e-9)
    text = "GLEP_1 53750+GLPH_1+GLF0_1,GLEP_1 53750 + GLPH_1 + GLF0_1 + GLF0D_1 + GLTD_1 50 0"
    plain, decaying = jug.ftest(model, toas, add=text, backend="numpy").tests
    assert (plain.significant, plain.confirmed, plain.n_parameters) == (True, True, 2)
    assert set(plain.values) == {"GLPH_1", "GLF0_1"}
    assert plain.values["GLF0_1"] == pytest.approx(4e-9, abs=4 * plain.errors["GLF0_1"])
    assert set(decaying.values) == {"GLPH_1", "GLF0_1", "GLF0D_1"}  # GLTD has the flag 0
    assert decaying.delta_chi2 >= plain.delta_chi2 - 1e-6
    larger = jug.fit(model.add(["GLEP_1 53750", "GLPH_1", "GLF0_1"]), toas, backend="numpy")
    assert plain.delta_chi2 == pytest.approx(jug.fit(model, toas, backend="numpy").chi2 - larger.chi2, abs=1e-3)


def test_no_glitch_is_found_where_there_is_none():
    model, toas = glitch(0)
    assert not jug.ftest(model, toas, add=["GLEP_1 53750+GLPH_1+GLF0_1"], backend="numpy").tests[0].significant


def test_statistics_are_those_of_the_formulae(linear):
    test, base = linear["FD4-5"], linear.base
    chi2, dof = base.chi2 - test.delta_chi2, base.dof - 2
    assert test.f == pytest.approx(test.delta_chi2 / 2 / (chi2 / dof), rel=1e-12)
    assert test.probability == pytest.approx(f_distribution.sf(test.f, 2, dof), rel=1e-9)
    assert test.delta_aic == pytest.approx(4.0 - test.delta_chi2, rel=1e-12)
    assert test.delta_bic == pytest.approx(2.0 * np.log(4005) - test.delta_chi2, rel=1e-12)


def test_a_removal_is_confirmed_by_a_fit(millisecond):
    model, toas = millisecond
    found = jug.ftest(model, toas, remove=["PX", "F1", "ELONG"], backend="numpy")
    smaller = jug.fit(found.base.model.remove("PX"), toas, backend="numpy")
    assert found["PX"].confirmed
    assert found["PX"].delta_chi2 == pytest.approx(smaller.chi2 - found.base.chi2, abs=1e-6)
    assert not found["PX"].significant
    assert found["F1"].significant
    assert "ELONG" in found["ELONG"].problem


def test_companion_mass_and_inclination_are_found_again(millisecond):
    model, toas = millisecond
    without = model.remove("M2", "SINI")
    found = jug.ftest(without, toas, add=["M2+SINI"], backend="numpy")["M2+SINI"]
    assert found.significant
    assert found.confirmed
    whole = jug.fit(model, toas, backend="numpy")
    assert found.values["SINI"] == pytest.approx(whole.values["SINI"], abs=0.01 * whole.errors["SINI"])


def test_a_term_in_the_data_is_found_and_one_that_is_not_is_not():
    text = jug.data.example("NGC6440E")[0].read_text()
    model = jug.load_model(jug.read_par(io.StringIO(text)))
    true = model.add(["F2 -5e-24"], free=True)
    toas = jug.simulate(true, start=53400.0, stop=54300.0, n_toa=120, error_us=10.0, noise=True, seed=5)
    found = jug.ftest(model, toas, add=["F2", "PX", "PMRA+PMDEC"])
    assert found["F2"].significant
    assert found["F2"].confirmed
    assert abs(found["F2"].values["F2"] + 5e-24) < 4.0 * found["F2"].errors["F2"]
    assert "significant" in found.summary()


def test_what_cannot_be_tested_is_said(linear, millisecond):
    found = jug.ftest(*millisecond, add=["JUMP -f no_such", "F1", "XYZ"], remove=["RAJ", "FD1+EFAC1"], backend="numpy")
    problems = {test.term: test.problem for test in found.tests}
    assert "no TOA depends on" in problems["JUMP -f no_such"]
    assert "already" in problems["F1"]
    assert "unknown keyword" in problems["XYZ"]
    assert "no parameter 'RAJ'" in problems["RAJ"]
    assert "not fitted" in problems["FD1+EFAC1"]
    assert "not tested" in found.summary()
    with pytest.raises(KeyError, match="F9"):
        found["F9"]


def test_ranges_and_sums_of_terms():
    assert [c.label for c in candidates(["FD1-3"], {"FD1": 0})] == ["FD2", "FD2-3"]
    assert candidates(["M2+SINI"])[0].terms == ("M2", "SINI")
    assert candidates(["JUMP -fe A+B"])[0].terms == ("JUMP -fe A+B",)
    assert candidates(["JUMP -fe A + F2"])[0].terms == ("JUMP -fe A", "F2")
    for bad, why in (("FD3-1", "before it begins"), (" ", "empty"), ("FD1-1", "has all of")):
        with pytest.raises(jug.InputError, match=why):
            candidates([bad], {"FD1": 0})


def test_the_command_writes_numbers(tmp_path, capsys):
    files = [str(path) for path in jug.data.example("NGC6440E")]
    out = tmp_path / "a.json"
    assert main(["ftest", *files, "--add", "F2,PX,XYZ", "--remove", "F1", "--json", str(out)]) == 0
    assert "Delta chi2" in capsys.readouterr().out
    found = json.loads(out.read_text())
    assert [test["term"] for test in found["tests"]] == ["F2", "PX", "XYZ", "F1"]
    words = 'F2,"JUMP -fe L-wide"'  # quotes within the word, as a shell leaves them within others
    assert main(["ftest", *files, "--add", words, "--linear", "--json", str(out)]) == 0
    assert [test["term"] for test in json.loads(out.read_text())["tests"]] == ["F2", "JUMP -fe L-wide"]
    assert main(["ftest", *files, "--add", 'F2,"PX']) == 2
    assert "a quote that does not end" in capsys.readouterr().err
    assert main(["ftest", *files]) == 2
    assert main(["ftest", *files, "--add", "F2", "--threshold", "3"]) == 2


def test_terms_beside_one_that_cannot_be_added_have_the_same_figures():
    """All terms are one edit of the model; where one of them is refused they are added one by one."""
    model, toas = jug.load(*jug.data.example("NGC6440E"))
    terms = ["F2", "F2+F3", "PMRA+PMDEC", "JUMP -fe L", "FD1-2"]
    together = jug.ftest(model, toas, add=terms, confirm=False, backend="numpy")
    apart = jug.ftest(model, toas, add=[*terms, "XYZ", "F3"], confirm=False, backend="numpy")
    for test in together.tests:
        other = apart[test.term]
        assert other.problem == test.problem
        if not test.problem:
            assert other.delta_chi2 == pytest.approx(test.delta_chi2, rel=1e-9)
            assert list(other.values) == list(test.values)
    assert "F3 needs F2" in apart["F3"].problem
    assert "F3 needs F2" in jug.ftest(model, toas, add=["F2", "F3"], confirm=False, backend="numpy")["F3"].problem


def test_twenty_candidates_share_one_factorisation(millisecond, monkeypatch: pytest.MonkeyPatch):
    """One anchor and one step beside the base fit, whatever the number of terms: benchmarks/candidates.py times it."""
    model, toas = millisecond
    made: list[int] = []
    begin = AddedColumns.__init__
    monkeypatch.setattr(AddedColumns, "__init__", lambda self, *args: made.append(1) or begin(self, *args))
    refits: list[object] = []
    monkeypatch.setattr(same_turns, "fit", lambda *args, **kwargs: refits.append(args))
    found = jug.ftest(model, toas, add=CANDIDATES, confirm=False, backend="numpy")
    assert sum(not test.problem for test in found.tests) == 20
    assert (len(made), len(refits)) == (1, 0)


@pytest.mark.filterwarnings("ignore::jug.ClockWarning")
def test_measured_dms_count():
    """Wideband: the linear gains are those of whole fits."""
    model, toas = jug.load(*jug.data.example("J0740+6620"), ephem="DE440")
    found = jug.ftest(model, toas, add=["F2", "DM1"], confirm=False, backend="numpy")
    for test in found.tests:
        whole = jug.fit(found.base.model.add([test.term], free=True), toas, backend="numpy")
        assert test.delta_chi2 == pytest.approx(found.base.chi2 - whole.chi2, abs=1e-3)


def test_a_shapiro_delay_that_the_data_do_not_show_is_tested_with_its_shape():
    """The fit fixes SINI, which counts as a parameter of the term and has no uncertainty."""
    orbit = "BINARY ELL1\nPB 5.3 1\nA1 3.0 1\nTASC 53750.0 1\nEPS1 1e-5 1\nEPS2 2e-5 1\n"
    model = jug.load_model(jug.read_par(io.StringIO(jug.data.example("NGC6440E")[0].read_text() + orbit)))
    toas = jug.simulate(model, start=53400.0, stop=54300.0, n_toa=120, error_us=10.0, noise=True, seed=1)
    found = jug.ftest(model, toas, add=["M2+SINI"], backend="numpy")["M2+SINI"]
    assert (found.problem, found.n_parameters) == ("", 2)
    assert np.isnan(found.errors["SINI"])
    assert not found.significant


@pytest.mark.parametrize("threshold", [2.0, 1.0, 0.0, -0.1, float("nan"), "0"])
def test_a_threshold_is_a_probability(threshold: float) -> None:
    model, toas = jug.load(*jug.data.example("NGC6440E"))
    with pytest.raises(jug.InputError, match=r"^threshold is .* not a probability; give one between 0 and 1"):
        jug.ftest(model, toas, add="F2", threshold=threshold)
