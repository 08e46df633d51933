"""An output of another kind does not replace an input: the par file, the tim file, the file of times."""

import shutil
from pathlib import Path

import pytest

import jug
from jug.cli.command import main

COMMANDS = {
    "export": "export m.par m.tim -o {} --format json",
    "polyco": "polyco m.par --site gbt --start 53801 --end 53801.1 -o {}",
    "bary": "bary m.par times.txt --site gbt -o {}",
    "residuals": "residuals m.par m.tim -o {}",
    "publish": "publish m.par m.tim -o {}",
    "simulate": "simulate m.par -o {}",
    "grid": "grid m.par m.tim F0 -o {}",
    "sample": "sample m.par m.tim -o {}",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for path, name in zip(jug.data.example("NGC6440E"), ("m.par", "m.tim"), strict=True):
        shutil.copyfile(path, tmp_path / name)
    (tmp_path / "times.txt").write_text("53801.5\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


CASES = [
    *((command, "m.par", "the par file") for command in COMMANDS if command != "bary"),
    *((command, "m.tim", "the tim file") for command in ("export", "residuals", "publish")),
    *(("bary", name, "a file to be read") for name in ("m.par", "times.txt")),
]


@pytest.mark.parametrize(("command", "name", "what"), CASES)
def test_an_input_stays(command: str, name: str, what: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = Path(name).read_bytes()
    assert main(COMMANDS[command].format(name).split()) == 2
    assert capsys.readouterr().err == f"jug: error: {name}: cannot write: this is {what}; give another name\n"
    assert Path(name).read_bytes() == before
