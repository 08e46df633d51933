"""The position of a site on the Earth in the celestial frame of the geocentre (GCRS)."""

import erfa
import numpy as np

from jug.core.array import Array, Float, K, N, Toa, Xyz
from jug.core.constants import DAY, C
from jug.core.times import Times
from jug.obs.eop import Orientation

ROTATION_RATE = 1.00273781191135448 * 2.0 * np.pi / DAY
"""Rate of the Earth rotation angle, rad per s of UT1 (Capitaine, Guinot & McCarthy 2000, eq. 14)."""


def site_posvel(
    xyz_m: Float[Toa, Xyz], tt: Times, tai: Times, pole: Float[Toa, K], orientation: Orientation
) -> tuple[Float[Toa, Xyz], Float[Toa, Xyz]]:
    """Position and velocity of a site against the geocentre.

    r = Q(X, Y, s) R3(-ERA) W(x, y, s') r_site (IERS Conventions 2010, eq. 5.1), v = omega p x r with the
    celestial intermediate pole p = (X, Y, sqrt(1 - X^2 - Y^2)). Left out: dX, dY of the pole (below 1e-3
    arcsec or 30 mm, mostly the free core nutation), tides and plate motion, and the contribution of precession and
    polar motion to v (5e-5 m/s).

    Parameters
    ----------
    xyz_m : (n, 3) float64
        Site in the terrestrial frame (ITRF), m.
    tt : Times
        (n,) TT.
    tai : Times
        (n,) TAI, to which `orientation` refers UT1.
    pole : (n, 3) float64
        X, Y, s of the celestial pole (IAU 2006/2000A), rad, from `jug.obs.smooth`.
    orientation : Orientation
        UT1 - TAI and the pole in the terrestrial frame.

    Returns
    -------
    position : (n, 3) float64
        Light-seconds, GCRS.
    velocity : (n, 3) float64
        In units of c.
    """
    to_intermediate, to_terrestrial = _rotations(tt, tai, pole, orientation)
    position = erfa.trxp(to_terrestrial, xyz_m) / C
    velocity = np.cross(ROTATION_RATE * to_intermediate[:, 2], position)
    return position, velocity


def site_zenith(
    xyz_m: Float[Toa, Xyz], tt: Times, tai: Times, pole: Float[Toa, K], orientation: Orientation
) -> Float[Toa, Xyz]:
    """Unit vector to the geodetic zenith (WGS84) of a site.

    Parameters
    ----------
    xyz_m, tt, tai, pole, orientation
        As in `site_posvel`.

    Returns
    -------
    (n, 3) float64
        GCRS; zero for a site at the geocentre.
    """
    to_terrestrial = _rotations(tt, tai, pole, orientation)[1]
    longitude, latitude, _ = geodetic(xyz_m)
    up = np.stack([np.cos(longitude) * np.cos(latitude), np.sin(longitude) * np.cos(latitude), np.sin(latitude)], -1)
    zenith: Float[Toa, Xyz] = erfa.trxp(to_terrestrial, np.where(np.any(xyz_m != 0.0, axis=-1, keepdims=True), up, 0.0))
    return zenith


def geodetic(xyz_m: Float[Xyz] | Float[N, Xyz]) -> tuple[Array, Array, Array]:
    """Longitude and latitude, rad, and height, m, on the WGS84 ellipsoid, of points (..., 3) in m."""
    longitude, latitude, height = erfa.gc2gd(1, xyz_m)
    return longitude, latitude, height


def sun_direction(mjd_tdb: Float[Toa]) -> Float[Toa, Xyz]:
    """Unit vector from the geocentre to the apparent Sun, (n, 3): erfa's ``epv00`` and aberration; to 0.1 arcsec."""
    helio, bary = erfa.epv00(erfa.DJM0, mjd_tdb)
    towards = -helio["p"] / np.linalg.norm(helio["p"], axis=-1, keepdims=True) + bary["v"] * (erfa.DAU / (C * DAY))
    direction: Float[Toa, Xyz] = towards / np.linalg.norm(towards, axis=-1, keepdims=True)
    return direction


def _rotations(
    tt: Times, tai: Times, pole: Float[Toa, K], orientation: Orientation
) -> tuple[Float[Toa, Xyz, Xyz], Float[Toa, Xyz, Xyz]]:
    """GCRS to celestial intermediate, and GCRS to terrestrial frame, (n, 3, 3) each."""
    ut1 = tai.sec.hi + orientation.ut1_minus_tai
    angle = erfa.era00(erfa.DJM0 + tai.day, ut1 / DAY)
    locator = erfa.sp00(erfa.DJM0 + tt.day, tt.sec.hi / DAY)
    polar = erfa.pom00(orientation.pole[:, 0], orientation.pole[:, 1], locator)
    to_intermediate = erfa.c2ixys(pole[:, 0], pole[:, 1], pole[:, 2])
    return to_intermediate, erfa.c2tcio(to_intermediate, angle, polar)
