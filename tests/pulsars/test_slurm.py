"""`jug run --slurm`: the tasks of an array job, run here by bash, and what they leave is gathered."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from arrays import PULSARS, small_array

import jug
from jug.cli.command import main

pytestmark = pytest.mark.usefixtures("embedded_only")
ROOT = Path(__file__).resolve().parents[2]

SBATCH = """#!/bin/bash
echo "$@" >> "$ROOM/submitted"
echo 17
"""
"""Stands for the command of Slurm: it notes what it is given, and tells the number of a job."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_array(tmp_path_factory.mktemp("made"))


@pytest.fixture
def array(made: Path, tmp_path: Path) -> Path:
    """The array, to be changed, in a folder with a blank."""
    return Path(shutil.copytree(made, tmp_path / "an array"))


def bits(folder: Path) -> dict[str, bytes]:
    """Every file of a run, but the times in run.json."""
    paths = [*folder.glob("J*/*"), folder / "index.html", folder / "manifest.json"]
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths if path.name != "run.json"}


def bash(script: Path, room: Path, **variables: str) -> "subprocess.CompletedProcess[str]":
    """What a script does in another folder, with variables of Slurm."""
    path = f"{room / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "ROOM": str(room), "PATH": path, **variables}
    words = ["bash", str(script), *(() if variables else ("--partition=long",))]
    return subprocess.run(words, env=environment, cwd=room, capture_output=True, text=True, timeout=120, check=False)


def test_the_tasks_of_an_array_job(array: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "the results, 5%jug"
    words = ["run", str(array), "-o", str(out), "--set", 'fit.free=["F0", "F1"]', "--slurm", "--tasks", "2"]
    words += ["--set", "limits.seconds=100", "--set", "limits.memory_gb=3"]
    assert main(words) == 0
    script = out / "slurm.sh"
    assert capsys.readouterr().out.endswith(f"Submit it: bash '{script}'\n")
    lines = script.read_text().splitlines()
    assert {"#SBATCH --array=1-2", "#SBATCH --mem=3000M", "#SBATCH --time=00:05:00"} <= set(lines)  # 2 * 100 s and 60 s
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "sbatch").write_text(SBATCH)
    (tmp_path / "bin" / "sbatch").chmod(0o755)
    assert bash(script, tmp_path).returncode == 0
    log = f"--output={str(out).replace('%', '%%')}/slurm/%A_%a.log --partition=long"  # %j is the number of a job
    assert (tmp_path / "submitted").read_text().splitlines() == [
        f"--parsable {log} {script}",
        f"{log} --array=0 --dependency=afterany:17 {script}",
    ]
    early = bash(script, tmp_path, SLURM_ARRAY_TASK_ID="0")
    assert early.returncode == 4
    assert early.stdout.count("no part of the run has done this pulsar") == 3
    tasks = [bash(script, tmp_path, SLURM_ARRAY_TASK_ID=str(number), SLURM_CPUS_PER_TASK="1") for number in (2, 1)]
    assert [task.returncode for task in tasks] == [0, 0], tasks[0].stderr
    assert "1 of 1 pulsar done" in tasks[0].stdout
    assert "2 of 2 pulsars done" in tasks[1].stdout
    assert not (out / "index.html").read_text().count("post.par")  # that of the early task 0
    assert bash(script, tmp_path, SLURM_ARRAY_TASK_ID="0").returncode == 0
    settings = {"fit": {"free": ["F0", "F1"]}, "limits": {"seconds": 100, "memory_gb": 3}}
    jug.run(array, tmp_path / "usual", settings=settings)
    assert bits(out) == bits(tmp_path / "usual")
    assert all(one.reused for one in jug.run(array, out, settings=settings))


def test_one_part_that_fails_and_one_that_was_not_done(array: Path, tmp_path: Path) -> None:
    first, second, third = sorted(PULSARS)
    (array / f"{first}.par").write_text(f"PSR {first}\nnonsense\n")
    out = tmp_path / "out"
    assert [one.state for one in jug.run(array, out, part=(1, 3))] == ["failed"]
    assert [one.name for one in jug.run(array, out, part=(2, 3))] == [second]
    assert len(jug.run(array, out, part=(9, 9))) == 0
    assert not (out / "manifest.json").exists()
    found = jug.gather(array, out)
    assert [one.state for one in found] == ["failed", "done", "failed"]
    assert "nonsense" in found[first].reason.lower()
    assert found[third].reason.startswith("no part of the run has done this pulsar")
    listed = json.loads((out / "manifest.json").read_text())["pulsars"]
    assert {name: one["state"] for name, one in listed.items()} == {one.name: one.state for one in found}
    other = jug.gather(array, out, settings={"fit": {"max_iter": 29}})
    assert not any(one.succeeded for one in other)  # made with other options


def test_a_task_that_fails_and_one_that_is_done_twice(array: Path, tmp_path: Path) -> None:
    """A task that Slurm starts again does nothing anew; one that had failed does, when it is submitted again."""
    out, (first, _, third) = tmp_path / "out", sorted(PULSARS)
    par = array / f"{first}.par"
    good = par.read_text()
    par.write_text(f"PSR {first}\nnonsense\n")
    script = jug.slurm_script(array, out).path
    tasks = {number: bash(script, tmp_path, SLURM_ARRAY_TASK_ID=number) for number in ("1", "2", "3")}
    assert [task.returncode for task in tasks.values()] == [4, 0, 0], tasks
    assert "unknown keyword NONSENSE" in tasks["1"].stdout
    state = out / third / "run.json"
    before = state.stat().st_mtime_ns
    assert "1 of 1 pulsar done, 1 as before" in bash(script, tmp_path, SLURM_ARRAY_TASK_ID="3").stdout
    assert state.stat().st_mtime_ns == before
    gathered = bash(script, tmp_path, SLURM_ARRAY_TASK_ID="0")
    assert gathered.returncode == 4
    assert "2 of 3 pulsars done, 1 failed" in gathered.stdout
    par.write_text(good)
    assert bash(script, tmp_path, SLURM_ARRAY_TASK_ID="1").returncode == 0
    assert bash(script, tmp_path, SLURM_ARRAY_TASK_ID="0").returncode == 0
    jug.run(array, tmp_path / "usual")
    assert bits(out) == bits(tmp_path / "usual")


def test_parts_share_the_folder_and_a_whole_run_does_not(array: Path, tmp_path: Path) -> None:
    from jug.data.lock import folder_lock

    out = tmp_path / "out"
    with folder_lock(out, "jug run", "run.lock", shared=True):
        assert len(jug.run(array, out, part=(1, 3))) == 1
        for call in (jug.run, jug.gather):
            with pytest.raises(jug.InputError, match="another `jug run` is running in this folder"):
                call(array, out)
    with folder_lock(out, "jug run", "run.lock"), pytest.raises(jug.InputError, match="another `jug run`"):
        jug.run(array, out, part=(1, 3))


def test_settings_stand_in_the_script_as_they_are(array: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What --set reads is what was given, also lists, tables and quotes."""
    from jug.cli.run import step_settings
    from jug.pulsars.workers.slurm import _words

    given = {
        "load": {"ignore": ["A B", 'it\'s "so"'], "conventions": {"EPHEM": "x"}, "strict_clock": True},
        "fit": {"max_iter": 7},
    }
    assert step_settings([word for word in _words(given) if word != "--set"]) == given
    with pytest.raises(jug.InputError, match="the step ftest without options has no place in a command line"):
        jug.slurm_script(array, tmp_path / "out", settings={"ftest": {}})
    with pytest.raises(jug.InputError, match="tasks is 0"):
        jug.slurm_script(array, tmp_path / "out", tasks=0)
    assert jug.slurm_script(array, tmp_path / "out").n_tasks == 3
    monkeypatch.chdir(tmp_path)
    (tmp_path / "release1").mkdir()
    (tmp_path / "b.tim").write_text("FORMAT 1\n")
    relative = {"compare": {"with": "release1"}, "load": {"more_tims": ["b.tim"]}}
    text = jug.slurm_script(array, tmp_path / "out", settings=relative).path.read_text()
    assert str(Path.cwd() / "release1") in text  # the script may be submitted from another folder
    assert str(Path.cwd() / "b.tim") in text


@pytest.mark.parametrize("value", ["9" * 5000, "[" * 3000])
def test_a_value_that_toml_does_not_read_is_a_text(value: str) -> None:
    """A number of more than 4300 digits and deep brackets ended in a traceback."""
    from jug.cli.run import step_settings

    assert step_settings([f"load.ephem={value}"]) == {"load": {"ephem": value}}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--slurm", "--gather"], "--slurm and --gather do not go together"),
        (["--verify", "--executor", "dask://a:1"], "--verify takes what is in OUT"),
        (["--gather", "--part", "1/2"], "--gather and --part do not go together"),
        (["--tasks", "3"], "--tasks is the number of tasks of --slurm"),
        (["--slurm", "--jobs", "3"], "--jobs has no meaning with --slurm"),
    ],
)
def test_what_does_not_go_together(
    array: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert main(["run", str(array), "-o", str(tmp_path / "out"), *words]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("part", ["3/2", "0/2", "x", "1/"])
def test_words_that_are_no_part(tmp_path: Path, capsys: pytest.CaptureFixture[str], part: str) -> None:
    with pytest.raises(SystemExit) as error:
        main(["run", str(tmp_path), "-o", str(tmp_path / "out"), "--part", part])
    assert error.value.code == 2
    assert f"{part!r} is not a part; write K/N" in capsys.readouterr().err


@pytest.mark.parametrize("part", [(0, 3), (4, 3), (1,), "1/3", (1.0, 3)])
def test_what_is_no_part(array: Path, tmp_path: Path, part: object) -> None:
    with pytest.raises((jug.InputError, TypeError), match="part"):
        jug.run(array, tmp_path / "out", part=part)
