"""Simulated pulsars whose noise is known: 300 TOAs of two backends with EFAC, EQUAD, ECORR and red noise.

The values are drawn from `RANGES`. `by_jug` makes the TOAs with `jug.simulate`, `by_pint` with PINT's simulation.
"""

import copy
import warnings
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import oracle
import pint.simulation
from pulsar import PULSAR

import jug

RANGES = {
    "EFAC1": (0.8, 1.3),
    "EFAC2": (0.8, 1.3),
    "EQUAD1": (1.0, 2.0),
    "ECORR1": (0.8, 2.0),
    "TNREDAMP": (-12.6, -12.0),
    "TNREDGAM": (2.0, 4.0),
}
"""Where the true values are drawn from, evenly, par units."""

LINES = "EFAC -fe L 1\nEFAC -fe U 1\nEQUAD -fe L 1\nECORR -fe U 1\nTNREDAMP -12\nTNREDGAM 3\nTNREDC 10\n"


class Known(NamedTuple):
    """The true values, the model at other values, and the TOAs."""

    truth: dict[str, float]
    model: jug.TimingModel
    toas: jug.TOAs


def known(number: int, seed: int, folder: Path) -> Known:
    """A pulsar by its number: even ones are simulated by jug, odd ones by PINT."""
    rng = np.random.default_rng([seed, number])
    truth = {name: round(float(rng.uniform(*ends)), 6) for name, ends in RANGES.items()}
    par, tim = still(folder)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        model = jug.load_model(par)
        make = by_pint if number % 2 else by_jug
        return Known(truth, model, make(par, tim, truth, int(rng.integers(2**31)), folder))


def by_jug(par: Path, tim: Path, truth: dict[str, float], seed: int, folder: Path) -> jug.TOAs:
    """The noise drawn by jug."""
    model, toas = jug.load(par, tim)
    return jug.simulate(model.with_values(truth), toas, noise=True, seed=seed)


def by_pint(par: Path, tim: Path, truth: dict[str, float], seed: int, folder: Path) -> jug.TOAs:
    """The noise drawn by PINT."""
    model, toas = oracle.load(par, tim)
    model = copy.deepcopy(model)
    for name, value in truth.items():
        model[name].value = value
    np.random.seed(seed)  # noqa: NPY002 (what PINT draws from)
    with oracle.quiet():
        made = pint.simulation.make_fake_toas(toas, model, add_noise=True, add_correlated_noise=True)
        made.write_TOA_file(folder / "noisy.tim", format="tempo2")
    return jug.load(par, folder / "noisy.tim")[1]


@cache
def still(folder: Path) -> tuple[Path, Path]:
    """A par file, and TOAs without noise: 100 epochs of three frequencies, of two backends in turn."""
    par, tim = folder / "known.par", folder / "still.tim"
    par.write_text(PULSAR + LINES)
    mjd = np.repeat(np.linspace(54000.0, 56000.0, 100), 3) + np.tile([0.0, 2e-6, 4e-6], 100)
    fe = np.repeat(np.tile(["L", "U"], 50), 3)
    freq = np.where(fe == "L", 1400.0, 430.0) + np.tile([0.0, 30.0, 60.0], 100)
    error = np.round(10.0 ** np.random.default_rng(1).uniform(-0.8, 0.8, 300), 3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        toas = jug.simulate(jug.load_model(par), mjd, freq_mhz=freq, error_us=error, flags={"fe": fe.tolist()})
    jug.write_tim(toas, tim)
    return par, tim
