"""Physical constants and unit factors, each with its source.

The values are those of PINT 1.1.8 where programs differ, so that residuals agree; tempo2's stand next to them.
"""

import math

C = 299792458.0
"""Speed of light, m/s (SI definition)."""

AU = 149597870700.0
"""Astronomical unit, m (IAU 2012 Resolution B2). tempo2: 499.00478364 lt-s."""

AU_LS = AU / C
"""Astronomical unit, light-seconds."""

DAY = 86400.0
"""Day, s."""

YEAR = 365.25 * DAY
"""Julian year, s."""

MHZ, GHZ = 1e6, 1e9
"""Units of radio frequency, Hz."""

PARSEC = 3.0856775814913673e16
"""Parsec, m: AU / tan(1 arcsec) by IAU 2015 Resolution B2."""

PARSEC_LS = PARSEC / C
"""Parsec, light-seconds."""

K_DM = 1.0e12 / 2.41e-4
"""Dispersion constant, Hz^2 s cm^3 / pc: 1/2.41e-4 in MHz^2 (Manchester & Taylor 1972; all timing programs)."""

GM_SUN = 1.32712440018e20
"""Heliocentric gravitational constant, m^3/s^2 (IERS Conventions 2003, TDB-compatible). tempo2: 1.3271243999e20."""

T_SUN = GM_SUN / C**3
"""Solar mass in time, s."""

T_BODY = {
    "sun": T_SUN,
    "venus": T_SUN / 408523.71,
    "jupiter": T_SUN / 1047.3486,
    "saturn": T_SUN / 3497.898,
    "uranus": T_SUN / 22902.98,
    "neptune": T_SUN / 19412.24,
}
"""GM/c^3 of each body, s; mass ratios of IERS Conventions (1996), table 3.1."""

OBLIQUITY_ARCSEC = {
    "IERS2010": 84381.406,
    "IAU2005": 84381.406,
    "DEFAULT": 84381.406,
    "IERS2003": 84381.4059,
    "IERS1992": 84381.412,
    "DE403": 84381.412,
    "IAU1976": 84381.448,
}
"""Obliquity of the ecliptic at J2000 by the name that ECL gives, arcsec (PINT 1.1.8 ecliptic.dat; tempo2 IERS2003)."""

DEG = math.pi / 180.0
"""One degree, rad."""

HOUR_ANGLE = math.pi / 12.0
"""One hour of right ascension, rad."""

ARCSEC = DEG / 3600.0
"""One second of arc, rad."""

MAS = ARCSEC / 1000.0
"""One thousandth of a second of arc, rad."""

UNIT_TO_SI = {
    "": 1.0,
    "turn": 1.0,
    "s": 1.0,
    "us": 1e-6,
    "d": DAY,
    "MJD": DAY,
    "yr": YEAR,
    "Hz": 1.0,
    "MHz": 1e6,
    "Hz/s": 1.0,
    "Hz/s^2": 1.0,
    "rad/d": 1.0 / DAY,
    "1/d": 1.0 / DAY,
    "hourangle": HOUR_ANGLE,
    "deg": DEG,
    "mas": MAS,
    "mas/yr": MAS / YEAR,
    "mas/yr^2": MAS / YEAR**2,
    "cm^-3": 1.0,
    "pc cm^-3 MHz^-2": 1.0,
    "pc cm^-3": 1.0,
    "ls": 1.0,
    "ls/s": 1.0,
    "ls/s^2": 1.0,
    "1/s": 1.0,
    "1/yr": 1.0 / YEAR,
    "rad": 1.0,
    "rad/s": 1.0,
    "rad/s^2": 1.0,
    "deg/yr": DEG / YEAR,
    "1/s^2": 1.0,
    "pc": PARSEC_LS,
    "1/kpc": 1e-3 / PARSEC_LS,
    "Msun": T_SUN,
}
"""Factor from a par-file unit to the unit that the kernels use (s, rad, Hz, turns; DM stays in pc cm^-3)."""

J2000_MJD = 51544.5
"""J2000.0 (TT) as an MJD."""

TT_MINUS_TAI = 32.184
"""TT(TAI) - TAI, s, by definition."""
