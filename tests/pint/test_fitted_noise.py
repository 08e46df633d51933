"""`jug.fit` of noise lines with fit flags against PINT's fitter, on data as those of PINT's own ecorr_fit_test."""

import warnings
from pathlib import Path

import numpy as np
import oracle
import pytest
from pulsar import PULSAR

import jug

LINES = "EFAC -be X 1.2 1\nECORR -be X 0.9 1\n"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """30 epochs of 8 TOAs with EFAC 1.3 and ECORR 1.1 us."""
    folder = tmp_path_factory.mktemp("noise_fit")
    par = folder / "a.par"
    par.write_text(PULSAR + LINES)
    mjd = np.repeat(np.linspace(54010.0, 55990.0, 30), 8) + np.tile(np.arange(8) * 1e-6, 30)
    freq = np.tile(np.linspace(1100.0, 1800.0, 8), 30)
    error = 10.0 ** np.random.default_rng(3).uniform(-0.3, 0.3, len(mjd))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        model = jug.load_model(par).with_values({"EFAC1": 1.3, "ECORR1": 1.1})
        flags = {"be": ["X"] * len(mjd)}
        made = jug.simulate(model, mjd, freq_mhz=freq, error_us=error, flags=flags, noise=True, seed=4)
    jug.write_tim(made, folder / "a.tim")
    return par, folder / "a.tim"


def test_efac_and_ecorr_are_those_of_pint(files: tuple[Path, Path]) -> None:
    loaded = oracle.load(*files)
    with oracle.quiet():
        fitter = oracle.pint.fitter.DownhillGLSFitter(loaded.toas, loaded.model)
        fitter.fit_toas()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        result = jug.fit(*jug.load(*files))
    assert result.converged
    for name in ("EFAC1", "ECORR1"):
        theirs, ours = fitter.model[name], result.noise_intervals[name]
        assert ours.error == pytest.approx(float(theirs.uncertainty_value), rel=0.02), name
        assert abs(ours.value - float(theirs.value)) < 0.02 * float(theirs.uncertainty_value), name
    for name in result.names:
        theirs = float(fitter.model[name].value) if name not in ("RAJ", "DECJ") else result.values[name]
        assert abs(result.values[name] - theirs) < 0.02 * result.errors[name], name
