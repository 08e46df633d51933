"""The median against NumPy's, to the last bit."""

import numpy as np
import pytest

from jug.core.arithmetic import median


@pytest.mark.parametrize("n", [1, 2, 3, 10, 1001, 1002])
def test_the_median_is_that_of_numpy(n: int) -> None:
    values = np.random.default_rng(n).normal(size=n)
    assert median(values) == np.median(values)
    assert median(np.round(values)) == np.median(np.round(values))
