"""Kepler's equation and the true anomaly against 40 digits."""

import exact
import jax
import jax.numpy as jnp
import mpmath as mp
import numpy as np
import pytest

from jug.model.components.binary.kepler import eccentric_anomaly
from jug.model.components.binary.keplerian import true_anomaly

ECCENTRICITIES = (0.0, 1e-8, 1e-4, 0.1, 0.5, 0.8, 0.9, 0.97, 0.99, 0.999, 0.99999, 0.9999999)


def anomalies() -> np.ndarray:
    """Even ones, and ones that crowd towards periastron and apastron."""
    small = np.geomspace(1e-12, 1.0, 40)
    m = np.concatenate([np.linspace(-np.pi, np.pi, 41), small, -small, np.pi - small[:20]])
    return m


@pytest.mark.parametrize("e", ECCENTRICITIES)
def test_to_rounding(e: float) -> None:
    m = anomalies()
    u = eccentric_anomaly(np, e, m)
    for mi, ui, si, ci in zip(m, u.E, u.sin, u.cos, strict=True):
        true = exact.kepler(mp.mpf(e), mp.mpf(mi)) if abs(mi) <= np.pi else None
        error = abs(mp.mpf(ui) - true)
        assert error < 1e-15 * max(1.0, abs(ui)), (e, mi)
        assert error < 1e-15 * abs(ui) or abs(ui) > 1.0 or ui == 0.0, (e, mi, float(error / true))
        assert abs(mp.mpf(si) - mp.sin(true)) < 1e-15
        assert abs(mp.mpf(ci) - mp.cos(true)) < 1e-15


@pytest.mark.parametrize("e", ECCENTRICITIES)
def test_derivatives_are_those_of_the_solution(e: float) -> None:
    m = np.concatenate([np.linspace(-3.1, 3.1, 42), np.geomspace(1e-6, 1.0, 20)])
    with jax.enable_x64(True):
        u = eccentric_anomaly(np, e, m)
        solve = jax.jit(lambda ee, mm: eccentric_anomaly(jnp, ee, mm).E)
        by_e, by_m = jax.jacfwd(solve, argnums=(0, 1))(jnp.float64(e), jnp.asarray(m))
        np.testing.assert_allclose(solve(e, m), u.E, rtol=0, atol=2e-15)
    q = 1.0 - e * u.cos
    np.testing.assert_allclose(np.diag(by_m), 1.0 / q, rtol=1e-9)
    np.testing.assert_allclose(by_e, u.sin / q, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("e", [0.0, 1e-8, 0.3, 0.9, 0.999])
def test_true_anomaly(e: float) -> None:
    m = np.linspace(-3.1, 3.1, 23)
    nu = true_anomaly(np, e, eccentric_anomaly(np, e, m))
    for mi, ni in zip(m, nu, strict=True):
        assert abs(mp.mpf(ni) - exact.true_anomaly(mp.mpf(e), mp.mpf(mi))) < 2e-14
