"""Simulated pulsars whose noise is known: two backends with EFAC, EQUAD, ECORR and red noise.

The values are drawn from the ranges of a `Shape`. `by_jug` makes the TOAs with `jug.simulate`, `by_pint` with PINT's
simulation. Small pulsars have 20 coefficients of red noise, so that its amplitude is known as the scatter of 20 numbers
is; large ones have 120, and 1/yr, where the amplitude is defined, amid their frequencies. Weak ones are small, with an
EQUAD and an ECORR of 0 in one half, and about as large as the data show in the other.
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

SMALL_RANGES = {
    "EFAC1": (0.8, 1.3),
    "EFAC2": (0.8, 1.3),
    "EQUAD1": (1.0, 2.0),
    "ECORR1": (0.8, 2.0),
    "TNREDAMP": (-12.6, -12.0),
    "TNREDGAM": (2.0, 4.0),
}
"""Where the true values are drawn from, evenly, par units."""


class Shape(NamedTuple):
    """What the pulsars of a study have in common.

    Parameters
    ----------
    name : str
    ranges : dict of str to (low, high)
        Where the true values are drawn from, evenly, par units.
    n_epochs : int
        Of three TOAs, of two backends in turn.
    days : float
        From the first epoch to the last.
    n_freq : int
        Frequencies of red noise.
    absent : tuple of str
        Parameters that are 0 in two of four pulsars: one of jug's and one of PINT's.
    """

    name: str
    ranges: dict[str, tuple[float, float]]
    n_epochs: int
    days: float
    n_freq: int
    absent: tuple[str, ...] = ()

    @property
    def n_toas(self) -> int:
        """Number of TOAs."""
        return 3 * self.n_epochs


SMALL = Shape("small", SMALL_RANGES, 100, 2000.0, 10)
LARGE = Shape(
    "large", {**SMALL_RANGES, "TNREDAMP": (-12.2, -11.6), "TNREDGAM": (1.5, 2.5)}, n_epochs=400, days=5500.0, n_freq=60
)
WEAK = SMALL._replace(
    name="weak", ranges={**SMALL_RANGES, "EQUAD1": (0.05, 0.3), "ECORR1": (0.05, 0.3)}, absent=("EQUAD1", "ECORR1")
)

LINES = "EFAC -fe L 1\nEFAC -fe U 1\nEQUAD -fe L 1\nECORR -fe U 1\nTNREDAMP -12\nTNREDGAM 3\nTNREDC {}\n"


class Known(NamedTuple):
    """The true values, the model at other values, and the TOAs."""

    truth: dict[str, float]
    model: jug.TimingModel
    toas: jug.TOAs


def known(number: int, seed: int, folder: Path, shape: Shape = SMALL) -> Known:
    """A pulsar by its number: even ones are simulated by jug, odd ones by PINT."""
    rng = np.random.default_rng([seed, number])
    truth = {name: round(float(rng.uniform(*ends)), 6) for name, ends in shape.ranges.items()}
    truth |= dict.fromkeys(shape.absent if number % 4 < 2 else (), 0.0)
    par, tim = still(folder, shape.n_epochs, shape.days, shape.n_freq)
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
    model.NoiseComponent_list.sort(key=lambda one: type(one).__name__)  # PINT's order differs from run to run
    np.random.seed(seed)  # noqa: NPY002 (what PINT draws from)
    with oracle.quiet():
        made = pint.simulation.make_fake_toas(toas, model, add_noise=True, add_correlated_noise=True)
        made.write_TOA_file(folder / "noisy.tim", format="tempo2")
    return jug.load(par, folder / "noisy.tim")[1]


@cache
def still(folder: Path, n_epochs: int, days: float, n_freq: int) -> tuple[Path, Path]:
    """A par file, and TOAs without noise: epochs of three frequencies, of two backends in turn."""
    par, tim, n = folder / f"known{n_freq}.par", folder / f"still{n_epochs}.tim", 3 * n_epochs
    par.write_text(PULSAR + LINES.format(n_freq))
    mjd = np.repeat(np.linspace(56000.0 - days, 56000.0, n_epochs), 3) + np.tile([0.0, 2e-6, 4e-6], n_epochs)
    fe = np.repeat(np.tile(["L", "U"], n_epochs // 2), 3)
    freq = np.where(fe == "L", 1400.0, 430.0) + np.tile([0.0, 30.0, 60.0], n_epochs)
    error = np.round(10.0 ** np.random.default_rng(1).uniform(-0.8, 0.8, n), 3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        toas = jug.simulate(jug.load_model(par), mjd, freq_mhz=freq, error_us=error, flags={"fe": fe.tolist()})
    jug.write_tim(toas, tim)
    return par, tim
