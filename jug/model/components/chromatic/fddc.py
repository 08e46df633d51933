"""Delay by a power of the frequency that is constant in time (FDDC and FDDI in tempo2).

delay = FDDC (f / 1 MHz)^-FDDI    s

FDDC is in s; f is the frequency at the barycentre, (n,). A TOA at infinite frequency has no such delay. tempo2 up to
2023.05 has the term (`dm_delays`) and can fit FDDC only. PINT 1.1.8 and tempo do not have it. jug can fit both.
"""

from jug.core.array import Float, Row
from jug.core.constants import MHZ
from jug.model.components.chromatic.form import log_or_zero, power_or_limit
from jug.model.declare import Columns, Component, Namespace, Param, Partials, Values

FDDC = Param("FDDC", "s", "Delay at 1 MHz", 1)
FDDI = Param("FDDI", "", "Power of 1/frequency in the delay", 0)


def delay(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Delay by FDDC, (n,) s."""
    y = MHZ * x.inv_freq
    return xp.where(y > 0.0, p["FDDC"] * power_or_limit(xp, y, p["FDDI"]), 0.0)


def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the delay by FDDC and FDDI, (n,) each, and by 1/f, (n,) s Hz."""
    y = MHZ * x.inv_freq
    per_unit = xp.where(y > 0.0, power_or_limit(xp, y, p["FDDI"]), 0.0)
    slope = xp.where(y > 0.0, power_or_limit(xp, y, p["FDDI"] - 1.0), 0.0)
    return {
        "FDDC": per_unit,
        "FDDI": p["FDDC"] * per_unit * log_or_zero(xp, y),
        "inv_freq": MHZ * p["FDDC"] * p["FDDI"] * slope,
    }


COMPONENT = Component(
    "FDDC", (FDDC, FDDI), delay=delay, partials=partials, triggers=("FDDC", "FDDI"), needs=("FDDC", "FDDI")
)
