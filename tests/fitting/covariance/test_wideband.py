"""Wideband data: TOAs and measured DMs fitted together, against a dense covariance; partials; messages."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from noise_sets import dense_of_both as dense

import jug
from jug.compute.compile_cache import CPU_OPTIONS
from jug.compute.jax_import import import_jax
from jug.core.blocks import to_dense
from jug.model.evaluation.anchor import make_anchor
from jug.model.evaluation.chain import dispersion_measure, dm_gradient, forward

WHITE = ("EFAC -fe L 1.2", "EQUAD -fe S 0.7", "DMEFAC -fe L 1.3", "DMEQUAD -fe S 2e-4", "DMEQUAD MJD 54000 54500 1e-4")
DM = ("TNDMAMP -12.4", "TNDMGAM 2.2", "TNDMC 10")
RED = ("TNREDAMP -12.6", "TNREDGAM 3.1", "TNREDC 12")
JUMPS = ("DMJUMP -fe S 0.002 1", "JUMP -fe S 0 1")
DMX = tuple(
    line
    for i in range(1, 6)
    for line in (f"DMX_{i:04d} 1e-3 1", f"DMXR1_{i:04d} {53600 + 400 * i}", f"DMXR2_{i:04d} {53999 + 400 * i}")
)
SETS = {
    "white": WHITE,
    "jumps": (*WHITE, *JUMPS),
    "bins": (*WHITE, *JUMPS, *DMX),
    "all": (*WHITE, *JUMPS, "DM1 1e-3 1", "NE_SW 5 1", "ECORR -fe L 0.8", *RED, *DM),
    "phoff": ("PHOFF 0 1", *WHITE, *JUMPS, *DMX, *DM),
    "solar wind": (*WHITE, "NE_SW 5 1", "TNSWAMP -6", "TNSWGAM 2", "TNSWC 10"),
}


@pytest.fixture(params=SETS, scope="module")
def case(request, wideband_of):
    model, toas = wideband_of(*SETS[request.param])
    if "DMX_0001" in model.names:
        model = model.with_free([name for name in model.free if name != "DM"])
    return model, toas, jug.fit(model, toas)


def test_fit_is_that_of_the_dense_covariance(case):
    _, toas, result = case
    model = result.model
    r, c, matrix, offset_mask, noise = dense(model, toas)
    # rows in units of their white uncertainties, as s and pc cm^-3 are far apart
    unit = noise.sigma
    r, matrix, offset_mask = r / unit, matrix / unit[:, None], offset_mask / unit
    inverse = np.linalg.inv(c / np.outer(unit, unit))
    scale = np.sqrt(np.diag(matrix.T @ inverse @ matrix))
    covariance = np.linalg.inv((matrix / scale).T @ inverse @ (matrix / scale))
    step = covariance @ (matrix / scale).T @ inverse @ r
    skip = int(model.removes_mean)
    sigma = np.sqrt(np.diag(covariance))
    assert np.max(np.abs(step / sigma)[skip:]) < 1e-5  # nothing is left to fit
    have = sorted(e * model.entries[n].scale for n, e in result.errors.items())
    np.testing.assert_allclose(have, sorted(sigma[skip:] / scale[skip:]), rtol=1e-6)
    correlated = bool(noise.processes)
    log_det = np.linalg.slogdet(c / np.outer(unit, unit))[1] + 2 * np.sum(np.log(unit))
    if skip:
        weight = inverse if correlated else np.eye(len(r))
        r = r - offset_mask * (offset_mask @ weight @ r) / (offset_mask @ weight @ offset_mask)
        log_det += np.log(1e40 * (offset_mask @ inverse @ offset_mask))
    assert result.chi2 == pytest.approx(r @ inverse @ r, rel=1e-6)
    assert result.log_likelihood == pytest.approx(-0.5 * (r @ inverse @ r + log_det), rel=1e-9)
    assert result.dof == 2 * len(toas) - len(model.free) - skip
    assert 0.6 < result.reduced_chi2 < 1.4


def test_realisations_are_the_posterior_mean(case):
    _, toas, result = case
    r, c, matrix, _, noise = dense(result.model, toas)
    unit = noise.sigma
    inverse = np.linalg.inv(c / np.outer(unit, unit))
    columns = matrix / unit[:, None]
    columns = columns / np.linalg.norm(columns, axis=0)
    r = r / unit
    r = r - columns @ np.linalg.solve(columns.T @ inverse @ columns, columns.T @ inverse @ r)
    assert set(result.noise) == {p.name for p in noise.processes}
    for process in noise.processes:
        f = to_dense(process.block) / unit[:, None]
        want = unit * ((f * process.variance) @ f.T @ inverse @ r)
        have, n = result.noise[process.name], len(toas)
        assert np.max(np.abs(have.time_s - want[:n])) < 1e-4 * np.std(want[:n]), process.name
        assert np.max(np.abs(have.dm - want[n:])) <= 1e-4 * np.std(want[n:]), process.name
        assert np.any(have.dm) == (process.name in ("DM", "SW"))


def test_dm_noise_in_bands_is_in_the_dms(wideband_of):
    model, toas = wideband_of("TNBANDDM -10.9 2.2 6", n=90)
    noise = jug.fit(model, toas).noise
    assert set(noise) == {"BANDDM1", "BANDDM2", "BANDDM3"}
    inv_freq = make_anchor(model, toas).state.x.inv_freq[:-1]
    for number, inside in enumerate((toas.freq_hz < 1e9, np.abs(toas.freq_hz - 1.4e9) < 4e8, toas.freq_hz > 1.8e9), 1):
        one = noise[f"BANDDM{number}"]
        np.testing.assert_allclose(one.time_s, one.dm / 2.41e-16 * inv_freq**2, rtol=1e-9, atol=1e-18)
        np.testing.assert_array_equal(one.dm != 0.0, inside)


def test_numpy_and_jax(case):
    model, toas, one = case
    other = jug.fit(model, toas, backend="jax")
    for name, error in one.errors.items():
        assert abs(one.values[name] - other.values[name]) < 1e-5 * error + 1e-15, name
        assert error == pytest.approx(other.errors[name], rel=1e-6)


@pytest.mark.usefixtures("quickly_compiled")
def test_partials_of_the_dm_against_autodiff(wideband_of):
    waves = ("DMWXFREQ_0001 1e-3", "DMWXSIN_0001 1e-3", "DMWXCOS_0001 0")
    model, toas = wideband_of(*SETS["all"], *DMX, *waves, "FDJUMPDM -fe U 1e-3", n=24)
    x, p = make_anchor(model, toas).reference.x, model.kernel_values
    ours = dm_gradient(np, model.components, p, forward(np, model.components, p, x))
    with jax.enable_x64(True):
        import_jax()  # makes Values a pytree
        x, p = (jax.tree.map(jnp.asarray, part) for part in (x, p))

        def total(p):
            return dispersion_measure(jnp, model.components, p, forward(jnp, model.components, p, x))

        derivatives = jax.jit(jax.jacfwd(total), compiler_options=CPU_OPTIONS)
        theirs = {key: np.asarray(column) for key, column in derivatives(p).items()}
    assert {"DM", "DMX", "DMJUMP", "FDJUMPDM", "NE_SW", "RAJ", "DMWXSIN"} <= set(ours)
    for key in {q.name for c in model.components for q in c.params if q.fit} & set(theirs):
        want = theirs[key]
        have = to_dense(ours[key]) if hasattr(ours.get(key), "index") else ours.get(key, 0.0)
        rounding = 1e-11  # of autodiff, where the derivative is zero (PMRV)
        assert np.max(np.abs(have - want)) <= 1e-9 * np.max(np.abs(want)) + rounding, key


@pytest.mark.usefixtures("quickly_compiled")
def test_likelihood_and_its_slope(wideband_of):
    model, toas = wideband_of(*SETS["all"])
    result = jug.fit(model, toas)
    for noise in ((), None):  # fixed, and free
        likelihood = jug.likelihood(result.model, toas, noise=noise)
        value, slope = likelihood.value_and_grad(likelihood.start)
        assert float(value) == pytest.approx(result.log_likelihood, abs=1e-4)
        k = len(result.names)
        assert likelihood.names[:k] == result.names
        assert np.max(np.abs(slope[:k])) < 1e-2  # at the top, in units of the uncertainties


def test_a_map_is_that_of_the_fits(wideband_of):
    model, toas = wideband_of(*SETS["jumps"])
    points = {"DMJUMP1": [0.0019, 0.0021], "F1": [-1.1815e-15, -1.1805e-15]}
    found = jug.grid(model, toas, points)
    others = [name for name in model.free if name not in points]
    for i, dmjump in enumerate(points["DMJUMP1"]):
        others_fixed = model.with_values({"DMJUMP1": dmjump, "F1": points["F1"][0]}).with_free(others)
        assert found.chi2[i, 0] == pytest.approx(jug.fit(others_fixed, toas).chi2, abs=1e-4)
    np.testing.assert_allclose(found.linear, found.chi2, rtol=1e-5)
