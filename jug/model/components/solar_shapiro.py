"""Shapiro delay in the solar system: the Sun, and with PLANET_SHAPIRO the planets.

delay = -2 sum_b T_b ln((|r_b| - r_b.n) / AU)    s

T_b = G M_b / c^3, r_b from the observatory to the body at the time of the TOA, not retarded. Shapiro 1964, PRL 13,
789; Hobbs, Edwards & Manchester 2006, MNRAS 369, 655, eq. 11; planets Venus, Jupiter, Saturn, Uranus, Neptune. The
scale of 1 AU is a constant that only the absolute phase sees. A TOA at the barycentre has none.
"""

from types import ModuleType
from typing import Any

from jug.core.constants import AU_LS, T_BODY
from jug.model.declare import Array, Columns, Component, Values, dot


def delay(xp: ModuleType, p: Values, x: Columns, t: Array) -> Array:
    """Summed over the bodies whose positions the columns hold, (n,) s."""
    total = 0.0 * x.tdb
    for body, mass in T_BODY.items():
        if body in x.bodies:
            r = x.bodies[body]
            depth = xp.sqrt(dot(r, r)) - dot(r, x.n)
            total = total - (2.0 * mass) * xp.log(depth / AU_LS)
    return total * x.on_site


def partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Any]:
    """By the direction n, (n, 3)."""
    total = 0.0 * x.bodies["sun"]
    for body, mass in T_BODY.items():
        if body in x.bodies:
            r = x.bodies[body]
            depth = xp.sqrt(dot(r, r)) - dot(r, x.n)
            total = total + r * (2.0 * mass / depth)[:, None]
    return {"n": total * x.on_site[:, None]}


COMPONENT = Component("solar-system Shapiro", delay=delay, partials=partials)
