"""`jug connect` interrupted: its state stays, the same command goes on; and TOAs that do not fit in their clusters."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import jug
from jug.cli.command import main
from jug.compute.enumeration import Enumeration
from jug.connection import search
from jug.errors import InputError, Where
from jug.io.par import parse_lines

PAR = """PSR APART
RAJ 12:34:00.0 1 0.066
DECJ 56:18:00.{} 1 1.0
F0 {} 1 {}
F1 -1e-15 1
PEPOCH 57000
DM 20
EPHEM DE421
CLK TT(BIPM2019)
UNITS TDB
TZRMJD 57000.1
TZRSITE gbt
TZRFRQ 1400
"""
DAYS = (57000, 57001, 57004, 57030, 57100, 57200, 57250, 57330)


@pytest.fixture
def words(tmp_path: Path) -> list[str]:
    """The command for eight clusters of three TOAs, of which F0 is known to 1e-8 Hz."""
    truth = jug.load_model(parse_lines(PAR.format(0, "300.0", "1e-8").splitlines(), "apart.par"))
    mjd = np.concatenate([day + np.array([0.0, 0.02, 0.03]) for day in DAYS])
    toas = jug.simulate(truth, mjd, error_us=60.0, site="gbt", noise=True, seed=1)
    jug.write_tim(toas.raw, tmp_path / "apart.tim")
    (tmp_path / "apart.par").write_text(PAR.format(7, "300.000000011", "1e-8"))
    return ["connect", str(tmp_path / "apart.par"), str(tmp_path / "apart.tim"), "--gap", "0.5"]


def test_an_interrupted_search_goes_on(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After Ctrl-C the nodes that were visited are not visited again, and the result is that of one search."""
    code = main(words)
    whole = capsys.readouterr().out
    name, parts, run = str(tmp_path / "out"), list[int](), Enumeration.run

    def visit(self: Enumeration, nodes: int) -> bool:
        parts.append(self.nodes)
        if len(parts) == 4:
            run(self, 7)
            raise KeyboardInterrupt
        return run(self, nodes)

    monkeypatch.setattr(search, "NODES_AT_ONCE", 10)
    monkeypatch.setattr(Enumeration, "run", visit)
    assert main([*words, "-o", name]) == 130
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == f"jug: interrupted; the same command goes on from {name}.state\n"
    assert [path.name for path in tmp_path.glob("out*")] == ["out.state"]
    before = len(parts)
    assert main([*words, "-o", name]) == code
    assert parts[before] == parts[before - 1] > 0
    assert capsys.readouterr().out == whole
    assert not Path(f"{name}.state").exists()


@pytest.mark.parametrize(
    ("old", "new"), [('"done": false', '"done": true'), ('"level": ', '"level": 9'), ('"w": [', '"w": [7,')]
)
def test_a_damaged_state_is_refused(
    words: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    old: str,
    new: str,
) -> None:
    """The first one ended the search before all was tried, as if it were done; the others showed Python's errors."""
    name, state = str(tmp_path / "out"), tmp_path / "out.state"
    monkeypatch.setattr(search, "NODES_AT_ONCE", 10)

    def interrupted(self: Enumeration, nodes: int, run: Callable[[Enumeration, int], bool] = Enumeration.run) -> bool:
        if state.exists():
            raise KeyboardInterrupt
        return run(self, nodes)

    with monkeypatch.context() as patched:
        patched.setattr(Enumeration, "run", interrupted)
        assert main([*words, "-o", name]) == 130
    assert old in state.read_text()
    state.write_text(state.read_text().replace(old, new))
    capsys.readouterr()
    assert main([*words, "-o", name]) == 2
    hint = "give another name, or remove the file"
    assert capsys.readouterr().err == f"jug: error: {state}:1: this state of a search is damaged; {hint}\n"


def test_a_state_that_cannot_be_written_costs_no_search(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk ended a search of hours."""
    code = main(words)
    whole = capsys.readouterr().out

    def full(path: str, text: str) -> None:
        raise InputError("cannot write: No space left on device", Where(path))

    monkeypatch.setattr(search, "NODES_AT_ONCE", 10)
    monkeypatch.setattr("jug.connection.state.write_text", full)
    assert main([*words, "-o", str(tmp_path / "out")]) == code
    said = capsys.readouterr()
    assert said.out == whole
    why = "cannot write: No space left on device; the search goes on, but cannot be continued"
    assert said.err == f"jug: warning: {tmp_path / 'out.state'}: {why}\n"


def test_interrupted_before_there_is_a_state_and_without_a_name(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(search, "linear_problem", interrupted)
    assert main([*words, "-o", str(tmp_path / "out")]) == 130
    assert "begins anew" in capsys.readouterr().err
    assert list(tmp_path.glob("out*")) == []
    assert main(words) == 130
    assert "with -o NAME" in capsys.readouterr().err


def test_toas_that_do_not_fit_inside_their_clusters_are_not_connected(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """F0 off by 1 Hz, its prior 1e-9 Hz: chi2 is 335 for 17 degrees of freedom before any turn is sought."""
    (tmp_path / "apart.par").write_text(PAR.format(7, "301.0", "1e-9"))
    assert main([*words[:3], "-o", str(tmp_path / "out")]) == 3
    said = capsys.readouterr().out.splitlines()[-1]
    assert said.startswith("not connected: chi2 is ")
    assert "with a JUMP for each cluster already" in said
    assert list(tmp_path.glob("out*")) == []
