"""`jug.fit` of noise lines with fit flags against PINT's fitter, on data as those of PINT's own ecorr_fit_test."""

import warnings
from pathlib import Path

import numpy as np
import oracle
import pytest
from pulsar import PULSAR

import jug

LINES = "EFAC -be X 1.2 1\nECORR -be X 0.9 1\n"


@pytest.fixture(scope="module", params=[3, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(20, 30))])
def files(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """30 epochs of 8 TOAs with EFAC 1.3 and ECORR 1.1 us: one seed, and ten more with the long tests."""
    folder = tmp_path_factory.mktemp("noise_fit")
    par = folder / "a.par"
    par.write_text(PULSAR + LINES)
    mjd = np.repeat(np.linspace(54010.0, 55990.0, 30), 8) + np.tile(np.arange(8) * 1e-6, 30)
    freq = np.tile(np.linspace(1100.0, 1800.0, 8), 30)
    error = 10.0 ** np.random.default_rng(request.param).uniform(-0.3, 0.3, len(mjd))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        model = jug.load_model(par).with_values({"EFAC1": 1.3, "ECORR1": 1.1})
        flags = {"be": ["X"] * len(mjd)}
        seed = request.param + 1
        made = jug.simulate(model, mjd, freq_mhz=freq, error_us=error, flags=flags, noise=True, seed=seed)
    jug.write_tim(made, folder / "a.tim")
    return par, folder / "a.tim"


def test_efac_and_ecorr_are_those_of_pint(files: tuple[Path, Path]) -> None:
    """By `jug.fit` with fit flags, and by `jug.noise` with the timing fitted along: 0.02 sigma, errors to 2%."""
    loaded = oracle.load(*files)
    with oracle.quiet():
        fitter = oracle.pint.fitter.DownhillGLSFitter(loaded.toas, loaded.model)
        fitter.fit_toas()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        pair = jug.load(*files)
        result = jug.fit(*pair)
        found = jug.noise(*pair, timing="fitted", starts=3)
    assert result.converged
    assert found.converged
    for intervals in (result.noise_intervals, found.intervals):
        for name in ("EFAC1", "ECORR1"):
            theirs, ours = fitter.model[name], intervals[name]
            assert ours.error == pytest.approx(float(theirs.uncertainty_value), rel=0.02), name
            assert abs(ours.value - float(theirs.value)) < 0.02 * float(theirs.uncertainty_value), name
    for name in set(result.names) - {"RAJ", "DECJ"}:
        theirs, ours = np.longdouble(fitter.model[name].value), result.model.entries[name].value
        away = theirs - np.longdouble(ours.hi) - np.longdouble(ours.lo)  # 1e-14 Hz of F0 is 0.03 sigma
        assert abs(float(away)) < 0.02 * result.errors[name], name


def test_pint_fits_a_file_whose_ecorr_is_zero(files: tuple[Path, Path], tmp_path: Path) -> None:
    """With the line of ECORR 0 its fit fails; `jug.write_par` makes a comment of it for PINT, and says so."""
    par, theirs = tmp_path / "a.par", tmp_path / "pint.par"
    par.write_text(PULSAR + "EFAC -be X 1.5\nECORR -be X 0\n")
    with pytest.raises(ValueError, match="infs or NaNs"):
        oracle.fit(par, files[1])
    model, toas = jug.load(par, files[1])
    with pytest.warns(jug.InputWarning, match="ECORR1 -be X is 0 and its line is written as a comment"):
        jug.write_par(model, theirs, "pint")
    chi2 = jug.fit(model, toas).chi2
    assert oracle.fit(theirs, files[1]).chi2 == pytest.approx(chi2, rel=1e-4)  # PINT stops at a change of 0.01
