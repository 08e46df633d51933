"""Models at another epoch: the values that PINT 1.1.8 moves them to, live."""

import io

import oracle
import pytest
from pint.models import get_model

import jug
from jug.conversion.writing import par_text

BASE = """PSR TEST
RAJ 17:48:52.75
DECJ -20:21:29.0
PMRA 12
PMDEC -8
POSEPOCH 55000
F0 100
F1 -1e-14
F2 3e-25
PEPOCH 55000
DM 21
DM1 3e-3
DM2 1e-4
DMEPOCH 54900
EPHEM DE421
CLK TT(BIPM2019)
UNITS TDB
"""
ORBIT = "PB 0.5\nPBDOT 2e-12\nA1 2.5\nXDOT 3e-14\n"
DD = f"BINARY DD\n{ORBIT}T0 55000.1\nECC 0.17\nEDOT 1e-15\nOM 70\nOMDOT 0.5\nM2 0.3\nSINI 0.9\n"
ELL1 = f"BINARY ELL1\n{ORBIT}TASC 55000.1\nEPS1 1e-5\nEPS2 -2e-5\nEPS1DOT 1e-5\nEPS2DOT 2e-5\n"
DATE = 56500.0
"""EPS1DOT stands in units of 1e-12/s, as PINT always reads it."""

CASES = {
    "PEPOCH": ("", "change_pepoch", {"F0": 1e-14, "F1": 1e-22}),
    "POSEPOCH": ("", "change_posepoch", {"RAJ": 1e-13, "DECJ": 1e-12, "PMRA": 1e-5, "PMDEC": 1e-5}),
    "DMEPOCH": ("", "change_dmepoch", {"DM": 1e-13, "DM1": 1e-15}),
    "T0": (DD, "change_binary_epoch", {"T0": 1e-10, "PB": 1e-15, "ECC": 1e-15, "OM": 1e-7, "A1": 1e-14}),
    "TASC": (ELL1, "change_binary_epoch", {"TASC": 1e-10, "PB": 1e-15, "EPS1": 1e-17, "EPS2": 1e-17, "A1": 1e-14}),
}
"""Lines, the method of PINT, and how far a value may be from PINT's: the rounding of float64. PINT leaves out how the
axes of the proper motion turn on the way, 1e-6 mas/yr, and how periastron moves with PBDOT, 1e-8 deg."""


@pytest.mark.parametrize("epoch", CASES)
def test_the_values_are_those_of_pint(epoch: str) -> None:
    lines, method, limits = CASES[epoch]
    with oracle.quiet():
        theirs = get_model(io.StringIO(BASE + lines))
        getattr(theirs, method)(DATE)
    model = jug.load_model(jug.read_par(io.StringIO(BASE + lines)))
    ours = jug.move_epochs(model, {epoch: DATE}).model
    moved = jug.load_model(jug.read_par(io.StringIO(par_text(ours))))
    for name, limit in limits.items():
        assert moved.values[name] == pytest.approx(float(theirs[name].value), rel=1e-15, abs=limit), name
        assert abs(moved.values[name] - model.values[name]) > 1e2 * limit or name.startswith("PM"), name
