"""Which entries of the columns have a row for each TOA: told by their lengths with two numbers of TOAs.

Rows are cut and padded by `jug.model.evaluation.row_slices.is_column`, which has to know by name what only happens to
be as long.
"""

import warnings

import bench
import numpy as np
import pytest
from orbits import ECLIPTIC, EQUATORIAL, HEAD, circle_lines, sizes

import jug
from jug.compute.chunks import OF_THE_NOISE
from jug.io.par import parse_lines
from jug.model.evaluation import row_slices as slices
from jug.model.evaluation.columns import columns
from jug.model.evaluation.row_slices import is_column
from jug.model.registry import REGISTRY

CIRCLE = circle_lines(next(sizes((1e-3,))))
SWX = "SWXDM_0001 1e-3\nSWXP_0001 2\nSWXR1_0001 54000\nSWXR2_0001 54600\n"
DMX = "DMX_0001 1e-3\nDMXR1_0001 54000\nDMXR2_0001 54600\nCMX_0001 1e-3\nCMXR1_0001 54000\nCMXR2_0001 54600\n"
WAVE = "WAVEEPOCH 55000\nWAVE_OM 0.01\nWAVE1 1e-5 2e-5\nWAVE2 1e-5 2e-5\nWAVE3 1e-5 2e-5\n"
POWER_LAWS = "".join(f"TN{x}AMP -13\nTN{x}GAM 3\nTN{x}C 5\nTN{x}FLOG 2\n" for x in ("RED", "DM", "CHROM", "SW"))
BANDS = "TNBANDNOISE 1000 2000 -13 3 5\nTNBANDDM -11 3 5\nTNGROUPNOISE -fe L -13 3 5\n"
WHITE = "EFAC -fe L 1.1\nTNSQ -fe S -5\nECORR -fe L 1\nTNSECORR -fe S 1\nJUMP -fe L 1e-6 1\n"

CASES = {
    "equatorial": (EQUATORIAL, f"CORRECT_TROPOSPHERE Y\nBINARY ELL1H\nH3 3e-7\nH4 2e-7\nNHARMS 9\n{SWX}{DMX}{WAVE}"),
    "ecliptic": (ECLIPTIC, "BINARY T2\nDMMODEL DM 1\nDMOFF 54000 1e-3\nDMOFF 55000 1e-3\nDMOFF 56000 0\n"),
    "noise": (EQUATORIAL, f"BINARY T2\n{POWER_LAWS}{BANDS}{WHITE}"),
    "other noise": (ECLIPTIC, f"BINARY ELL1\nRNAMP 0.1\nRNIDX -3\nTNREDC 6\nTDSWLOGSIG 1\nTDSWDT 300\n{WHITE}"),
}
N = (24, 36)


def code(function):
    """By which functions are told apart that one maker makes."""
    return function.__code__


def model_and_toas(position, body, conventions):
    lines = (HEAD.format(position=position) + body + CIRCLE).splitlines()
    model = jug.load_model(parse_lines(lines, "kinds.par"), conventions=conventions)
    mjd = np.repeat(np.linspace(54010, 55990, max(N) // 2), 2) + np.tile([0.0, 3e-6], max(N) // 2)
    flags = {"fe": ["LLSS"[i % 4] for i in range(len(mjd))], "tobs": ["900"] * len(mjd)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        return model, jug.simulate(model, mjd, freq_mhz=1400.0, flags=flags, site="gbt", dm_error=1e-4)


@pytest.fixture(scope="module")
def made():
    """The models, and the columns of each with two numbers of TOAs."""
    out = []
    for name, (position, body) in CASES.items():
        by_tempo2 = {"ECORR": "tempo2"} if name == "other noise" else None
        model, toas = model_and_toas(position, body, by_tempo2)
        out.append((model, *(columns(model, toas.select(np.arange(n))) for n in N)))
    return out


def test_every_maker_of_columns_is_here(made):
    there = {code(c.columns) for model, *_ in made for c in model.components if c.columns}
    missing = [c.name for c in REGISTRY if c.columns and code(c.columns) not in there]
    assert not missing, "give CASES a par file with these terms"


def test_entries_are_known_for_what_they_are(made):
    wrong = set()
    for _, few, many in made:
        for key, value in many.items():
            if key.startswith(OF_THE_NOISE) or np.ndim(value) == 0:
                continue
            follows = all(len(x[key]) == n + 1 for x, n in zip((few, many), N, strict=True))
            taken = is_column(key, value, len(value) - 1)  # with as many TOAs as make the lengths agree
            if follows != taken or (not follows and len(few[key]) != len(value)):
                wrong.add(key)
    assert not wrong, "name these in slices.OF_THE_MODEL, or in pieces.OF_THE_NOISE what only noise terms read"
    assert not [key for key in bench.columns() if key.startswith(OF_THE_NOISE)], "timing terms read these"


def test_one_that_is_forgotten_is_told(made, monkeypatch):
    monkeypatch.setattr(slices, "OF_THE_MODEL", tuple(key for key in slices.OF_THE_MODEL if key != "wave_number"))
    with pytest.raises(AssertionError, match="wave_number"):
        test_entries_are_known_for_what_they_are(made)
