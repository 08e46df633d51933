import warnings

import numpy as np
import pytest
from pulsar import PULSAR

import jug
from jug.io.par import ParFile, parse_lines


def par(*lines: str) -> ParFile:
    """A par file of a plain pulsar and these lines."""
    return parse_lines([*PULSAR.splitlines(), *lines], "fit.par")


@pytest.fixture
def simulated():
    """Make a model with more lines, and TOAs of three receivers with white noise for it."""

    def make(*lines: str, n: int = 120, seed: int = 3):
        model = jug.load_model(par(*lines))
        mjd = np.linspace(54000, 56000, n)
        fe = [("L", "S", "U")[i % 3] for i in range(n)]
        freq = [(1400.0, 2100.0, 430.0)[i % 3] for i in range(n)]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", jug.ClockWarning)
            toas = jug.simulate(model, mjd, freq_mhz=freq, flags={"fe": fe}, noise=True, seed=seed)
        return model, toas

    return make


@pytest.fixture
def par_lines():
    """The par file above with more lines."""
    return par


@pytest.fixture(scope="session")
def epochs_of_three():
    """Make a model with more lines, and TOAs in epochs of three at two frequencies, with the model's noise."""

    def make(*lines: str, n: int = 180, seed: int = 5):
        model = jug.load_model(par(*lines))
        epoch = np.repeat(np.linspace(54000, 56000, n // 3), 3)
        mjd = epoch + np.tile([0.0, 2e-6, 5e-6], n // 3)[:n]
        fe = [("L", "S", "U")[(i // 3) % 3] for i in range(len(mjd))]
        freq = [(1400.0, 2100.0, 430.0)[(i // 3) % 3] + 50.0 * (i % 3) for i in range(len(mjd))]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", jug.ClockWarning)
            flags = {"fe": fe, "tobs": [f"{900 + 100 * (i // 3 % 7)}" for i in range(len(mjd))]}
            toas = jug.simulate(model, mjd, freq_mhz=freq, flags=flags, noise=True, seed=seed)
        return model, toas

    return make


@pytest.fixture(scope="session")
def wideband_of():
    """Make a model with more lines, and wideband TOAs in epochs of two of three receivers, with the model's noise."""

    def make(*lines: str, n: int = 120, seed: int = 4, dm_error: float = 3e-4):
        model = jug.load_model(par(*lines))
        mjd = np.repeat(np.linspace(54010, 55990, n // 2), 2) + np.tile([0.0, 3e-6], n // 2)
        fe = [("L", "S", "U")[(i // 2) % 3] for i in range(n)]
        freq = [(1400.0, 2100.0, 430.0)[(i // 2) % 3] + 40.0 * (i % 2) for i in range(n)]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", jug.ClockWarning)
            toas = jug.simulate(model, mjd, freq_mhz=freq, flags={"fe": fe}, dm_error=dm_error, noise=True, seed=seed)
        return model, toas

    return make
