"""Roemer delay, and the delay by the curvature of the wave front (parallax).

delay = -r.n + (r^2 - (r.n)^2) PX / (2 AU)    s

r is the position of the observatory from the solar-system barycentre, (n, 3) light-s; n is the unit vector to the
pulsar, (n, 3); PX is the parallax in rad; AU is in light-s. Hobbs, Edwards & Manchester 2006, MNRAS 369, 655, eqs 2
and 4. PINT computes both delays in its astrometry components. The next order in r/distance is neglected; it is below
0.01 ps for any pulsar.

r.n is the sum of two products, with the direction for which the columns were made and with its change since. So a
change of the position by less than the rounding of n (4e-13 s) still has its effect.
"""

from jug.core.array import Float, Row
from jug.core.constants import AU_LS
from jug.model.declare import Columns, Component, Namespace, Param, Partials, Values, dot

PX = Param("PX", "mas", "Parallax", -1, default=0.0)


def _along(xp: Namespace, x: Columns) -> Float[Row]:
    """r.n, light-s."""
    r = x.r_obs
    return r @ x.tables["n_origin"] + dot(r, x.n_shift)


def delay(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Roemer and parallax delay to the barycentre, (n,) s."""
    r, along = x.r_obs, _along(xp, x)
    return (dot(r, r) - along * along) * (p["PX"] / (2.0 * AU_LS)) - along


def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the delay by PX, (n,) s/rad, and by the direction n, (n, 3) s."""
    r, along = x.r_obs, _along(xp, x)
    return {
        "PX": (dot(r, r) - along * along) / (2.0 * AU_LS),
        "n_shift": -r * (1.0 + along * (p["PX"] / AU_LS))[:, None],
    }


COMPONENT = Component("Roemer and parallax", (PX,), delay=delay, partials=partials)
