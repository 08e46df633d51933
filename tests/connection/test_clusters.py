"""Which TOAs are known to be connected: JUMP blocks, GAP lines, gaps; and pulse numbers inside the clusters."""

import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from campaigns import campaign, pulsar

import jug
from jug.connection.clusters import clusters
from jug.connection.judgement import Verdict, next_best
from jug.connection.numbering import first_numbers
from jug.connection.own_fit import is_own_fit
from jug.connection.search import CHI2_WINDOW
from jug.connection.stated_turns import without_jumps, without_stated_turns
from jug.errors import InputError
from jug.model.evaluation.anchor import make_anchor

HOURS = np.array([0.0, 1.0, 2.0, 240.0, 241.0, 480.0])
TRUE = pulsar(1000.0, 2000.0, 100.0, 0.0)


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The lines of six TOAs in three groups."""
    path = tmp_path_factory.mktemp("rows") / "plain.tim"
    jug.write_tim(jug.simulate(TRUE, 56500.3 + HOURS / 24.0, error_us=10.0), path)
    return path.read_text().splitlines()[1:]


def loaded(folder: Path, lines: list[str]) -> tuple[jug.TimingModel, jug.TOAs]:
    (folder / "made.tim").write_text("\n".join(["FORMAT 1", *lines]) + "\n")
    return jug.load(TRUE.par, folder / "made.tim")


def test_from_jump_blocks(rows: list[str], tmp_path: Path) -> None:
    lines = ["JUMP", *rows[:2], "JUMP", rows[2], "JUMP", *rows[3:5], "JUMP", rows[5]]
    model, toas = loaded(tmp_path, lines)
    found = clusters(model, toas)
    assert found.by == "jumps"
    assert found.number.tolist() == [0, 0, 1, 2, 2, 1]
    bare = without_jumps(model)
    assert bare.names == TRUE.names
    assert "tim_jump" not in without_stated_turns(toas, found).raw.flags


@pytest.mark.parametrize("line", ["C GAP1", "C GAP", "# GAPA", "CC GAP12"])
def test_from_gap_lines(rows: list[str], tmp_path: Path, line: str) -> None:
    model, toas = loaded(tmp_path, [*rows[:3], line, *rows[3:]])
    assert clusters(model, toas).number.tolist() == [0, 0, 0, 1, 1, 1]
    assert clusters(model, toas).by == "jumps"


def test_files_that_are_included_are_no_clusters_of_their_own(rows: list[str], tmp_path: Path) -> None:
    """Many have one file a day, or one a receiver; with a GAP line the parts of each file count."""
    for name, own in (("a", rows[:1]), ("b", rows[1:4]), ("c", rows[4:])):
        (tmp_path / f"{name}.tim").write_text("\n".join(["FORMAT 1", *own, ""]))
    model, toas = loaded(tmp_path, [f"INCLUDE {name}.tim" for name in "abc"])
    assert clusters(model, toas).by == "gaps"
    assert clusters(model, toas).number.tolist() == [0, 0, 0, 1, 1, 2]
    model, toas = loaded(tmp_path, ["INCLUDE a.tim", "C GAP", "INCLUDE b.tim"])
    assert clusters(model, toas).number.tolist() == [0, 1, 1, 1]


def test_from_gaps_that_the_uncertainties_bridge(rows: list[str], tmp_path: Path) -> None:
    """F0 = 100 Hz to 1e-7: 0.036 turn in an hour, 8.6 turns in ten days."""
    model, toas = loaded(tmp_path, rows)
    assert clusters(model, toas).number.tolist() == [0, 0, 0, 1, 1, 2]
    assert clusters(model, toas).by == "gaps"
    assert clusters(model, toas, gap_d=0.01).n == 6
    loose = jug.load_model(jug.io.par.parse_lines([q.text.replace("1.000e-05", "1.000e-3") for q in TRUE.par.lines]))
    assert clusters(loose, toas).n == 6


def test_from_gaps_without_uncertainties(rows: list[str], tmp_path: Path) -> None:
    model, toas = loaded(tmp_path, rows)
    bare = jug.load_model(jug.io.par.parse_lines([q.text.replace("1.000e-05", "") for q in TRUE.par.lines]))
    assert clusters(bare, toas).number.tolist() == [0, 0, 0, 1, 1, 2]
    assert clusters(model, toas, gap_d=0.25).number.tolist() == [0, 0, 0, 1, 1, 2]


def test_what_cannot_be_used(rows: list[str], tmp_path: Path) -> None:
    model, toas = loaded(tmp_path, rows)
    with pytest.raises(InputError, match=r"made\.tim: the TOAs are one cluster"):
        clusters(model, toas, gap_d=100.0)
    with pytest.raises(InputError, match="no JUMP blocks and no GAP lines"):
        clusters(model, toas, by="jumps")
    with pytest.raises(InputError, match="it is auto, jumps or gaps"):
        clusters(model, toas, by="flags")


def test_numbers_inside_a_cluster_are_true_where_the_start_is_half_a_turn_off(rows: list[str], tmp_path: Path) -> None:
    """The nearest pulse to the first TOA of all would be a wrong one for some TOAs of a cluster."""
    start, toas, number = campaign(4)
    found = clusters(start, toas)
    given = first_numbers(start, toas, found)
    wrong = [k for k in range(found.n) if np.ptp((given - number)[found.number == k])]
    assert wrong == []


def test_whole_turns_of_phase_inside_a_cluster_count(rows: list[str], tmp_path: Path) -> None:
    lines = ["JUMP", rows[0], "PHASE 1", rows[1], "PHASE -1", rows[2], "JUMP", *rows[3:]]
    with pytest.warns(jug.errors.InputWarning, match="whole turns of PHASE"):
        model, toas = loaded(tmp_path, lines)
    found = clusters(model, toas)
    number = first_numbers(model, toas, found)
    true = make_anchor(TRUE, jug.prepare(TRUE, without_stated_turns(toas, found).raw)).pulse_number
    assert (number - true - (number - true)[0]).tolist()[:3] == [0, -1, 0]
    assert "phase" not in without_stated_turns(toas, found).raw.flags


def test_turns_of_phase_that_the_start_counts_itself_are_left_out(rows: list[str], tmp_path: Path) -> None:
    """As in the output of a fit with them: the TOAs inside the clusters did not fit, and nothing was connected."""
    lines = ["JUMP", rows[0], "PHASE 1", rows[1], "PHASE -1", rows[2], "JUMP", *rows[3:]]
    with pytest.warns(jug.errors.InputWarning, match="whole turns of PHASE"):
        model, toas = loaded(tmp_path, lines)
    with pytest.warns(jug.errors.InputWarning, match=r"are left out: chi2 .* lower without them .*made\.tim:5"):
        found = jug.connect(model.with_free(["F0"]), toas)
    true = make_anchor(TRUE, jug.prepare(TRUE, found.task.toas.raw)).pulse_number
    assert np.ptp((found.task.number - true)[:3]) == 0


def test_pulse_numbers_of_the_file_count_inside_a_cluster(rows: list[str], tmp_path: Path) -> None:
    given = [f"{row} -pn {k}" for row, k in zip(rows, (0, 360001, 720000, 5, 360005, 9), strict=True)]
    model, toas = loaded(tmp_path, ["JUMP", *given[:3], "JUMP", *given[3:]])
    found = clusters(model, toas)
    number = first_numbers(model, toas, found)
    assert np.diff(number[:3]).tolist() == [360001, 359999]
    assert int(number[4] - number[3]) == 360000


def test_uncertainties_of_a_fit_of_the_same_toas_are_no_priors() -> None:
    """A fit leaves 1e-9 Hz and less: it would join all TOAs to one cluster, right or wrong. A search leaves 1e-5 Hz."""
    case = campaign(1081)
    fit = jug.fit(case.model, case.toas)
    assert clusters(fit.model, case.toas).n < clusters(case.model, case.toas).n
    again = jug.connect(fit.model, case.toas)
    assert again.verdict is Verdict.AMBIGUOUS
    assert (again.task.sigma == np.inf).all()
    assert is_own_fit(fit.model, case.toas)
    with_track = replace(fit.model, settings=replace(fit.model.settings, track="-2"))  # of pulse numbers not given
    assert is_own_fit(with_track, case.toas)
    assert not is_own_fit(case.model, case.toas)


def test_uncertainties_scaled_by_the_reduced_chi2_are_those_of_an_own_fit() -> None:
    """With uncertainties of a fifth the reduced chi2 is 25 or so, and the scaled ones are five times those of a fit."""
    model, toas = jug.load(*jug.data.example("NGC6440E"))
    scaled = jug.fit(model.add("EFAC TEL gbt 0.2"), toas, scale_errors=True, backend="numpy")
    assert scaled.reduced_chi2 > 16.0
    assert is_own_fit(scaled.model, toas)


@pytest.mark.parametrize("priors", [True, False])
def test_no_solution_of_an_ambiguous_campaign_is_unique_when_it_is_the_start(priors: bool) -> None:
    found = jug.connect(*campaign(1081)[:2])
    for one in found.solutions:
        assert jug.connect(one.fit.model, one.toas, priors=priors).verdict is Verdict.AMBIGUOUS


def test_a_lost_fit_is_a_start() -> None:
    """F0 is off by 1e-8 Hz, and the fit has lost count of turns."""
    model, toas = jug.load(*jug.data.example("NGC6440E"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.errors.FitWarning)
        lost = jug.fit(model.with_values({"F0": model.values["F0"] + 1e-8}), toas)
    assert lost.chi2 > 1e3
    found = jug.connect(lost.model, toas)
    assert found.unique
    assert found.fit.chi2 == pytest.approx(jug.fit(model, toas).chi2, rel=1e-4)


def test_no_listed_solution_is_hopeless_and_none_is_better_than_the_best() -> None:
    found = jug.connect(*campaign(1081)[:2], priors=False)
    chi2 = [one.chi2 for one in found.sought.leaves]
    assert chi2[-1] <= chi2[0] + CHI2_WINDOW
    lower = found.sought._replace(beyond=chi2[0] - 0.2)
    assert next_best(lower) == 0.0
