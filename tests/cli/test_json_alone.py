"""``--json`` without a file, where the command takes one: standard output."""

import json
from pathlib import Path

import pytest
from copies import example

from jug.cli import command as cli


def test_a_fit_writes_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    par, tim = map(str, example("NGC6440E"))
    assert cli.main(["fit", par, tim, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["chi2"] == pytest.approx(59.57, abs=0.01)


def test_a_prediction_writes_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    par, tim = map(str, example("NGC6440E"))
    assert cli.main(["predict", par, tim, "--at", "55000", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["mjd"] == [55000.0]


@pytest.mark.parametrize("command", ["fit", "connect", "ftest", "outliers", "noise"])
def test_a_forgotten_file_costs_no_input(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """TIM is taken as the file then, and is missing: nothing is written."""
    par, tim = example("NGC6440E")
    before = tim.read_bytes()
    with pytest.raises(SystemExit) as left:
        cli.main([command, str(par), "--json", str(tim)])
    assert left.value.code == 2
    assert capsys.readouterr().out == ""
    assert tim.read_bytes() == before


def test_a_prediction_writes_into_no_tim_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    par, tim = example("NGC6440E")
    (tmp_path / "a.tim").write_bytes(tim.read_bytes())
    monkeypatch.chdir(tmp_path)
    assert cli.main(["predict", str(par), "--json", "a.tim", "--at", "55000"]) == 2
    assert "--json would write into a.tim; give --json last, or --json OUT.JSON" in capsys.readouterr().err
    assert (tmp_path / "a.tim").read_bytes() == tim.read_bytes()
