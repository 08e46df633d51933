"""Physical constants against other sources than jug's own, and units against their names."""

import math

import pytest
from astropy import units as u

from jug.core.constants import AU_LS, GM_SUN, K_DM, OBLIQUITY_ARCSEC, PARSEC_LS, T_BODY, T_SUN, UNIT_TO_SI, C

DE440 = {
    "sun": 132712440041.279419,
    "venus": 324858.592000,
    "jupiter": 126712764.100000,
    "saturn": 37940584.841800,
    "uranus": 5794556.400000,
    "neptune": 6836527.100580,
}
"""GM of the Sun and of the systems of the planets in DE440, km^3/s^2 (Park et al. 2021, AJ 161, 105)."""

SAME = {"": "1", "turn": "1", "hourangle": "15 deg", "MJD": "d", "ls": "s", "ls/s": "1", "ls/s^2": "1 / s"}
"""Units that astropy names otherwise: lengths are times here, and an angle of a phase is a number."""


@pytest.mark.parametrize("body", T_BODY)
def test_masses(body: str) -> None:
    """Uranus differs by 1.3e-6 of its mass between IERS Conventions (1996) and DE440, the others by less."""
    assert T_BODY[body] * C**3 == pytest.approx(DE440[body] * 1e9, rel=1.5e-6)
    assert set(T_BODY) == set(DE440)


def test_lengths_and_times() -> None:
    assert pytest.approx(499.00478384, abs=1e-8) == AU_LS  # IAU 2012 B2 by the speed of light
    assert AU_LS / math.tan(math.pi / 648000) == pytest.approx(PARSEC_LS, rel=1e-10)
    assert pytest.approx(4.925490947e-6, abs=1e-14) == T_SUN
    assert pytest.approx(4.148808e15, rel=2e-4) == K_DM  # e^2 / (2 pi m c); the rounded 1/2.41e-4 is the convention
    assert pytest.approx(DE440["sun"] * 1e9, rel=1e-8) == GM_SUN


def test_obliquities_are_those_of_the_standards() -> None:
    """IAU 1976: 84381.448; IERS 1992 and DE403: 84381.412; IERS 2003: 84381.4059; IAU 2006: 84381.406 arcsec."""
    expected = {"IAU1976": 448, "IERS1992": 412, "DE403": 412, "IERS2003": 405.9, "DEFAULT": 406}
    for name, size in OBLIQUITY_ARCSEC.items():
        assert size == pytest.approx(84381.0 + expected.get(name, 406) / 1e3, abs=1e-9)


def test_units_are_what_their_names_say() -> None:
    """Against astropy, lengths in light-seconds and masses by G/c^3; dispersion stays in pc cm^-3."""
    length = [(u.pc, u.s, lambda x: x * PARSEC_LS, lambda x: x / PARSEC_LS)]
    for name, factor in UNIT_TO_SI.items():
        if "cm^-3" in name or name in ("Msun", "pc", "1/kpc"):
            continue
        unit = u.Unit(SAME.get(name, name).replace("^", "**"))
        size = (1.0 * unit).si
        assert size.value == pytest.approx(factor, rel=1e-12), name
    assert UNIT_TO_SI["pc"] == pytest.approx((1 * u.pc).to_value(u.s, length), rel=1e-12)
    assert UNIT_TO_SI["1/kpc"] == pytest.approx(1e-3 / PARSEC_LS, rel=1e-12)
    assert UNIT_TO_SI["Msun"] == T_SUN
    assert {UNIT_TO_SI[name] for name in UNIT_TO_SI if "cm^-3" in name} == {1.0}
