"""A binary pulsar with several TOAs on each day, and a start whose PB is off by 1e-3."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

import jug
from jug.cli.command import main
from jug.compute.enumeration import Enumeration
from jug.connection import search
from jug.connection.judgement import Verdict
from jug.core.execution.progress import reporting_to
from jug.fitting.verdict.wrong_orbit import orbit_advice
from jug.io.par import parse_lines

PAR = """PSR DENSE
RAJ 12:34:00.0
DECJ 20:18:00.0
F0 218.8 1
PEPOCH 57000
DM 20
BINARY ELL1
PB {} 1
A1 3.4 1
TASC 57000.2 1
EPS1 1e-5
EPS2 2e-5
EPHEM DE421
CLK TT(BIPM2019)
UNITS TDB
TZRMJD 57000.1
TZRSITE gbt
TZRFRQ 1400
"""
PB = 2.7
NODES = 80_000
"""Fewer than by default, for the time of the test."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    folder = tmp_path_factory.mktemp("dense")
    truth = jug.load_model(parse_lines(PAR.format(PB).splitlines(), "dense.par"))
    mjd = np.sort(
        np.random.default_rng(1).uniform(0.0, 0.25, (40, 4)) + np.arange(57000.0, 57040.0)[:, None], axis=None
    )
    jug.write_tim(jug.simulate(truth, mjd, error_us=20.0, site="gbt", noise=True, seed=1).raw, folder / "dense.tim")
    (folder / "dense.par").write_text(PAR.format(PB * 1.001))
    return str(folder / "dense.par"), str(folder / "dense.tim")


def test_it_ends_and_says_that_the_orbit_may_be_wrong(
    files: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every search ends after a hundredth of the nodes; progress is told before the first enumeration."""
    visited, told, run = list[int](), list[str](), Enumeration.run

    def counting(self: Enumeration, nodes: int) -> bool:
        before = self.nodes
        done = run(self, nodes)
        visited.append(self.nodes - before)
        told.append("visited")
        return done

    monkeypatch.setattr(Enumeration, "run", counting)
    with reporting_to(lambda what, _done, _total: told.append(what)):
        assert main(["connect", *files, "-o", str(tmp_path / "out"), "--max-nodes", str(NODES)]) == 3
    assert told.index("fit with a JUMP for each of 40 clusters") < told.index("reduction of the lattice of 39 gaps")
    assert told.index("reduction of the lattice of 39 gaps") < told.index("visited")
    assert 0 < sum(visited) <= 5 * NODES // 100
    said = capsys.readouterr().out.splitlines()[-1]
    assert said.startswith("not connected: chi2 is ")
    assert "the orbit of the start may be wrong: fit from values of PB in steps of 2e-05 d" in said
    assert list(tmp_path.iterdir()) == []


def test_the_verdict_on_a_fit_advises_the_same(files: tuple[str, str], tmp_path: Path) -> None:
    main(["fit", *files, "--json", str(tmp_path / "fit.json"), "-q"])
    verdict = json.loads((tmp_path / "fit.json").read_text())["verdict"]
    assert verdict["name"] == "pulse_numbers_in_doubt"
    assert verdict["next"].startswith("the orbit of the start may be wrong: fit from values of PB")
    assert "`jug connect`" in verdict["next"]


@pytest.mark.filterwarnings("ignore::jug.JugWarning")
def test_fits_from_such_steps_find_the_orbit(files: tuple[str, str]) -> None:
    """The true value is in the middle between two steps."""
    model, toas = jug.load(*files)
    fits = [jug.fit(model.with_values({"PB": PB + 2e-5 * k}), toas) for k in (-3.5, -1.5, -0.5, 0.5, 1.5, 3.5)]
    best = min(fits, key=lambda one: one.chi2)
    assert best.verdict.good
    assert best.chi2 == min(fits[2].chi2, fits[3].chi2)
    assert abs(best.values["PB"] - PB) < 1e-6


def test_a_pulsar_without_an_orbit_gets_no_such_advice() -> None:
    assert orbit_advice(*jug.load(*jug.data.example("NGC6440E"))) == ""


def test_the_step_is_that_of_the_derivative(files: tuple[str, str]) -> None:
    """From one value to the next the design matrix moves no phase by more than half a turn."""
    model, toas = jug.load(*files)
    found = jug.design_matrix(model, toas)
    slope = np.max(np.abs(found.matrix[:, found.names.index("PB")])) * model.values["F0"]
    advice = orbit_advice(model, toas)
    [step] = re.findall(r"in steps of (\S+) d at most", advice)
    assert 0.2 < float(step) * slope < 0.5
    assert orbit_advice(model.with_values({"F0": -model.values["F0"]}), toas) == advice  # where a fit ended far away


def test_all_enumerations_together_end_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Single TOAs: nothing says that the start is wrong but that no turns fit; the limit is of all enumerations."""
    truth = jug.load_model(parse_lines(PAR.format(PB).splitlines(), "dense.par"))
    mjd = 57000.0 + np.cumsum(np.random.default_rng(2).uniform(0.3, 2.0, 15))
    made = jug.simulate(truth, mjd, error_us=20.0, site="gbt", noise=True, seed=1)
    lines = PAR.format(PB * 1.001)
    for known in ("F0 218.8 1", f"PB {PB * 1.001} 1", "A1 3.4 1", "TASC 57000.2 1"):
        lines = lines.replace(known, f"{known} {1e-6 if known.startswith('F0') else 0.01}")
    start = jug.load_model(parse_lines(lines.splitlines(), "dense.par"))
    monkeypatch.setattr(search, "NODES_AT_ONCE", 5)
    found = jug.connect(start, jug.prepare(start, made.raw), max_nodes=80, add=False)
    assert found.verdict is Verdict.UNFINISHED
    assert 0 < found.sought.nodes <= 80
    assert "raise --max-nodes" in found.summary().splitlines()[-1]
