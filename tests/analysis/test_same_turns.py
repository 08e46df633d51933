"""Fits that are compared have the same pulse numbers, also where those of the first fit are in doubt."""

import re
from typing import Any

import numpy as np
import pytest

import jug
from jug.analysis import same_turns
from jug.analysis.outliers import outliers as outliers_module
from jug.analysis.term_tests import term_fits
from jug.cli.command import main

pytestmark = pytest.mark.filterwarnings("ignore::jug.JugWarning")


@pytest.fixture(scope="module")
def lost() -> tuple[jug.TimingModel, jug.TOAs]:
    """F0 off by 1e-8 Hz: chi2 of the fit is 1,466,247 for 56 degrees of freedom."""
    model, toas = jug.load(*jug.data.example("NGC6440E"))
    return model.with_values({"F0": model.values["F0"] + 1e-8}), toas


def test_a_term_gains_what_it_gains_at_the_turns_of_the_first_fit(
    lost: tuple[jug.TimingModel, jug.TOAs], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With nearest pulses of its own each of these found the turns again, and all of chi2 was its gain."""
    fits, refit = list[jug.FitResult](), same_turns.fit_with_turns

    def kept(*args: Any) -> jug.FitResult:
        fits.append(refit(*args))
        return fits[-1]

    monkeypatch.setattr(term_fits, "fit_with_turns", kept)
    found = jug.ftest(*lost, add=["F2", "PX"], remove=["DM"], backend="numpy")
    linear = jug.ftest(*lost, add=["F2", "PX"], confirm=False, backend="numpy")
    assert len(fits) == 3
    for one in fits:
        assert np.ptp(one.residuals.pulse_number - found.base.residuals.pulse_number) == 0
        assert one.model.settings.track == ""
    for term in ("F2", "PX"):
        assert found[term].confirmed
        assert found[term].delta_chi2 == pytest.approx(linear[term].delta_chi2, rel=1e-3)
    assert found["DM"].delta_chi2 > 0.0


def test_toas_are_left_out_at_the_turns_of_the_first_fit(
    lost: tuple[jug.TimingModel, jug.TOAs], monkeypatch: pytest.MonkeyPatch
) -> None:
    fits, refit = list[tuple[Any, jug.FitResult]](), same_turns.fit_with_turns

    def kept(model: jug.TimingModel, toas: jug.TOAs, number: Any, backend: str) -> jug.FitResult:
        fits.append((number, refit(model, toas, number, backend)))
        return fits[-1][1]

    monkeypatch.setattr(outliers_module, "fit_with_turns", kept)
    found = jug.outliers(*lost, backend="numpy", confirm=3)
    assert found.too_many
    assert fits
    for number, one in fits:
        assert np.ptp(one.residuals.pulse_number - number) == 0
    for group in found.groups:
        assert group.delta_chi2 < found.base.chi2


def test_a_warning_about_a_term_names_it_and_no_line_of_the_file(
    tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, par = tmp_path_factory.mktemp("ell1"), "PSR A\nF0 100 1\nPEPOCH 55000\nRAJ 1:0:0\nDECJ 1:0:0\nDM 10\n"
    par += "BINARY ELL1\nPB 2\nA1 3\nTASC 55000\nEPS1 0\nEPS2 0\nEPHEM DE421\nUNITS TDB\n"
    par += "TZRMJD 55000\nTZRSITE gbt\nTZRFRQ 1400\n"
    (folder / "a.par").write_text(par)
    model = jug.load_model(folder / "a.par")
    made = jug.simulate(model, np.linspace(55000.0, 55100.0, 30), error_us=10.0, site="gbt", noise=True, seed=1)
    jug.write_tim(made.raw, folder / "a.tim")
    capsys.readouterr()
    assert main(["ftest", str(folder / "a.par"), str(folder / "a.tim"), "--add", "F1,GAMMA"]) == 0
    said = capsys.readouterr().err
    assert "jug: warning: term GAMMA: GAMMA is not used, as BINARY ELL1 has no GAMMA\n" in said
    assert not re.search(r"a\.par:\d", said)


def test_a_term_that_the_fit_fixes_is_not_tested(lost: tuple[jug.TimingModel, jug.TOAs]) -> None:
    """The free epoch of a glitch without GLF0: no TOA depends on it. It was an error of the whole command."""
    found = jug.ftest(*lost, add=["GLEP_1 53900 1 + GLPH_1", "F2"], backend="numpy")
    assert found.tests[0].problem
    assert found["F2"].n_parameters == 1
