"""What the chromatic terms share: a chromatic measure times a power of the frequency.

delay = K CM (f / 1 MHz)^-TNCHROMIDX    s,    K = 1/2.41e-4 s MHz^2 cm^3/pc

f the frequency at the barycentre; a TOA at infinite frequency has no delay. TNCHROMIDX is 4 where the line is absent
(PINT 1.1.8). In PINT it is held fixed in a fit; here it may be free. tempo2 2023.05 has the same power, but takes no
account of CM itself, has no factorials in CM1, CM2, ... and DMEPOCH in the place of CMEPOCH. A change of TCB to TDB
scales CM by a power that depends on TNCHROMIDX; the one declared is for 4.
"""

from types import ModuleType
from typing import Any

from jug.core.constants import K_DM
from jug.model.declare import Array, Columns, Component, Kernel, Param, Values, scaled

TNCHROMIDX = Param("TNCHROMIDX", "", "Power of 1/frequency of the chromatic delays", 0, default=4.0)
CM_UNIT = "pc cm^-3 MHz^-2"
CM_TIME_POWER = -3
MHZ = 1e6


def power(xp: ModuleType, y: Array, index: Array) -> Array:
    """y^index for y > 0; at y = 0 (infinite frequency) 0, but 1 for index 0."""
    there = y > 0.0
    return xp.where(there, xp.where(there, y, 1.0) ** index, xp.where(index == 0.0, 1.0, 0.0))


def log(xp: ModuleType, y: Array) -> Array:
    """ln y for y > 0, and 0 at y = 0, where it meets a factor of 0."""
    return xp.log(xp.where(y > 0.0, y, 1.0))


def chromatic(name: str, params: tuple[Param, ...], cm: Kernel, cm_partials: Kernel, **given: Any) -> Component:
    """A component whose delay is that of a chromatic measure.

    Parameters
    ----------
    name, params
        As in `Component`; so are the keywords that follow.
    cm : callable
        The chromatic measure, (n,) pc cm^-3 MHz^-2.
    cm_partials : callable
        Its derivatives by parameters.
    """

    def weight(xp: ModuleType, p: Values, x: Columns) -> Array:
        return (K_DM / MHZ**2) * power(xp, x.inv_freq * MHZ, p["TNCHROMIDX"])

    def delay(xp: ModuleType, p: Values, x: Columns, t: Array) -> Array:
        return weight(xp, p, x) * cm(xp, p, x, t)

    def partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Any]:
        y, index, per_cm = x.inv_freq * MHZ, p["TNCHROMIDX"], weight(xp, p, x)
        value = cm(xp, p, x, t)
        slope = (K_DM / MHZ) * index * xp.where(y > 0.0, power(xp, y, index - 1.0), 0.0)
        return {
            **{key: scaled(per_cm, partial) for key, partial in cm_partials(xp, p, x, t).items()},
            "TNCHROMIDX": per_cm * value * log(xp, y),
            "inv_freq": slope * value,
        }

    return Component(name, (*params, TNCHROMIDX), delay=delay, partials=partials, **given)
