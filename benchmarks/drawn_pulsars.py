"""Simulated pulsars of all kinds: drawn at random by a seed, and one of the size of J0613-0200 in the 9-yr data set.

A pulsar has a position, spin and DM; some have proper motion, a binary, DMX bins, sines (WaveX), jumps between
receivers, ECORR, red and DM noise, and measured DMs (wideband). Its TOAs carry white noise alone: the time of a fit
does not depend on what the residuals are.
"""

import warnings
from random import Random
from typing import Any, NamedTuple

START, END = 53900.0, 56100.0

BASE = """PSR DRAWN
RAJ 17:48:52.75 1
DECJ -20:21:29.0 1
F0 61.485476554 1
F1 -1.181D-15 1
PEPOCH 55000
POSEPOCH 55000
DM 223.9 1
EPHEM DE440
CLK TT(BIPM2019)
UNITS TDB
TZRMJD 55000.1
TZRSITE gbt
TZRFRQ 1400
EFAC -f all 1.1"""

ASTROMETRY = ("PMRA 3.0 1", "PMDEC -5.0 1", "PX 1.0 1")
BINARIES = {
    "none": "",
    "ELL1": "BINARY ELL1\nPB 12.3 1\nA1 9.2 1\nTASC 55001.2 1\nEPS1 1e-5 1\nEPS2 2e-5 1",
    "DD": "BINARY DD\nPB 8.7 1\nA1 6.3 1\nT0 55001.2 1\nOM 40.0 1\nECC 0.21 1\nM2 0.3\nSINI 0.9",
}
NOISE = {
    "ECORR": ("ECORR -f all 0.3",),
    "red": ("TNREDAMP -13.5", "TNREDGAM 3.5"),
    "DM": ("TNDMAMP -13.5", "TNDMGAM 3.0"),
}


class Sample(NamedTuple):
    """What a pulsar has.

    Parameters
    ----------
    n_toa, n_dmx, n_sines, n_jumps : int
    binary : str
        A key of `BINARIES`.
    astrometry, wideband : bool
    noise : tuple of str
        Keys of `NOISE`.
    frequencies : int
        Of each process.
    """

    n_toa: int
    n_dmx: int = 0
    n_sines: int = 0
    n_jumps: int = 0
    binary: str = "none"
    astrometry: bool = False
    wideband: bool = False
    noise: tuple[str, ...] = ()
    frequencies: int = 30

    def __str__(self) -> str:
        counts = [(self.n_dmx, "DMX"), (2 * self.n_sines, "sines"), (self.n_jumps, "jumps")]
        words = [f"{count} {what}" for count, what in counts if count]
        words += [self.binary] * (self.binary != "none") + ["wideband"] * self.wideband + list(self.noise)
        return f"{self.n_toa} TOAs" + "".join(f", {word}" for word in words)


J0613_SIZED = Sample(7422, n_dmx=120, n_jumps=1, binary="ELL1", astrometry=True, noise=("ECORR", "red"))
"""As J0613-0200 in NANOGrav's 9-yr data set."""

LEAST, MOST = 60, 30_000
"""TOAs of a drawn pulsar."""


def drawn(count: int, seed: int, least: int = LEAST, most: int = MOST) -> list[Sample]:
    """Draw pulsars; sizes are uniform in their logarithms, and half of the pulsars have correlated noise."""
    random, found = Random(seed), []
    while len(found) < count:
        n_toa = round(least * (most / least) ** random.random())
        columns = min(250.0, n_toa / 6.0)
        n_dmx, n_sines = (round(columns * random.random()) if random.random() < 0.6 else 0 for _ in range(2))
        kinds = tuple(kind for kind in NOISE if random.random() < 0.6) if random.random() < 0.5 else ()
        sample = Sample(
            n_toa,
            n_dmx,
            min(n_sines // 2, 60),
            random.choice((0, 0, 1, 3, 10)),
            random.choice(tuple(BINARIES)),
            random.random() < 0.5,
            random.random() < 0.2,
            kinds if n_toa > 300 else (),
            random.choice((10, 30, 50)),
        )
        found.append(sample)
    return found


def _lines(sample: Sample) -> list[str]:
    """The par file without correlated noise."""
    lines = [*BASE.splitlines(), *BINARIES[sample.binary].splitlines()]
    lines += [*ASTROMETRY] * sample.astrometry + [f"JUMP -fe r{j} 0.0 1" for j in range(1, sample.n_jumps + 1)]
    edges = [START - 10.0 + (END - START + 20.0) * j / (sample.n_dmx + 1) for j in range(sample.n_dmx + 2)]
    for j in range(sample.n_dmx + 1 if sample.n_dmx else 0):  # the first is fixed, because the DM is free
        lines += [f"DMX_{j + 1:04d} 1e-4 {int(j > 0)}", f"DMXR1_{j + 1:04d} {edges[j]}"]
        lines += [f"DMXR2_{j + 1:04d} {edges[j + 1] - 1e-6}"]
    for j in range(1, sample.n_sines + 1):
        lines += [f"WXFREQ_{j:04d} {(j + 3) / 2200.0!r}", f"WXSIN_{j:04d} 1e-7 1", f"WXCOS_{j:04d} 1e-7 1"]
    return lines + ["WXEPOCH 55000"] * (sample.n_sines > 0) + ["DMDATA 1"] * sample.wideband


def _noise(sample: Sample) -> list[str]:
    counts = {"red": "TNREDC", "DM": "TNDMC"}
    lines = [line for kind in sample.noise for line in NOISE[kind]]
    return lines + [f"{counts[kind]} {sample.frequencies}" for kind in sample.noise if kind in counts]


def pulsar(sample: Sample) -> tuple[Any, Any]:
    """Make the model and its TOAs: 10 at each epoch with ECORR, else one."""
    import numpy as np

    import jug
    from jug.io.par import parse_lines

    n, each = sample.n_toa, 10 if "ECORR" in sample.noise else 1
    mjd = np.linspace(START, END, -(-n // each)).repeat(each)[:n]
    freq = np.resize([700.0, 820.0, 1300.0, 1400.0, 1600.0, 2100.0, 1350.0, 750.0, 790.0, 1500.0], n)
    flags = {"f": ["all"] * n, "fe": [f"r{(i // each) % (sample.n_jumps + 1)}" for i in range(n)]}
    if sample.wideband:
        flags |= {"pp_dm": ["223.9001"] * n, "pp_dme": ["1e-4"] * n}
    white = jug.load_model(parse_lines(_lines(sample), "drawn.par"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        toas = jug.simulate(white, mjd, freq_mhz=freq, site="gbt", flags=flags, noise=True, seed=1)
        return jug.load_model(parse_lines([*_lines(sample), *_noise(sample)], "drawn.par")), toas
