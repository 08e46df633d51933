"""Warnings of clocks count the times that are asked for, and the segments, not the points between them."""

from collections.abc import Callable
from pathlib import Path

import pytest

import jug
from jug.cli.command import main

MODEL = jug.data.example("NGC6440E")[0]
LATE, LATER = 61400.0, 61400.5


def told(action: Callable[[], object]) -> list[str]:
    with pytest.warns(jug.ClockWarning) as found:
        action()
    return sorted(str(one.message).partition(" after")[0] for one in found)


def test_times_of_a_phase() -> None:
    model = jug.load_model(MODEL)
    assert told(lambda: jug.phase(model, [LATE, 53801.5, LATER], site="gbt")) == ["TT(BIPM2019): 2 TOAs", "gbt: 2 TOAs"]


@pytest.mark.parametrize("make", [jug.polyco, jug.predictor])
def test_segments(make: Callable[..., object]) -> None:
    """Lengths and numbers of coefficients that are tried without success are not told of."""
    model = jug.load_model(MODEL)
    assert told(lambda: make(model, LATE, LATER, site="gbt", nspan=120)) == ["TT(BIPM2019): 6 TOAs", "gbt: 6 TOAs"]


def test_times_of_a_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["phase", str(MODEL), "--at", f"{LATE},{LATER}", "--site", "gbt"]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert all(": 2 TOAs after MJD" in line for line in lines)
