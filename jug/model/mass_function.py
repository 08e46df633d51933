"""The mass function of a binary, and the companion's mass that follows from it.

f = (4 pi^2 / T_sun) x^3 / PB^2 = (m2 sin i)^3 / (m1 + m2)^2    solar masses
"""

from math import pi, pow

from jug.core.constants import T_SUN

PULSAR_MASS = 1.4
"""Mass that is assumed for a pulsar of unknown mass, solar masses."""


def mass_function(size_s: float, period_s: float) -> float:
    """Compute the mass function.

    Parameters
    ----------
    size_s : float
        Projected semi-major axis A1, light-s.
    period_s : float
        Orbital period, s.

    Returns
    -------
    float
        Solar masses.
    """
    return float(4.0 * pi**2 * size_s**3 / period_s**2 / T_SUN)


def companion_mass(f: float, sini: float, pulsar: float = PULSAR_MASS) -> float:
    """Solve the mass function for the companion's mass: (m2 sini)^3 = f (m1 + m2)^2, by Newton's method from above.

    Parameters
    ----------
    f : float
        Mass function, solar masses.
    sini : float
        Sine of the inclination, above 0.
    pulsar : float
        The pulsar's mass m1, solar masses.

    Returns
    -------
    float
        m2, solar masses.
    """
    m = f / sini**3 + pow(f * pulsar**2, 1.0 / 3.0) / sini + pulsar
    for _ in range(100):
        value = (m * sini) ** 3 - f * (pulsar + m) ** 2
        before, m = m, m - value / (3.0 * sini**3 * m**2 - 2.0 * f * (pulsar + m))
        if m == before:
            break
    return m
