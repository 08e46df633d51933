"""``--json`` without a file, where the command takes one: standard output."""

import json

import pytest
from copies import example

from jug.cli import command as cli


def test_a_fit_writes_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    par, tim = map(str, example("NGC6440E"))
    assert cli.main(["fit", par, tim, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["chi2"] == pytest.approx(59.57, abs=0.01)


@pytest.mark.parametrize("command", ["fit", "connect", "ftest", "outliers", "noise", "predict"])
def test_a_forgotten_file_costs_no_input(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """TIM is taken as the file then, and is missing: nothing is written."""
    par, tim = example("NGC6440E")
    before = tim.read_bytes()
    words = [command, str(par), str(tim), "--json"] if command == "predict" else [command, str(par), "--json", str(tim)]
    with pytest.raises(SystemExit) as left:
        cli.main(words)
    assert left.value.code == 2
    assert capsys.readouterr().out == ""
    assert tim.read_bytes() == before
