"""The name of an enumeration: the free parameters, and the quadratic form to 6 digits of its size."""

import numpy as np

from jug.connection.state import SearchState


def test_six_digits_of_the_largest_number_count() -> None:
    r, t = np.array([[1e3, -2e4], [0.0, 0.5]]), np.array([3.0, 4.0])
    key = SearchState.key(("F0", "PX"), r, t)
    assert len(key) == 64
    assert SearchState.key(("F0", "PX"), r + 1e-3, t) == key  # 5e-8 of 2e4
    assert SearchState.key(("F0", "PX"), r, t + 0.04) != key
    assert SearchState.key(("F0", "PX"), -r, t) != key
    assert SearchState.key(("PX", "F0"), r, t) != key
    assert SearchState.key(("F0", "PX"), 1e8 * r, 1e8 * t) == key
