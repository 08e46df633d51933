"""A pulsar of 10 Hz at a high DM, and TOAs of it: what a par file asks of the preparation shows in its times."""

from pathlib import Path
from typing import Any

import jug

PAR = """\
PSR J0000+0000
RAJ 10:00:00
DECJ 10:00:00
F0 10
PEPOCH 55000
DM 100
EPHEM DE421
CLK TT(TAI)
UNITS TDB
TZRMJD 55000
TZRSITE @
TZRFRQ 0
"""
TIM = "FORMAT 1\n" + "".join(f"t{d} {400 + d % 7 * 100} {54000 + 37 * d}.37{d:03d} 1 gbt\n" for d in range(40))


def load(folder: Path, par: str = PAR, tim: str = TIM, **options: Any) -> tuple[jug.TimingModel, jug.TOAs]:
    """Model and TOAs from files with these lines, written into a folder."""
    (folder / "a.par").write_text(par)
    (folder / "a.tim").write_text(tim)
    return jug.load(folder / "a.par", folder / "a.tim", **options)
