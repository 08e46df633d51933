"""The size of what a parameter would do that the binary model lacks, against the delays themselves."""

import numpy as np
import pytest

import jug
from jug.core.array import Float, Toa
from jug.core.constants import DAY, T_SUN
from jug.errors import InputWarning
from jug.model.reading.orbits.unused_size import unused_size
from tests.model.checks.test_all_problems import par

PHASE = np.linspace(0.0, 2.0 * np.pi, 100_001)
ELL1 = ("BINARY ELL1", "PB 10", "A1 3", "TASC 55000")
E = 1e-4


def ellipse(e: float, omega: float) -> Float[Toa]:
    """Roemer delay of an orbit with A1 = 3 s at mean longitudes `PHASE`, ns."""
    mean = PHASE - omega
    u = mean
    for _ in range(5):
        u = mean + e * np.sin(u)
    along = np.sin(omega) * (np.cos(u) - e) + np.sqrt(1.0 - e**2) * np.cos(omega) * np.sin(u)
    return np.asarray(3e9 * along)


def amplitude(delay: Float[Toa]) -> float:
    """Half of the range, which a constant does not change."""
    return float(np.ptp(delay)) / 2.0


def ns_of(name: str, **values: float) -> float:
    size = unused_size(name, {"A1": 3.0, **values})
    assert size is not None
    return size.ns


def test_an_eccentricity() -> None:
    assert ns_of("ECC", ECC=E) == pytest.approx(amplitude(ellipse(E, 0.7) - ellipse(0.0, 0.7)), rel=1e-3)
    assert ns_of("EDOT", EDOT=1e-15) == pytest.approx(ns_of("ECC", ECC=1e-15 * 365.25 * DAY))


def test_a_changing_eccentricity() -> None:
    """Of EPS1 and EPS2 with the rate of one of them, and of e growing by LNEDOT a year."""
    e1 = 1e-12 * 365.25 * DAY
    for name, size in (("EPS1DOT", np.pi / 2.0), ("EPS2DOT", 0.0)):
        grown = amplitude(ellipse(e1, size) - ellipse(0.0, size))
        assert ns_of(name, **{name: 1e-12}) == pytest.approx(grown, rel=1e-3)
    grown = amplitude(ellipse(1.01 * E, 0.7) - ellipse(E, 0.7))
    assert ns_of("LNEDOT", LNEDOT=0.01, ECC=E) == pytest.approx(grown, rel=1e-3)


def test_an_aberration() -> None:
    assert ns_of("A0", A0=-2e-6) == ns_of("B0", B0=2e-6) == amplitude(2e3 * np.sin(PHASE))


def test_an_advance_of_periastron() -> None:
    """The ellipse turns and the mean longitude stays; 0.1 deg is small."""
    turned = amplitude(ellipse(E, 0.7 + np.radians(0.1)) - ellipse(E, 0.7))
    for name in ("OMDOT", "XOMDOT"):
        size = ns_of(name, **{name: 0.1}, EPS1=E * np.sin(0.7), EPS2=E * np.cos(0.7))
        assert size == pytest.approx(turned, rel=1e-3)


def test_a_shapiro_delay() -> None:
    by_mass = -2e9 * T_SUN * 0.3 * np.log(1.0 - 0.9 * np.sin(PHASE))
    assert ns_of("M2", M2=0.3, SINI=0.9) == pytest.approx(np.ptp(by_mass), rel=1e-6)
    assert ns_of("M2", M2=0.3, KIN=np.degrees(np.arcsin(0.9))) == pytest.approx(np.ptp(by_mass), rel=1e-6)
    assert ns_of("SHAPMAX", M2=0.3, SHAPMAX=-np.log(0.1)) == pytest.approx(np.ptp(by_mass), rel=1e-6)
    ratio = 0.5
    by_ratio = -2e2 / ratio**3 * np.log(1.0 + ratio**2 - 2.0 * ratio * np.sin(PHASE))
    assert ns_of("H3", H3=1e-7, STIGMA=ratio) == pytest.approx(np.ptp(by_ratio), rel=1e-6)
    assert ns_of("H3", H3=1e-7) == pytest.approx(np.ptp(4e2 / 3.0 * np.sin(3.0 * PHASE)), rel=1e-6)


def test_the_orientation_of_the_orbit() -> None:
    """Kopeikin (1996): A1 cot i (PMDEC cos KOM - PMRA sin KOM) a year, greatest over KOM; Kopeikin (1995): A1 / d."""
    mas = np.pi / 180.0 / 3.6e6
    angles = {"KIN": 60.0, "KOM": 30.0}
    turns = np.linspace(0.0, 2.0 * np.pi, 10_001)
    by_motion = np.max(3e9 / np.tan(np.pi / 3.0) * (4.0 * np.cos(turns) - 3.0 * np.sin(turns)) * mas)
    for name in angles:
        size = unused_size(name, {"A1": 3.0, **angles, "PMRA": 3.0, "PMDEC": 4.0, "PX": 2.0})
        assert size is not None
        assert size.a_year
        assert size.ns == pytest.approx(by_motion, rel=1e-6)
        assert ns_of(name, **angles, PX=2.0) == pytest.approx(3e9 * 2.0 * mas / np.sin(np.pi / 3.0), rel=1e-12)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("KOM 30",), "no KOM: 0 ns, without KIN it has no term"),
        (("KIN 60",), "no KIN: 0 ns, without KOM it has no term"),
        (("KIN 60", "KOM 30"), "no KOM: 0 ns, as there is no proper motion and no parallax"),
        (("KIN 60", "KOM 30", "PMRA 5"), "no KOM: the size of the orbit changes by 42 ns a year"),
    ],
)
def test_an_orientation_that_does_nothing_is_reported_so(lines: tuple[str, ...], said: str) -> None:
    with pytest.warns(InputWarning) as found:
        jug.load_model(par(*ELL1, *lines))
    assert any(said in str(one.message) for one in found)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("ECC", {"ECC": E, "EPS1": E}),
        ("M2", {"M2": 0.3, "H3": 1e-7}),
        ("H3", {"M2": 0.3, "H3": 1e-7}),
        ("OMDOT", {"OMDOT": 0.1}),
        ("SINI", {"SINI": 0.9}),
        ("SHAPMAX", {"SHAPMAX": 2.0}),
        ("SHAPMAX", {"SHAPMAX": 2.0, "M2": 0.3, "SINI": 0.9}),
        ("SHAPMAX", {"SHAPMAX": 50.0, "M2": 0.3}),
        ("SHAPMAX", {"SHAPMAX": -800.0, "M2": 0.3}),
        ("OMDOT", {"OMDOT": 0.1, "ECC": E, "MTOT": 2.8}),
    ],
)
def test_what_another_line_says_or_what_is_nothing(name: str, values: dict[str, float]) -> None:
    assert unused_size(name, {"A1": 3.0, **values}) is None


def test_the_warning_has_the_size() -> None:
    with pytest.warns(InputWarning) as found:
        jug.load_model(par(*ELL1, "ECC 1e-6", "OMDOT 1", "M2 0.3", "SINI 0.9"))
    said = [str(one.message) for one in found]
    assert len(said) == 2
    harmonic = "the second harmonic of the orbit"
    assert f"ECC is not used, as BINARY ELL1 has no ECC: {harmonic} has an amplitude of 1,500 ns" in said[0]
    assert f"OMDOT is not used, as BINARY ELL1 has no OMDOT: {harmonic} changes by 26.2 ns a year" in said[1]


def test_shapmax_that_the_binary_lacks_is_reported_once() -> None:
    """DD has no SHAPMAX: that M2 is missing too was said besides, with the size of a delay that M2 would not bring."""
    with pytest.warns(InputWarning) as found:
        jug.load_model(par("BINARY DD", *ELL1[1:3], "T0 55000", "SHAPMAX 2"))
    assert ["SHAPMAX is not used, as BINARY DD has no SHAPMAX" in str(one.message) for one in found] == [True]


def test_an_orbit_seen_from_above_is_taken_as_one_at_45_deg() -> None:
    """Its projected size would change without bound: 3 s times 10 mas a year is 145 ns."""
    motion = {"KOM": 30.0, "PMRA": 6.0, "PMDEC": 8.0}
    assert ns_of("KIN", KIN=0.0, **motion) == pytest.approx(ns_of("KIN", KIN=45.0, **motion), rel=1e-12)
    assert ns_of("KIN", KIN=45.0, **motion) == pytest.approx(3e9 * 10.0 / 206264806.247, rel=1e-9)
