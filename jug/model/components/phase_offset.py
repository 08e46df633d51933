"""Phase offset between the TOAs and the TZR point (PhaseOffset in PINT).

phase -= PHOFF    turns, on the TOAs, not on the TZR point

A model with PHOFF does not subtract the mean from the residuals. Susobhanan et al. 2024, ApJ 971, 150, section 2.2.
"""

from jug.core.array import Float, Row
from jug.model.declare import Columns, Component, Namespace, Param, Partials, Values

PHOFF = Param("PHOFF", "turn", "Phase offset of the TOAs from the TZR point", 0)


def phase(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Phase offset, (n,) turns."""
    return -p["PHOFF"] * x.is_toa


def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivative of the phase by PHOFF, (n,)."""
    return {"PHOFF": -x.is_toa}


COMPONENT = Component("phase offset", (PHOFF,), phase=phase, partials=partials, triggers=("PHOFF",))
