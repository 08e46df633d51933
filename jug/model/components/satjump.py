"""Clock offsets of receivers or ranges of time: seconds added to the site arrival times (SATJUMP in tempo2).

arrival time += SATJUMP    s, on the selected TOAs

tempo2 adds SATJUMP where it adds clock corrections. jug applies it as a delay before all others, to first order:

delay = -SATJUMP (1 + v.n)    s

v is the observatory's velocity in units of c, (n, 3), and n the unit vector to the pulsar, (n, 3). The factor 1 + v.n
is the change of the time at the barycentre for a change of the site time. The second order is neglected: v'.n
SATJUMP^2 / 2, below 6e-11 s for 1 s (rotation of the Earth). The change of the other delays during the offset is also
neglected: below 1e-12 s for 1 ms. Selections by MJD use the arrival times without SATJUMP. PINT does not have it.
"""

from jug.core.array import Float, Row
from jug.model.declare import (
    Columns,
    Component,
    Namespace,
    Param,
    Partials,
    Values,
    dot,
    member_partials,
    member_values,
    selected_family,
)

SATJUMP = Param("SATJUMP", "s", "Clock offset added to the selected site arrival times", 1, family=selected_family())


def _rate(xp: Namespace, x: Columns) -> Float[Row]:
    """Change of the time at the barycentre for 1 s at the site, (n,)."""
    return 1.0 + dot(x.v_obs, x.n)


def delay(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Delay by the clock offset, (n,) s."""
    return -_rate(xp, x) * member_values(xp, p["SATJUMP"], x.selections["SATJUMP"])


def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the delay by each SATJUMP, (n, k) (`Binned` where disjoint), and by the direction n, (n, 3) s."""
    jump = member_values(xp, p["SATJUMP"], x.selections["SATJUMP"])
    return {
        "SATJUMP": member_partials(xp, -_rate(xp, x), x.selections["SATJUMP"], p["SATJUMP"].shape[0]),
        "n": -x.v_obs * jump[:, None],
    }


COMPONENT = Component("clock offsets", (SATJUMP,), delay=delay, partials=partials, triggers=("SATJUMP",))
