"""The acceleration of a pulsar relative to the Sun in the Galaxy, for the correction of a period derivative.

    a_par = -(v0^2 / R0) (cos l + beta / (sin^2 l + beta^2)) cos b,   beta = (d / R0) cos b - cos l
    a_perp = -Kz |sin b|,   Kz / (1e-9 cm s^-2) = 2.27 z + 3.68 (1 - exp(-4.31 z)),   z = |d sin b| in kpc

Damour & Taylor 1991, ApJ 366, 501 (a flat rotation curve); Holmberg & Flynn 2004, MNRAS 352, 440, in the form of
Lazaridis+ 2009, MNRAS 400, 805, eq. 16. R0 = 8.178 kpc (GRAVITY 2019, A&A 625, L10), v0 = 236.9 km/s (Reid+ 2019, ApJ
885, 131).
The model is good to about a tenth of the correction.
"""

from math import asin, atan2, cos, exp, sin

import numpy as np

from jug.core.array import Float, Xyz
from jug.core.constants import PARSEC, C

R0_KPC, V0 = 8.178, 236.9e3
"""Distance of the Sun from the centre of the Galaxy, kpc, and speed of its rotation about the centre, m/s."""

TO_GALACTIC = np.array(
    [
        [-0.0548755604162154, -0.8734370902348850, -0.4838350155487132],
        [0.4941094278755837, -0.4448296299600112, 0.7469822444972189],
        [-0.8676661490190047, -0.1980763734312015, 0.4559837761750669],
    ]
)
"""ICRS to galactic coordinates (Hipparcos catalogue, ESA SP-1200, vol. 1, eq. 1.5.11)."""


def galactic(direction: Float[Xyz]) -> tuple[float, float]:
    """Longitude and latitude, rad, of an ICRS unit vector."""
    g = TO_GALACTIC @ direction
    return atan2(g[1], g[0]), asin(g[2])


def line_of_sight_acceleration(l_rad: float, b_rad: float, d_kpc: float) -> float:
    """Return the pulsar's Galactic acceleration along the line of sight, relative to the Sun, divided by c.

    Parameters
    ----------
    l_rad, b_rad : float
        Galactic longitude and latitude, rad.
    d_kpc : float
        Distance, kpc.

    Returns
    -------
    float
        1/s; multiplied by a period, it is the contribution to that period's derivative.
    """
    beta = d_kpc / R0_KPC * cos(b_rad) - cos(l_rad)
    turn = cos(l_rad) + beta / (sin(l_rad) ** 2 + beta**2)
    parallel = -(V0**2) / (R0_KPC * 1e3 * PARSEC) * turn * cos(b_rad)
    z = abs(d_kpc * sin(b_rad))
    kz = (2.27 * z + 3.68 * (1.0 - exp(-4.31 * z))) * 1e-11
    return (parallel - kz * abs(sin(b_rad))) / C
