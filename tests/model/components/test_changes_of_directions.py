"""The change of a direction by small changes of its angles, in 40 digits."""

from types import SimpleNamespace as Made
from typing import Any

import mpmath as mp
import numpy as np
import pytest

from jug.core.doubledouble import DoubleDouble
from jug.model.components import astrometry


@pytest.mark.parametrize("lat", [0.0, 0.7, -1.5])
@pytest.mark.parametrize(("by_lon", "by_lat"), [(1e-9, 0.0), (0.0, 1e-9), (3e-7, -2e-5), (0.01, 0.02)])
def test_it_is_known_to_its_own_rounding(lat: float, by_lon: float, by_lat: float) -> None:
    """To 1e-15 of the change; the difference of two directions has 1e-16 of their length."""
    lon = 4.3
    origin = [np.float64(lon), np.float64(lat)]
    p: Any = Made(exact=lambda key: DoubleDouble(*((lon, by_lon) if key == "RAJ" else (lat, by_lat))))
    x: Any = Made(tables={"origin": origin})
    found = astrometry._direction_change(np, p, x, ("RAJ", "DECJ"))
    with mp.workdps(40):

        def direction(a: Any, b: Any) -> list[Any]:
            return [mp.cos(a) * mp.cos(b), mp.sin(a) * mp.cos(b), mp.sin(b)]

        new = direction(mp.mpf(lon) + mp.mpf(by_lon), mp.mpf(lat) + mp.mpf(by_lat))
        exact = [float(a - b) for a, b in zip(new, direction(mp.mpf(lon), mp.mpf(lat)), strict=True)]
    np.testing.assert_allclose(found, exact, atol=3e-15 * max(abs(by_lon), abs(by_lat)))
