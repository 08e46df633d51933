"""Sine and cosine in plain arithmetic against those of the C library."""

import numpy as np
import pytest

from jug.core.sincos import sine_cosine


@pytest.mark.parametrize("most", [1.0, 1e3, 1e6])
def test_sine_and_cosine_to_the_last_digit(most):
    import jax

    angle = np.random.default_rng(1).uniform(-most, most, (1000, 7))
    angle[:5, 0] = 0.0, 0.5 * np.pi, np.pi, -1.5 * np.pi, 0.25 * np.pi
    with jax.enable_x64(True):
        made = jax.jit(lambda at: sine_cosine(jax.numpy, at))(angle)
    for found, wanted in zip(made, (np.sin(angle), np.cos(angle)), strict=True):
        assert found.dtype == np.float64
        np.testing.assert_allclose(found, wanted, rtol=0.0, atol=3e-16)


def test_far_angles_and_what_is_no_number():
    import jax

    with jax.enable_x64(True):
        far = np.random.default_rng(2).uniform(1e8, 1e9, 1000)
        sine, cosine = (np.asarray(a) for a in jax.jit(lambda at: sine_cosine(jax.numpy, at))(far))
        none = [np.asarray(a) for a in sine_cosine(jax.numpy, np.array([np.nan, np.inf]))]
    np.testing.assert_allclose(sine, np.sin(far), atol=np.spacing(1e9))
    np.testing.assert_allclose(cosine, np.cos(far), atol=np.spacing(1e9))
    assert np.isnan(none).all()
