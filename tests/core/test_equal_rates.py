"""Rates at equal distances, to rounding, take powers of one wave."""

import numpy as np
import pytest

from jug.core.sincos import FEWEST_EQUAL, SAME_SHARE, _are_equally_spaced, waves


@pytest.mark.parametrize("first", [0.0, 1e-8, 3.7e-7])
def test_equal_distances(first: float) -> None:
    """Also where the first rate is 0, and the rounding of it none."""
    rates = first + 1e-8 * np.arange(FEWEST_EQUAL)
    assert _are_equally_spaced(rates)
    assert not _are_equally_spaced(rates[:-1])
    moved = rates.copy()
    moved[2] *= 1.0 + 3.0 * SAME_SHARE
    assert not _are_equally_spaced(moved)
    since = np.linspace(-1e8, 1e8, 7)
    sine, cosine = waves(np, rates, since)
    np.testing.assert_allclose(sine, np.sin(np.outer(since, rates)), atol=1e-13)
    np.testing.assert_allclose(cosine, np.cos(np.outer(since, rates)), atol=1e-13)
