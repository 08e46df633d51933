"""GM of the Sun, the Moon and the planets, as each JPL ephemeris has them.

From Jupiter on, and for Mars and Pluto, a mass is that of the planet with its moons.

Sources: DE405, Standish 1998 (JPL IOM 312.F-98-048; the file's constants GMS, GM1 ... GM9 and EMRAT, with AU
149597870.691 km); DE421, Folkner, Williams & Boggs 2009 (IPN Progress Report 42-178); DE440, Park et al. 2021
(AJ 161, 105, table 2, and the comments of de440.bsp).
"""

from collections.abc import Mapping

GM: Mapping[str, Mapping[str, float]] = {
    "DE405": {
        "sun": 132712440017.987,
        "mercury": 22032.080486,
        "venus": 324858.598826,
        "earth": 398600.432897,
        "moon": 4902.800582,
        "mars": 42828.314258,
        "jupiter": 126712767.857796,
        "saturn": 37940626.061137,
        "uranus": 5794549.007072,
        "neptune": 6836534.063879,
        "pluto": 981.600888,
    },
    "DE421": {
        "sun": 132712440040.944,
        "mercury": 22032.090,
        "venus": 324858.592,
        "earth": 398600.436233,
        "moon": 4902.800076,
        "mars": 42828.375214,
        "jupiter": 126712764.800,
        "saturn": 37940585.200,
        "uranus": 5794548.600,
        "neptune": 6836535.000,
        "pluto": 977.000,
    },
    "DE440": {
        "sun": 132712440041.279419,
        "mercury": 22031.868551,
        "venus": 324858.592,
        "earth": 398600.435507,
        "moon": 4902.800118,
        "mars": 42828.375816,
        "jupiter": 126712764.100,
        "saturn": 37940584.841800,
        "uranus": 5794556.400,
        "neptune": 6836527.100580,
        "pluto": 975.500,
    },
}
"""GM by ephemeris and body, km^3/s^2, in TDB-compatible units."""

OTHERWISE = "DE440"
"""The ephemeris whose masses are used for one that is not listed.

The masses of DE405 differ by at most 2e-10 (Sun) and 1e-6 (Saturn, Mars).
"""


def gm_of(ephemeris: str) -> Mapping[str, float]:
    """Return GM of each body in an ephemeris; that of DE440 where the ephemeris is not listed.

    Parameters
    ----------
    ephemeris : str
        As ``"DE421"``.

    Returns
    -------
    mapping of str to float
        By body, km^3/s^2.
    """
    return GM.get(ephemeris.upper(), GM[OTHERWISE])
