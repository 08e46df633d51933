"""An orbit whose phase is lost: what the verdict names, and that it helps. A bin of DMX with a lone TOA."""

from itertools import pairwise

import numpy as np
import pytest
from hard_fits import Hard, simulated

import jug

pytestmark = pytest.mark.filterwarnings("ignore::jug.JugWarning")

DD = "BINARY DD\nPB 7.3 1\nA1 11.2 1\nT0 55000.9 1\nECC 1e-5 1\nOM 65 1"


def test_half_an_orbit_off_a_search_is_named_and_finds_it() -> None:
    model, toas = simulated(Hard("half", "good", DD, "T0 55004.55 1", n=150))
    lost = jug.fit(model, toas, backend="numpy").verdict
    assert lost.name == "pulse_numbers_in_doubt"
    assert "--search" in lost.next
    assert "ELL1" in lost.next
    found = jug.fit(model, toas, backend="numpy", search=True)
    assert found.verdict.good, found.verdict.sentence
    assert abs((found["OM"].value - 65.0) / 360.0 - (found["T0"].value - 55000.9) / 7.3 + 1.0) % 1.0 < 1e-6


def test_a_search_goes_on_where_the_first_fit_has_fixed_a_parameter() -> None:
    """The fit comes to a circular orbit, in which OM has no effect; its covariance was taken for all parameters."""
    small = DD.replace("7.3", "1.7").replace("11.2", "1.0")
    model, toas = simulated(Hard("half", "good", small, "T0 55001.75 1", n=150, error_us=5.0))
    assert jug.fit(model, toas, backend="numpy", search=True).verdict.good


@pytest.mark.parametrize("lone", [0, 40, 79])
def test_the_turn_of_a_lone_toa_of_a_bin_comes_after_the_flat_direction(lone: int) -> None:
    """DM with all DMX is the first finding; the bin takes the turn of its only TOA, so that it costs nothing."""
    mjd = np.sort(simulated(Hard("dates", "good"))[1].mjd)
    cuts = [mjd[0] - 10.0, *(mjd[lone] + np.array([-1.0, 1.0])), mjd[-1] + 10.0]
    bins = [(a, b - 1e-3) for a, b in pairwise(cuts) if ((mjd >= a) & (mjd < b)).any()]
    dmx = "\n".join(f"DMX_{i:04d} 0 1\nDMXR1_{i:04d} {a}\nDMXR2_{i:04d} {b}" for i, (a, b) in enumerate(bins, 1))
    model, toas = simulated(Hard("lone", "flat_direction", dmx))
    found = jug.fit(model, toas, backend="numpy").verdict
    assert found.name == "flat_direction", found.sentence
    assert "DM" in found.flat[0].names
