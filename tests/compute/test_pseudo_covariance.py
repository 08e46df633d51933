"""The covariance of normal equations that have lost their digits: no variance is negative."""

import numpy as np

from jug.compute.solver import Normal, pseudo_covariance


def test_no_variance_is_negative_where_rounding_makes_a_negative_eigenvalue() -> None:
    """np.linalg.pinv inverts an eigenvalue of -3e-13 beside 2 to -3e12; the others stay as they are."""
    rng = np.random.default_rng(1)
    q = np.linalg.qr(rng.normal(size=(5, 5)))[0]
    value = np.array([-3e-13, 0.3, 0.7, 1.2, 2.0])
    gram, scale = (q * value) @ q.T, np.array([1.0, 2.0, 3.0, 4.0, 5.0])
    assert np.any(np.diagonal(np.linalg.pinv(gram, rcond=1e-13)) < 0.0)
    found = pseudo_covariance(Normal(gram, np.zeros(5), scale, np.float64(1.0), np.float64(0.0)))
    kept = (q[:, 1:] / value[1:]) @ q[:, 1:].T / np.outer(scale, scale)
    np.testing.assert_allclose(found, kept, rtol=1e-10, atol=1e-12)
    assert np.all(np.diagonal(found) > 0.0)
