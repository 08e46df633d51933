"""Phase jumps between receivers, backends or ranges of time (PhaseJump in PINT).

phase += F0 JUMP    turns, on the selected TOAs

JUMP is in s. The factor is F0, not the frequency at the TOA (PINT and tempo2). Ranges include both ends; they apply to
clock-corrected UTC and to the frequency at the site (PINT 1.1.8). The TZR point has no flags, so only selectors by
MJD, FREQ and TEL can select it.
"""

from jug.core.array import Float, Row
from jug.model.declare import (
    Columns,
    Component,
    Namespace,
    Param,
    Partials,
    Values,
    member_partials,
    member_values,
    partials_by_spin,
    selected_family,
)

JUMP = Param("JUMP", "s", "Time offset of the selected TOAs", 1, family=selected_family())


def phase(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Phase added by the jumps, (n,) turns."""
    turns: Float[Row] = p["F"][0] * member_values(xp, p["JUMP"], x.selections["JUMP"])
    return turns


def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the phase by each JUMP, (n, k) turns/s (`Binned` where the selections are disjoint), and by F."""
    jump = member_values(xp, p["JUMP"], x.selections["JUMP"])
    return {
        "JUMP": member_partials(xp, p["F"][0] + 0.0 * jump, x.selections["JUMP"], p["JUMP"].shape[0]),
        "F": partials_by_spin(xp, jump, p["F"].shape[0]),
    }


COMPONENT = Component("jumps", (JUMP,), phase=phase, partials=partials, triggers=("JUMP",))
