"""Offsets of the dispersion measure between receivers (DispersionJump and FDJumpDM in PINT).

DMJUMP:      DM -= DMJUMP_i on the selected TOAs, no delay
FDJUMPDM:    DM += FDJUMPDM_i on the selected TOAs, delay = K FDJUMPDM_i / f^2    s

Both are in pc cm^-3. DMJUMP is for wideband TOAs only: it lowers the model DM with which a measured DM is compared, and
changes no arrival time (PINT 1.1.8; Alam et al. 2021, ApJS 252, 5, section 4.2). FDJUMPDM raises the DM of both the
arrival time and the measured DM, with the sign of tempo2 and of PINT 1.1.8 (earlier versions of PINT had the opposite
sign).
"""

from jug.core.array import Float, Row
from jug.model.declare import (
    Columns,
    Component,
    Namespace,
    Param,
    Partials,
    Values,
    dispersive_component,
    member_partials,
    member_values,
    selected_family,
)

DMJUMP = Param("DMJUMP", "pc cm^-3", "Offset of the measured DMs of the selected TOAs", -1, family=selected_family())
FDJUMPDM = Param(
    "FDJUMPDM", "pc cm^-3", "Offset of the dispersion measure of the selected TOAs", -1, family=selected_family()
)


def measured_dm(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Change of the model DM by DMJUMP, (n,) pc cm^-3."""
    return -member_values(xp, p["DMJUMP"], x.selections["DMJUMP"])


def measured_dm_partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the model DM by each DMJUMP, (n, k) (`Binned` where disjoint)."""
    return {"DMJUMP": member_partials(xp, -xp.ones(t.shape[0]), x.selections["DMJUMP"], p["DMJUMP"].shape[0])}


def no_delay(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Delay by DMJUMP: zeros, (n,) s."""
    return 0.0 * t


def no_delay_partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the delay by each DMJUMP: zeros, (n, k)."""
    return {"DMJUMP": member_partials(xp, 0.0 * t, x.selections["DMJUMP"], p["DMJUMP"].shape[0])}


def offset_dm(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Change of the DM by FDJUMPDM, (n,) pc cm^-3."""
    return member_values(xp, p["FDJUMPDM"], x.selections["FDJUMPDM"])


def offset_dm_partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the DM by each FDJUMPDM, (n, k) (`Binned` where disjoint)."""
    return {"FDJUMPDM": member_partials(xp, xp.ones(t.shape[0]), x.selections["FDJUMPDM"], p["FDJUMPDM"].shape[0])}


MEASURED = Component(
    "DMJUMP",
    (DMJUMP,),
    delay=no_delay,
    partials=no_delay_partials,
    dm=measured_dm,
    dm_partials=measured_dm_partials,
    triggers=("DMJUMP",),
)
WITH_DELAY = dispersive_component("FDJUMPDM", (FDJUMPDM,), offset_dm, offset_dm_partials, triggers=("FDJUMPDM",))
