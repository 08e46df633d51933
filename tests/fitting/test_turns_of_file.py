"""Whole turns of PHASE in the tim file: a fit with them, and a fit of its output with the same tim file."""

from pathlib import Path

import numpy as np
import pytest
from hard_fits import HEAD, model_of

import jug
from jug.fitting.turns_of_file import turns_of_file

pytestmark = pytest.mark.filterwarnings("ignore::jug.JugWarning")
MJD = np.sort(np.concatenate([55000.0 + 30.0 * np.arange(12), 55360.1 + 5.0 * np.arange(8)]))
TRUE = HEAD.replace("DM 223.9 1", "DM 223.9")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """F0 half a turn off after the first year, and PHASE lines that correct the count."""
    folder = tmp_path_factory.mktemp("turns")
    truth = model_of(TRUE)
    made = jug.simulate(truth, MJD, freq_mhz=1400.0, error_us=20.0, noise=True, seed=4)
    jug.write_tim(made, folder / "plain.tim")
    start = truth.moved({"F0": 0.8 / (365.0 * 86400.0)})
    lost = jug.residuals(start, made).pulse_number - jug.residuals(truth, made).pulse_number
    assert np.ptp(lost) == 1
    rows = (folder / "plain.tim").read_text().splitlines()
    steps = np.diff(lost, prepend=lost[0])
    body = [line for row, step in zip(rows[1:], steps, strict=True) for line in (*_phase(step), row)]
    (folder / "turned.tim").write_text("\n".join([rows[0], *body]) + "\n")
    jug.write_par(start, folder / "start.par")
    return folder / "start.par", folder / "turned.tim"


def _phase(step: float) -> list[str]:
    return [f"PHASE {int(step):+d}"] if step else []


def fitted(par: Path, tim: Path) -> jug.FitResult:
    return jug.fit(*jug.load(par, tim), backend="numpy")


def test_a_fit_with_turns_says_that_its_output_needs_none(files: tuple[Path, Path], tmp_path: Path) -> None:
    """The fit of the output had a chi2 of some thousands, and no word said why."""
    one = fitted(*files)
    assert one.verdict.good, one.verdict.sentence
    assert any("add these turns once more" in note and "turned.tim:" in note for note in one.warnings)
    jug.write_par(one.model, tmp_path / "one.par")
    again = fitted(tmp_path / "one.par", files[1])
    assert again.chi2 > 10.0 * one.chi2
    assert again.verdict.name == "pulse_numbers_in_doubt"
    assert "lower without the whole turns that PHASE" in again.verdict.sentence
    assert again.verdict.next.startswith("take these turns out of the tim file")
    turned = turns_of_file(*jug.load(*files))
    assert turned is not None
    assert again.verdict.n_doubtful == np.count_nonzero(turned.turns)
    without = tmp_path / "without.tim"
    without.write_text("".join(row for row in files[1].read_text().splitlines(True) if not row.startswith("PHASE")))
    assert fitted(tmp_path / "one.par", without).chi2 == pytest.approx(one.chi2, abs=1e-3)


def test_pulse_numbers_and_turns_of_all_toas_are_no_finding(files: tuple[Path, Path]) -> None:
    model, toas = jug.load(*files)
    numbered = toas.with_pulse_numbers(jug.residuals(model, toas).pulse_number)
    assert turns_of_file(model, numbered) is None
    assert turns_of_file(model, toas.without_flag("phase").with_turns(2, "mjd > 0")) is None
    assert turns_of_file(model, toas) is not None
