"""A model with many disjoint families, DMX bins and JUMPs, and twenty other parameters: for a test and a benchmark."""

from itertools import pairwise
from pathlib import Path

import numpy as np

import jug

OTHERS = """PSR J1748-2021
RAJ 17:48:52.75 1
DECJ -20:21:29.0 1
PMRA 4.1 1
PMDEC -2.7 1
PX 1.3 1
POSEPOCH 54500
F0 61.485476554 1
F1 -1.1D-15 1
F2 1D-27 1
PEPOCH 54500
DM 21.3 0
DM1 0 0
DM2 0 0
EPHEM DE440
CLK TT(BIPM2019)
UNITS TDB
TZRMJD 54500.1
TZRSITE @
TZRFRQ 0
NE_SW 5 1
NE_SW1 0 1
SWEPOCH 54500
"""
WAVES = "".join(f"WXFREQ_{i:04d} {0.00021 * i}\nWXSIN_{i:04d} 1D-6 1\nWXCOS_{i:04d} 1D-6 1\n" for i in (1, 2, 3))
FD = "".join(f"FD{i} 1D-6 1\n" for i in (1, 2, 3, 4))
START, STOP = 53000.0, 58000.0


def par_text(n_dmx: int, n_jump: int) -> str:
    """20 other free parameters, ``n_dmx`` bins, ``n_jump`` JUMPs by a flag (the first receiver has none)."""
    edges = np.linspace(START - 1.0, STOP + 1.0, n_dmx + 1)
    bins = "".join(
        f"DMX_{i:04d} 1D-4 1\nDMXR1_{i:04d} {low:.6f}\nDMXR2_{i:04d} {high - 1e-6:.6f}\n"
        for i, (low, high) in enumerate(pairwise(edges), 1)
    )
    jumps = "".join(f"JUMP -be B{i:03d} {1e-6 * (i % 7):.7f} 1\n" for i in range(1, n_jump + 1))
    return OTHERS + WAVES + FD + bins + jumps


def made(folder: Path, n_toa: int, n_dmx: int, n_jump: int) -> tuple[jug.TimingModel, jug.TOAs]:
    """Model, and TOAs in every bin with every receiver."""
    par = folder / "manybins.par"
    par.write_text(par_text(n_dmx, n_jump))
    model = jug.load_model(par)
    rng = np.random.default_rng(3)
    toas = jug.simulate(
        model,
        np.sort(rng.uniform(START, STOP, n_toa)),
        freq_mhz=rng.uniform(400.0, 3000.0, n_toa),
        error_us=rng.uniform(0.5, 2.0, n_toa),
        site="gbt",
        flags={"be": [f"B{i:03d}" for i in rng.integers(0, n_jump + 1, n_toa)]},
        noise=True,
        seed=5,
    )
    return model, toas
