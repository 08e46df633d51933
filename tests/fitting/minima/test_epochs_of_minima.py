"""The epoch of an orbit in a search for other minima: near that of the start, and not moved where it is fixed."""

import hard_fits
import numpy as np
import pytest

import jug

T0 = 55000.9 - 173 * 7.3
"""173 orbits before the first TOA."""


@pytest.fixture(params=["1", "0"], ids=["T0 free", "T0 fixed"])
def found(request: pytest.FixtureRequest) -> jug.FitResult:
    """A search among aliases of 7.3 d: sixty TOAs a sidereal day apart, of an orbit so small that the Earth's motion
    hardly tells them apart."""
    orbit = f"BINARY BT\nPB 7.3 1\nA1 0.004 1\nT0 {T0:.6f} {request.param}\nECC 0.002\nOM 65"
    head = hard_fits.HEAD.replace("DM 223.9 1", "DM 223.9").replace("F1 -1.181D-15 1", "F1 -1.181D-15")
    model = hard_fits.model_of(hard_fits.text(head, orbit))
    mjd = 55000.1 + 0.99726957 * np.arange(60)
    toas = jug.simulate(model, mjd, freq_mhz=1400.0, error_us=200.0, noise=True, seed=2)
    return jug.fit(model, toas, backend="numpy", search=True)


def test_every_epoch_is_the_nearest_to_that_of_the_start(found: jug.FitResult) -> None:
    """T0 of the other minima was 173 orbits later, in the middle of the TOAs, and T0 that was fixed moved too."""
    orbits_off = [(one.model.values["T0"] - T0) / one.model.values["PB"] for one in found.minima]
    if "T0" in found.names:
        assert len(orbits_off) == 3
        assert max(map(abs, orbits_off)) <= 0.5
    else:
        assert {one.model.values["T0"] for one in found.minima} == {found.prefit.values["T0"]}
        assert {one.model.values["OM"] for one in found.minima} == {65.0}
