"""The share of the solar wind by ranges (SWX): 1 at conjunction and 0 at opposition, for every power."""

import numpy as np

from jug.model.components.solar_wind.segments import _share

POWERS, COS = np.array([1.5, 2.0, 2.7, 3.0]), np.array(0.9)


def test_it_goes_from_opposition_to_conjunction() -> None:
    """1 AU from the Sun, at the angles that define SWXDM; the power changes neither end."""
    index = np.tile(np.arange(4), 2)
    c = np.repeat([0.9, -0.9], 4)
    share, by_c, by_power = _share(np, c, np.ones(8), COS, POWERS, index)
    np.testing.assert_allclose(share, np.repeat([1.0, 0.0], 4), atol=1e-12)
    np.testing.assert_allclose(by_power, 0.0, atol=1e-12)
    assert np.all(by_c > 0.0)


def test_its_derivatives_are_its_differences() -> None:
    """Nearer to the Sun than 1 AU and in between; differences over 1e-5 are good to 1e-9."""
    index, c, r, step = np.array([3, 0, 2, 1, 0]), np.linspace(-0.5, 0.7, 5), np.linspace(0.98, 1.02, 5), 1e-5
    _, by_c, by_power = _share(np, c, r, COS, POWERS, index)
    along = _share(np, c + step, r, COS, POWERS, index)[0] - _share(np, c - step, r, COS, POWERS, index)[0]
    np.testing.assert_allclose(by_c, along / (2.0 * step), rtol=1e-7, atol=1e-9)
    steeper = _share(np, c, r, COS, POWERS + step, index)[0] - _share(np, c, r, COS, POWERS - step, index)[0]
    np.testing.assert_allclose(by_power, steeper / (2.0 * step), rtol=1e-7, atol=1e-9)
