"""Correlated noise against PINT: chi2 (its rounding of times undone), likelihood, values, uncertainties, processes."""

import copy
import warnings

import numpy as np
import oracle
import pytest
from copies import BINARY_KEYS, example, written_copy
from unrounded import unrounded

import jug

NAMES = ("ELONG", "ELAT", "PMELONG", "PMELAT", "PX", "F0", "F1")


@pytest.fixture(scope="module")
def b1855(tmp_path_factory):
    """B1855+09 9-yr with its noise lines, every eighth TOA, times simulated for a model without binary, DMX and FD."""
    folder = tmp_path_factory.mktemp("b1855")
    par, tim = example("B1855+09_NANOGrav_9yv1")
    par = written_copy(
        par,
        folder,
        drop=(*BINARY_KEYS, "RNAMP", "RNIDX", "FB0", "DMX", "SOLARN0", "ECL"),
        drop_families=("DMX", "FD", "JUMP"),
        replace={"EPHEM": "DE440", "CLK": "TT(BIPM2019)", "TNREDAMP": "-13.2", "TNREDGAM": "3.5", "TNREDC": "20"},
        add=["ECL IERS2003"],
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        model, toas = jug.load(par, tim)
        made = jug.simulate(model, toas.select(slice(None, None, 8)), noise=True, seed=11)
    jug.write_tim(made, folder / "made.tim")
    with pytest.warns(jug.InputWarning, match="ECORR4 -f 430_ASP .*no two of the TOAs are of one epoch"):
        model, toas = jug.load(par, folder / "made.tim")
    return par, folder / "made.tim", model, toas


def test_chi2_and_likelihood(b1855):
    par, tim, model, toas = b1855
    theirs = oracle.load(par, tim)
    with oracle.quiet():
        found = oracle.pint.residuals.Residuals(theirs.toas, unrounded(theirs.model, theirs.toas, toas.raw))
        chi2, likelihood = float(found.calc_chi2()), float(found.lnlikelihood())
    ours = jug.residuals(model, toas)
    assert ours.chi2 == pytest.approx(chi2, rel=1e-7)
    assert ours.log_likelihood == pytest.approx(likelihood, rel=1e-7)


@pytest.fixture(scope="module")
def theirs(b1855):
    """PINT's GLSFitter after two steps."""
    loaded = oracle.load(*b1855[:2])
    with oracle.quiet():
        fitter = oracle.pint.fitter.GLSFitter(loaded.toas, copy.deepcopy(loaded.model))
        fitter.fit_toas(maxiter=2)
    return fitter


def test_fit(b1855, theirs):
    _, _, model, toas = b1855
    ours = jug.fit(model, toas)
    with oracle.quiet():
        chi2 = oracle.pint.residuals.Residuals(theirs.toas, unrounded(theirs.model, theirs.toas, toas.raw)).chi2
    assert ours.chi2 == pytest.approx(float(chi2), rel=1e-7)
    for name in ours.names:
        parameter = theirs.model[name]
        assert ours.errors[name] == pytest.approx(oracle._uncertainty(parameter), rel=1e-2), name
        assert abs(ours.values[name] - float(parameter.value)) < 2e-3 * ours.errors[name], name
    again = jug.fit(ours.model, toas)
    for name in ours.names:
        assert abs(again.values[name] - ours.values[name]) < 1e-6 * ours.errors[name] + np.spacing(ours.values[name]), (
            name
        )


def test_realisations(b1855, theirs):
    ours = jug.fit(*b1855[2:])
    with oracle.quiet():
        order = oracle._order(theirs.toas)
        noise = {k: np.asarray(v.to_value("s"))[order] for k, v in theirs.resids.noise_resids.items()}
    for name, key in (("RED", "pl_red_noise"), ("ECORR", "ecorr_noise")):
        want = noise[key]
        assert np.max(np.abs(ours.residuals.noise[name].time_s - want)) < 1e-3 * np.std(want), name


def test_averages(b1855):
    """PINT leaves TOAs in no epoch out; its MJDs are those of the site, and its order that of the par file's ECORRs."""
    par, tim, model, toas = b1855
    theirs = oracle.load(par, tim)
    with oracle.quiet():
        found = oracle.pint.residuals.Residuals(theirs.toas, theirs.model).ecorr_average()
        order = np.argsort(found["mjds"].value)
        time_s, error_s, mjd, mhz = (
            np.asarray(found[key].to_value(unit), dtype=np.float64)[order]
            for key, unit in (("time_resids", "s"), ("errors", "s"), ("mjds", "day"), ("freqs", "MHz"))
        )
    ours = jug.average(model, toas)
    epochs = np.array([len(members) > 1 for members in ours.members])
    assert epochs.sum() == len(order)
    assert np.max(np.abs(ours.time_s[epochs] - time_s)) < 1e-9
    np.testing.assert_allclose(ours.error_s[epochs], error_s, rtol=1e-9)
    assert np.max(np.abs(ours.mjd[epochs] - mjd)) < 1e-6
    np.testing.assert_allclose(ours.freq_hz[epochs] / 1e6, mhz, rtol=1e-9)
