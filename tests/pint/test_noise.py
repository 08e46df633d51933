"""Correlated noise against PINT's GLS: chi2, likelihood, values, uncertainties, realisations."""

import warnings

import numpy as np
import oracle
import pytest
from copies import BINARY_KEYS, example, written_copy

import jug

CHI2 = 1.5e-2
"""Residuals differ from PINT's by up to 0.18 ns, at 0.5 to 3 us of uncertainty: 2 sqrt(501) x 3e-4."""

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
        found = oracle.pint.residuals.Residuals(theirs.toas, theirs.model)
        chi2, likelihood = float(found.calc_chi2()), float(found.lnlikelihood())
    ours = jug.residuals(model, toas)
    assert ours.chi2 == pytest.approx(chi2, abs=CHI2)
    assert ours.log_likelihood == pytest.approx(likelihood, abs=CHI2)


def test_fit(b1855):
    par, tim, model, toas = b1855
    theirs = oracle.fit(par, tim, settled=1e-6)
    ours = jug.fit(model, toas)
    assert ours.chi2 == pytest.approx(theirs.chi2, abs=CHI2)
    for name in ours.names:
        assert ours.errors[name] == pytest.approx(theirs.errors[name], rel=1e-2), name
        assert abs(ours.values[name] - theirs.values[name]) < 0.02 * ours.errors[name], name
    again = jug.fit(ours.model, toas)
    for name in ours.names:
        assert abs(again.values[name] - ours.values[name]) < 1e-6 * ours.errors[name] + np.spacing(ours.values[name]), (
            name
        )


def test_realisations(b1855):
    par, tim, model, toas = b1855
    theirs = oracle.fit(par, tim, settled=1e-6)
    ours = jug.fit(model, toas)
    with oracle.quiet():
        order = oracle._order(theirs.fitter.toas)
        noise = {k: np.asarray(v.to_value("s"))[order] for k, v in theirs.fitter.resids.noise_resids.items()}
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
