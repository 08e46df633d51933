"""Shapiro delay in the solar system: by the Sun, and by the planets with PLANET_SHAPIRO (SolarSystemShapiro in PINT).

delay = -2 sum_b T_b ln((|r_b| - r_b.n) / AU)    s

T_b = G M_b / c^3 in s. r_b is the vector from the observatory to the body at the time of the TOA, (n, 3) light-s; the
light time to the body is neglected, as in PINT and tempo2. n is the unit vector to the pulsar. The planets are Venus,
Jupiter, Saturn, Uranus and Neptune. The scale AU adds a constant, which changes only the absolute phase. A TOA at the
barycentre has no such delay. Shapiro 1964, PRL 13, 789; Hobbs, Edwards & Manchester 2006, MNRAS 369, 655, eq. 11.
"""

from collections.abc import Iterator

from jug.core.array import Float, Row, Xyz
from jug.core.constants import AU_LS, T_BODY
from jug.model.declare import Columns, Component, Namespace, Partials, Values, dot


def _passages(xp: Namespace, x: Columns) -> Iterator[tuple[float, Float[Row, Xyz], Float[Row]]]:
    """Of each body in the columns its mass (s), its position r from the site, (n, 3) light-s, and |r| - r.n, (n,)."""
    for body, mass in T_BODY.items():
        if body in x.bodies:
            r = x.bodies[body]
            yield mass, r, xp.sqrt(dot(r, r)) - dot(r, x.n)


def delay(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Shapiro delay, summed over the bodies in the columns, (n,) s."""
    total = 0.0 * x.tdb
    for mass, _, depth in _passages(xp, x):
        total = total - (2.0 * mass) * xp.log(depth / AU_LS)
    return total * x.on_site


def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the delay by the direction n, (n, 3) s."""
    total = 0.0 * x.bodies["sun"]
    for mass, r, depth in _passages(xp, x):
        total = total + r * (2.0 * mass / depth)[:, None]
    return {"n": total * x.on_site[:, None]}


COMPONENT = Component("solar-system Shapiro", delay=delay, partials=partials)
