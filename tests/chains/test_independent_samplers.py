"""NUTS and emcee on one likelihood: the same posterior of red noise."""

import numpy as np
import pytest
from copies import example

import jug

pytestmark = pytest.mark.usefixtures("embedded_only")


@pytest.mark.long
def test_red_noise_of_nuts_is_that_of_emcee() -> None:
    """Means within 0.1 standard deviations and widths within 10%, with 1,000 independent draws of each or more, whose
    means scatter by 0.045 of these."""
    model, _ = jug.load(*example("NGC6440E"))
    mjd = np.linspace(53000.0, 55000.0, 80)
    plain = jug.simulate(model, mjd, error_us=5.0, freq_mhz=1400.0, seed=1, site="gbt")
    model = model.with_free(["F0", "F1"]).add_noise(plain, "red").add("EFAC TEL gbt 1")
    model = model.set(TNREDAMP=-11.0, TNREDGAM=2.5, TNREDC=6)
    toas = jug.simulate(model, mjd, error_us=5.0, freq_mhz=1400.0, noise=True, seed=3, site="gbt")
    nuts = jug.sample(model, toas, draws=1500, warmup=300, accept=0.95, estimate=False)
    emcee = jug.sample(model, toas, sampler="emcee", draws=4000, warmup=300, estimate=False)
    assert nuts.verdict.good, nuts.verdict
    for name in ("TNREDAMP", "TNREDGAM", "EFAC1"):
        assert min(nuts.convergence[name].bulk, emcee.convergence[name].bulk) > 1000.0
        assert emcee.mean[name] == pytest.approx(nuts.mean[name], abs=0.1 * nuts.std[name])
        assert emcee.std[name] == pytest.approx(nuts.std[name], rel=0.1)
