"""The hour angle of a pulsar at a site, to a tenth of a degree: UT1 is taken as UTC, and precession is left out."""

from math import atan2, pi

import erfa
import numpy as np

from jug.core.array import Float, N


def hour_angle(mjd: Float[N], xyz_m: tuple[float, float, float], phi_rad: float) -> Float[N]:
    """Compute the hour angle at UTC times.

    Parameters
    ----------
    mjd : (n,) array
        UTC, MJD.
    xyz_m : tuple of float
        Position of the site, ITRF, m.
    phi_rad : float
        Right ascension, rad.

    Returns
    -------
    (n,) array
        h, -12 to 12.
    """
    sidereal = erfa.gmst06(2400000.5, mjd, 2400000.5, mjd) + atan2(xyz_m[1], xyz_m[0])
    angle = (np.asarray(sidereal) - phi_rad + pi) % (2.0 * pi) - pi
    return np.asarray(angle * 12.0 / pi)
