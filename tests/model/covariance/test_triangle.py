"""The inverse of a triangular matrix by halves."""

import numpy as np
import pytest

from jug.model.covariance.triangular import inverse_of_lower


@pytest.mark.parametrize("k", [1, 2, 3, 7, 8, 91])
def test_inverse_is_that_of_the_lower_part(k):
    rng = np.random.default_rng(k)
    lower = np.linalg.cholesky(np.cov(rng.normal(size=(k, 2 * k + 1))).reshape(k, k) + 1e-6 * np.eye(k))
    found = inverse_of_lower(np, lower + np.triu(rng.normal(size=(k, k)), 1))
    assert np.max(np.abs(found @ lower - np.eye(k))) < 1e-12
    assert np.all(np.triu(found, 1) == 0.0)
