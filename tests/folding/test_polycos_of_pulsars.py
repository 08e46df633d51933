"""Polycos and predictors of real pulsars, as read from their files, against the model between the nodes of the fit.

With the six orbits of test_folding.py, 1.5 h to 9 h, these are ten pulsars.
"""

from pathlib import Path

import numpy as np
import pytest
from simulated_sets import par

import jug
from jug.folding.making import spans_and_counts

pytestmark = pytest.mark.filterwarnings("ignore::jug.ClockWarning", "ignore::jug.InputWarning")

START = 54900.0
DAYS = 0.2
TURNS = 1e-6
"""Largest distance from the model."""


EDGE_ON = (
    "BINARY DD",
    "PB 0.10225156248",
    "A1 1.415032",
    "T0 54900.02",
    "ECC 0.0877775",
    "OM 87",
    "M2 1.2489",
    "SINI 0.9997",
)
"""The orbit of J0737-3039A: its Shapiro delay has a peak of two minutes."""


def test_an_orbit_seen_edge_on() -> None:
    """The lengths that are tried go down to 1 min, where the time asked for has not too many of them."""
    model = jug.load_model(par(*EDGE_ON))
    made = jug.polyco(model, START, START + 0.11, site="gbt", freq_mhz=1400.0)
    times = [f"{mjd:.13f}" for mjd in np.linspace(START, START + 0.11, 999)]
    found, exact = made.phase(times), jug.phase(model, times, site="gbt", freq_mhz=1400.0)
    assert np.max(np.abs((found.turn - exact.turn) + (found.fraction - exact.fraction))) < TURNS
    assert made.worst < TURNS
    assert made.segments[0].span_min < 5
    assert min(span for span, _ in spans_and_counts(None, None, 1.0)) == 1
    assert min(span for span, _ in spans_and_counts(None, None, 1000.0)) == 15
    assert [span for span, _ in spans_and_counts(5, 12, 1000.0)] == [5]


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
