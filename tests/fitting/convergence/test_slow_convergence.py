"""Fits whose steps shrink slowly because KIN and KOM are weakly determined: they end, and a fit of it agrees."""

import numpy as np
import orbits
import pytest
from orbits import Size

import jug

SLOW_MOTION = (
    "ELONG 256.6687 1\nELAT 30.7003605 1\nPMELONG 5.267 1\nPMELAT -3.443 1\nPX 0.82 1\nPOSEPOCH 55000\nECL IERS2010"
)
DDK = "BINARY DDK\n" + orbits.kepler_lines(Size(67.825, 32.342, 7.5e-5)) + "M2 0.28 1\nKIN 71.9 1\nKOM 83.1 1\n"


def sigmas(one: jug.FitResult, other: jug.FitResult) -> float:
    """Largest difference of KIN and KOM in uncertainties."""
    return max(abs(one.values[name] - other.values[name]) / one.errors[name] for name in ("KIN", "KOM"))


def twice(model: jug.TimingModel, toas: jug.TOAs, backend: str) -> tuple[jug.FitResult, jug.FitResult]:
    """A fit, and a fit of its result."""
    result = jug.fit(model, toas, backend=backend)
    return result, jug.fit(result.model, toas, backend=backend)


@pytest.mark.parametrize("backend", ["numpy", pytest.param("jax", marks=pytest.mark.long)])
def test_j1713_converges(backend: str) -> None:
    """The steps shrink by 0.64 each: ten small ones did not reach the end, chi2 1843.43."""
    result, again = twice(*jug.load(*jug.data.example("J1713+0747-11yr")), backend)
    assert result.converged
    assert again.converged
    assert result.chi2 == pytest.approx(1843.432, abs=0.01)
    assert sigmas(result, again) < 0.01


@pytest.mark.parametrize(("error_us", "seed"), [(0.5, 9), (0.5, 10), (1.0, 2), (1.0, 5)])
def test_a_ddk_of_300_toas_converges(error_us: float, seed: int) -> None:
    """KOM to 16 to 47 deg: undamped steps go to and fro about the minimum, where chi2 is more curved than G says."""
    model = orbits.model(DDK, SLOW_MOTION)
    mjd = np.sort(np.random.default_rng(seed).uniform(53400, 57400, 300))
    freq = np.where(np.arange(300) % 2, 1400.0, 800.0)
    toas = jug.simulate(model, mjd, freq_mhz=freq, error_us=error_us, noise=True, seed=seed)
    result, again = twice(model, toas, "numpy")
    assert result.converged
    assert again.converged
    assert again.chi2 == pytest.approx(result.chi2, abs=1e-4)
    assert sigmas(result, again) < 0.01
