"""The simulated pulsars on which ``jug tune`` times the backends."""

import warnings
from collections.abc import Sequence

import numpy as np

from jug.analysis.simulation.simulation import simulate
from jug.compute.cost_model import FitSize
from jug.core.array import Float, Toa
from jug.errors import ClockWarning
from jug.io.par import parse_lines
from jug.loading import load_model
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

BASE = """PSR TUNE
RAJ 17:48:52.75 1
DECJ -20:21:29.0 1
F0 61.485476554 1
F1 -1.181D-15 1
PEPOCH 55000
DM 223.9 1
BINARY ELL1
PB 12.3
A1 9.2 1
TASC 55001.2
EPS1 1e-5
EPS2 2e-5
WXEPOCH 55000
EPHEM DE440
CLK TT(BIPM2019)
UNITS TDB
TZRMJD 55000.1
TZRSITE gbt
TZRFRQ 1400
"""

TIMED_FROM_MJD, TIMED_TO_MJD = 53_900.0, 56_100.0
"""First and last MJD of the TOAs."""

EPOCH_TOAS, APART_D = 3, 2e-6
"""With correlated noise: TOAs of an epoch, one at each frequency, and days between them, fewer than ECORR joins."""

MEASURED_DM, DM_UNCERTAINTY = "223.9", "1e-4"
"""DM and uncertainty of each TOA of a wideband pulsar, pc/cm^3, for the flags -pp_dm and -pp_dme."""


def simulated_pulsar(size: FitSize) -> tuple[TimingModel, TOAs]:
    """Make a simulated pulsar with dense columns (waves), columns of disjoint ranges (DMX) and of correlated noise.

    Parameters
    ----------
    size : FitSize
        With six parameters or more. The number of noise columns is a multiple of four: half are of red noise, half of
        DM noise, with ECORR in addition. Coupled rows without columns of noise are TOAs with measured DMs (wideband).

    Returns
    -------
    TimingModel
    TOAs
    """
    n_toa, wideband = size.n_toa, size.coupled and not size.n_noise
    lines = BASE.splitlines() + _waves(size.n_par - 6 - size.n_binned) + _ranges(size.n_binned)
    lines += (_noise_lines(size.n_noise // 4) if size.n_noise else []) + ["DMDATA 1"] * wideband
    model = load_model(parse_lines(lines, "tune.par"))
    freq = np.tile([700.0, 1400.0, 2100.0], n_toa)[:n_toa]
    mjd = _epochs(n_toa) if size.n_noise else np.linspace(TIMED_FROM_MJD, TIMED_TO_MJD, n_toa)
    flags: dict[str, str | Sequence[str]] = {"pp_dm": MEASURED_DM, "pp_dme": DM_UNCERTAINTY} if wideband else {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ClockWarning)
        toas = simulate(model, mjd, freq_mhz=freq, site="gbt", flags=flags, noise=True, seed=1)
    return model, toas


def _waves(free: int) -> list[str]:
    """Sine and cosine of each frequency in turn; the last frequency may have no cosine."""
    lines: list[str] = []
    amplitudes = ["1e-7 1"] * free + ["0"]
    for j in range(1, (free + 1) // 2 + 1):
        lines += [f"WXFREQ_{j:04d} {(j + 2) / 2200.0!r}"]
        lines += [f"WXSIN_{j:04d} {amplitudes[2 * j - 2]}", f"WXCOS_{j:04d} {amplitudes[2 * j - 1]}"]
    return lines


def _ranges(free: int) -> list[str]:
    """Ranges of DMX from ten days before the first TOA to ten days after the last; the first one is fixed."""
    edges = np.linspace(TIMED_FROM_MJD - 10.0, TIMED_TO_MJD + 10.0, free + 2)
    lines: list[str] = []
    for j in range(free + 1):
        ends = f"DMXR1_{j + 1:04d} {edges[j]}", f"DMXR2_{j + 1:04d} {edges[j + 1] - 1e-6}"
        lines += [f"DMX_{j + 1:04d} 1e-4 {int(j > 0)}", *ends]
    return lines


def _noise_lines(count: int) -> list[str]:
    """Lines of ECORR, and of red and DM noise with this number of frequencies each."""
    lines = ["ECORR TEL gbt 0.5"]
    for word, log10_amplitude in (("RED", -13.5), ("DM", -13.8)):
        lines += [f"TN{word}AMP {log10_amplitude}", f"TN{word}GAM 3", f"TN{word}C {count}"]
    return lines


def _epochs(n_toa: int) -> Float[Toa]:
    """MJDs in epochs of three."""
    count = -(-n_toa // EPOCH_TOAS)
    starts = np.repeat(np.linspace(TIMED_FROM_MJD, TIMED_TO_MJD, count), EPOCH_TOAS)
    return (starts + APART_D * np.tile(np.arange(float(EPOCH_TOAS)), count))[:n_toa]
