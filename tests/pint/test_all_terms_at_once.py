"""Every term of PINT 1.1.8 outside orbit and noise in one model, against PINT: residuals to 1 ns, columns to 1e-6.

Each term by itself is in ``test_terms`` and ``test_phase_terms``; here they meet: delays that move the times of others,
ranges and glitches that the TZR point lies in, planets, F4, DM2 with DMX with FDJUMPDM, GLEP in the range of a JUMP.
"""

from pathlib import Path

import numpy as np
import oracle
import pytest

import jug

NS = 1e-9
LINES = """PSR TEST
ELONG 265.7 1
ELAT 13.1 1
ECL IERS2003
PMELONG 31
PMELAT -18
PX 9.9 1
POSEPOCH 54100
F0 61.485476554 1
F1 -1.1D-12 1
F2 1D-22 1
F3 1D-30 1
F4 1D-38 1
PEPOCH 54500.3
EPHEM DE421
CLK TT(BIPM2019)
UNITS TDB
PLANET_SHAPIRO Y
CORRECT_TROPOSPHERE Y
TZRMJD 54500.1234
DM 21.3 1;DM1 1D-3 1;DM2 1D-3 1;DMEPOCH 54333
DMX_0001 2D-3 1;DMXR1_0001 54100;DMXR2_0001 54600;DMX_0007 -1D-3 1;DMXR1_0007 54300;DMXR2_0007 54700
DMWXEPOCH 54400;DMWXFREQ_0001 0.0027;DMWXSIN_0001 2D-3 1;DMWXCOS_0001 -1D-3 1
FDJUMPDM -fe S 3D-3 1;FDJUMPDM MJD 54200 54501 -2D-3 1
CM 1.2D4 1;CM1 3D3 1;CM2 -2D3 1;CMEPOCH 54400;TNCHROMIDX 4.4
CMX_0001 5D3 1;CMXR1_0001 54100;CMXR2_0001 54510
CMWXEPOCH 54400;CMWXFREQ_0001 0.0027;CMWXSIN_0001 2D3 1;CMWXCOS_0001 -1D3 1
EXPDIPEPS 0.01;EXPDIPFREF 1300;EXPDIPEP_1 54350.3 1;EXPDIPAMP_1 3D-5 1;EXPDIPIDX_1 -1.7 1;EXPDIPTAU_1 85 1
CHROMGAUSS_FREF 1300;CHROMGAUSS_EPOCH_1 54450 1;CHROMGAUSS_LOGAMP_1 -5.1 1;CHROMGAUSS_CHROMIDX_1 2.3 1
CHROMGAUSS_SIGN_1 -1;CHROMGAUSS_LOGSIG_1 1.9 1
NE_SW 7.9 1;NE_SW1 1.3 1;SWEPOCH 54410;SWM 1;SWP 2.35
SWXDM_0001 3D-3 1;SWXP_0001 2;SWXR1_0001 54100;SWXR2_0001 54580
GLEP_1 54300.4;GLPH_1 0.11 1;GLF0_1 1.2D-6 1;GLF1_1 -3D-15 1;GLF2_1 2D-23 1;GLF0D_1 3D-7 1;GLTD_1 45.6 1
GLEP_2 54500.1 1;GLF0_2 1D-7 1
PWSTART_1 54000;PWSTOP_1 54600;PWEP_1 54100;PWPH_1 0.1 1;PWF0_1 1D-7 1;PWF1_1 1D-15 1;PWF2_1 1D-23 1
WAVEEPOCH 54400;WAVE_OM 0.0123;WAVE1 1D-3 -2D-3;WAVE2 -3.3D-4 1D-4
WXEPOCH 54400;WXFREQ_0001 0.0023;WXSIN_0001 1D-3;WXCOS_0001 -2D-3
SIFUNC 2 0;IFUNC1 53950 1D-3 0;IFUNC2 54300 2D-3 0;IFUNC3 54700.5 -1D-3 0;IFUNC4 55000 0 0
FD1 1D-4 1;FD2 -2D-5 1;FD3 1D-6 1
FDJUMPLOG N;FD1JUMP -fe S 1D-5 1;FD2JUMP FREQ 1000 3000 1D-6 1
JUMP -fe L 1D-4 1;JUMP MJD 54000 54501 2D-4 1;JUMP FREQ 400 1000 -1D-4 1;JUMP TEL parkes 3D-5 1
"""
ELSEWHERE = ("ELONG", "ELAT")
"""Columns that differ from PINT's for the reason in ``test_terms.EXPLAINED``."""


def files(folder: Path, zero: str) -> tuple[Path, Path]:
    """Par and tim file, the TZR point at a site and frequency."""
    par, tim = folder / "all.par", folder / "all.tim"
    par.write_text(LINES.replace(";", "\n") + zero)
    rng = np.random.default_rng(3)
    n, sites, bands = 60, ("gbt", "parkes", "effelsberg", "arecibo"), rng.integers(0, 3, 60)
    toas = jug.simulate(
        jug.load_model(par),
        np.sort(rng.uniform(54050.0, 54950.0, n)),
        freq_mhz=np.array([430.0, 1400.0, 2100.0])[bands],
        error_us=1.0,
        site=[sites[i % 4] for i in range(n)],
        flags={"fe": [("U", "L", "S")[b] for b in bands]},
        noise=True,
        seed=4,
    )
    jug.write_tim(toas, tim)
    return par, tim


pytestmark = pytest.mark.filterwarnings("ignore:.*(in no range|ranges overlap):jug.errors.InputWarning")


@pytest.mark.parametrize("zero", ["TZRSITE gbt\nTZRFRQ 1400\n", "TZRSITE @\nTZRFRQ inf\n", "TZRSITE coe\nTZRFRQ 800\n"])
def test_residuals(zero: str, tmp_path: Path) -> None:
    par, tim = files(tmp_path, zero)
    ours = jug.residuals(*jug.load(par, tim))
    assert np.abs(ours.time_s - oracle.residuals(par, tim).time_s).max() < NS


def test_columns(tmp_path: Path) -> None:
    par, tim = files(tmp_path, "TZRSITE gbt\nTZRFRQ 1400\n")
    model, toas = jug.load(par, tim)
    ours, theirs = jug.design_matrix(model, toas), oracle.design_matrix(par, tim)
    assert len(model.free) > 50
    for key in set(model.free) - set(ELSEWHERE):
        a, b = ours[key], theirs[key]
        assert np.abs(a - b).max() < 1e-6 * np.abs(b).max(), key


def test_the_terms_sum_to_the_total(tmp_path: Path) -> None:
    """Each by its name, delays in s and phases by the spin frequency; none is left out."""
    par, tim = files(tmp_path, "TZRSITE gbt\nTZRFRQ 1400\n")
    model, toas = jug.load(par, tim)
    found = jug.delays(model, toas)
    assert len(found.delays) + len(found.phases) > 20
    total = sum(found.delays.values()) - sum(found.phases.values()) / found.rate
    assert np.abs(found.total - total).max() < 1e-12
