"""Kepler's equation, E - e sin E = M, solved with a fixed number of steps.

The start is Mikkola's cubic (1987, Celest. Mech. 40, 329), with a relative error of 2e-3 for every e. Two steps of
fourth order follow (Danby & Burkardt 1983, Celest. Mech. 31, 95); the second one is below rounding. So the derivatives
of the steps are those of the solution: dE/dM = 1/(1 - e cos E), dE/de = sin E/(1 - e cos E).

For e near 1 and small E the two terms nearly cancel. The equation is then used as (1 - e) E + e (E - sin E) = M with a
series for E - sin E. This gives E with a relative error of 1e-15.
"""

from typing import NamedTuple

from jug.core.array import Float, Row
from jug.core.sincos import sine_cosine
from jug.model.declare import Broadcast, Namespace

KEPLER_STEPS = 2
"""Steps after the start; each computes one sine and one cosine."""

SERIES_BELOW = 0.6
"""|E| in rad below which E - sin E is a series; there the difference would lose more than four bits."""

_KEPLER_TERMS = 6
"""Terms of the series; the next one is 1e-17 of the sum at |E| = 0.6."""


class Anomaly(NamedTuple):
    """Eccentric anomaly E (rad), its sine and cosine; (n,) arrays."""

    E: Float[Row]
    sin: Float[Row]
    cos: Float[Row]


def eccentric_anomaly(xp: Namespace, e: Broadcast, m: Float[Row]) -> Anomaly:
    """Eccentric anomaly from eccentricity and mean anomaly.

    Parameters
    ----------
    xp : Namespace
    e : float or (n,) array
        Eccentricity, 0 <= e <= 0.9999999.
    m : (n,) array
        Mean anomaly, rad, from about -pi to pi.

    Returns
    -------
    Anomaly
        E with an error of 1e-15 rad, and a relative error of 1e-15 where it is small.
    """
    big = _start(xp, e, m)
    for _ in range(KEPLER_STEPS):
        s, c = sine_cosine(xp, big)
        f = (1.0 - e) * big + e * _minus_sine(xp, big, s) - m
        f1, f2, f3 = 1.0 - e * c, e * s, e * c
        d = -f / f1
        d = -f / (f1 + 0.5 * d * f2)
        d = -f / (f1 + 0.5 * d * f2 + d * d * f3 / 6.0)
        big = big + d
    half = 0.5 * d * d
    return Anomaly(big, s * (1.0 - half) + c * (d - half * d / 3.0), c * (1.0 - half) - s * (d - half * d / 3.0))


def _start(xp: Namespace, e: Broadcast, m: Float[Row]) -> Float[Row]:
    """First approximation of E by Mikkola's cubic."""
    b = 1.0 / (4.0 * e + 0.5)
    alpha, beta = (1.0 - e) * b, 0.5 * m * b
    sign = xp.where(beta < 0.0, -1.0, 1.0)
    z = xp.cbrt(xp.abs(beta) + xp.sqrt(beta * beta + alpha * alpha * alpha)) * sign
    s = z - alpha / z
    square = s * s
    s = s - 0.078 * (s * square * square) / (1.0 + e)
    return m + e * s * (3.0 - 4.0 * s * s)


def _minus_sine(xp: Namespace, big: Float[Row], s: Float[Row]) -> Float[Row]:
    """E - sin E."""
    square = big * big
    total = 1.0 + 0.0 * big
    for k in range(_KEPLER_TERMS, 0, -1):
        total = 1.0 - total * square / ((2 * k + 2) * (2 * k + 3))
    return xp.where(xp.abs(big) < SERIES_BELOW, total * big * square / 6.0, big - s)
