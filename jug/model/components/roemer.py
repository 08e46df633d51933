"""Roemer delay and the curvature of the wave front.

delay = -r.n + (r^2 - (r.n)^2) PX / (2 AU)    s

r the observatory from the solar-system barycentre (light-s), n the unit vector to the pulsar, PX the parallax
(rad), AU in light-s. r.n is formed from the direction that n started from and its shift since, so that a change of
the position by less than the rounding of n (which is 4e-13 s) still counts. Hobbs, Edwards & Manchester 2006, MNRAS
369, 655, eqs 2 and 4. The next order in r/distance is below 0.01 ps for any pulsar.
"""

from types import ModuleType
from typing import Any

from jug.core.constants import AU_LS
from jug.model.declare import Array, Columns, Component, Param, Values, dot

PX = Param("PX", "mas", "Parallax", -1, default=0.0)


def _along(xp: ModuleType, x: Columns) -> Array:
    """r.n, light-s."""
    r = x.r_obs
    return r @ x.tables["n_origin"] + dot(r, x.n_shift)


def delay(xp: ModuleType, p: Values, x: Columns, t: Array) -> Array:
    """Geometric delay to the barycentre, (n,) s."""
    r, along = x.r_obs, _along(xp, x)
    return (dot(r, r) - along * along) * (p["PX"] / (2.0 * AU_LS)) - along


def partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Any]:
    """By PX, and by the direction n."""
    r, along = x.r_obs, _along(xp, x)
    return {
        "PX": (dot(r, r) - along * along) / (2.0 * AU_LS),
        "n_shift": -r * (1.0 + along * (p["PX"] / AU_LS))[:, None],
    }


COMPONENT = Component("Roemer and parallax", (PX,), delay=delay, partials=partials)
