"""A simulated array in the image of the NANOGrav 15-yr set: pulsars with ECORR, red noise, DMX, seven binary models.

    python tests/pulsars/fifteen_years.py FOLDER [--pulsars 67] [--toas 10000]

Every pulsar comes from its number alone, so that a part of the array has the same files as the whole. The times of
every twentieth pulsar are those of PINT's simulation, the noise is added to them.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

import numpy as np

import jug
from jug.io.par import parse_lines

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "oracles"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from offline import set_up

BINARIES = {
    "none": "",
    "ELL1": "BINARY ELL1\nPB 12.3271713817 1\nA1 9.230780257 1\nTASC 53631.38 1\nEPS1 -2.1e-05 1\nEPS2 1.1e-05 1\n",
    "ELL1H": "BINARY ELL1H\nPB 1.53344947 1\nA1 1.89799118 1\nTASC 53600.6 1\nEPS1 2.1e-05 1\nEPS2 1.1e-05 1\n"
    "H3 2.7e-07 1\nSTIG 0.7\n",
    "DD": "BINARY DD\nPB 12.32717119 1\nA1 9.2307805 1\nT0 53631.39 1\nECC 2.17e-01 1\nOM 276.5 1\n"
    "M2 0.26 1\nSINI 0.91 1\n",
    "DDS": "BINARY DDS\nPB 8.68661942 1\nA1 11.2912 1\nT0 53631.4 1\nECC 0.071 1\nOM 75.4 1\n"
    "M2 0.29 1\nSHAPMAX 3.2 1\n",
    "DDK": "BINARY DDK\nPB 67.8251299 1\nA1 32.3424215 1\nT0 53761.03 1\nECC 0.0749402 1\nOM 176.2 1\nM2 0.29\n"
    "KIN 71.7\nKOM 89.0\nK96 Y\n",
    "BT": "BINARY BT\nPB 22.19 1\nA1 18.34 1\nT0 53650.1 1\nECC 0.11 1\nOM 99.5 1\n",
    "ELL1k": "BINARY ELL1k\nPB 0.19765 1\nA1 0.3437 1\nTASC 53600.4 1\nEPS1 1.1e-04 1\nEPS2 2.1e-04 1\nOMDOT 0.1 1\n"
    "LNEDOT 0\n",
}
"""Kind of pulsar -> its lines of a par file."""

RECEIVERS = {"Rcvr_800_GUPPI": (820.0, 180.0), "Rcvr1_2_GUPPI": (1500.0, 700.0)}
SUB_BANDS = 30
N_PULSARS, N_TOA = 67, 10_000
FIRST, LAST = 53400.0, 58900.0
PINTS = 20
"""Every so many pulsars one has PINT's times."""


def par_text(number: int) -> str:
    """The par file of a pulsar, without DMX."""
    rng = np.random.default_rng([2015, number])
    hours, minutes = divmod(int(rng.uniform(0, 1440)), 60)
    sign, degrees = rng.choice(["+", "-"]), int(rng.uniform(1, 40))
    name = f"J{hours:02d}{minutes:02d}{sign}{degrees:02d}{number % 60:02d}"
    lines = [
        f"PSR {name}",
        f"RAJ {hours:02d}:{minutes:02d}:{rng.uniform(0, 60):.7f} 1",
        f"DECJ {sign}{degrees:02d}:{number % 60:02d}:{rng.uniform(0, 60):.6f} 1",
        f"PMRA {rng.normal(0, 5):.3f} 1\nPMDEC {rng.normal(0, 5):.3f} 1\nPX {rng.uniform(0.3, 2):.3f} 1",
        f"F0 {rng.uniform(180, 600):.12f} 1\nF1 {-(10 ** rng.uniform(-15.5, -14.3)):.6e} 1",
        "PEPOCH 56000\nPOSEPOCH 56000\nDMEPOCH 56000",
        f"DM {rng.uniform(3, 60):.5f}\nEPHEM DE440\nCLK TT(BIPM2019)\nUNITS TDB",
        "PLANET_SHAPIRO Y\nTZRMJD 56000.2\nTZRSITE @\nTZRFRQ inf\nFD1 1e-5 1\nFD2 -1e-5 1",
        "JUMP -fe Rcvr1_2_GUPPI 1.2e-6 1",
    ]
    for receiver in RECEIVERS:
        lines += [f"EFAC -f {receiver} {rng.uniform(0.9, 1.2):.3f}", f"EQUAD -f {receiver} {rng.uniform(0, 0.2):.3f}"]
        lines += [f"ECORR -f {receiver} {rng.uniform(0.1, 0.6):.3f}"]
    lines += [f"TNREDAMP {rng.uniform(-14.5, -13.5):.3f}\nTNREDGAM {rng.uniform(2, 5):.3f}\nTNREDC 30"]
    binary = list(BINARIES)[number % len(BINARIES)]
    return "\n".join(lines) + "\n" + BINARIES[binary]


def make_pulsar(folder: Path, number: int, n_toa: int = N_TOA) -> Path:
    """Write the par file, with DMX, and the tim file of a pulsar; return the par file."""
    rng = np.random.default_rng([15, number])
    model = jug.load_model(parse_lines(par_text(number).splitlines(), "simulated.par"))
    n_epochs = -(-n_toa // (len(RECEIVERS) * SUB_BANDS))
    day = np.sort(rng.uniform(FIRST, LAST, n_epochs))[:, None, None] + 0.02 * np.arange(len(RECEIVERS))[:, None]
    bands = [np.linspace(mid - 0.5 * width, mid + 0.5 * width, SUB_BANDS) for mid, width in RECEIVERS.values()]
    shape = (n_epochs, len(RECEIVERS), SUB_BANDS)
    mjd, freq = (np.broadcast_to(one, shape).ravel()[:n_toa] for one in (day, np.array(bands)))
    receiver = np.broadcast_to(np.array(list(RECEIVERS))[:, None], shape).ravel()[:n_toa].tolist()
    given = {"site": "gbt", "freq_mhz": freq, "error_us": rng.uniform(0.3, 1.5, n_toa)}
    given["flags"] = {"f": receiver, "fe": receiver}
    model = model.add_dmx(jug.simulate(model, mjd, **given))
    par, tim = (folder / f"{model.psr}.{kind}" for kind in ("par", "tim"))
    jug.write_par(model, par)
    jug.write_tim(jug.simulate(model, mjd, **given, noise=True, seed=number), tim)
    if number % PINTS == PINTS - 1:
        _by_pint(par, tim)
    return par


def _by_pint(par: Path, tim: Path) -> None:
    """Simulate the times anew, with PINT, which would ask the network for clock files and ephemerides."""
    if "PINT_CLOCK_OVERRIDE" not in os.environ:
        set_up(Path(tempfile.mkdtemp()) / "pint")
    from oracle import fill_cache

    fill_cache()
    from pint.models import get_model
    from pint.simulation import make_fake_toas_fromtim

    toas = make_fake_toas_fromtim(str(tim), get_model(str(par)), add_noise=True, add_correlated_noise=True)
    toas.write_TOA_file(str(tim), format="tempo2")


def main() -> None:
    """Write the array."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("folder", type=Path)
    options.add_argument("--pulsars", type=int, default=N_PULSARS)
    options.add_argument("--toas", type=int, default=N_TOA)
    given = options.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for number in range(given.pulsars):
        make_pulsar(given.folder, number, given.toas)


if __name__ == "__main__":
    main()
