"""`jug run`: each pulsar in a folder of its own; nothing is done twice; one that fails costs no other."""

import json
import os
import signal
import subprocess
from pathlib import Path

import numpy as np
import pytest
from arrays import PULSARS, small_array

import jug
from jug.cli.command import main
from jug.core.execution.progress import reporting_to
from jug.pulsars.verification import verify

pytestmark = pytest.mark.usefixtures("embedded_only")

FILES = {"post.par", "fit.json", "log.txt", "run.json", "report.html"}


@pytest.fixture(scope="module")
def array(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_array(tmp_path_factory.mktemp("array"))


@pytest.fixture
def copied(array: Path, tmp_path: Path) -> Path:
    """The array, to be changed."""
    for path in array.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    return tmp_path


def bits(folder: Path) -> dict[str, bytes]:
    """Every file of a run, but the times in run.json."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.glob("*/*") if path.name != "run.json"}


def test_the_results_are_those_of_single_fits(array: Path, tmp_path: Path) -> None:
    found = jug.run(array, tmp_path / "out", jobs=2)
    assert [one.name for one in found] == sorted(PULSARS)
    assert all(one.succeeded for one in found)
    for name in PULSARS:
        result = jug.fit(*jug.load(array / f"{name}.par", array / f"{name}.tim"))
        folder = tmp_path / "out" / name
        assert {path.name for path in folder.iterdir()} == FILES
        jug.write_par(result.model, tmp_path / "single.par")
        assert (folder / "post.par").read_bytes() == (tmp_path / "single.par").read_bytes()
        content = json.loads((folder / "fit.json").read_text())
        assert content["values"] == result.values
        assert found[name].numbers["chi2"] == result.chi2
        assert result.summary().splitlines()[0] in (folder / "log.txt").read_text()
        ra = float(np.radians(15.0 * result.values.get("RAJ", float(result.model["RAJ"].value))))
        assert found[name].numbers["ra_rad"] == pytest.approx(ra, abs=1e-12)
    assert "3 of 3 pulsars done" in found.summary()


def test_nothing_is_done_twice_and_what_has_changed_is_done_again(copied: Path) -> None:
    out = copied / "out"
    assert not any(one.reused for one in jug.run(copied, out, jobs=2))
    before = bits(out)
    assert all(one.reused for one in jug.run(copied, out))
    assert bits(out) == before
    par = copied / "J0001+0100.par"
    par.write_text(par.read_text().replace("DM 21.3", "DM 21.3 # the same"))
    assert {one.name for one in jug.run(copied, out, jobs=1) if not one.reused} == {"J0001+0100"}
    before = bits(out)
    (out / "J0600-3000" / "post.par").write_text("damaged")
    (out / "J1800+8000" / "run.json").write_text("{")
    told: list[tuple[str, int, int | None]] = []
    with reporting_to(lambda *counts: told.append(counts)):
        found = jug.run(copied, out)
    assert {one.name for one in found if not one.reused} == {"J0600-3000", "J1800+8000"}
    assert told == [("pulsars", 0, 2), ("pulsars", 1, 2), ("pulsars", 2, 2)]  # the time left is that of these two
    assert bits(out) == before
    found = jug.run(copied, out, jobs=2, settings={"fit": {"max_iter": 29}})
    assert not any(one.reused for one in found)
    assert all(
        one.reused for one in jug.run(copied, out, settings={"fit": {"max_iter": 29}, "limits": {"seconds": 99}})
    )


def test_one_that_fails_costs_no_other(copied: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (copied / "J0001+0100.par").write_text("PSR J0001+0100\nEPHEM DE421\nnonsense\n")
    tim = copied / "J0600-3000.tim"
    tim.write_text(tim.read_text().replace(" 54000.", " 5400x.", 1).replace(" 53999.", " 5399x.", 1))
    out = copied / "out"
    assert main(["run", str(copied), "-o", str(out)]) == 4
    said = capsys.readouterr()
    assert said.err == ""
    assert "1 of 3 pulsars done, 2 failed" in said.out
    assert f"J0001+0100: failed: {copied}/J0001+0100.par:3: " in said.out
    assert (out / "J1800+8000" / "post.par").exists()
    assert (out / "J0001+0100" / "log.txt").read_text().startswith("jug: error: ")
    listed = json.loads((out / "manifest.json").read_text())["pulsars"]
    assert {name: one["state"] for name, one in listed.items()} == {
        "J0001+0100": "failed",
        "J0600-3000": "failed",
        "J1800+8000": "done",
    }
    again = jug.run(copied, out)  # what has failed is tried again
    assert {one.name for one in again if one.reused} == {"J1800+8000"}


def test_limits_of_time_and_memory(copied: Path) -> None:
    """A process that takes too long is killed, and the next pulsar has a new one."""
    (copied / "run.toml").write_text(
        "[limits]\nseconds = 120\n[pulsar.'J0001+0100'.limits]\nseconds = 0.001\n"
        "[pulsar.'J0600-3000'.limits]\nmemory_gb = 0.12\n"
    )
    found = jug.run(copied / "run.toml", copied / "out", jobs=1)
    assert found["J0001+0100"].reason == "not done after 0.001 s, the limit of time"
    assert found["J0600-3000"].state == "failed"
    assert "limits.memory_gb" in found["J0600-3000"].reason
    assert found["J1800+8000"].succeeded


def test_a_link_that_leads_to_no_par_file_is_a_pulsar_that_failed(copied: Path) -> None:
    """It was left out, and no word said so."""
    (copied / "J0001+0100.par").unlink()
    (copied / "J0001+0100.par").symlink_to(copied / "gone.par")
    found = jug.run(copied, copied / "out", jobs=1)
    assert [one.succeeded for one in found] == [False, True, True]
    assert "J0001+0100.par: no such par file" in found["J0001+0100"].reason


def test_limits_that_are_larger_than_the_system_takes(array: Path, tmp_path: Path) -> None:
    """25 days or more ended in an AssertionError, 1e300 GB failed every pulsar."""
    limits = {"limits": {"seconds": 1e300, "memory_gb": 1e300}}
    found = jug.run(array / f"{next(iter(PULSARS))}.par", tmp_path / "out", jobs=1, settings=limits)
    assert all(one.succeeded for one in found)


def test_a_process_that_is_killed(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its pulsar fails with the signal, the others have a new process."""
    from jug.pulsars.workers import process

    started = subprocess.Popen
    killed: list[int] = []

    def kill_the_first(*args: object, **given: object) -> object:
        one = started(*args, **given)
        if not killed:
            killed.append(one.pid)
            os.kill(one.pid, signal.SIGKILL)
        return one

    monkeypatch.setattr(process.subprocess, "Popen", kill_the_first)
    found = jug.run(copied, copied / "out", jobs=1)
    assert found["J0001+0100"].reason == "its process was killed by SIGKILL"
    assert [one.succeeded for one in found] == [False, True, True]
    monkeypatch.undo()
    assert all(one.succeeded for one in jug.run(copied, copied / "out"))


HANGS = "[pulsar.'J0001+0100'.limits]\nseconds = 1\n"


def done_beside_a_late_one(copied: Path) -> list[bool]:
    """Which pulsars are done; the first one was given up, and its log says so."""
    found = jug.run(copied / "run.toml", copied / "out", jobs=1)
    assert found["J0001+0100"].reason == "not done after 1 s, the limit of time"
    assert found["J0001+0100"].seconds < 10.0  # a busy machine; without a limit it would be no end
    assert (copied / "out" / "J0001+0100" / "log.txt").read_text().endswith("not done after 1 s, the limit of time\n")
    return [one.succeeded for one in found]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this test makes a pipe, which this system has not")
def test_a_pulsar_whose_tim_file_includes_a_pipe(copied: Path) -> None:
    """Nobody writes into the pipe: it is refused, not waited for, and the others are done."""
    os.mkfifo(copied / "pipe")
    (copied / "J0001+0100.tim").write_text("FORMAT 1\nINCLUDE pipe\n")
    found = jug.run(copied, copied / "out", jobs=1)
    assert "J0001+0100.tim:2: cannot include" in found["J0001+0100"].reason
    assert "a device or a pipe" in found["J0001+0100"].reason
    assert [one.succeeded for one in found] == [False, True, True]


def test_a_process_that_is_stopped(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from jug.pulsars.workers import process

    started = subprocess.Popen
    stopped: list[int] = []

    def stop_the_first(*args: object, **given: object) -> object:
        one = started(*args, **given)
        if not stopped:
            stopped.append(one.pid)
            os.kill(one.pid, signal.SIGSTOP)
        return one

    monkeypatch.setattr(process.subprocess, "Popen", stop_the_first)
    (copied / "run.toml").write_text(HANGS)
    assert done_beside_a_late_one(copied) == [False, True, True]


def test_made_again_to_the_last_bit(copied: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = copied / "out"
    jug.run(copied, out)
    same = verify(out)
    assert same.n_files == 12
    assert same.failed == ()
    par = copied / "J0001+0100.par"
    par.write_text(par.read_text().replace("DM 21.3", "DM 21.4"))
    (out / "J1800+8000" / "fit.json").write_text("{}")
    assert main(["run", "--verify", "-o", str(out)]) == 4
    told = capsys.readouterr().out
    assert f"J0001+0100: another input: {par}" in told
    assert "J1800+8000: fit.json in the folder has changed since the run" in told
    assert "2 pulsars with differences" in told
    assert main(["run", str(copied), "--verify", "-o", str(out)]) == 2
    assert main(["run", "--verify", "-o", str(copied)]) == 2


def test_files_of_the_working_folder_are_not_modules(
    array: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python puts the working folder first for ``-m``: a file numpy.py there was run, and every pulsar failed."""
    for name in ("numpy", "queue", "jug"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('this file was run')\n")
    monkeypatch.chdir(tmp_path)
    found = jug.run(array / f"{next(iter(PULSARS))}.par", "out", jobs=1)
    assert [(one.state, one.reason) for one in found if not one.succeeded] == []


def test_two_runs_do_not_share_a_folder(copied: Path) -> None:
    from jug.data.lock import folder_lock

    (copied / "out").mkdir()
    with (
        folder_lock(copied / "out", "jug run", "run.lock"),
        pytest.raises(jug.InputError, match="another `jug run` is run"),
    ):
        jug.run(copied, copied / "out")
