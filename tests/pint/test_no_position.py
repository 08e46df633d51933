"""A pulsar without a position, its times at the barycentre: as PINT 1.1.8 has it, and what is refused."""

import numpy as np
import oracle
import pytest

import jug
from jug.errors import ParError
from jug.model.components.astrometry import ECLIPTIC, EQUATORIAL
from jug.model.components.no_position import OF_A_POSITION

PAR = """PSR ROTATOR
F0 61.485476554 1
F1 -1e-15 1
PEPOCH 54500
DM 20 1
EPHEM DE421
CLK TT(BIPM2019)
UNITS TDB
TZRMJD 54500
TZRSITE @
TZRFRQ 0
"""
ORBIT = "BINARY ELL1\nPB 0.31\nA1 1.4\nTASC 54400\nEPS1 1e-5\nEPS2 -2e-5\n"


def files(folder, extra="", site="@", drop=""):
    par, tim = folder / "rotator.par", folder / "rotator.tim"
    par.write_text("".join(line + "\n" for line in (PAR + extra).splitlines() if line.split()[0] != drop))
    mjds = np.linspace(54000.123456789, 55000.3, 20)
    rows = [f"toa{i} {(1400, 800)[i % 2]} {mjd:.13f} 5 {site if i == 3 else '@'}" for i, mjd in enumerate(mjds)]
    tim.write_text("FORMAT 1\n" + "\n".join(rows) + "\n")
    return par, tim


@pytest.mark.parametrize("extra", ["", ORBIT])
def test_residuals_are_those_of_pint(tmp_path, extra):
    par, tim = files(tmp_path, extra)
    model, toas = jug.load(par, tim)
    found = jug.residuals(model, toas).time_s
    with oracle.quiet():
        theirs = oracle.residuals(par, tim).time_s
    assert np.ptp(found) > 1e-3
    assert np.max(np.abs((found - found.mean()) - (theirs - np.mean(theirs)))) < 1e-9  # s: long double times


def test_the_terms_of_the_way_to_the_barycentre_are_zero_and_a_fit_converges(tmp_path):
    model, toas = jug.load(*files(tmp_path))
    terms = jug.delays(model, toas)
    assert not np.any(terms["Roemer and parallax"])
    assert not np.any(terms["solar-system Shapiro"])
    result = jug.fit(model, toas)
    assert result.converged
    assert set(jug.derived(result)) == {"PERIOD", "PDOT", "AGE", "B_SURFACE", "EDOT"}


def test_a_toa_at_a_site_is_named(tmp_path):
    par, tim = files(tmp_path, site="gbt")
    with pytest.raises(
        ParError, match=r"rotator.tim:5: no position: .*rotator.par gives none, and this TOA at the site gbt"
    ) as said:
        jug.load(par, tim)
    assert "give RAJ and DECJ, or ELONG and ELAT" in str(said.value)


def test_a_tzr_point_at_a_site_is_named(tmp_path):
    par, tim = files(tmp_path, "TZRSITE gbt\n", drop="TZRSITE")
    par.write_text(par.read_text() + "TZRSITE gbt\n")
    with pytest.raises(ParError, match=r"rotator.par:11: no position: .* this TZR point at the site gbt"):
        jug.load(par, tim)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("BINARY DDK\nPB 1\nA1 1\nT0 54500\nKIN 60\nKOM 10\n", "rotator.par:12: BINARY DDK needs a position"),
        ("BINARY T2\nPB 1\nA1 1\nT0 54500\n", "BINARY T2 needs a position"),
        ("SWXDM_0001 1e-3\nSWXR1_0001 54000\nSWXR2_0001 54300\n", "RAJ or ELONG is missing, and SWX needs it"),
        ("PMRA 3\n", "RAJ and DECJ are missing, and equatorial astrometry needs them"),
    ],
)
def test_a_term_that_needs_a_position_says_so(tmp_path, lines, message):
    with pytest.raises(ParError, match=message):
        jug.load_model(files(tmp_path, lines)[0])


def test_another_frame_needs_a_position(tmp_path):
    with pytest.raises(jug.errors.InputError, match="no position to express in another frame"):
        jug.convert_frame(jug.load_model(files(tmp_path)[0]), "ecliptic")


def test_every_parameter_of_a_position_is_known():
    assert tuple(q.name for q in (*EQUATORIAL, *ECLIPTIC)) == OF_A_POSITION
