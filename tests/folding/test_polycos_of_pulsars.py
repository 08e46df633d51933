"""Polycos and predictors of real pulsars, as read from their files, against the model between the nodes of the fit.

With the six orbits of test_folding.py, 1.5 h to 9 h, these are ten pulsars.
"""

from pathlib import Path

import numpy as np
import pytest

import jug

pytestmark = pytest.mark.filterwarnings("ignore::jug.ClockWarning", "ignore::jug.InputWarning")

START = 54900.0
DAYS = 0.2
TURNS = 1e-6
"""Largest distance from the model."""


@pytest.mark.long
@pytest.mark.parametrize("name", ["NGC6440E", "B1855+09", "J0740+6620", "J1614-2230"])
def test_a_millionth_of_a_turn_across_each_segment(name: str, tmp_path: Path) -> None:
    model = jug.load_model(jug.data.example(name)[0], ephem="DE440")
    inside = np.sort(np.random.default_rng(5).uniform(START, START + DAYS, 60))
    times = [f"{mjd:.13f}" for mjd in np.concatenate([[START, START + DAYS], inside])]
    polyco = jug.polyco(model, START, START + DAYS, site="gbt", freq_mhz=1400.0)
    predictor = jug.predictor(model, START, START + DAYS, site="gbt", freq_mhz=(1260.0, 1540.0))
    jug.write_polyco(polyco, tmp_path / "polyco.dat")
    jug.write_predictor(predictor, tmp_path / "t2pred.dat")
    for mhz in (1400.0, 1273.0, 1540.0):
        exact = jug.phase(model, times, site="gbt", freq_mhz=mhz)
        read = [jug.read_predictor(tmp_path / "t2pred.dat").phase(times, mhz)]
        if mhz == 1400.0:
            read.append(jug.read_polyco(tmp_path / "polyco.dat").phase(times))
        for found in read:
            assert np.max(np.abs((found.turn - exact.turn) + (found.fraction - exact.fraction))) < TURNS
            np.testing.assert_allclose(found.frequency_hz, exact.frequency_hz, rtol=1e-9)
