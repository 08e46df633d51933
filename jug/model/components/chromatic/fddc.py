"""A delay that goes as a power of the frequency, the same at all times.

delay = FDDC (f / 1 MHz)^-FDDI    s

f the frequency at the barycentre; a TOA at infinite frequency has none. tempo2 up to 2023.05 (`dm_delays`), which can
fit FDDC alone; PINT 1.1.8 and tempo do not have it. Both can be fitted here.
"""

from types import ModuleType
from typing import Any

from jug.model.components.chromatic.form import log, power
from jug.model.declare import Array, Columns, Component, Param, Values

MHZ = 1e6
FDDC = Param("FDDC", "s", "Delay at 1 MHz", 1)
FDDI = Param("FDDI", "", "Power of 1/frequency of the delay", 0)


def delay(xp: ModuleType, p: Values, x: Columns, t: Array) -> Array:
    """Seconds, (n,)."""
    y = MHZ * x.inv_freq
    return xp.where(y > 0.0, p["FDDC"] * power(xp, y, p["FDDI"]), 0.0)


def partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Any]:
    """By both parameters and by 1/f."""
    y = MHZ * x.inv_freq
    per_unit = xp.where(y > 0.0, power(xp, y, p["FDDI"]), 0.0)
    slope = xp.where(y > 0.0, power(xp, y, p["FDDI"] - 1.0), 0.0)
    return {
        "FDDC": per_unit,
        "FDDI": p["FDDC"] * per_unit * log(xp, y),
        "inv_freq": MHZ * p["FDDC"] * p["FDDI"] * slope,
    }


COMPONENT = Component(
    "FDDC", (FDDC, FDDI), delay=delay, partials=partials, triggers=("FDDC", "FDDI"), needs=("FDDC", "FDDI")
)
