"""Noise processes that touch no TOA: their realisation is zero, and everything that takes it goes on."""

import io
from pathlib import Path

import numpy as np
import pytest

import jug
from jug.cli.command import main

pytestmark = [
    pytest.mark.filterwarnings("ignore::jug.InputWarning"),
    pytest.mark.filterwarnings("ignore::jug.FitWarning"),
]

LINES = [
    "ECORR -f nosuch 0.5",
    "ECORR MJD 53478 53490 0.5",
    "TNBANDNOISE 9000 9900 -12 3 5",
    "TNGROUPNOISE -f nosuch -12 3 5",
]
"""No TOA is selected; no epoch of two TOAs; no TOA in the band; no TOA of the group."""


def with_line(line: str, bad: bool) -> str:
    text = jug.data.example("NGC6440E")[0].read_text() + line + "\n"
    return text.replace("61.485476554", "61.485476564") if bad else text


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("bad", [False, True])
def test_a_fit_and_its_verdict_take_a_process_that_touches_nothing(line: str, bad: bool) -> None:
    """A wrong F0 makes the fit bad, so that the verdict asks which TOAs are outliers."""
    par = jug.read_par(io.StringIO(with_line(line, bad)))
    result = jug.fit(*jug.load(par, jug.data.example("NGC6440E")[1]))
    assert result.verdict.good is not bad
    residuals = result.residuals
    assert len(residuals.noise) == 1
    for own in residuals.noise.values():
        assert np.all(own.time_s == 0.0)
        assert np.all(own.error_s == 0.0)
    # white() takes the weighted mean once more, which is zero to rounding
    np.testing.assert_allclose(residuals.white().time_s, residuals.time_s, rtol=0.0, atol=1e-15)


def test_the_commands_take_an_ecorr_that_touches_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whitened residuals, outliers and robust weights; of the noise there is nothing to draw, which is told."""
    par, tim = tmp_path / "a.par", str(jug.data.example("NGC6440E")[1])
    par.write_text(with_line(LINES[0], bad=True))
    assert main(["fit", str(par), tim, "--plot", str(tmp_path / "w.png"), "--whiten"]) in (0, 1)
    assert main(["fit", str(par), tim, "--plot-noise", str(tmp_path / "n.png")]) == 2
    assert "ECORR acts on no TOA: there is nothing to draw" in capsys.readouterr().err
    assert not (tmp_path / "n.png").exists()
    assert main(["fit", str(par), tim, "--robust", "huber"]) in (0, 1, 3)
    assert main(["outliers", str(par), tim]) in (0, 1)
    assert "KeyError" not in capsys.readouterr().err
