"""Draws of jug's NUTS against draws of emcee from enterprise's likelihood and priors.

Plain pytest skips this where enterprise is missing; .ci/run installs it.
"""

import warnings

import numpy as np
import pytest
from copies import example

import jug

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    pytest.importorskip("enterprise.pulsar", reason="enterprise needs libsuitesparse-dev to install")
    from enterprise.signals import gp_signals, parameter, signal_base, utils, white_signals

emcee = pytest.importorskip("emcee", reason="emcee is in jug-timing[sample]")

pytestmark = [pytest.mark.filterwarnings("ignore"), pytest.mark.usefixtures("embedded_only"), pytest.mark.long]

WALKERS, STEPS, BURN = 32, 2500, 300
NAMES = {"TNREDAMP": "log10_A", "TNREDGAM": "gamma", "EFAC1": "efac"}


def test_red_noise_of_nuts_is_that_of_enterprises_likelihood() -> None:
    """Means within 0.1 standard deviations, widths within 10%: of 1,000 independent draws a mean scatters by 0.03."""
    model, _ = jug.load(*example("NGC6440E"))
    mjd = np.linspace(53000.0, 55000.0, 80)
    plain = jug.simulate(model, mjd, error_us=5.0, freq_mhz=1400.0, seed=1, site="gbt")
    model = model.with_free(["F0", "F1"]).add_noise(plain, "red").add("EFAC TEL gbt 1")
    model = model.set(TNREDAMP=-11.6, TNREDGAM=2.5, TNREDC=6)
    toas = jug.simulate(model, mjd, error_us=5.0, freq_mhz=1400.0, noise=True, seed=3, site="gbt")
    found = jug.sample(model, toas, draws=1500, warmup=300, accept=0.95, estimate=False)
    assert found.verdict.good, found.verdict
    theirs = draws_of_enterprise(model, toas)
    for name, end in NAMES.items():
        assert found.convergence[name].bulk > 1000.0
        assert np.mean(theirs[end]) == pytest.approx(found.mean[name], abs=0.1 * found.std[name])
        assert np.std(theirs[end]) == pytest.approx(found.std[name], rel=0.1)


def draws_of_enterprise(model: jug.TimingModel, toas: jug.TOAs) -> dict[str, np.ndarray]:
    """Draws by the end of enterprise's name."""
    psr = jug.to_enterprise(model, toas)
    powers = utils.powerlaw(log10_A=parameter.Uniform(-20, -11), gamma=parameter.Uniform(0, 7))
    span = float(np.ptp(jug.pulsar_data(model, toas).tdb_mjd)) * 86400.0
    signal = white_signals.MeasurementNoise(efac=parameter.Uniform(0.01, 10))
    signal += gp_signals.FourierBasisGP(powers, components=6, Tspan=span, name="red_noise")
    signal += gp_signals.TimingModel(use_svd=True)
    pta = signal_base.PTA([signal(psr)])

    def log_density(at: np.ndarray) -> float:
        prior = pta.get_lnprior(at)
        return float(prior + pta.get_lnlikelihood(at)) if np.isfinite(prior) else -np.inf

    where = {end: [i for i, name in enumerate(pta.param_names) if name.endswith(end)] for end in NAMES.values()}
    middle = {"log10_A": -11.6, "gamma": 2.5, "efac": 1.0}
    start = np.random.default_rng(4).normal(0.0, 0.1, (WALKERS, len(pta.param_names)))
    for end, places in where.items():
        start[:, places] += middle[end]
    sampler = emcee.EnsembleSampler(WALKERS, start.shape[1], log_density)
    sampler.random_state = np.random.RandomState(5).get_state()
    sampler.run_mcmc(start, STEPS)
    flat = sampler.get_chain(discard=BURN, flat=True)
    return {end: flat[:, place] for end, [place] in where.items()}
