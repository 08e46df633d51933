"""Glitches, pieces, WAVE, WaveX, IFUNC, FD, FDJUMP and JUMP against PINT 1.1.8: residuals to 1 ns, columns to 1e-6."""

from pathlib import Path

import numpy as np
import oracle
import pytest
from simulated import made

import jug

NS = 1e-9

GLITCH = """GLEP_1 54300.4
GLPH_1 0.11
GLF0_1 1.2e-6
GLF1_1 -3e-15
GLF2_1 2e-23
GLF0D_1 3e-7
GLTD_1 45.6
GLEP_2 54800
GLPH_2 -0.2
GLF0_2 1e-8
"""
PIECES = """PWSTART_1 54000
PWSTOP_1 54300
PWEP_1 54100
PWPH_1 0.1
PWF0_1 1e-7
PWF1_1 1e-15
PWF2_1 1e-23
PWSTART_2 54500
PWSTOP_2 54900
PWEP_2 54600
PWPH_2 0
PWF0_2 -1e-8
PWF1_2 0
PWF2_2 0
"""
WAVE = "WAVEEPOCH 54400\nWAVE_OM 0.0123\nWAVE1 1e-3 -2e-3\nWAVE2 -3.3e-4 1e-4\n"
WAVEX = """WXEPOCH 54400
WXFREQ_0001 0.0023
WXSIN_0001 1e-3
WXCOS_0001 -2e-3
WXFREQ_0002 0.01
WXSIN_0002 1e-4
WXCOS_0002 3e-4
"""
NODES = "".join(f"IFUNC{k} {53950 + 100 * k}.5 {1e-3 * np.sin(k):.6e} 0.0\n" for k in range(1, 10))
JUMPS = "JUMP -fe A 1e-4\nJUMP MJD 54000 54200 2e-4\nJUMP FREQ 400 1000 -1e-4\nJUMP TEL parkes 3e-5\n"

CASES = {
    "glitch": (GLITCH, "GLEP_1 GLF0_1 GLF1_1 GLF2_1 GLF0D_1 GLTD_1 GLPH_2 GLF0_2 RAJ F0 F1"),
    "piecewise": (PIECES, "PWPH_1 PWF0_1 PWF1_1 PWF2_1 PWPH_2 PWF0_2 F0"),
    "WAVE": (WAVE, "RAJ F0 F1"),
    "WaveX": (WAVEX, "RAJ F0"),
    "IFUNC 2": (f"SIFUNC 2 0\n{NODES}", "RAJ F0 F1"),
    "FD": ("FD1 1e-4\nFD2 -2e-5\nFD3 3e-6\n", "FD1 FD2 FD3 RAJ DM"),
    "FDJUMP": ("FD1JUMP -fe A 1e-4\nFD2JUMP -fe A -2e-5\nFD1JUMP -fe B 3e-5\n", "FD1JUMP1 FD2JUMP1 FD1JUMP2"),
    "FDJUMP of tempo2": (
        "FDJUMPLOG N\nFDJUMP1 -fe A 1e-4\nFDJUMP2 -fe A -2e-5\nFDJUMP1 -fe B 3e-5\n",
        "FD1JUMP1 FD2JUMP1 FD1JUMP2",
    ),
    "JUMP": (JUMPS, "JUMP1 JUMP2 JUMP3 JUMP4 F0"),
    "spin": ("F2 1e-25\n", "F0 F1 F2"),
    "PHOFF": ("PHOFF 0.13\n", "PHOFF"),
}


@pytest.mark.parametrize("name", CASES)
def test_residuals_and_columns(name: str, tmp_path: Path) -> None:
    extra, words = CASES[name]
    free = tuple(words.split())
    model, toas, par, tim = made(tmp_path, extra)
    ours, theirs = jug.residuals(model, toas), oracle.residuals(par, tim)
    assert np.abs(ours.time_s - theirs.time_s).max() < NS
    assert ours.chi2 == pytest.approx(theirs.chi2, rel=1e-6)
    columns, expected = jug.design_matrix(model.with_free(free), toas), oracle.design_matrix(par, tim, free)
    for key in free:
        per_value = columns[key]
        assert np.abs(per_value - expected[key]).max() < 1e-6 * np.abs(expected[key]).max(), key


@pytest.mark.parametrize("name", CASES)
def test_pint_reads_what_a_fit_writes(name: str, tmp_path: Path) -> None:
    """All free that jug can fit, WAVE and IFUNC too; PINT's residuals of the written file are the fit's."""
    model, toas, _, tim = made(tmp_path, CASES[name][0])
    free = CASES[name][1].split()
    free += [n for n in model.names if n.startswith(("WAVE_SIN", "WAVE_COS")) or n in ("IFUNC3", "IFUNC4")]
    result = jug.fit(model, toas, free=free)
    after = tmp_path / "after.par"
    jug.write_par(result.model, after)
    assert np.abs(result.residuals.time_s - oracle.residuals(after, tim).time_s).max() < NS
    again, _ = jug.load(after, tim)
    assert {n: again.entries[n].value for n in again.names} == {n: e.value for n, e in result.model.entries.items()}


@pytest.mark.filterwarnings("ignore:.*covers no TOA:jug.InputWarning")  # before the TOAs have these names
def test_jump_by_name(tmp_path: Path) -> None:
    _, _, par, tim = made(tmp_path, "JUMP NAME b 1e-4\n")
    lines = tim.read_text().splitlines()
    tim.write_text("\n".join(line.replace(" toa ", " b " if i % 3 else " bb ") for i, line in enumerate(lines)) + "\n")
    ours, theirs = jug.residuals(*jug.load(par, tim)), oracle.residuals(par, tim)
    assert np.abs(ours.time_s - theirs.time_s).max() < NS


def test_pint_takes_the_sines_of_wavex_without_delays(tmp_path: Path) -> None:
    """500 s of Roemer delay shift the sine by 2 pi f 500 s: what the two columns differ by."""
    model, toas, par, tim = made(tmp_path, WAVEX)
    free = ("WXSIN_0001", "WXCOS_0002")
    columns, expected = jug.design_matrix(model.with_free(free), toas), oracle.design_matrix(par, tim, free)
    assert np.abs(columns["WXSIN_0001"] - expected["WXSIN_0001"]).max() < 2 * np.pi * 0.0023 / 86400 * 510
    assert np.abs(columns["WXCOS_0002"] - expected["WXCOS_0002"]).max() < 2 * np.pi * 0.01 / 86400 * 510
    t = toas.tdb.day - 54400 + toas.tdb.sec.hi / 86400
    at_toa = -np.cos(2 * np.pi * 0.01 * t)
    assert np.abs(-expected["WXCOS_0002"] - at_toa).max() < 1e-9


def test_a_glitch_fitted_with_its_epoch(tmp_path: Path) -> None:
    extra = "GLEP_1 54300.4 1\nGLF0_1 1.2e-6 1\n"
    model, toas, par, tim = made(tmp_path, extra)
    ours, theirs = jug.fit(model, toas), oracle.fit(par, tim, settled=1e-8)
    for key in ("GLEP_1", "GLF0_1"):
        assert abs(ours.values[key] - theirs.values[key]) < 1e-2 * theirs.errors[key], key
        assert ours.errors[key] == pytest.approx(theirs.errors[key], rel=1e-3), key
