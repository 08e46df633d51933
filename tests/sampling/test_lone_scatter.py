"""Noise without a sampled factor, and ECORR: the transform against jax.jacfwd, and NUTS without divergences."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import jug
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.sampling.lone_scatter import LoneScatter, lone_scatter, scatter_to_bounded, scatter_to_unbounded

ROUNDING = 1e-9
R_HAT = 1.01
ERROR_US = 20.0


def two(log10: bool) -> tuple[LoneScatter, float, float]:
    """EQUAD from 1e-3 to 1e4 us of 62 and of 12,000 TOAs, or from 0 where its prior is not in log10."""
    low, high = (-3.0, 4.0) if log10 else (0.0, np.inf)
    unit = [-float(np.log(ERROR_US))] * 2
    return lone_scatter([0, 1], (np.full(2, low), np.full(2, high)), [log10] * 2, unit, [62, 12_000]), low, high


@pytest.mark.usefixtures("quickly_compiled")
@pytest.mark.parametrize("log10", [True, False])
def test_the_slope_and_the_way_back(log10: bool) -> None:
    import jax

    by, low, high = two(log10)
    for z in np.array([[0.3, -2.0], [-3.0, 3.0], [20.0, 90.0], [-15.0, -9.0]]):
        u, slope = scatter_to_bounded(np, by, z)
        with jax.enable_x64(True):
            jacobian = jax.jacfwd(lambda z: scatter_to_bounded(jax.numpy, by, z)[0])(jax.numpy.asarray(z))
        assert slope == pytest.approx(np.linalg.slogdet(np.asarray(jacobian))[1], abs=ROUNDING)
        np.testing.assert_allclose(scatter_to_unbounded(by, u), z, atol=1e-7)
    far = scatter_to_bounded(np, by, np.array([[500.0, 700.0], [-500.0, -500.0]]))[0]
    assert np.all(np.isfinite(far))
    assert np.all((far >= low - ROUNDING) & (far <= high + ROUNDING))
    for edge in (low, high):
        u = scatter_to_bounded(np, by, scatter_to_unbounded(by, np.full(2, edge)))[0]
        assert np.all((u > low) & (u < high))


def test_where_it_is_seen_z_is_the_whole_scatter_in_its_uncertainty() -> None:
    by, _, _ = two(True)
    z = np.array([[5.0, 50.0], [6.0, 51.0]])
    added = 10.0 ** scatter_to_bounded(np, by, z)[0] / ERROR_US
    whole = 0.5 * np.log1p(added**2) * np.sqrt(2.0 * np.array([62, 12_000]))
    np.testing.assert_allclose(np.diff(whole, axis=0)[0], 1.0, rtol=0.01)  # log(1 + e^5) is 5.007
    small = scatter_to_bounded(np, by, np.array([[-8.0, -8.0], [-6.0, -6.0]]))[0]
    np.testing.assert_allclose(np.diff(small, axis=0)[0], 1.0 / np.log(10.0), rtol=0.01)  # z is log EQUAD^2


def test_only_an_equad_without_its_efac_is_alone(epochs_of_three: Callable[..., tuple[TimingModel, TOAs]]) -> None:
    """The EFAC of 2 is in the unit of TNEQ, which it does not multiply here."""
    lines = ("EFAC -fe L 1.0", "EQUAD -fe L 1.0", "EFAC -fe S 2", "TNEQ -fe S -6")
    model, toas = epochs_of_three(*lines, n=120)
    like = jug.likelihood(model, toas, free=["F0"], noise=["EFAC1", "EQUAD1", "TNEQ1"])
    log_p = jug.posterior(like)
    by = log_p._by
    assert [like.names[i] for i in by.lone.index_in_u] == ["TNEQ1"]
    assert [like.names[i] for i in by.pairs.index_in_u[:, 0]] == ["EFAC1", "EQUAD1"]
    assert by.lone.width == pytest.approx((2.0 * np.sum(toas.flags["fe"] == "S")) ** -0.5)
    np.testing.assert_allclose(log_p.z(log_p.theta(log_p.start + 0.3)), log_p.start + 0.3, atol=1e-7)


def test_ecorr_is_alone_with_the_error_of_the_mean_of_an_epoch(
    epochs_of_three: Callable[..., tuple[TimingModel, TOAs]],
) -> None:
    """Also where EFAC and EQUAD are varied: three TOAs of an epoch leave their mean uncertain by e over sqrt(3)."""
    model, toas = epochs_of_three("EFAC -fe L 1.0", "EQUAD -fe L 1.0", "ECORR -fe L 1.0", n=120)
    log_p = jug.posterior(jug.likelihood(model, toas, free=["F0"], noise=["EFAC1", "EQUAD1", "ECORR1"]))
    by, names = log_p._by, log_p.likelihood.names
    assert [names[i] for i in by.lone.index_in_u] == ["ECORR1"]
    chosen = toas.flags["fe"] == "L"
    mean_us = np.median(toas.error_s[chosen]) * 1e6 / np.sqrt(3.0)
    assert by.lone.unit == pytest.approx(-np.log(mean_us))
    assert by.lone.width == pytest.approx((2.0 / 3.0 * np.sum(chosen)) ** -0.5)  # a third as many epochs
    np.testing.assert_allclose(log_p.z(log_p.theta(log_p.start + 0.3)), log_p.start + 0.3, atol=1e-7)


@pytest.mark.parametrize("noise", [["DMEQUAD1"], ["DMEFAC1", "DMEQUAD1"]])
def test_dmequad_is_as_equad(noise: list[str], wideband_of: Callable[..., tuple[TimingModel, TOAs]]) -> None:
    """Alone, and with the DMEFAC that multiplies it."""
    model, toas = wideband_of("DMEFAC -fe L 2.0", "DMEQUAD -fe L 1e-4")
    log_p = jug.posterior(jug.likelihood(model, toas, free=["F0", "DM"], noise=noise))
    by, names, count = log_p._by, log_p.likelihood.names, int(np.sum(toas.flags["fe"] == "L"))
    assert [names[i] for i in by.lone.index_in_u] == (noise if len(noise) == 1 else [])
    assert [names[i] for i in by.pairs.index_in_u[:, 0]] == noise if len(noise) == 2 else by.pairs.index_in_u.size == 0
    found = by.lone if len(noise) == 1 else by.pairs
    assert found.unit[-1] == pytest.approx(-np.log(3e-4))  # -pp_dme, pc cm^-3; DMEFAC multiplies both
    assert found.width == pytest.approx((2.0 * count) ** -0.5)
    assert np.all(by.pairs.inside == 1.0)
    np.testing.assert_allclose(log_p.z(log_p.theta(log_p.start + 0.3)), log_p.start + 0.3, atol=1e-7)


NUTS = """
import jax, jug, numpy as np
from numpyro.infer import MCMC, NUTS
jax.config.update("jax_enable_x64", True)
model, toas = jug.load(*jug.data.example("NGC6440E"))
{make}
rng = np.random.default_rng({seed})
starts = log_p.start + 0.1 * rng.normal(size=(4, len(log_p.names)))
mcmc = MCMC(NUTS(potential_fn=lambda z: -log_p(z)), num_warmup=1000, num_samples=1000, num_chains=4,
            chain_method="vectorized", progress_bar=False)
mcmc.run(jax.random.key({seed}), init_params=jax.numpy.asarray(starts), extra_fields=("diverging",))
z = np.asarray(mcmc.get_samples(group_by_chain=True))
divergences = int(mcmc.get_extra_fields()["diverging"].sum())
np.savez("found.npz", z=z, divergences=divergences,
         noise=list(log_p.samples(z.reshape(-1, z.shape[-1])).values())[-1])
"""
EQUAD_OF_62 = """
fitted = jug.fit(model.add("EQUAD TEL gbt 5.0").add("EFAC TEL gbt {efac}"), toas).model
log_p = jug.posterior(jug.likelihood(fitted, toas, noise=["EQUAD1"]))
"""
ECORR_OF_40_EPOCHS = """
mjd = np.repeat(np.linspace(53500, 55000, 40), 3) + np.tile(np.arange(3) * 1e-7, 40)
toas = jug.simulate(model, mjd, site="gbt", freq_mhz=1400.0, error_us=10.0, noise=True, seed=1)
with_ecorr = model.add("EFAC TEL gbt 1.0").add("ECORR TEL gbt 10.0")
log_p = jug.posterior(jug.likelihood(with_ecorr, toas, free=["F0", "F1"], noise=["ECORR1"]))
"""


@pytest.mark.long
@pytest.mark.parametrize(("efac", "seed"), [(1.0, 1), (1.0, 2), (1.3, 1), (0.5, 1)])
def test_nuts_has_no_divergences(efac: float, seed: int, run_python: Callable[[str], str], tmp_path: Path) -> None:
    """EFAC 1.3 leaves no room for EQUAD, 1 a little, 0.5 much of it, e (1 - 0.25)^(1/2) 2 = 22 us or so."""
    from numpyro.diagnostics import split_gelman_rubin

    run_python(NUTS.format(make=EQUAD_OF_62.format(efac=efac), seed=seed))
    found = np.load(tmp_path / "found.npz")
    assert int(found["divergences"]) == 0
    assert np.max(split_gelman_rubin(found["z"])) < R_HAT
    wide = found["noise"].std()
    assert wide < 0.1 if efac == 0.5 else 0.8 < wide < 2.0


@pytest.mark.long
def test_nuts_has_no_divergences_for_ecorr_that_is_not_seen(run_python: Callable[[str], str], tmp_path: Path) -> None:
    """Between the edges of its prior alone there were 115 in these 4,000 draws."""
    from numpyro.diagnostics import split_gelman_rubin

    run_python(NUTS.format(make=ECORR_OF_40_EPOCHS, seed=1))
    found = np.load(tmp_path / "found.npz")
    assert int(found["divergences"]) == 0
    assert np.max(split_gelman_rubin(found["z"])) < R_HAT
    assert found["noise"].max() < 1.0
