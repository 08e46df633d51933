"""Wideband data, TOAs and measured DMs fitted together, against PINT's wideband fitters."""

import warnings
from types import SimpleNamespace

import numpy as np
import oracle
import pytest
from copies import example, written_copy
from unrounded import GRAIN_S, lost, unrounded

import jug
from jug.model.covariance.log_likelihood import log_likelihood
from jug.model.covariance.noise import prior_of
from jug.model.evaluation.anchor import make_anchor

SAID = {"EPHEM": "DE440", "CLK": "TT(BIPM2019)"}

RESIDUAL = 2e-10
"""Residuals differ from PINT's by at most 0.17 ns, s (uncertainties are 0.03 us and more), the rounding of its 80-bit
times (`unrounded`)."""


def read(par, tim):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        return jug.load(par, tim)


def by_pint(par, tim):
    """A step of PINT's from a par file: values and errors, and in jug's order what it says before and after."""
    loaded = oracle.load(par, tim)
    with oracle.quiet():
        before = rows(oracle.pint.residuals.WidebandTOAResiduals(loaded.toas, loaded.model))
        found = oracle.pint.fitter.WidebandTOAFitter(loaded.toas, oracle._freed(loaded.model, None))
        found.fit_toas(maxiter=1)
        return SimpleNamespace(
            loaded=loaded,
            before=before,
            after=rows(found.resids),
            errors={name: oracle._uncertainty(found.model[name]) for name in found.model.free_params},
            values={name: float(found.model[name].value) for name in found.model.free_params},
        )


def rows(resids):
    """Residuals of times and DMs, uncertainties, chi2 and degrees of freedom of PINT."""
    order, toas, model = oracle._order(resids.toas), resids.toas, resids.model
    return SimpleNamespace(
        order=order,
        time_s=np.asarray(resids.toa.time_resids.to_value("s"), dtype=np.float64)[order],
        error_s=np.asarray(model.scaled_toa_uncertainty(toas).to_value("s"), dtype=np.float64)[order],
        dm=np.asarray(resids.dm.resids_value, dtype=np.float64)[order],
        dm_error=np.asarray(resids.dm.get_data_error().value, dtype=np.float64)[order],
        chi2=float(resids.chi2),
        dof=int(resids.dof),
    )


def agrees(fit, theirs):
    """Values within 0.02 sigma, uncertainties within 1%."""
    for name in fit.names:
        assert fit.errors[name] == pytest.approx(theirs.errors[name], rel=1e-2), name
        apart = fit.values[name] - theirs.values[name]
        assert abs(apart) < 0.02 * fit.errors[name], name


@pytest.fixture(scope="module", params=["J1614-2230", "J0740+6620", "test-wb-0"])
def real(request, tmp_path_factory):
    """jug's fit of data with the noise of their par file, and PINT's step from there (its fit takes minutes)."""
    folder = tmp_path_factory.mktemp("wideband")
    par, tim = example(request.param)
    model, toas = read(written_copy(par, folder, replace=SAID), tim)
    fit = jug.fit(model, toas)
    jug.write_par(fit.model, folder / "post.par")
    return toas, fit, by_pint(folder / "post.par", tim)


def test_a_step_of_pint_from_the_fit(real):
    _, fit, theirs = real
    agrees(fit, theirs)
    assert theirs.after.chi2 == pytest.approx(theirs.before.chi2, abs=1e-3)  # nothing is left to fit


def test_residuals_and_chi2(real, measured):
    toas, fit, theirs = real
    found, there = fit.residuals, theirs.before
    apart_s = np.max(np.abs(found.time_s - there.time_s))
    measured(f"wideband residuals of {fit.model.psr}, largest difference", apart_s * 1e9, RESIDUAL * 1e9, "ns")
    np.testing.assert_allclose(found.dm.value, there.dm, atol=1e-9)
    np.testing.assert_allclose(found.dm.error, there.dm_error, rtol=1e-12)
    assert fit.dof == there.dof
    assert fit.chi2 == pytest.approx(there.chi2, abs=likely(found))
    # chi2 and likelihood of the very residuals of PINT
    their_rows = np.concatenate([there.time_s, there.dm])
    sigma, offset_mask = np.concatenate([found.error_s, found.dm.error]), np.repeat([1.0, 0.0], len(toas))
    chi2, likelihood = log_likelihood(their_rows, sigma, None, offset_mask)
    assert chi2 == pytest.approx(there.chi2, rel=1e-6)
    want = -0.5 * there.chi2 - np.sum(np.log(there.error_s)) - np.sum(np.log(there.dm_error))
    want -= 0.5 * np.log(1e40 * np.sum(there.error_s**-2.0))  # the offset, which PINT does not marginalise here
    assert likelihood == pytest.approx(want, rel=1e-6)  # as pint.bayesian, but DMs in pc cm^-3


def likely(found):
    """Five standard deviations of chi2 when each time is rounded to PINT's grain; without correlated noise."""
    return 5.0 * GRAIN_S / np.sqrt(12.0) * np.sqrt(np.sum((2.0 * found.time_s / found.error_s**2) ** 2))


def test_with_the_rounding_of_pint_undone(real, measured):
    """chi2 of jug and PINT to 2e-8, residuals to 2 ps; what was undone is the rounding of the 80-bit column."""
    toas, fit, theirs = real
    loaded = theirs.loaded
    with oracle.quiet():
        exact = unrounded(loaded.model, loaded.toas, toas.raw)
        seen = rows(oracle.pint.residuals.WidebandTOAResiduals(loaded.toas, exact, {"track_mode": "nearest"}))
    apart_ps = np.max(np.abs(seen.time_s - fit.residuals.time_s)) * 1e12
    measured(f"wideband residuals of {fit.model.psr}, the rounding of PINT's times undone", apart_ps, 3.0, "ps")
    assert fit.chi2 == pytest.approx(seen.chi2, rel=1e-7)
    rounding = theirs.before.time_s - seen.time_s - lost(loaded.toas)[seen.order]
    assert np.max(np.abs(rounding - np.mean(rounding))) < 5e-11  # nothing else is above 0.05 ns


PAR = """PSR WIDE
RAJ 17:48:52.75
DECJ -20:21:29.0
F0 61.485476554 1
F1 -1.181D-15 1
PEPOCH 55000
DM 223.9 1
DM1 0.001 1
DMEPOCH 55000
EPHEM DE440
CLK TT(BIPM2019)
UNITS TDB
TZRMJD 55000.1
TZRSITE @
TZRFRQ 1400
DMDATA 1
JUMP -fe S 0 1
DMJUMP -fe S 0.0005 1
EFAC -fe L 1.2
EQUAD -fe S 0.5
DMEFAC -fe L 1.3
DMEQUAD -fe S 0.0001
ECORR -fe L 0.6
ECORR -fe S 0.9
TNREDAMP -12.7
TNREDGAM 3.2
TNREDC 8
TNDMAMP -12.3
TNDMGAM 2.3
TNDMC 8
"""


@pytest.fixture(scope="module")
def simulated(tmp_path_factory):
    """jug's fit of TOAs at the barycentre (where times are PINT's) with ECORR, red and DM noise, and PINT there.

    PINT 1.1.8's downhill fitter refuses every step from anywhere: see the last test.
    """
    folder = tmp_path_factory.mktemp("simulated")
    (folder / "a.par").write_text(PAR)
    n = 120
    mjd = np.repeat(np.linspace(54000, 56000, n // 2), 2) + np.tile([0.0, 3e-6], n // 2)
    fe = [("L", "S")[i // 2 % 2] for i in range(n)]
    freq = [(1400.0, 2100.0)[i // 2 % 2] + 300.0 * (i % 2) for i in range(n)]
    made = jug.simulate(
        jug.load_model(folder / "a.par"),
        mjd,
        freq_mhz=freq,
        site="@",
        flags={"fe": fe},
        dm_error=2e-4,
        noise=True,
        seed=1,
    )
    jug.write_tim(made, folder / "a.tim")
    fit = jug.fit(*read(folder / "a.par", folder / "a.tim"))
    jug.write_par(fit.model, folder / "post.par")
    loaded = oracle.load(folder / "post.par", folder / "a.tim")
    with oracle.quiet():
        return fit, oracle.pint.fitter.WidebandDownhillFitter(loaded.toas, oracle._freed(loaded.model, None))


def test_correlated_noise(simulated):
    fit, fitter = simulated
    with oracle.quiet():
        state = fitter.create_state()
        step = dict(zip(state.params, state.step, strict=False))
        covariance = state.parameter_covariance_matrix.matrix
    errors = dict(zip(state.params, np.sqrt(np.diag(covariance)), strict=False))
    assert set(fit.names) < set(errors)
    for name in fit.names:
        assert abs(step[name]) < 0.02 * fit.errors[name], name
        assert fit.errors[name] == pytest.approx(errors[name], rel=1e-2), name


def test_chi2_and_likelihood(simulated):
    """Against PINT's own dense covariance, from its residuals, its rounding undone, by both."""
    fit, fitter = simulated
    model, toas = read(fit.model.par, fit.model.par.path.replace(".par", ".tim"))
    with oracle.quiet():
        c = fitter.model.wideband_covariance_matrix(fitter.toas)
        exact = unrounded(fitter.model, fitter.toas, toas.raw)
        theirs = oracle.pint.residuals.WidebandTOAResiduals(fitter.toas, exact).calc_wideband_resids()
        unit = fitter.model.scaled_wideband_uncertainty(fitter.toas)
        order, dof = oracle._order(fitter.toas), fitter.resids.dof
    offset_mask = np.repeat([1.0, 0.0], len(theirs) // 2)
    r, one, c = theirs / unit, offset_mask / unit, c / np.outer(unit, unit)
    inverse = np.linalg.inv(c)
    r = r - one * (one @ inverse @ r) / (one @ inverse @ one)
    chi2 = r @ inverse @ r
    log_det = np.linalg.slogdet(c)[1] + 2 * np.sum(np.log(unit)) + np.log(1e40 * (one @ inverse @ one))
    assert fit.dof == dof
    noise = make_anchor(model, toas).noise
    rows = np.concatenate([theirs[order], theirs[len(order) :][order]])
    found = log_likelihood(rows, noise.sigma, prior_of(np, noise, np.ones_like(rows)), offset_mask)
    assert found[0] == pytest.approx(chi2, rel=1e-6)
    assert found[1] == pytest.approx(-0.5 * (chi2 + log_det), rel=1e-6)
    assert fit.chi2 == pytest.approx(chi2, rel=1e-6)


def test_realisations(simulated):
    fit, fitter = simulated
    with oracle.quiet():
        state = fitter.create_state()
        assert np.all(np.isfinite(state.step))
        basis = fitter.model.noise_model_wideband_designmatrix(fitter.toas)
        sizes, k = fitter.model.noise_model_dimensions(fitter.toas), fitter.model.ntmpar
        amplitudes, order, n = state.xhat / state.norm, oracle._order(fitter.toas), len(fitter.toas)
    for name, key in (("RED", "pl_red_noise"), ("DM", "pl_DM_noise"), ("ECORR", "ecorr_noise")):
        first, count = sizes[key]
        own = slice(first, first + count)
        whole = np.asarray(basis[:, own] @ amplitudes[k:][own], dtype=np.float64)
        delay, dm = whole[:n][order], whole[n:][order]
        assert np.max(np.abs(fit.noise[name].time_s - delay)) < 1e-3 * np.std(delay), name
        assert np.max(np.abs(fit.noise[name].dm - dm)) <= 1e-3 * np.std(dm), name


def test_what_pint_calls_chi2_leaves_dm_noise_out_of_the_dms(simulated):
    """PINT 1.1.8's chi2 is made by WidebandTOAFitter, whose noise basis is zero on the DMs; so chi2 has the DM noise in
    full, the right step raises it, and WidebandDownhillFitter refuses that step."""
    fit, fitter = simulated
    with oracle.quiet():
        theirs = float(fitter.resids.chi2)
        basis = np.array(fitter.model.noise_model_wideband_designmatrix(fitter.toas))
        weights = fitter.model.noise_model_basis_weight(fitter.toas)
        unit, r = fitter.model.scaled_wideband_uncertainty(fitter.toas), fitter.resids.calc_wideband_resids()
    basis[len(r) // 2 :] = 0.0
    whitened = basis / unit[:, None]
    inverse = np.linalg.inv(np.eye(len(r)) + (whitened * weights) @ whitened.T)
    offset_mask, r = np.repeat([1.0, 0.0], len(r) // 2) / unit, r / unit
    r = r - offset_mask * (offset_mask @ inverse @ r) / (offset_mask @ inverse @ offset_mask)
    assert theirs == pytest.approx(r @ inverse @ r, rel=1e-6)
    assert theirs > 10.0 * fit.chi2
