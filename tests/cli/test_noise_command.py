"""``jug noise``: report, par file, JSON and exit codes."""

import json
import warnings
from pathlib import Path

import pytest
from copies import example

import jug
from jug.cli.command import main

PAR, TIM = example("NGC6440E")


@pytest.fixture(scope="module")
def par(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("noise") / "with.par"
    path.write_text(Path(PAR).read_text().rstrip("\n") + "\nEFAC TEL gbt 1.2\nEQUAD TEL gbt 1\n")
    return path


def test_it_writes_a_par_file_and_numbers(par: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, numbers = tmp_path / "noisy.par", tmp_path / "noise.json"
    assert main(["noise", str(par), str(TIM), "-o", str(out), "--json", str(numbers), "--starts", "2"]) == 0
    said = capsys.readouterr().out
    assert "EFAC1 TEL gbt" in said
    found = json.loads(numbers.read_text())
    assert set(found["parameters"]) == {"EFAC1", "EQUAD1"}
    assert found["seconds"] > 0.0
    assert found["maxima"][0]["log_likelihood"] == found["log_likelihood"]
    written = jug.load_model(out)
    for name, one in found["parameters"].items():
        assert (one["error"] is None) == (one["value"] == 0.0)
        assert written.values[name] == pytest.approx(one["value"], rel=1e-9)
    again = tmp_path / "again.json"
    assert main(["noise", str(out), str(TIM), "--quiet", "--json", str(again), "--starts", "1"]) == 0
    assert json.loads(again.read_text())["log_likelihood"] == pytest.approx(found["log_likelihood"], abs=1e-4)


def test_what_cannot_be_estimated_is_an_error(par: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, said in (
        ([str(PAR), str(TIM)], "the model has no noise line; add one: jug edit --add"),
        ([str(par), str(TIM), "--free", "dm"], "no line of the model is dm noise"),
        ([str(par), str(TIM), "--free", ","], "--free names no noise"),
    ):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", jug.JugWarning)
            assert main(["noise", *words]) == 2
        assert said in capsys.readouterr().err
