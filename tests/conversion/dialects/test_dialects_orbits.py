"""Orbits in the dialects: keywords, angles and units that differ, models that a program lacks."""

from decimal import Decimal

import pytest
from test_dialects import differences, lines_of, model_of

import jug
from jug.conversion.dialects.dialects import convert

BASE = """PSR J0000+0000
RAJ 01:02:03.5
DECJ 10:02:03.5
PMRA 3.0
PMDEC -4.0
PX 1.2
F0 200.5 1 1e-12
PEPOCH 55000
DM 12.3
EPHEM DE440
CLK TT(BIPM2019)
UNITS TDB
"""
DDK = """BINARY DDK
PB 67.8251 1 1e-9
A1 32.34 1
ECC 7.5e-5
OM 176.2
T0 48741.9
M2 0.3
KIN 71.969 1 0.5
KOM 88.25
A1DOT 2.5e-14 1 1e-16
DTH 3.5e-6
PBDOT 1.5e-13
"""
ELL1 = """BINARY ELL1
PB 1.5334 1
A1 1.89
TASC 53630.7
EPS1 2.1e-8
EPS2 -1.1e-7
EPS1DOT 2.5e-16 1 1e-18
"""
ELL1H = """BINARY ELL1H
PB 1.5334 1
A1 1.89
TASC 53630.7
EPS1 2.1e-8
EPS2 -1.1e-7
H3 2.5e-7
STIGMA 0.6
"""


def test_a_kopeikin_orbit_for_tempo() -> None:
    model = model_of(BASE + DDK)
    found = convert(model, "tempo")
    lines = lines_of(found.text)
    assert Decimal(lines["KIN"].split()[0]) == Decimal("108.031")
    assert lines["KIN"].split()[1:] == ["1", "0.5"]
    assert Decimal(lines["KOM"].split()[0]) == Decimal("1.75")
    assert lines["K96"] == "1"
    assert "A1DOT" not in lines
    assert [float(word) for word in lines["XDOT"].split()] == [0.025, 1.0, pytest.approx(1e-4)]
    assert float(lines["PBDOT"].split()[0]) == 0.15
    assert float(lines["DTHETA"].split()[0]) == 3.5
    assert sum("KIN" in note or "KOM" in note or "DTH" in note for note in found.notes) == 3


def test_kopeikin_terms_off_for_tempo_is_no_line() -> None:
    assert "K96" not in lines_of(convert(model_of(BASE + DDK + "K96 N\n"), "tempo").text)


def test_kopeikin_terms_off_is_nothing_for_tempo2() -> None:
    with pytest.raises(jug.InputError, match="tempo2 has no K96 N"):
        convert(model_of(BASE + DDK + "K96 N\n"), "tempo2")
    assert "K96" not in lines_of(convert(model_of(BASE + DDK + "K96 Y\n"), "tempo2").text)


@pytest.mark.parametrize("program", ["pint", "tempo2"])
@pytest.mark.parametrize("orbit", [DDK, ELL1], ids=["DDK", "ELL1"])
def test_orbits_read_back_to_the_last_bit(orbit: str, program: str) -> None:
    model = model_of(BASE + orbit).moved({"PB": 1.234e-12, "A1": 1e-9})
    model = model.moved({name: 1.1e-25 for name in ("A1DOT", "PBDOT", "EPS1DOT") if name in model.names})
    assert not differences(model, model_of(convert(model, program).text))


def test_units_of_a_laplace_orbit() -> None:
    model = model_of(BASE + ELL1)
    assert [float(w) for w in lines_of(convert(model, "pint").text)["EPS1DOT"].split()] == [2.5e-4, 1.0, 1e-6]
    assert float(lines_of(convert(model, "tempo2").text)["EPS1DOT"].split()[0]) == 2.5e-4
    assert float(lines_of(convert(model, "tempo").text)["EPS1DOT"].split()[0]) == 2.5e-4
    assert any("first order" in note for note in convert(model, "tempo2").notes)
    assert not convert(model_of(BASE + ELL1 + "ELL1ORDER 1\n"), "tempo2").notes


def test_names_of_the_harmonic_ratio() -> None:
    model = model_of(BASE + ELL1H)
    assert "STIG" in lines_of(convert(model, "tempo2").text)
    assert "STIGMA" in lines_of(convert(model, "pint").text)


def test_the_number_of_harmonics_for_tempo2() -> None:
    """An absent line means 7 here and 4 there."""
    text = BASE + ELL1H.replace("STIGMA 0.6", "H4 1e-7")
    assert lines_of(convert(model_of(text), "tempo2").text)["NHARM"] == "7"
    assert lines_of(convert(model_of(text + "NHARMS 9\n"), "tempo2").text)["NHARM"] == "9"
    assert "NHARM" not in lines_of(convert(model_of(BASE + ELL1H), "tempo2").text)


def test_orbits_that_a_program_lacks() -> None:
    text = BASE + ELL1.replace("EPS1DOT 2.5e-16 1 1e-18\n", "OMDOT 0.01\nLNEDOT 1e-5\n").replace("ELL1", "ELL1k")
    convert(model_of(text), "pint")
    with pytest.raises(jug.InputError, match=r"tempo lacks .*tempo has no BINARY ELL1K"):
        convert(model_of(text), "tempo")


def test_an_orbit_in_pieces_for_tempo2() -> None:
    orbit = DDK.partition("M2")[0].replace("DDK", "BT_piecewise")
    text = BASE + orbit + "XR1_0000 52000\nXR2_0000 54000\nT0X_0000 48741.8\nA1X_0000 32.35\n"
    convert(model_of(text), "pint")
    with pytest.raises(jug.InputError, match=r"tempo2 lacks .*tempo2 has no BINARY BT_PIECEWISE"):
        convert(model_of(text), "tempo2")


def test_a_harmonic_orbit_has_another_name_in_tempo() -> None:
    text = BASE + ELL1H.replace("ELL1H", "DDH").replace(
        "TASC 53630.7\nEPS1 2.1e-8\nEPS2 -1.1e-7", "T0 53630.7\nECC 0.1\nOM 12"
    )
    model = model_of(text)
    lines = lines_of(convert(model, "tempo").text)
    assert lines["BINARY"] == "DDFWHE"
    assert lines["VARSIGMA"].split()[0] == "0.6"
    again = model_of(convert(model, "tempo").text)
    assert {c.name for c in again.components} - {c.name for c in model.components} == {"solar wind"}  # SOLARN0 0
    assert again.values["STIGMA"] == model.values["STIGMA"]
    assert lines_of(convert(again, "pint").text)["BINARY"] == "DDH"
