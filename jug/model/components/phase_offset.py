"""An overall phase offset between the TOAs and the TZR point.

phase -= PHOFF    turns, on the TOAs, not on the TZR point

When it is in the model it takes the place of the mean that is otherwise removed from the residuals
(Susobhanan et al. 2024, ApJ 971, 150, section 2.2).
"""

from types import ModuleType
from typing import Any

from jug.model.declare import Array, Columns, Component, Param, Values

PHOFF = Param("PHOFF", "turn", "Phase offset of the TOAs from the TZR point", 0)


def phase(xp: ModuleType, p: Values, x: Columns, t: Array) -> Array:
    """Turns, (n,)."""
    return -p["PHOFF"] * x.is_toa


def partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Any]:
    """By PHOFF."""
    return {"PHOFF": -x.is_toa}


COMPONENT = Component("phase offset", (PHOFF,), phase=phase, partials=partials, triggers=("PHOFF",))
