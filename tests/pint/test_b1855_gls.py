"""B1855+09 of NANOGrav's 9-year set as PINT ships it, 4005 TOAs, 90 free parameters, ECORR and red noise."""

import copy
import warnings
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import oracle
import pytest
from copies import example
from unrounded import GRAIN_S, lost, unrounded

import jug
from jug.model.covariance.log_likelihood import log_likelihood
from jug.model.covariance.noise import prior_of
from jug.model.evaluation.anchor import make_anchor

DEGENERATE = ("T0", "OM")
"""Correlated to 1 - 6e-11: PINT's downhill fitter, which inverts the normal matrix by an SVD, loses digits of that
direction (values to 0.017 sigma, uncertainties 0.41 of those of its GLSFitter, jug, and a dense calculation)."""

PROCESSES = (("RED", "pl_red_noise"), ("ECORR", "ecorr_noise"))


@pytest.fixture(scope="module")
def b1855() -> tuple[Path, Path, jug.TimingModel, jug.TOAs]:
    par, tim = example("B1855+09_NANOGrav_9yv1")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        return par, tim, *jug.load(par, tim)


@pytest.fixture(scope="module")
def ours(b1855) -> jug.FitResult:
    return jug.fit(*b1855[2:])


def off(ours: jug.FitResult, other: dict[str, float]) -> dict[str, float]:
    """By how many uncertainties values differ from others."""
    return {n: abs(ours.values[n] - other[n]) / ours.errors[n] for n in ours.names}


def test_from_five_sigma_away(b1855, ours: jug.FitResult) -> None:
    _, _, _, toas = b1855
    assert len(ours.names) == 90
    shift = {n: 5.0 * ours.errors[n] * (-1) ** k for k, n in enumerate(ours.names)}
    start = ours.model.moved({**shift, "SINI": -5.0 * ours.errors["SINI"]})  # five more would be above 1
    again = jug.fit(start, toas)
    assert again.converged
    assert again.n_iter <= 6
    assert again.chi2 == pytest.approx(ours.chi2, rel=1e-8)
    assert max(off(again, ours.values).values()) < 1e-2  # T0 and OM, correlated to 1 - 6e-11


def test_a_second_fit_stays(b1855, ours: jug.FitResult) -> None:
    again = jug.fit(ours.model, b1855[3])
    assert again.converged
    assert again.chi2 == pytest.approx(ours.chi2, rel=5e-9)  # rounding of 4,005 residuals, by processor: 6e-6
    assert max(off(again, ours.values).values()) < 1e-3


def test_processes_of_the_real_file(ours: jug.FitResult) -> None:
    assert set(ours.residuals.noise) == {"ECORR", "RED"}
    assert 0.95 < np.std(ours.residuals.whitened) < 1.0


@pytest.fixture(scope="module")
def there(ours: jug.FitResult, b1855, tmp_path_factory) -> oracle.Loaded:
    """PINT at jug's fitted values."""
    path = tmp_path_factory.mktemp("b1855") / "fitted.par"
    jug.write_par(ours.model, path)
    return oracle.load(path, b1855[1])


def gls(loaded: oracle.Loaded, model: object, steps: int) -> SimpleNamespace:
    """PINT's GLSFitter: values, uncertainties, chi2, and realisations in the order of the tim file."""
    with oracle.quiet():
        fitter = oracle.pint.fitter.GLSFitter(loaded.toas, copy.deepcopy(model))
        fitter.fit_toas(maxiter=steps)
        found, order = fitter.model, oracle._order(loaded.toas)
        return SimpleNamespace(
            values={name: float(found[name].value) for name in found.free_params},
            errors={name: oracle._uncertainty(found[name]) for name in found.free_params},
            chi2=float(fitter.resids.chi2),
            noise={k: np.asarray(v.to_value("s"), np.float64)[order] for k, v in fitter.resids.noise_resids.items()},
        )


def apart(ours: jug.FitResult, theirs: SimpleNamespace) -> dict[str, float]:
    """By how much of their rms realisations differ."""
    by = {name: ours.residuals.noise[name].time_s - theirs.noise[key] for name, key in PROCESSES}
    return {name: float(np.std(by[name]) / np.std(theirs.noise[key])) for name, key in PROCESSES}


def test_fit_against_pint(b1855, ours: jug.FitResult) -> None:
    """PINT as it is, from NANOGrav's own par file; chi2 as far as its 80-bit times allow, see the next test."""
    loaded = oracle.load(*b1855[:2])
    theirs = gls(loaded, loaded.model, steps=1)
    assert set(theirs.values) == set(ours.names)
    assert max(off(ours, theirs.values).values()) < 2e-3
    for name in ours.names:
        assert ours.errors[name] == pytest.approx(theirs.errors[name], rel=1e-2), name
    assert max(apart(ours, theirs).values()) < 1e-3
    assert ours.chi2 == pytest.approx(theirs.chi2, abs=likely(ours.residuals))


def likely(residuals: jug.Residuals) -> float:
    """Five standard deviations of chi2 when every residual is rounded to PINT's grain: d chi2 = 2 r^T C^-1 dr, and
    C^-1 r are the residuals without their noise over the white variances."""
    slope = 2.0 * residuals.white().time_s / residuals.error_s**2
    return 5.0 * float(np.sqrt(np.sum(slope**2))) * GRAIN_S / np.sqrt(12.0)


def test_with_the_rounding_of_pint_undone(b1855, ours: jug.FitResult, there: oracle.Loaded, measured) -> None:
    exact = unrounded(there.model, there.toas, b1855[3].raw)
    order = oracle._order(there.toas)
    with oracle.quiet():
        seen = oracle.pint.residuals.Residuals(there.toas, exact)
        time_s = np.asarray(seen.time_resids.to_value("s"), np.float64)[order]
        rounded = np.asarray(oracle.pint.residuals.Residuals(there.toas, there.model).time_resids.to_value("s"))
    apart_ps = np.max(np.abs(time_s - ours.residuals.time_s)) * 1e12
    measured("residuals of B1855+09, the rounding of PINT's times undone", apart_ps, 3.0, "ps")
    as_it_is_ns = np.max(np.abs(rounded[order] - ours.residuals.time_s)) * 1e9
    measured("residuals of B1855+09, 4,005 TOAs, largest difference", as_it_is_ns, 1.0, "ns")
    assert float(seen.chi2) == pytest.approx(ours.chi2, rel=1e-7)
    assert np.max(np.abs(rounded[order] - time_s - lost(there.toas)[order])) < 5e-11  # nothing else is above 0.05 ns
    theirs = gls(there, exact, steps=1)
    assert theirs.chi2 == pytest.approx(ours.chi2, rel=1e-7)
    measured("90 values of B1855+09 with correlated noise", max(off(ours, theirs.values).values()), 1e-3, "sigma")
    measured("realisations of its red noise and ECORR", max(apart(ours, theirs).values()), 1e-4, "of their rms")


def test_likelihood_against_pint(b1855, ours: jug.FitResult, there: oracle.Loaded) -> None:
    """chi2 from PINT's residuals as they are is PINT's; and its log-likelihood."""
    with oracle.quiet():
        seen = oracle.pint.residuals.Residuals(there.toas, there.model)
        likelihood, theirs = float(seen.lnlikelihood()), float(seen.chi2)
        time_s = np.asarray(seen.time_resids.to_value("s"), np.float64)[oracle._order(there.toas)]
    assert ours.residuals.log_likelihood == pytest.approx(likelihood, rel=1e-6)
    ones = np.ones(len(time_s))
    noise = make_anchor(ours.model, b1855[3]).noise
    assert log_likelihood(time_s, noise.sigma, prior_of(np, noise, ones), ones)[0] == pytest.approx(theirs, rel=1e-8)


@pytest.mark.long
def test_downhill_fitter_of_pint(b1855, ours: jug.FitResult) -> None:
    theirs = oracle.fit(*b1855[:2])
    assert ours.chi2 == pytest.approx(theirs.chi2, abs=likely(ours.residuals))
    found = off(ours, theirs.values)
    assert max(found.pop(name) for name in DEGENERATE) < 0.05
    assert max(found.values()) < 0.01
    for name in found:
        assert ours.errors[name] == pytest.approx(theirs.errors[name], rel=1e-2), name
