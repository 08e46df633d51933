"""Par and tim files made for a test: a pulsar with extra lines, and TOAs of it at several sites and frequencies."""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import jug
from jug.analysis.simulation.simulation import with_time_added

BASE = """PSR J1234+0506
RAJ 12:34:12.3456789 1
DECJ 05:06:07.89012 1
PMRA -12.5
PMDEC 7.25
F0 61.4854765543721 1
F1 -1.181D-15 1
PEPOCH 54500
DM 23.4
EPHEM DE421
CLK TT(BIPM2019)
UNITS TDB
TZRMJD 54500.3
TZRSITE gbt
TZRFRQ 1400
"""

SHORT = """PSR TEST
RAJ 17:48:52.75
DECJ -20:21:29.0
F0 61.485476554 1
PEPOCH 54500
EPHEM DE421
CLK TT(BIPM2019)
UNITS TDB
TZRMJD 54500.1
TZRSITE @
TZRFRQ 0
DM 21.3
"""
"""Another pulsar, without motion, its zero of phase at the barycentre."""

N = 60
SITES = ("gbt", "parkes", "@", "arecibo")
MHZ = (1400.0, 820.0, 0.0, 430.0, 2100.0)


class Made(NamedTuple):
    """What stands in the files: the model and TOAs that jug reads from them, and their paths."""

    model: Any
    toas: Any
    par: Path
    tim: Path


def made(folder: Path, extra: str = "", *, base: str = BASE, n: int = N, **given: Any) -> Made:
    """A par file with the lines ``extra``, and ``n`` TOAs that arrive up to a millisecond late or early.

    The TOAs have the flag -fe with two values; ``given`` goes to `jug.simulate`.
    """
    par, tim = folder / "made.par", folder / "made.tim"
    par.write_text(base + extra)
    where = np.arange(n)
    rows = {
        "freq_mhz": np.array(MHZ)[where % len(MHZ)],
        "site": [SITES[i % len(SITES)] for i in where],
        "flags": {"fe": [("A", "B")[i // 7 % 2] for i in where]},
        "error_us": 5.0 + where % 3,
        **given,
    }
    mjd = np.linspace(53900.123, 55099.456, n)
    toas = jug.simulate(jug.load_model(par), mjd, **rows)
    late = 1e-3 * np.sin(where * 1.7)
    jug.write_tim(with_time_added(toas.raw, late), tim)
    return Made(*jug.load(par, tim), par, tim)
