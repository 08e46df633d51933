"""Chromatic measure in bins of time (ChromaticCMX in PINT).

delay = K (f / 1 MHz)^-TNCHROMIDX CMX_i    s, for TOAs with CMXR1_i <= MJD <= CMXR2_i

CMX_i is in pc cm^-3 MHz^-2. K, f and TNCHROMIDX are as in `form`. The bins are as those of DMX: the MJD is
clock-corrected UTC, both ends belong to the bin, and overlapping bins add up (PINT 1.1.8).
"""

from jug.core.array import Float, Row
from jug.model.components.chromatic.form import CM_TIME_POWER, CM_UNIT, chromatic_component
from jug.model.declare import (
    Columns,
    Namespace,
    Param,
    Partials,
    Values,
    indexed_family,
    member_partials,
    member_values,
)

CMX = Param("CMX", CM_UNIT, "Chromatic measure added in one bin of time", CM_TIME_POWER, family=indexed_family("CMX"))
CMXR1 = Param("CMXR1", "MJD", "Start of the bin (UTC)", 0, codec="mjd", family=indexed_family("CMX"), fit=False)
CMXR2 = Param("CMXR2", "MJD", "End of the bin (UTC)", 0, codec="mjd", family=indexed_family("CMX"), fit=False)


def cm(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Chromatic measure, (n,) pc cm^-3 MHz^-2."""
    return member_values(xp, p["CMX"], x.selections["CMX"])


def cm_partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the chromatic measure by each CMX, (n, k) (`Binned` where the bins are disjoint)."""
    return {"CMX": member_partials(xp, xp.ones(t.shape[0]), x.selections["CMX"], p["CMX"].shape[0])}


COMPONENT = chromatic_component(
    "CMX",
    (CMX, CMXR1, CMXR2),
    cm,
    cm_partials,
    triggers=("CMX", "CMXR1", "CMXR2"),
    ranges=((("CMX",), "CMXR1", "CMXR2"),),
)
