"""Every command with --json, --quiet and a closed standard stream: what comes out where, and the exit code."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from copies import ROOT, example

from jug.cli import command as cli

pytestmark = pytest.mark.usefixtures("embedded_only")

PAR, TIM = map(str, example("NGC6440E"))

LINES = {
    "fit": [PAR, TIM],
    "residuals": [PAR, TIM],
    "residuals --columns": ["mjd,res,err", PAR, TIM],
    "connect": [PAR, TIM],
    "noise": ["noise.par", TIM, "--starts", "1", "--no-profiles"],
    "plot": [PAR, TIM, "--kind", "residuals", "-o", "out.png"],
    "sample": ["noise.par", TIM, "--starts", "1", "--warmup", "100", "--draws", "600"],
    "grid": [PAR, TIM, "F0=61.485476554:61.4854765545:2"],
    "fisher": [PAR, TIM],
    "ftest": [PAR, TIM, "--add", "F2"],
    "predict": [PAR, TIM, "--at", "54000"],
    "outliers": [PAR, TIM],
    "convert": [PAR, "-o", "out.par"],
    "simulate": [PAR, "-o", "out.tim"],
    "publish": [PAR, TIM],
    "show": [PAR, TIM],
    "compare": [PAR, PAR],
    "edit": [PAR, "--add", "F2", "-o", "out.par"],
    "doctor": [PAR, TIM],
    "derived": [PAR],
    "data status": [TIM],
    "data clear": [],
    "data freeze": ["frozen", PAR, TIM],
    "completion": ["bash"],
    "tune": ["--show"],
    "export": [PAR, TIM, "-o", "out.feather"],
    "phase": [PAR, "--at", "53801.5"],
    "polyco": [PAR, "--site", "@", "--start", "53801", "--end", "53801.1", "-o", "polyco.dat"],
    "run": [PAR, "-o", "array"],
    "bary": [PAR, "times.txt", "--site", "gbt"],
}
"""Each command but ``data update``, which needs a network."""

ASKED = {"residuals", "residuals --columns", "publish", "completion", "phase", "bary"}
"""What they list is what they are for: --quiet leaves it."""

SILENT = {"convert"}
"""They write a file and say nothing."""

JSON_OF_ITS_OWN = {"predict": ["--json", "-"]}
"""Its TIM may be left out, so that its file of JSON has to be named."""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cache of the command that compiles for seconds, which its second call finds."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def folder(request: pytest.FixtureRequest, tmp_path: Path, compiled: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    cache = compiled if request.node.name.endswith("[sample]") else tmp_path / "cache"
    monkeypatch.setenv("JUG_CACHE", str(cache))
    (tmp_path / "times.txt").write_text("53801.5\n")
    (tmp_path / "noise.par").write_text(Path(PAR).read_text() + "EFAC TEL gbt 1.0 1\n")
    return tmp_path


def words(name: str) -> list[str]:
    return [*name.split(), *LINES[name]]


def test_the_table_has_every_command() -> None:
    assert {name.split()[0] for name in LINES} == set(cli.COMMANDS)


@pytest.mark.parametrize("name", LINES)
def test_json_is_strict_and_alone(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    """The exit code is that without --json; NaN and Infinity are no JSON."""

    def refuse(word: str) -> float:
        raise AssertionError(word)

    assert cli.main([*words(name), *JSON_OF_ITS_OWN.get(name, ["--json"]), "--quiet"]) == 0
    out, err = capfd.readouterr()
    assert isinstance(json.loads(out, parse_constant=refuse), dict)
    assert err == ""


@pytest.mark.parametrize("name", LINES)
def test_quiet_prints_what_was_asked_for_and_nothing_else(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*words(name), "--quiet"]) == 0
    out, err = capfd.readouterr()
    assert (out != "") == (name in ASKED)
    assert err == ""


RUN_CLOSED = """
import json, os, sys
from jug.cli.command import main

lines, ended = json.loads(sys.argv[1]), {}
main([*lines["doctor"], "--quiet"])
for name, words in lines.items():
    child = os.fork()
    if child == 0:
        os.dup2(os.open("err", os.O_CREAT | os.O_TRUNC | os.O_WRONLY), 2)
        os.close(1)  # as Python begins where a shell has closed it
        sys.stdout = sys.__stdout__ = None
        sys.argv = ["jug", *words]
        sys.exit(main())
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    ended[name] = code, open("err").read()
print(json.dumps(ended))
"""
"""Forks of one process that has read the files once: twenty commands take the time of a few."""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_closed_standard_output_is_one_line_and_the_code_of_streams() -> None:
    lines = {name: words(name) for name in LINES if name not in ("noise", "sample")}  # which compile for seconds
    line = [sys.executable, "-c", RUN_CLOSED, json.dumps(lines)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(line, env=environment, capture_output=True, text=True, timeout=200, check=True)
    closed = "jug: error: cannot write to standard output: it is closed\n"
    assert json.loads(ran.stdout) == {name: [0, ""] if name in SILENT else [5, closed] for name in lines}
