"""The powers of time of the solar wind's series, NE_SW, NE_SW1, NE_SW2."""

from types import SimpleNamespace

import numpy as np

from jug.model.components.solar_wind import wind


def test_powers_of_time_since_swepoch() -> None:
    """(t - SWEPOCH)^n / n! at telescopes; 0 at the barycentre."""
    rows = SimpleNamespace(tdb=np.array([3.0, 5.0, 1.0]), on_site=np.array([1.0, 1.0, 0.0]))
    found = wind._powers({"SWEPOCH": 1.0, "NE_SW": np.zeros(4)}, rows)
    np.testing.assert_allclose(found, [[1, 1, 0], [2, 4, 0], [2, 8, 0], [8 / 6, 64 / 6, 0]], rtol=1e-15)
