"""Derived quantities of pulsars of several kinds, against the formulae of text books, each written out here.

Lorimer & Kramer 2005, Handbook of Pulsar Astronomy, section 3.2, eqs. 8.14, 8.34; moment of inertia 1e45 g cm^2.
"""

import io
from math import atan2, degrees, hypot, pi, radians, sin, sqrt

import pytest
from copies import example

import jug

YEAR, DAY = 365.25 * 86400.0, 86400.0
T_SUN = 4.925490947641267e-6
"""G M_sun / c^3, IAU 2015 resolution B3."""

GLITCH = "GLEP_1 55800\nGLPH_1 0.1\nGLF0_1 1e-6\nGLF1_1 -1e-14\n"

KINDS = {
    "isolated and slow": "J1028-5819",
    "isolated, without a parallax": "NGC6440E",
    "ELL1, wideband": "J0740+6620",
    "ELL1, wideband, 12.5 years": "J1614-2230_NANOGrav_12yv3.wb",
    "BT": "J0613-sim",
    "DD": "B1855+09_NANOGrav_9yv1",
}
DDK = """PSR TEST
RAJ 17:13:49.5
DECJ 07:47:37.5
PMRA 4.9 1 0.01
PMDEC -3.9 1 0.02
PX 0.85 1 0.03
POSEPOCH 55000
F0 218.8118 1 1e-12
F1 -4.08e-16 1 1e-20
PEPOCH 55000
DM 16
BINARY DDK
PB 67.825 1 1e-9
A1 32.3424 1 1e-7
ECC 7.5e-5
T0 55000
OM 176
KIN 72 1 0.5
KOM 90 1 5
M2 0.29 1 0.01
EPHEM DE421
CLK TT(BIPM2019)
UNITS TDB
"""


def expected(v: dict[str, float], galaxy: float) -> dict[str, float]:
    """The quantities of a model; ``galaxy`` is PDOT by acceleration in the Galaxy."""
    period, slowing = 1.0 / v["F0"], -v["F1"] / v["F0"] ** 2
    out, own = {"PERIOD": period, "PDOT": slowing}, slowing
    if v.get("PX", 0.0) > 0.0:
        motion = hypot(v.get("PMRA", v.get("PMELONG", 0.0)), v.get("PMDEC", v.get("PMELAT", 0.0)))
        rate = (motion / 3.6e6 * pi / 180.0 / YEAR) ** 2 * 3.0856775814913673e19 / v["PX"] / 299792458.0
        own = slowing - rate * period - galaxy
        out |= {"PM": motion, "DISTANCE": 1.0 / v["PX"], "VELOCITY": 4.740470463533349 * motion / v["PX"]}
        out |= {"PDOT_SHKLOVSKII": rate * period, "PDOT_INTRINSIC": own}
        out |= {"PBDOT_SHKLOVSKII": rate * v["PB"] * DAY} if "PB" in v else {}
    out |= {"AGE": period / (2.0 * own) / YEAR, "B_SURFACE": 3.2e19 * sqrt(period * own)}
    out |= {"EDOT": 4.0 * pi**2 * 1e45 * own / period**3}
    if "PB" in v:
        out |= {"MASS_FUNCTION": 4.0 * pi**2 * v["A1"] ** 3 / (v["PB"] * DAY) ** 2 / T_SUN}
    if "EPS1" in v:
        out |= {"ECC_EPS": hypot(v["EPS1"], v["EPS2"]), "OM_EPS": degrees(atan2(v["EPS1"], v["EPS2"])) % 360.0}
    return out


def mass_functions(v: dict[str, float], found: dict[str, jug.Derived]) -> list[float]:
    """(m2 sin i)^3 / (m1 + m2)^2 of each pair of masses that was found."""
    cases = [(1.4, found[name].value, sini) for name, sini in (("M2_MIN", 1.0), ("M2_MEDIAN", sin(pi / 3.0)))]
    if "MP" in found:
        cases.append((found["MP"].value, v["M2"], sin(radians(v["KIN"])) if "KIN" in v else v["SINI"]))
    return [(m2 * sini) ** 3 / (m1 + m2) ** 2 for m1, m2, sini in cases]


def galaxy(found: dict[str, jug.Derived]) -> float:
    """PDOT by acceleration in the Galaxy, 0 without a distance."""
    return found["PDOT_GALAXY"].value if "PDOT_GALAXY" in found else 0.0


@pytest.mark.filterwarnings("ignore::jug.JugWarning")
@pytest.mark.parametrize("kind", KINDS)
def test_the_quantities_of_a_real_pulsar(kind: str) -> None:
    text = example(KINDS[kind])[0].read_text().replace("0.2186", "0.0218")  # PX of B1855+09 as if well measured
    model = jug.load_model(io.StringIO(text))
    found = jug.derived(model)
    for name, value in expected(model.values, galaxy(found)).items():
        assert found[name].value == pytest.approx(value, rel=1e-9), name
    if "PB" in model.values:
        assert ("MP" in found) == (model.values.get("M2", 0.0) * model.values.get("SINI", 0.0) > 0.0)
        for one in mass_functions(model.values, found):
            assert one == pytest.approx(found["MASS_FUNCTION"].value, rel=1e-9)


@pytest.mark.filterwarnings("ignore::jug.JugWarning")
def test_the_quantities_of_a_glitching_pulsar_are_those_of_its_spin() -> None:
    """A glitch is in none of them: F0 and F1 are those before it."""
    path = example("J1028-5819")[0]
    glitching = jug.load_model(jug.read_par(io.StringIO(path.read_text() + GLITCH)))
    assert dict(jug.derived(glitching)) == dict(jug.derived(jug.load_model(path)))


def test_the_quantities_of_an_orbit_in_three_dimensions() -> None:
    """The uncertainty of the pulsar's mass by its derivatives: 3/2 (MP + M2) cot i and 3/2 (MP + M2) / M2 - 1."""
    model = jug.load_model(jug.read_par(io.StringIO(DDK)))
    found = jug.derived(model)
    for name, value in expected(model.values, galaxy(found)).items():
        assert found[name].value == pytest.approx(value, rel=1e-9), name
    assert mass_functions(model.values, found) == pytest.approx([found["MASS_FUNCTION"].value] * 3, rel=1e-9)
    total = found["MP"].value + 0.29
    by_m2, by_kin = 1.5 * total / 0.29 - 1.0, 1.5 * total / sin(radians(72.0)) * sin(radians(18.0))
    assert found["MP"].error == pytest.approx(hypot(by_m2 * 0.01, by_kin * radians(0.5)), rel=1e-3)
    assert found["DISTANCE"].error == pytest.approx(0.03 / 0.85**2, rel=2e-3)
