"""A par file in which every default stands gives the same residuals, and no line is absent that programs differ by."""

import warnings
from pathlib import Path

import numpy as np
import pytest
from simulated import BASE, made

import jug
from jug.conversion.par_file_text.explicit import HEADER
from jug.data import example

SAME_S = 1e-12
"""Rounding of delays of up to 500 s, and of a phase that is counted from another TZR point, s."""

BARE = "\n".join(line for line in BASE.split("\n") if line.split()[:1] not in (["EPHEM"], ["CLK"], ["UNITS"]))
WITHOUT_ZERO = "\n".join(line for line in BASE.split("\n") if not line.startswith("TZR"))

CASES = {
    "aliases": (BASE.replace("RAJ", "RA").replace("PSR", "PSRJ").replace("CLK", "CLOCK"), "NE1AU 4\nSWM 0\n"),
    "nothing said": (BARE, ""),
    "no zero of phase": (WITHOUT_ZERO, ""),
    "no year of TT(BIPM)": (BASE.replace("TT(BIPM2019)", "TT(BIPM)"), ""),
    "UTC(NIST)": (BASE.replace("TT(BIPM2019)", "UTC(NIST)"), ""),
    "TCB": (BASE.replace("UNITS TDB", "UNITS TCB"), ""),
    "series with a gap": (BASE, "DM2 1e-4\nF3 1e-30\n"),
    "period": (BASE.replace("F0 61.4854765543721 1", "P0 0.016264002404 1").replace("F1 -1.181D-15 1", "P1 3e-19"), ""),
    "orbit": (BASE, "BINARY ELL1H\nPB 10\nA1 1\nTASC 54500\nEPS1 1e-5\nEPS2 1e-5\nH3 1e-7\nH4 5e-8\n"),
    "orbit DDK": (BASE, "BINARY DDK\nPB 67\nA1 32\nT0 54500\nE 1e-4\nOM 176\nM2 0.3\nKIN 70\nKOM 90\nPX 1\n"),
    "ecliptic": (BASE.replace("RAJ 12:34:12", "LAMBDA 186.3 #").replace("DECJ 05:06:07", "BETA 8.2 #")
                 .replace("PMRA", "PMLAMBDA").replace("PMDEC", "PMBETA"), ""),
    "chromatic": (BASE, "CM 1e-3\nFD1JUMP -fe A 1e-5\nWXFREQ_0001 0.002\nWXSIN_0001 1e-5\nWXCOS_0001 0\n"),
    "noise": (BASE, "T2EFAC -fe A 1.3\nT2EQUAD -fe B 2\nTNREDAMP -13\nTNREDGAM 3\n"),
    "dm model": (BASE, "DMMODEL DM\nDMOFF 53900 1e-3\nDMOFF 55100 -1e-3\n"),
    "phoff": (BASE, "PHOFF 0.1 1\n"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_the_same_residuals(name: str, tmp_path: Path) -> None:
    base, extra = CASES[name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", jug.JugWarning)
        it = made(tmp_path, extra, base=base)
        found = jug.doctor(it.par, it.tim)
    assert found.explicit is not None
    out = tmp_path / "explicit.par"
    out.write_text(found.explicit.text)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model, toas = jug.load(out, it.tim)
    assert not [w for w in caught if "no line says otherwise" in str(w.message) or "no CLK line" in str(w.message)]
    old, new = jug.residuals(it.model, it.toas), jug.residuals(model, toas)
    assert np.abs(new.time_s - old.time_s).max() < SAME_S
    assert np.array_equal(new.error_s, old.error_s)
    assert model.free == it.model.free
    again = jug.doctor(out, it.tim)
    assert [row.key for row in again.absent] == []
    assert [use.key for use in again.lines if use.alias_of] == []
    assert HEADER in found.explicit.text


def test_a_file_that_says_everything_needs_no_decision(tmp_path: Path) -> None:
    """J1028-5819 says neither EPHEM nor CLK; its clock file ends before its last TOAs, which an option decides."""
    par, tim = example("J1028-5819")
    assert len(jug.doctor(par, tim, hold_clock=True).decisions) == 3
    found = jug.doctor(par, tim, hold_clock=True)
    assert found.explicit is not None
    out = tmp_path / "explicit.par"
    out.write_text(found.explicit.text)
    assert jug.doctor(out, tim, hold_clock=True).decisions == ()


def test_without_toas_the_zero_of_phase_is_not_known(tmp_path: Path) -> None:
    (tmp_path / "a.par").write_text(WITHOUT_ZERO)
    found = jug.doctor(tmp_path / "a.par")
    assert found.explicit is not None
    assert "TZRMJD" not in found.explicit.text
    assert any("give the tim file" in note for note in found.explicit.notes)
