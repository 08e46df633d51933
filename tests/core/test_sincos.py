"""Sine and cosine in plain arithmetic against those of the C library."""

import numpy as np
import pytest

from jug.core.sincos import sine_cosine, waves


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


def test_waves_at_equal_distances_are_those_of_each_angle():
    """Angles up to 360 rad: 1e-13 is their rounding; rates that are not so even are taken one by one."""
    since = np.linspace(-1e8, 1e8, 1001)
    rates = 2.0 * np.pi * np.arange(4, 104) / 1.9e8
    uneven = rates * (1.0 + 1e-12 * np.arange(100) ** 2)
    for given, exact in ((rates, False), (rates[:3], True), (uneven, True)):
        for one, other in zip(waves(np, given, since), sine_cosine(np, np.outer(given, since).T), strict=True):
            np.testing.assert_allclose(one, other, rtol=0.0, atol=0.0 if exact else 1e-13)
            assert one.flags.f_contiguous
