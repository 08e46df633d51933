"""Small arrays of pulsars for tests: par and tim files in a folder."""

from pathlib import Path

import numpy as np

import jug

PAR = """PSR {name}
RAJ {ra}
DECJ {dec}
F0 {f0} 1
F1 -1.2D-15 1
PEPOCH 54500
DM 21.3
EPHEM DE421
CLK TT(BIPM2019)
UNITS TDB
TZRMJD 54500.1
TZRSITE @
TZRFRQ 0
"""

PULSARS = {
    "J0001+0100": ("00:01:02.3", "01:00:11", "61.4854765"),
    "J0600-3000": ("06:00:02.3", "-30:00:11", "173.6879458"),
    "J1800+8000": ("18:00:02.3", "80:00:11", "305.4471190"),
}


def small_array(folder: Path, names: tuple[str, ...] = tuple(PULSARS), n: int = 30) -> Path:
    """Write the par and tim files of pulsars with white noise of 5 us, at GBT."""
    folder.mkdir(exist_ok=True)
    for seed, name in enumerate(names):
        ra, dec, f0 = PULSARS[name]
        par = folder / f"{name}.par"
        par.write_text(PAR.format(name=name, ra=ra, dec=dec, f0=f0))
        mjd = np.linspace(54000.0, 55000.0, n)
        toas = jug.simulate(jug.load_model(par), mjd, site="gbt", error_us=5.0, freq_mhz=1400.0, noise=True, seed=seed)
        jug.write_tim(toas, folder / f"{name}.tim")
    return folder
