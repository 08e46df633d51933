"""Where a site on the Earth is, in the celestial frame of the geocentre (GCRS)."""

import erfa
import numpy as np
from numpy.typing import NDArray

from jug.constants import DAY, C
from jug.obs.eop import Orientation
from jug.times import Times

Array = NDArray[np.float64]

ROTATION_RATE = 1.00273781191135448 * 2.0 * np.pi / DAY
"""Rate of the Earth rotation angle, rad per s of UT1 (Capitaine, Guinot & McCarthy 2000, eq. 14)."""


def site_posvel(xyz_m: Array, tt: Times, tai: Times, pole: Array, orientation: Orientation) -> tuple[Array, Array]:
    """Position and velocity of a site against the geocentre.

    r = Q(X, Y, s) R3(-ERA) W(x, y, s') r_site (IERS Conventions 2010, eq. 5.1), v = omega p x r with the
    celestial intermediate pole p = (X, Y, sqrt(1 - X^2 - Y^2)). Left out: dX, dY of the pole (below 1e-3
    arcsec or 30 mm, mostly the free core nutation), tides and plate motion, and in v what precession and
    polar motion add (5e-5 m/s).

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
    ut1 = tai.sec.hi + orientation.ut1_minus_tai
    angle = erfa.era00(erfa.DJM0 + tai.day, ut1 / DAY)
    locator = erfa.sp00(erfa.DJM0 + tt.day, tt.sec.hi / DAY)
    polar = erfa.pom00(orientation.pole[:, 0], orientation.pole[:, 1], locator)
    to_intermediate = erfa.c2ixys(pole[:, 0], pole[:, 1], pole[:, 2])
    to_terrestrial = erfa.c2tcio(to_intermediate, angle, polar)
    position = erfa.trxp(to_terrestrial, xyz_m) / C
    velocity = np.cross(ROTATION_RATE * to_intermediate[:, 2], position)
    return position, velocity
