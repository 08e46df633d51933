"""Commands that read their files step by step list everything that blocks them, as those that use `jug.load`."""

import re
from pathlib import Path

import pytest

from jug.cli.command import main
from jug.data import example

PAR, TIM = example("NGC6440E")
FIRST = ("CLK GPSX", "EPHEM DE999", "TZRSITE nosuch")
SECOND = ("CLK GPSY", "EPHEM DE998")
BAD_TIM = "FORMAT 1\na 1400 53500.1 1 gbt\nb 1400 53501.1 1 nosite\nWHAT 3\ne 1400 53503 x gbt\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """With two par files that name data which are not at hand, one of them with a line that cannot be read too."""
    for name, more in (("a.par", FIRST), ("b.par", SECOND), ("c.par", (*FIRST, "PX fast"))):
        keys = {line.split()[0] for line in more}
        kept = [line for line in Path(PAR).read_text().splitlines() if line.split()[0] not in keys]
        (tmp_path / name).write_text("\n".join([*kept, *more]) + "\n")
    (tmp_path / "a.tim").write_text(BAD_TIM)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def blocked(capsys: pytest.CaptureFixture[str], *argv: str) -> list[str]:
    """The errors of a command that cannot use its files."""
    assert main(argv) == 2
    return [line for line in capsys.readouterr().err.splitlines() if line.startswith("jug: error: ")]


def count(lines: list[str], path: str) -> int:
    return sum(f" {path}:" in line for line in lines)


@pytest.mark.parametrize(
    "command",
    [
        "edit {par} --tim a.tim --epoch PEPOCH=53800 -o o.par",
        "edit {par} --add-dmx a.tim -o o.par",
        "simulate {par} --tim a.tim -o o.tim",
        "grid {par} a.tim F0=61:62:3",
    ],
)
def test_both_files(command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    errors = blocked(capsys, *command.format(par="c.par").split())
    assert count(errors, "c.par") == 4
    assert count(errors, "a.tim") == 3


@pytest.mark.parametrize("command", ["simulate {par} -o o.tim", "predict {par} --at 55000"])
def test_the_par_file_alone(command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert count(blocked(capsys, *command.format(par="a.par").split()), "a.par") == 3


def test_both_par_files_of_compare(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    errors = blocked(capsys, "compare", "a.par", "b.par", "--tim", "a.tim")
    assert [count(errors, path) for path in ("a.par", "b.par", "a.tim")] == [3, 2, 3]
    places = [re.match(r"jug: error: (\w\.\w+)", line) for line in errors]
    assert [place[1] for place in places if place] == ["a.par"] * 3 + ["b.par"] * 2 + ["a.tim"] * 3


def test_data_that_a_command_does_not_use_are_not_errors(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without TOAs, an edit and a comparison use no clock and no ephemeris."""
    assert len(blocked(capsys, "compare", "c.par", "b.par")) == 1
    assert len(blocked(capsys, "edit", "c.par", "--add", "F2", "-o", "o.par")) == 1


@pytest.mark.parametrize("more", [(), ("UNITS TCB",)])
def test_a_line_of_an_option_has_no_number(
    more: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The refusal of ``--convention EPHEM=DE999`` stands once; after a conversion from TCB its line is no other one."""
    kept = [line for line in Path(PAR).read_text().splitlines() if line.split()[0] not in ("EPHEM", "UNITS")]
    par = tmp_path / "a.par"
    par.write_text("\n".join([*kept, *more]) + "\n")
    (error,) = blocked(capsys, "residuals", str(par), str(TIM), "--convention", "EPHEM=DE999")
    assert f"{par}: the ephemeris DE999" in error


def test_each_problem_is_told_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also where no TOA is at a known site, and where the par file gives no model."""
    (folder / "far.tim").write_text("FORMAT 1\na 1400 53500.1 1 nosite\nb 1400 53501.1 1 nosite\n")
    assert len(blocked(capsys, "fit", str(PAR), "far.tim")) == 1
    (folder / "none.par").write_text("PSR X\nF0 fast\n")
    errors = blocked(capsys, "fit", "none.par", "far.tim")
    assert len(errors) == len(set(errors))
    assert (count(errors, "far.tim"), len([e for e in errors if "F0" in e])) == (1, 1)
