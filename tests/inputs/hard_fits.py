"""Deliberately hard fits: small simulated sets, each with a start and the verdict that is right for it."""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

import jug
from jug.io.par import parse_lines

HEAD = """PSR HARD
RAJ 17:48:52.8 1
DECJ -20:21:29.4 1
F0 61.485476554 1
F1 -1.181D-15 1
PEPOCH 55000
DM 223.9 1
EPHEM DE440
CLK TT(BIPM2019)
UNITS TDB
TZRMJD 55000.1
TZRSITE gbt
TZRFRQ 1400"""
"""A plain pulsar, its position, spin and DM free."""

BT = "BINARY BT\nPB 7.3 1\nA1 11.2 1\nT0 55000.9 1\nECC 0.2 1\nOM 65 1"
ELL1 = "BINARY ELL1\nPB 1.7 1\nA1 4.3 1\nTASC 55000.4 1\nEPS1 1e-5 1\nEPS2 -2e-5 1"
DD = BT.replace("BT", "DD") + "\nM2 0.3 1\nSINI 0.97 1"
DDK = DD.replace("DD", "DDK", 1).replace("SINI 0.97 1", "KIN 75 1\nKOM 40 1\nPX 1.0\nPMRA 5\nPMDEC -6")

ASTROMETRY = """RAJ 05:10:10.1 1
DECJ 20:10:10 1
PMRA 3.5 1
PMDEC -5.2 1
PX 1.2 1
F0 100.123456 1
"""
"""Position, motion and parallax of another pulsar, all free."""


@dataclass(frozen=True)
class Hard:
    """One hard fit.

    Parameters
    ----------
    name, verdict : str
    truth : str
        Lines of the true model below `HEAD`; a line replaces that of the same keyword.
    start : str
        Lines that differ in the model that is fitted; ``-KEY`` takes a line out.
    n, days, error_us, mhz, site
        The TOAs.
    """

    name: str
    verdict: str
    truth: str = ""
    start: str = ""
    n: int = 80
    days: float = 1500.0
    error_us: float = 20.0
    mhz: tuple[float, ...] = (1400.0, 820.0, 430.0)
    site: str = "gbt"
    options: Mapping[str, Any] = field(default_factory=dict)


def _key(line: str) -> str:
    return " ".join(line.split()[: 3 if line.startswith(("JUMP", "EFAC")) else 1])


def text(base: str, lines: str) -> str:
    """Lines of a par file, of which some are replaced, added, or with a minus sign taken out."""
    out = {_key(line): line for line in base.splitlines()}
    for line in filter(None, lines.splitlines()):
        key = _key(line)
        if key.startswith("-"):
            out = {own: line for own, line in out.items() if own.split()[0] != key[1:]}
        else:
            out[key] = line
    return "\n".join(out.values())


def model_of(lines: str) -> jug.TimingModel:
    """The model of these lines."""
    return jug.load_model(parse_lines(lines.splitlines(), "hard.par"))


def simulated(case: Hard, seed: int = 1) -> tuple[jug.TimingModel, jug.TOAs]:
    """The model that is fitted, and TOAs of the true one with noise."""
    truth = text(HEAD, case.truth)
    rng = np.random.default_rng(seed)
    step = case.days / case.n
    mjd: NDArray[np.float64] = 55000.0 + step * (np.arange(case.n) + rng.uniform(-0.3, 0.3, case.n))
    mhz = np.array(case.mhz)[np.arange(case.n) % len(case.mhz)]
    flags = {"fe": [("A", "B")[i % 2] for i in range(case.n)]}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        made = jug.simulate(
            model_of(truth),
            mjd,
            freq_mhz=mhz,
            error_us=case.error_us,
            site=case.site,
            flags=flags,
            noise=True,
            seed=seed,
        )
        start = model_of(text(truth, case.start))
        return start, jug.prepare(start, made.raw)


def fitted(case: Hard, seed: int = 1, backend: str = "numpy") -> jug.FitResult:
    """The fit of a case."""
    model, toas = simulated(case, seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        return jug.fit(model, toas, backend=backend, **case.options)


def line_of_f0(turns: float) -> str:
    """F0 off by so many turns over the 1500 days of a case."""
    return f"F0 {61.485476554 + turns / (1500.0 * 86400.0):.15f} 1"


DMX = "\n".join(
    f"DMX_000{i} 0 1\nDMXR1_000{i} {54995 + 300 * (i - 1)}\nDMXR2_000{i} {54994.999 + 300 * i}" for i in range(1, 7)
)
RED = "TNREDAMP {}\nTNREDGAM 5\nTNREDC 15"

CASES = (
    Hard("nothing is hard", "good"),
    Hard("position 50 sigma off", "good", start="RAJ 17:48:52.806 1"),
    Hard("F0 off by 0.2 turns", "good", start=line_of_f0(0.2)),
    Hard("F0 off by 0.6 turns", "pulse_numbers_in_doubt", start=line_of_f0(0.6)),
    Hard("F0 off by 3 turns", "pulse_numbers_in_doubt", start=line_of_f0(3.0)),
    Hard("F1 off by 5 turns", "pulse_numbers_in_doubt", start="F1 -1.8D-15 1"),
    Hard("errors of half a turn", "pulse_numbers_in_doubt", error_us=6000.0),
    Hard("seven TOAs", "pulse_numbers_in_doubt", n=7, days=300.0),
    Hard("two TOAs more than parameters", "pulse_numbers_in_doubt", n=8, days=1500.0),
    Hard("one frequency", "flat_direction", mhz=(1400.0,)),
    Hard("an empty DMX bin, and DM beside them", "flat_direction", DMX),
    Hard("JUMPs of all TOAs", "flat_direction", "JUMP -fe A 0 1\nJUMP -fe B 0 1"),
    Hard("one day", "flat_direction", days=1.0),
    Hard("a month", "good", days=30.0),
    Hard("another site", "good", site="parkes"),
    Hard("one infinite frequency", "good", start="DM 223.9", mhz=(np.inf,)),
    Hard("PBDOT and XPBDOT", "flat_direction", BT + "\nPBDOT 0 1\nXPBDOT 0 1"),
    Hard("PB off by 1e-3", "pulse_numbers_in_doubt", BT, "PB 7.3073 1"),
    Hard("PB off by 2e-8", "good", BT, "PB 7.30000015 1"),
    Hard("T0 off by half an orbit", "pulse_numbers_in_doubt", BT, "T0 55004.55 1"),
    Hard("ECC near 0 in BT", "flat_direction", BT + "\nECC 1e-7 1"),
    Hard("ECC near 0 in ELL1", "good", ELL1 + "\nEPS1 0 1\nEPS2 0 1"),
    Hard("ECC 0.99", "good", BT + "\nECC 0.99 1", n=150),
    Hard("ECC 0.99, off by 30 sigma", "good", BT + "\nECC 0.99 1", "ECC 0.990001 1", n=150),
    Hard("SINI near 1", "at_bound", DD + "\nSINI 0.99999 1", error_us=5.0),
    Hard("SINI near 1, below the noise", "flat_direction", DD + "\nSINI 0.99999 1"),
    Hard("Shapiro delay well seen", "good", DD, error_us=1.0, n=200),
    Hard("Shapiro delay below the noise", "flat_direction", DD + "\nSINI 0.5 1"),
    Hard("DDK", "several_minima", DDK, error_us=0.05, n=200),
    Hard("F2 absent", "signal_left", "F2 1e-24", "-F2"),
    Hard("PX absent", "signal_left", "PX 20", "-PX", error_us=2.0),
    Hard("proper motion absent", "signal_left", "PMRA 30\nPMDEC 10", "-PMRA\n-PMDEC", error_us=2.0),
    Hard("position frozen and off", "signal_left", start="RAJ 17:48:52.81\nDECJ -20:21:29.4"),
    Hard("DM1 absent", "signal_left", "DM1 0.02", "-DM1"),
    Hard("PBDOT absent", "signal_left", BT + "\nPBDOT 1e-9", "-PBDOT"),
    Hard("OMDOT absent", "signal_left", BT + "\nOMDOT 1e-3", "-OMDOT"),
    Hard("M2 absent", "signal_left", ELL1 + "\nM2 0.4\nSINI 0.99", "-M2\n-SINI", error_us=1.0, n=200),
    Hard("EFAC absent", "errors_too_small", "EFAC -fe A 1.6\nEFAC -fe B 1.6", "-EFAC"),
    Hard("red noise in the model", "good", RED.format(-12.0)),
    Hard("red noise stronger than all else", "good", RED.format(-11.0)),
    Hard("red noise absent", "signal_left", RED.format(-11.5), "-TNREDAMP\n-TNREDGAM\n-TNREDC"),
    Hard("ECORR of each TOA", "good", "ECORR -fe A 30\nECORR -fe B 30"),
    Hard("a glitch", "good", "GLEP_1 55700\nGLF0_1 1e-8 1\nGLPH_1 0 1"),
    Hard("no mean removed", "good", "PHOFF 0 1"),
    Hard("no degree of freedom", "pulse_numbers_in_doubt", n=6, days=100.0),
    Hard("one step", "out_of_steps", BT, "PB 7.30000015 1", options={"max_iter": 1}),
)
"""Each with the verdict that is right for it."""
