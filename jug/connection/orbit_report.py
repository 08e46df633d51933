"""The orbits that spin periods allow: whether one is clear, and a table of them."""

from collections.abc import Sequence

from jug.connection.judgement import UNIQUE
from jug.connection.orbit_search import CircularOrbit

LISTED_ORBITS = 5
"""Largest number of orbits in the table."""


def error_factor(orbits: Sequence[CircularOrbit], n: int) -> float:
    """Return sqrt(reduced chi2) of the best orbit, at least 1.

    Parameters
    ----------
    orbits : sequence of CircularOrbit
        The best first.
    n : int
        Number of spin periods.

    Returns
    -------
    float
        No unit.
    """
    return float(max(1.0, orbits[0].chi2 / (n - 4)) ** 0.5)


def orbit_is_clear(orbits: Sequence[CircularOrbit], n: int) -> bool:
    """Whether chi2 of every other orbit is larger by 25, times the reduced chi2 where that is above 1.

    Parameters
    ----------
    orbits : sequence of CircularOrbit
        The best first.
    n : int
        Number of spin periods.

    Returns
    -------
    bool
    """
    return len(orbits) < 2 or orbits[1].chi2 - orbits[0].chi2 > UNIQUE * error_factor(orbits, n) ** 2


def orbit_report(orbits: Sequence[CircularOrbit], n: int) -> str:
    """Format the best orbits as text.

    Parameters
    ----------
    orbits : sequence of CircularOrbit
        The best first.
    n : int
        Number of spin periods.

    Returns
    -------
    str
    """
    rows = [
        f"{one.values['PB']:14.8f} {one.values['A1']:12.6f} {one.values['TASC']:16.6f} {one.chi2:12.2f}"
        for one in orbits[:LISTED_ORBITS]
    ]
    clear = "is clear" if orbit_is_clear(orbits, n) else "is not clear: another one fits about as well"
    head = f"Orbits from {n} spin periods, {n - 4} degrees of freedom"
    return "\n".join([head, "        PB (d)    A1 (ls)       TASC (MJD)         chi2", *rows, f"The orbit {clear}", ""])
