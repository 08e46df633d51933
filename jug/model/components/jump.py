"""Phase jumps between receivers, backends or ranges of time (PhaseJump in PINT).

phase += F0 JUMP    turns, on the selected TOAs

JUMP is in s. The factor is F0, not the frequency at the TOA (PINT and tempo2). Ranges include both ends; they apply to
clock-corrected UTC and to the frequency at the site (PINT 1.1.8). The TZR point has no flags, so only selectors by
MJD, FREQ and TEL can select it.
"""

from types import ModuleType
from typing import Any

from jug.model.declare import (
    Array,
    Columns,
    Component,
    Param,
    Values,
    by_frequencies,
    member_partials,
    member_values,
    selected,
)

JUMP = Param("JUMP", "s", "Time offset of the selected TOAs", 1, family=selected())


def phase(xp: ModuleType, p: Values, x: Columns, t: Array) -> Array:
    """Phase added by the jumps, (n,) turns."""
    return p["F"][0] * member_values(xp, p["JUMP"], x.selections["JUMP"])


def partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Any]:
    """Derivatives of the phase by each JUMP, (n, k) turns/s (`Binned` where the selections are disjoint), and by F."""
    jump = member_values(xp, p["JUMP"], x.selections["JUMP"])
    return {
        "JUMP": member_partials(xp, p["F"][0] + 0.0 * jump, x.selections["JUMP"], p["JUMP"].shape[0]),
        "F": by_frequencies(xp, jump, p["F"].shape[0]),
    }


COMPONENT = Component("jumps", (JUMP,), phase=phase, partials=partials, triggers=("JUMP",))
