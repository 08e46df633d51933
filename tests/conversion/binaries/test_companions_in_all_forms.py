"""Masses from what is measured of relativity, and the companion's parameters there and back in every form."""

from math import asin, degrees, exp
from typing import Any

import pytest

from jug.conversion.binaries import companion_forms as module
from jug.core.constants import T_SUN
from jug.errors import InputError

ORBIT = {"PB": 0.323, "A1": 2.342, "ECC": 0.617}
MTOT, M2 = 2.828, 1.387


def relativistic() -> dict[str, float]:
    """The Hulse-Taylor pulsar: OMDOT 4.2 deg/yr, GAMMA 4.3 ms."""
    v: Any = dict(ORBIT)
    g = module._relativity(v, MTOT, M2)
    return {**v, "OMDOT": module._omdot(g), "GAMMA": float(g.gamma), "SINI": float(g.sini)}


def test_the_numbers_of_relativity() -> None:
    v = relativistic()
    assert v["OMDOT"] == pytest.approx(4.22, abs=0.02)
    assert v["GAMMA"] == pytest.approx(4.3e-3, rel=0.02)


@pytest.mark.parametrize("left_out", [("GAMMA", "SINI"), ("M2", "SINI"), ("M2", "GAMMA"), ("OMDOT", "GAMMA")])
def test_masses_from_any_two_of_them(left_out: tuple[str, ...]) -> None:
    """OMDOT with M2, GAMMA or SINI; M2 with SINI. The total mass to 3e-5: Kepler's third law alone gives it."""
    v: Any = {key: x for key, x in {**relativistic(), "M2": M2}.items() if key not in left_out}
    mtot, m2 = module._masses(v)
    assert mtot == pytest.approx(MTOT, rel=3e-5)
    assert m2 == pytest.approx(M2, rel=1e-4)


def test_masses_that_do_not_follow() -> None:
    v: Any = relativistic()
    for changed, said in (
        ({"OMDOT": 0.0, "GAMMA": 0.0}, "DDGR needs two masses"),
        ({"OMDOT": 0.0, "SINI": 0.0, "M2": 1.0}, "DDGR needs two masses"),
        ({"GAMMA": 0.0, "SINI": 0.0}, "DDGR needs the companion's mass too"),
    ):  # fmt: skip
        with pytest.raises(InputError, match=said):
            module._masses({**v, **changed})


@pytest.mark.parametrize("form", ["DD", "DDS", "DDH", "DDK", "DDGR"])
def test_there_and_back(form: str) -> None:
    v: Any = {**relativistic(), "M2": M2, "PMRA": 3.0, "PMDEC": -5.0}
    there = module.to_companion(form, dict(v), kom=40.0)
    if form == "DDS":
        assert 1.0 - exp(-there["SHAPMAX"]) == pytest.approx(v["SINI"])
    if form == "DDH":
        assert there["H3"] / there["STIGMA"] ** 3 / T_SUN == pytest.approx(M2)
    if form == "DDK":
        assert there["KIN"] == pytest.approx(degrees(asin(v["SINI"])))
        assert there["KOM"] == 40.0
    back = module.from_companion(form, dict(there))
    for name in ("M2", "SINI", "OMDOT"):
        assert back[name] == pytest.approx(v[name], rel=3e-5), name


def test_kopeikin_of_t2_counts_the_other_way() -> None:
    """KIN of T2 is 180 deg - KIN of DDK, KOM is 90 deg - KOM."""
    v: Any = {**ORBIT, "KIN": 110.0, "KOM": 50.0, "SINI": 0.9, "M2": 0.3, "PMRA": 3.0, "PMDEC": -5.0}
    found = module.from_companion("T2", dict(v))
    assert (found["_KIN"], found["_KOM"], found["SINI"]) == (70.0, 40.0, 0.9)
    back = module.to_companion("T2", dict(found), kom=0.0)
    assert (back["KIN"], back["KOM"]) == (pytest.approx(110.0), pytest.approx(50.0))
    assert back["A1DOT"] == pytest.approx(0.0, abs=1e-25)


@pytest.mark.parametrize(
    ("form", "m2", "sini", "said"),
    [
        ("DDS", 0.3, 1.0, "edge on"),
        ("DDH", 0.3, 1.01, "edge on"),
        ("ELL1H", 0.3, 0.0, "no STIGMA"),
        ("DDK", 0.3, 0.0, "no KIN"),
    ],
)
def test_inclinations_that_a_form_does_not_have(form: str, m2: float, sini: float, said: str) -> None:
    with pytest.raises(InputError, match=said):
        module.to_companion(form, {**ORBIT, "M2": m2, "SINI": sini}, kom=0.0)  # type: ignore[arg-type]


def test_an_h3_alone_fits_one_form() -> None:
    found: Any = module.from_companion("ELL1H", {**ORBIT, "H3": 1e-7})
    assert found["_H3"] == 1e-7
    assert module.to_companion("ELL1H", dict(found), kom=0.0)["H3"] == 1e-7
    with pytest.raises(InputError, match="H3 alone does not determine M2 and SINI"):
        module.to_companion("DD", dict(found), kom=0.0)
    h4: Any = module.from_companion("ELL1H", {**ORBIT, "H3": 1e-7, "H4": 5e-8})
    assert (h4["M2"] * T_SUN, h4["SINI"]) == (pytest.approx(8e-7), pytest.approx(0.8))


def test_the_orbit_absorbs_two_harmonics() -> None:
    """x sin Phi - x EPS1 / 2 cos 2 Phi loses -4 r s sin Phi + 2 r s^2 cos 2 Phi, with r = H3 / s^3."""
    v: Any = {"A1": 2.0, "EPS1": 1e-5, "H3": 1e-7, "STIGMA": 0.5}
    found = module.with_first_harmonics(v)
    r, s = 1e-7 / 0.125, 0.5
    assert found["A1"] == pytest.approx(2.0 - 4.0 * r * s, rel=1e-14)
    assert -0.5 * found["A1"] * found["EPS1"] == pytest.approx(-0.5 * 2.0 * 1e-5 + 2.0 * r * s**2, rel=1e-12)
    assert module.with_first_harmonics({**v, "STIGMA": 0.0}) == {**v, "STIGMA": 0.0}
