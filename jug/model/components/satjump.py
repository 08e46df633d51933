"""Clock offsets of receivers or stretches of time: seconds added to the site arrival times.

arrival time += SATJUMP    s, on the selected TOAs

tempo2's, in the place where clock corrections are added. Carried out as a delay before all others, to first order
in SATJUMP,

delay = -SATJUMP (1 + v.n)    s

v the observatory's velocity in units of c: the time of emission moves by the offset, less what the observatory comes
nearer to the pulsar meanwhile. The second order is v'.n SATJUMP^2 / 2 < 6e-11 s for 1 s (the Earth's rotation). What
other delays change during the offset is below 1e-12 s for 1 ms. Selections by MJD look at the times without it.
"""

from types import ModuleType
from typing import Any

from jug.model.declare import Array, Columns, Component, Param, Values, dot, member_partials, member_values, selected

SATJUMP = Param("SATJUMP", "s", "Clock offset added to the selected site arrival times", 1, family=selected())


def _stretch(xp: ModuleType, x: Columns) -> Array:
    """Seconds of emission time in one second at the site, (n,)."""
    return 1.0 + dot(x.v_obs, x.n)


def delay(xp: ModuleType, p: Values, x: Columns, t: Array) -> Array:
    """Seconds, (n,)."""
    return -_stretch(xp, x) * member_values(xp, p["SATJUMP"], x.selections["SATJUMP"])


def partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Any]:
    """By each SATJUMP (binned where they are disjoint) and by the direction n."""
    jump = member_values(xp, p["SATJUMP"], x.selections["SATJUMP"])
    return {
        "SATJUMP": member_partials(xp, -_stretch(xp, x), x.selections["SATJUMP"], p["SATJUMP"].shape[0]),
        "n": -x.v_obs * jump[:, None],
    }


COMPONENT = Component("clock offsets", (SATJUMP,), delay=delay, partials=partials, triggers=("SATJUMP",))
