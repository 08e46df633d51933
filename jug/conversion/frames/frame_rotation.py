"""From ICRS to the ecliptic frame and back: position, motion and node of a pulsar, exact, and the Jacobian.

The ecliptic frame is the ICRS rotated about its x axis by the obliquity (`jug.model.components.astrometry`). Let psi be
the angle, at the pulsar, from the old direction of growing longitude to the new one. A vector (v_lon, v_lat) on the sky
has the new components

    v_lon' = v_lon cos psi + v_lat sin psi,   v_lat' = -v_lon sin psi + v_lat cos psi

The proper motion, its derivative and a small displacement (cos b dl, db) transform in this way. An angle counted
from growing longitude towards growing latitude, as KOM of DDK, becomes KOM - psi; KOM of T2 is counted from growing
latitude towards growing longitude and becomes KOM + psi. With the position psi changes by
d psi = sin b' dl' - sin b dl.
"""

from decimal import Decimal, localcontext
from math import cos, sin
from typing import NamedTuple

import numpy as np

from jug.core.angles import ANGLE_DIGITS, PI, arc_tangent_exact, sine_cosine_exact
from jug.core.array import Float, K, N


class RotatedDirection(NamedTuple):
    """A direction in the other frame.

    Parameters
    ----------
    lon, lat : Decimal
        rad, lon from 0 to 2 pi.
    sin_psi, cos_psi : Decimal
        Sine and cosine of the angle from the old to the new direction of growing longitude.
    """

    lon: Decimal
    lat: Decimal
    sin_psi: Decimal
    cos_psi: Decimal

    def rotate(self, along: Decimal, across: Decimal) -> tuple[Decimal, Decimal]:
        """Rotate a vector on the sky to the new frame.

        Parameters
        ----------
        along, across : Decimal
            Components towards growing longitude and latitude of the old frame, in any unit.

        Returns
        -------
        pair of Decimal
            Components in the new frame, in the same unit.
        """
        with localcontext() as context:
            context.prec = ANGLE_DIGITS
            return (
                along * self.cos_psi + across * self.sin_psi,
                across * self.cos_psi - along * self.sin_psi,
            )

    @property
    def psi_deg(self) -> Decimal:
        """The angle psi, deg from -180 to 180."""
        return arc_tangent_exact(self.sin_psi, self.cos_psi) * 180 / PI


def rotate_direction(lon: Decimal, lat: Decimal, obliquity: Decimal, to_ecliptic: bool) -> RotatedDirection:
    """Express a direction in the other frame.

    Parameters
    ----------
    lon, lat : Decimal
        rad.
    obliquity : Decimal
        rad.
    to_ecliptic : bool
        From the ICRS to the ecliptic; else from the ecliptic to the ICRS.

    Returns
    -------
    Rotated
    """
    with localcontext() as context:
        context.prec = ANGLE_DIGITS
        (sl, cl), (sb, cb) = sine_cosine_exact(lon), sine_cosine_exact(lat)
        s, c = sine_cosine_exact(obliquity if to_ecliptic else -obliquity)

        def turn(x: Decimal, y: Decimal, z: Decimal) -> tuple[Decimal, Decimal, Decimal]:
            return x, c * y + s * z, c * z - s * y

        x, y, z = turn(cl * cb, sl * cb, sb)
        east, north = turn(-sl, cl, Decimal(0)), turn(-cl * sb, -sl * sb, cb)
        rho = (x * x + y * y).sqrt()
        new_east = (-y / rho, x / rho)
        angle = arc_tangent_exact(y, x)
        return RotatedDirection(
            angle if angle >= 0 else angle + 2 * PI,
            arc_tangent_exact(z, rho),
            new_east[0] * north[0] + new_east[1] * north[1],
            new_east[0] * east[0] + new_east[1] * east[1],
        )


def rotation_jacobian(
    old_lat: float, new: RotatedDirection, motion: tuple[float, float], acceleration: tuple[float, float], node: float
) -> Float[N, K]:
    """Return the derivatives of the new by the old lon, lat, mu_lon, mu_lat, a_lon, a_lat, KOM.

    Parameters
    ----------
    old_lat : float
        rad.
    new : Rotated
    motion, acceleration : pair of float
        In the new frame, rad/s and rad/s^2.
    node : float
        Derivative of KOM by psi: -1 for DDK, 1 for T2.

    Returns
    -------
    (7, 7) array
        Angles in rad, time in s.
    """
    s, c = float(new.sin_psi), float(new.cos_psi)
    turn = np.array([[c, s], [-s, c]])
    new_lat = float(new.lat)
    place = np.diag([1.0 / cos(new_lat), 1.0]) @ turn @ np.diag([cos(old_lat), 1.0])
    psi = sin(new_lat) * place[0] - np.array([sin(old_lat), 0.0])
    out = np.eye(7)
    for i, (along, across) in ((2, motion), (4, acceleration)):
        out[i : i + 2, i : i + 2] = turn
        out[i : i + 2, :2] = np.outer([across, -along], psi)
    out[:2, :2] = place
    out[6, :2] = node * psi
    return out
