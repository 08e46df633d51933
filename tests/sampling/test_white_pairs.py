"""EFAC with the EQUAD of the same TOAs: the transform against jax.jacfwd, and what it makes of the posterior."""

from collections.abc import Callable

import numpy as np
import pytest

import jug
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.sampling import priors
from jug.sampling.white_pairs import WhitePairs, pairs_to_bounded, pairs_to_unbounded, white_pairs

ROUNDING = 1e-9
ERROR_US = 20.0


def pair(log10: tuple[bool, bool], inside: bool) -> tuple[WhitePairs, tuple[float, float], tuple[float, float]]:
    """A pair with EFAC from 0.1 to 10 and EQUAD from 1e-3 to 1e4 us, or from 0 where its prior is not in log10."""
    low, high = (-1.0 if log10[0] else 0.1, -3.0 if log10[1] else 0.0), (1.0 if log10[0] else 10.0, 4.0)
    high = (high[0], high[1] if log10[1] else np.inf)
    unit = np.array([[0.0], [-np.log(ERROR_US)]])
    return white_pairs([(0, 1)], (np.array(low), np.array(high)), list(log10), unit, [inside], [62]), low, high


@pytest.mark.usefixtures("quickly_compiled")
@pytest.mark.parametrize("inside", [True, False])
@pytest.mark.parametrize("log10", [(False, True), (True, True), (False, False)])
def test_the_slope_and_the_way_back(log10: tuple[bool, bool], inside: bool) -> None:
    import jax

    by, low, high = pair(log10, inside)
    for z in np.array([[0.3, -2.0], [-3.0, 3.0], [20.0, 0.5], [-90.0, -9.0]]):
        u, slope = pairs_to_bounded(np, by, z)
        with jax.enable_x64(True):
            jacobian = jax.jacfwd(lambda z: pairs_to_bounded(jax.numpy, by, z)[0])(jax.numpy.asarray(z))
        assert slope == pytest.approx(np.linalg.slogdet(np.asarray(jacobian))[1], abs=ROUNDING)
        np.testing.assert_allclose(pairs_to_unbounded(by, u), z, atol=1e-7)  # u is within 1e-6 of an edge
    far = pairs_to_bounded(np, by, np.array([[700.0, 700.0], [-700.0, 700.0], [700.0, -700.0], [-700.0, -700.0]]))[0]
    assert np.all(np.isfinite(far))
    assert np.all((far >= np.array(low) - ROUNDING) & (far <= np.array(high) + ROUNDING))
    for edge in (low, high):
        u = pairs_to_bounded(np, by, pairs_to_unbounded(by, np.array(edge)))[0]
        assert np.all((u > low) & (u < high))


@pytest.mark.parametrize("word", ["INSIDE", "OUTSIDE"])
def test_the_first_coordinate_is_the_whole_uncertainty(word: str) -> None:
    """Far from the edges one z1 is one EFAC^2 e^2 + T^2, of any EFAC and EQUAD, to 0.1%."""
    by, _, _ = pair((False, True), word == "INSIDE")
    z2 = np.linspace(-4.0, 1.0, 6)
    u = pairs_to_bounded(np, by, np.stack([np.full(6, 2.0), z2], axis=1))[0]
    efac, added = u[:, 0], 10.0 ** u[:, 1] / ERROR_US
    total = efac**2 + (added * efac if word == "INSIDE" else added) ** 2
    least = efac - np.sqrt(efac**2 - 0.01)  # the edge of EFAC at 0.1
    np.testing.assert_allclose(np.sqrt(total), np.exp(2.0 / np.sqrt(124.0)), rtol=1e-3, atol=float(np.max(least)))


def test_a_step_in_the_ratio_keeps_the_whole_uncertainty(
    epochs_of_three: Callable[..., tuple[TimingModel, TOAs]],
) -> None:
    """EFAC and EQUAD of one selection are a pair in a posterior; TNEQ of another selection is alone."""
    model, toas = epochs_of_three("EFAC -fe L 1.0", "EQUAD -fe L 1.0", "TNEQ -fe S -6", n=120)
    log_p = jug.posterior(jug.likelihood(model, toas, free=["F0", "F1"]), {"TNEQ1": priors.uniform(-8, -4)})
    assert log_p.names == ("F0", "F1", "EFAC1", "log10_EQUAD1", "TNEQ1")
    z = log_p.start
    np.testing.assert_allclose(log_p.z(log_p.theta(z + 0.3)), z + 0.3, atol=1e-7)
    before, typical = log_p.values(z), 1e6 * float(np.median(toas.error_s))
    for step in (-1.0, 1.0):
        after = log_p.values(z + step * np.eye(5)[3])
        first, second = (x["EFAC1"] ** 2 * (1.0 + (x["EQUAD1"] / typical) ** 2) for x in (before, after))
        assert second == pytest.approx(first, rel=0.02)  # EFAC is 10 times its lower edge
        assert after["EFAC1"] != pytest.approx(before["EFAC1"], rel=0.1)
        assert after["TNEQ1"] == before["TNEQ1"]


def test_an_edge_of_equad_below_the_uncertainty_leaves_the_whole_uncertainty() -> None:
    """EQUAD up to 10 us beside errors of 20 us: with a fixed z1 the sum stays to 1% however far the ratio goes; it
    would fall until EFAC is at its lower edge of 0.01 if the edge of EQUAD came after EFAC."""
    unit = np.array([[0.0], [-np.log(ERROR_US)]])
    by = white_pairs([(0, 1)], (np.array([0.01, -2.5]), np.array([10.0, 1.0])), [False, True], unit, [True], [62])
    z = np.stack([np.full(9, 1.0), np.linspace(-6.0, 6.0, 9)], axis=1)
    u, _ = pairs_to_bounded(np, by, z)
    total = u[:, 0] * np.sqrt(1.0 + (10.0 ** u[:, 1] / ERROR_US) ** 2)
    np.testing.assert_allclose(total, np.exp(1.0 / np.sqrt(124.0)), rtol=0.01)
    for one in z:  # at z = 6 log10 EQUAD is 1e-12 below its edge: its rounding of 1e-16 is 1e-4 of z
        atol = 1e-3 if one[1] > 5.0 else 1e-6
        np.testing.assert_allclose(pairs_to_unbounded(by, pairs_to_bounded(np, by, one)[0]), one, atol=atol)
