"""The table of mean coefficients of Niell (1996, J. Geophys. Res. 101, 3227, table 3), typed from the paper in 1e-3."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from jug.model.components import troposphere
from jug.model.declare import Values

MEAN_OF_NIELL = {
    15.0: (1.2769934, 2.9153695, 62.610505),
    30.0: (1.2683230, 2.9152299, 62.837393),
    45.0: (1.2465397, 2.9288445, 63.721774),
    60.0: (1.2196049, 2.9022565, 63.824265),
    75.0: (1.2045996, 2.9024912, 64.258455),
}


@pytest.mark.parametrize("latitude", MEAN_OF_NIELL)
def test_the_mean_of_niell_at_each_latitude(latitude: float) -> None:
    """No telescope of the comparisons is near 60 or 75 degrees."""
    i = troposphere.LATITUDES.index(latitude)
    found = [row[i] for row in troposphere.MEAN]
    np.testing.assert_allclose(found, np.array(MEAN_OF_NIELL[latitude]) * 1e-3, rtol=1e-12)


@pytest.mark.parametrize("row", [troposphere.MEAN, troposphere.WET_TABLE, troposphere.HEIGHT])
def test_the_slope_of_the_mapping_is_its_derivative(row: tuple) -> None:
    """From the horizon up, by a complex step, which has the full precision: an error of c shows below 10 degrees."""
    a, b, c = (np.mean(one) for one in row)
    s = np.sin(np.radians([0.5, 2.0, 5.0, 10.0, 30.0, 90.0]))
    derivative = np.imag(troposphere._mapping(s + 1e-30j, a, b, c)[0]) / 1e-30
    np.testing.assert_allclose(troposphere._mapping(s, a, b, c)[1], derivative, rtol=1e-12)


def test_the_slope_of_the_delay_at_a_high_site() -> None:
    """The derivative by n, with the correction for 5 km of height, by a complex step; there is no air below."""
    sine = np.sin(np.radians([5.0, 20.0, 60.0, -5.0]))
    zenith, row = np.tile([0.0, 0.0, 1.0], (4, 1)), [8e-9, 5.0]
    for table in (troposphere.MEAN, troposphere.WET_TABLE):
        row += [float(np.mean(one)) for one in table]
    x: Any = SimpleNamespace(own={"zenith": zenith, "tropo": np.tile(row, (4, 1))}, n=sine[:, None] * zenith)
    p = Values({"TROPWET": np.float64(4e-10)})
    found = troposphere.partials(np, p, x, sine)["n"]
    x.n = x.n + 1e-30j * zenith
    along = np.imag(troposphere.delay(np, p, x, sine)) / 1e-30
    np.testing.assert_allclose(found, along[:, None] * zenith, rtol=1e-12)
    assert along[3] == 0.0 > along[0]


def test_the_yearly_wave_has_its_crest_on_day_28() -> None:
    """In the north 28 January (day 28 of Niell), in the south half a year later; 45 deg is a row of the table."""
    i, winter = troposphere.LATITUDES.index(45.0), 51544.5 + 28.0
    rows: Any = SimpleNamespace(
        latitude=np.radians([45.0, 45.0, 45.0, -45.0]),
        height_m=np.zeros(4),
        mjd_tdb=winter + np.array([0.0, 365.25 / 2.0, 365.25 / 4.0, 365.25 / 2.0]),
        model=SimpleNamespace(settings=SimpleNamespace(conventions={})),
        zenith=np.zeros((4, 3)),
    )
    found = troposphere.site_columns(np, rows).by_row["tropo"][:, 2:5]
    mean, wave = ([row[i] for row in table] for table in (troposphere.MEAN, troposphere.YEARLY))
    expected = np.array(mean) + np.outer([1.0, -1.0, 0.0, 1.0], wave)
    np.testing.assert_allclose(found, expected, atol=1e-15)
