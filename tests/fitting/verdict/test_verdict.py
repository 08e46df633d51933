"""The verdict as users meet it: report, JSON, exit code, pickles, and parameters fixed by the fit."""

import json
import pickle
from pathlib import Path

import hard_fits
import numpy as np
import pytest
from copies import example
from hard_fits import DMX, HEAD, Hard, model_of, simulated

import jug
from jug.analysis.simulation.simulation import with_time_added
from jug.cli.command import main
from jug.errors import FitError
from jug.fitting.dependence import dependent_columns
from jug.fitting.findings.fit_verdict import FlatDirection
from jug.fitting.verdict import extended_equations
from jug.fitting.verdict.pulse_numbers import segments

pytestmark = pytest.mark.filterwarnings("ignore::jug.JugWarning")
TURNED = Hard("F0 off by 0.6 turns", "pulse_numbers_in_doubt", start=hard_fits.line_of_f0(0.6))
PBDOTS = Hard("PBDOT twice", "flat_direction", hard_fits.BT + "\nPBDOT 0 1\nXPBDOT 0 1")


def files(case: Hard, folder: Path) -> list[str]:
    """The par and tim file of a case."""
    model, toas = simulated(case)
    jug.write_par(model, folder / "hard.par")
    jug.write_tim(toas.raw, folder / "hard.tim")
    return [str(folder / "hard.par"), str(folder / "hard.tim")]


def run(words: list[str]) -> int:
    """The exit code of a command."""
    return int(main(words) or 0)


def test_a_good_fit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "fit.json"
    assert run(["fit", *map(str, example("NGC6440E")), "--strict", "--json", str(out)]) == 0
    assert "Verdict                   good: reduced chi2 1.06" in capsys.readouterr().out
    verdict = json.loads(out.read_text())["verdict"]
    assert (verdict["name"], verdict["good"], verdict["flat"], verdict["gaps"]) == ("good", True, [], [])
    assert verdict["sentence"]
    assert verdict["next"]


def test_a_fit_with_lost_turns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Converged, so that the exit code is 0; with --strict it is 1."""
    names, out = files(TURNED, tmp_path), tmp_path / "fit.json"
    assert run(["fit", *names, "--json", str(out)]) == 0
    said = capsys.readouterr().out
    assert "Verdict                   pulse_numbers_in_doubt: " in said
    assert "jug connect" in said
    assert run(["fit", *names, "--strict"]) == 1
    assert "the fit is not good: pulse_numbers_in_doubt" in capsys.readouterr().err
    found = json.loads(out.read_text())["verdict"]
    worst = min(found["gaps"], key=lambda gap: gap["delta_chi2"])
    assert worst["delta_chi2"] < 0.0
    assert 0 < worst["n_toa"] <= found["n_doubtful"] <= 80
    assert worst["before"] < worst["after"]


def test_pulse_numbers_of_the_file_are_not_in_doubt() -> None:
    """NGC6440E with F0 off by 1e-8 Hz: lost; with the numbers of the right model: found again."""
    model, toas = jug.load(*example("NGC6440E"))
    off = model.with_values({"F0": model.values["F0"] + 1e-8})
    lost = jug.fit(off, toas, backend="numpy")
    assert lost.verdict.name == "pulse_numbers_in_doubt"
    assert lost.verdict.n_doubtful > 50
    right = jug.fit(model, toas, backend="numpy")
    assert right.verdict.good


def test_the_report_says_undetermined(capsys: pytest.CaptureFixture[str]) -> None:
    found = hard_fits.fitted(PBDOTS)
    assert found.verdict.undetermined == ("XPBDOT", "PBDOT")
    rows = [line for line in found.summary().splitlines() if line.startswith(("PBDOT", "XPBDOT"))]
    assert all("undetermined" in row for row in rows)
    assert "fix XPBDOT" in found.verdict.next


def test_a_pickle_has_the_verdict_without_the_data() -> None:
    found = jug.fit(*jug.load(*example("NGC6440E")), backend="numpy")
    stored = pickle.dumps(found)
    assert pickle.loads(stored).verdict == found.verdict
    assert len(stored) < 50_000


def test_a_result_without_the_end_of_its_fit_says_so() -> None:
    from dataclasses import replace

    found = jug.fit(*jug.load(*example("NGC6440E")), backend="numpy")
    with pytest.raises(FitError, match="fit again"):
        _ = replace(found, fit_end=None).verdict


@pytest.mark.parametrize(
    ("case", "held"),
    [
        (Hard("DMX", "good", DMX), ["DMX_0006", "DM"]),
        (Hard("JUMPs of all", "good", "JUMP -fe A 0 1\nJUMP -fe B 0 1"), ["JUMP2"]),
        (Hard("an empty JUMP", "good", "JUMP -fe Z 0 1"), ["JUMP1"]),
        (PBDOTS, ["XPBDOT"]),
        (Hard("one frequency", "good", mhz=(1400.0,)), ["DM"]),
        (Hard("a small ECC in BT", "good", hard_fits.BT + "\nECC 1e-7 1"), ["OM"]),
        (Hard("nothing", "good"), []),
    ],
    ids=lambda value: value.name if isinstance(value, Hard) else "",
)
def test_the_fewest_are_held_fixed(case: Hard, held: list[str]) -> None:
    model, toas = simulated(case)
    found = jug.fit(model, toas, backend="numpy", freeze_degenerate=True)
    assert [one.name for one in found.frozen] == held
    assert all(one.why for one in found.frozen)
    assert found.verdict.good, found.verdict.sentence
    assert set(found.names) == set(model.free) - set(held)


def test_the_command_holds_fixed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = files(Hard("DMX", "good", DMX), tmp_path)
    assert run(["fit", *names]) == 0
    said = capsys.readouterr().out
    assert "Verdict                   flat_direction: no TOA depends on DMX_0006; " in said
    assert "--freeze-degenerate" in said
    assert run(["fit", *names, "--strict"]) == 1
    capsys.readouterr()
    assert run(["fit", *names, "--freeze-degenerate", "--strict"]) == 0
    assert "Fixed by the fit          DM: the data do not tell it from DMX_" in capsys.readouterr().out


def test_errors_that_are_scaled_are_not_too_small() -> None:
    case = next(case for case in hard_fits.CASES if case.name == "EFAC absent")
    found = hard_fits.fitted(case)
    assert found.verdict.name == "errors_too_small"
    assert found.scaled().verdict.good


def test_dependent_columns_are_the_rank_that_lacks() -> None:
    """Seven columns of which two depend on others, and one is zero."""
    rng = np.random.default_rng(3)
    columns = rng.normal(size=(50, 7))
    columns[:, 5] = columns[:, 0] + 2.0 * columns[:, 1]
    columns[:, 3] = columns[:, 2] - columns[:, 4]
    columns[:, 6] = 0.0
    size = np.linalg.norm(columns, axis=0)
    scaled = columns / np.where(size > 0.0, size, 1.0)
    names = ["F0", "F1", "RAJ", "DECJ", "PX", "DM", "JUMP1"]
    found = {names[one.column]: {names[i] for i in one.on} for one in dependent_columns(scaled.T @ scaled, names)}
    assert found == {"PX": {"RAJ", "DECJ"}, "DM": {"F0", "F1"}, "JUMP1": set()}
    factor = np.linalg.qr(scaled, mode="r")
    of_factor = dependent_columns(scaled.T @ scaled, names, factor)
    assert {names[one.column]: {names[i] for i in one.on} for one in of_factor} == found


def test_what_little_is_left_of_a_column_is_found_by_a_factor() -> None:
    """The last of three columns is 1e-9 off the others, whose share of 1e-3 in each other takes digits too."""
    rng = np.random.default_rng(3)
    q, _ = np.linalg.qr(rng.normal(size=(50, 3)))
    columns = q @ np.array([[1.0, 1.0, 1.0], [0.0, 1e-3, 2e-3], [0.0, 0.0, 1e-9]])
    columns /= np.linalg.norm(columns, axis=0)
    names = ["RAJ", "DECJ", "PX"]
    (found,) = dependent_columns(columns.T @ columns, names, np.linalg.qr(columns, mode="r"))
    assert found.left == pytest.approx(1e-18, rel=1e-3)


def test_segments_are_cut_at_the_widest_gaps() -> None:
    mjd = np.array([10.0, 1.0, 1.01, 10.02, 50.0])
    found = segments(mjd)
    assert found.before.tolist() == [1.01, 10.02]
    assert found.after.tolist() == [10.0, 50.0]
    assert found.member.tolist() == [1, 0, 0, 1, 2]


def test_a_step_that_a_jump_takes_up_is_no_doubt() -> None:
    """Two receivers in two years that follow each other: the JUMP between them hides whole turns, and nothing else."""
    model = model_of(HEAD + "\nJUMP -fe L 0 1")
    mjd = np.concatenate([np.linspace(55000, 55400, 40), np.linspace(55500, 55900, 40)])
    flags = {"fe": ["S"] * 40 + ["L"] * 40}
    mhz = np.tile([1400.0, 820.0], 40)
    toas = jug.simulate(model, mjd, freq_mhz=mhz, error_us=20.0, flags=flags, noise=True, seed=2)
    assert jug.fit(model, toas, backend="numpy").verdict.gaps == ()


def test_one_coordinate_held_beside_the_other_free_would_take_what_is_left() -> None:
    """DECJ 0.3 arcsec off and fixed leaves about 150 us of yearly terms; DECJ takes them, not a polynomial."""
    found = hard_fits.fitted(Hard("DECJ fixed", "signal_left", start="DECJ -20:21:29.7", n=160)).verdict
    assert found.name == "signal_left"
    assert {signal.parameter for signal in found.signals} == {"DECJ"}


def test_many_toas_are_summed_in_chunks_to_the_same_equations(monkeypatch: pytest.MonkeyPatch) -> None:
    """5000 TOAs are two chunks."""
    found = hard_fits.fitted(Hard("many", "good", n=5000))
    assert found.verdict.good, found.verdict.sentence
    assert found.fit_end is not None
    extra, segment = np.random.default_rng(1).normal(size=(5000, 3)), np.arange(5000) // 1000
    one = extended_equations.normal_equations_with(found.fit_end, extra, segment, 5)
    monkeypatch.setattr(extended_equations, "is_chunked", lambda ref: False)
    other = extended_equations.normal_equations_with(found.fit_end, extra, segment, 5)
    np.testing.assert_allclose(one.gram, other.gram, atol=1e-12)
    np.testing.assert_allclose(one.slope, other.slope, atol=1e-9)


@pytest.mark.parametrize("loss", ["huber", "bisquare"])
def test_a_robust_fit_is_judged_with_its_weights(loss: str) -> None:
    """Three TOAs a millisecond late make a fit of least squares bad, and a robust one not."""
    model, toas = simulated(Hard("outliers", "good"))
    late = jug.prepare(model, with_time_added(toas.raw, np.where(np.isin(np.arange(80), [10, 33, 60]), 1e-3, 0.0)))
    plain = jug.fit(model, late, backend="numpy").verdict
    assert plain.name == "model_rejected"
    assert "3 TOAs stand out" in plain.sentence
    assert "jug outliers" in plain.next
    robust = jug.fit(model, late, backend="numpy", robust=loss).verdict
    assert robust.good, robust.sentence


@pytest.mark.parametrize(
    ("names", "correlation", "sentence"),
    [
        (("DM", "FD1"), 1.0, "the data do not tell DM and FD1 apart (correlation 1)"),
        (("DM", "FD1"), 1.0 - 2e-9, "the data do not tell DM and FD1 apart (correlation 1 - 2e-09)"),
        (("DM",), float("nan"), "the data hardly determine DM"),
        (("SINI", "M2"), float("nan"), "the data hardly determine SINI and M2"),
        (("F2",), 0.0, "no TOA depends on F2"),
    ],
)
def test_a_flat_direction_in_words(names: tuple[str, ...], correlation: float, sentence: str) -> None:
    assert FlatDirection(names, correlation).sentence == sentence
