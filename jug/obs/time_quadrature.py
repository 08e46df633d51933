r"""TDB - TT at the geocentre as an integral along an ephemeris: the time ephemeris of Irwin & Fukushima (1999).

With the Earth's velocity v against the barycentre, the potential U of all other bodies at the geocentre, t = TDB and

    F = (v^2 / 2 + U) / c^2

(Irwin & Fukushima 1999, A&A 348, 642, eqs. 3 and 13, with tempo2's constants):

    TDB - TT = TEPH0 + 1 / (1 - LC) \int_{MJD0}^{t} (F - LC_NEWTON) dt'

Left out are terms of c^-4 (0.03 ns after a constant and a slope, which `LC_NEWTON` takes account of) and the asteroids.
Mercury and Mars act on TDB - TT by 2 and 52 ns, Pluto by 0.1 ns in fifty years. Where a kernel lacks them,
`erfa.plan94` and a mean orbit of Pluto are used, which move TDB - TT by 0.004 ns rms, 0.012 ns at most, from 1969 to
2030 after a constant and a slope.
"""

from typing import NamedTuple

import erfa
import numpy as np

from jug.core.array import Float, Int, N, Xyz
from jug.core.constants import AU_LS, DAY, DEG, J2000_MJD
from jug.core.doubledouble import DoubleDouble
from jug.core.times import Times
from jug.errors import DataError, Where
from jug.obs.ephemeris import KM_LS, PLANETS, Ephemeris, open_ephemeris
from jug.obs.files import Files
from jug.obs.masses import gm_of

LC = 1.48082686742e-8
"""Mean of F with all terms, as tempo2 takes it (IFTE_LC); Irwin & Fukushima (1999), eq. 20, have ...741(200)e-8."""

LC_NEWTON = 1.48082685594e-8
"""Mean of F as above for DE405, `LC` less 1.097e-16 (c^-4) and 5e-18 (asteroids); Harada & Fukushima (2003) find
1.4808268559(6)e-8. With it DE405 follows tempo2's table to 5 ps over eight years, and DE421 and DE440 drift from it by
1.3e-18 (0.04 ns a year)."""

TEPH0 = -65.564518e-6
"""TDB - TT, s, at `MJD0` (Irwin & Fukushima 1999, eq. 17; tempo2's IFTE_TEPH0)."""

MJD0 = 43144.0003725
"""The lower limit of the integral: 1977-01-01 0h TAI, when TT, TCG and TCB were equal (tempo2's IFTE_MJD0)."""

NEEDED = ("earth", "sun", "earthmoon", *PLANETS)
"""Bodies that the integral needs; the Moon follows from the Earth and its barycentre with the Moon."""

PLAN94 = {"mercury": 1, "mars": 4}
"""Bodies for which `erfa.plan94` is used where a kernel lacks them, by its numbers."""

POINTS = 4
"""Number of points of the Gauss-Legendre quadrature over a day: with 3 the integral of a century changes by 6e-16 s."""


class Bodies(NamedTuple):
    """Input of the integrand: an ephemeris of all bodies that its file has, and GM / c^3 of all bodies, s."""

    ephemeris: Ephemeris
    mass_s: dict[str, float]


def open_bodies(name: str, files: Files, where: Where | None = None) -> Bodies:
    """Open an ephemeris for the integral.

    Parameters
    ----------
    name : str
        As ``"DE421"``, or the path of an SPK kernel.
    files : Files
        The data files at hand.
    where : Where, optional
        The par line that asks for it.

    Returns
    -------
    Bodies

    Raises
    ------
    DataError
        It is not at hand, or lacks one of `NEEDED`.
    """
    open_ephemeris(name, files, where, NEEDED)
    found = [body for body in (*PLAN94, "pluto") if _has(name, files, body)]
    mass_s = {body: gm / KM_LS**3 for body, gm in gm_of(name).items()}
    return Bodies(open_ephemeris(name, files, where, (*NEEDED, *found)), mass_s)


def _has(name: str, files: Files, body: str) -> bool:
    try:
        open_ephemeris(name, files, None, (body,))
    except DataError:
        return False
    return True


def integrand(bodies: Bodies, tdb: Times) -> Float[N]:
    """F = (v^2 / 2 + U) / c^2 at the geocentre, at times that the ephemeris covers.

    Parameters
    ----------
    bodies : Bodies
    tdb : Times
        (n,) TDB.

    Returns
    -------
    (n,) float64
    """
    ephemeris, mass_s = bodies
    earth, velocity = ephemeris.posvel("earth", tdb)
    sun, _ = ephemeris.posvel("sun", tdb)
    total: Float[N] = 0.5 * np.sum(velocity**2, axis=1) + mass_s["sun"] / _length(sun - earth)
    barycentre, _ = ephemeris.posvel("earthmoon", tdb)
    moon_distance = _length(earth - barycentre) * (1.0 + mass_s["earth"] / mass_s["moon"])
    total += mass_s["moon"] / moon_distance
    for body in (*PLAN94, *PLANETS, "pluto"):
        if body in ephemeris.chains:
            distance = _length(ephemeris.posvel(body, tdb)[0] - earth)
        elif body in PLAN94:
            heliocentric = erfa.plan94(erfa.DJM0 + tdb.day, tdb.sec.hi / DAY, PLAN94[body])["p"] * AU_LS
            distance = _length(sun + heliocentric - earth)
        else:
            distance = _pluto_distance(tdb)
        total += mass_s[body] / distance
    return total


def _length(vector: Float[N, Xyz]) -> Float[N]:
    length: Float[N] = np.sqrt(np.sum(vector**2, axis=1))
    return length


def _pluto_distance(tdb: Times) -> Float[N]:
    """Distance of Pluto from the Sun, light-seconds: the Kepler orbit of Standish for 1800-2050 (JPL, Keplerian
    elements for approximate positions of the major planets, table 1). The Earth's orbit adds 1e-5 ns."""
    century = (tdb.day - J2000_MJD + tdb.sec.hi / DAY) / 36525.0
    perihelion = 224.06891629 - 0.04062942 * century
    anomaly = np.remainder(238.92903833 + 145.20780515 * century - perihelion, 360.0) * DEG
    eccentricity = 0.24882730
    eccentric = anomaly
    for _ in range(20):
        eccentric = anomaly + eccentricity * np.sin(eccentric)
    distance: Float[N] = 39.48211675 * AU_LS * (1.0 - eccentricity * np.cos(eccentric))
    return distance


def tdb_minus_tt(bodies: Bodies, first: int, last: int) -> tuple[Float[N], Float[N]]:
    """TDB - TT at the geocentre at 0h TDB of each day from `first` to `last`, and its slope.

    Parameters
    ----------
    bodies : Bodies
    first, last : int
        MJD, TDB, which the ephemeris covers.

    Returns
    -------
    value : (last - first + 1,) float64
        Seconds. Where the ephemeris does not cover `MJD0` a constant is missing: the value on day `first` is 0.
    slope : (last - first + 1,) float64
        d(TDB - TT)/dTDB.
    """
    start = np.arange(first, last)
    nodes, weights = np.polynomial.legendre.leggauss(POINTS)
    seconds = (nodes + 1.0) / 2.0 * DAY
    inside = _times(np.repeat(start, len(seconds)), np.tile(seconds, len(start)))
    above = integrand(bodies, inside).reshape(-1, len(seconds)) - LC_NEWTON
    value = np.concatenate([[0.0], np.cumsum(above @ weights * (DAY / 2.0))]) / (1.0 - LC)
    midnight = _times(np.arange(first, last + 1), np.zeros(len(value)))
    slope = (integrand(bodies, midnight) - LC_NEWTON) / (1.0 - LC)
    zero = int(MJD0) - first
    if 0 <= zero < len(value):
        at_zero = value[zero] + slope[zero] * (MJD0 - int(MJD0)) * DAY
        value += TEPH0 - at_zero
    return value, slope


def _times(day: Int[N], sec: Float[N]) -> Times:
    return Times(day, DoubleDouble(sec, np.zeros(len(sec))))
