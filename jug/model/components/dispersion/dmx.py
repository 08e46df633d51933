"""Dispersion measure in bins of time (DispersionDMX in PINT).

delay = K f^-2 DMX_i    s, for TOAs with DMXR1_i <= MJD <= DMXR2_i

DMX_i is in pc cm^-3; K and f are as in `taylor`. DMX adds to the other dispersion terms. The MJD is clock-corrected UTC
and both ends belong to the bin (PINT 1.1.8; tempo2 takes the site time and open ends, and at most 512 bins).
Overlapping bins add up. DMXEP, DMXF1, DMXF2 and a bare ``DMX`` describe the bins and have no effect (as in PINT and
tempo2). Demorest et al. 2013, ApJ 762, 94, section 4.1. The flag ``-dm`` of a TOA replaces DMX too (`taylor`). With
DMMODEL there is no DMX (tempo2).
"""

from jug.core.array import Float, Row
from jug.model.declare import (
    Columns,
    Namespace,
    Param,
    Partials,
    Values,
    dispersive_component,
    indexed_family,
    member_partials,
    member_values,
)

DMX = Param("DMX", "pc cm^-3", "Dispersion measure added in one bin of time", -1, family=indexed_family("DMX"))
DMXR1 = Param("DMXR1", "MJD", "Start of the bin, UTC", 0, codec="mjd", family=indexed_family("DMX"), fit=False)
DMXR2 = Param("DMXR2", "MJD", "End of the bin, UTC", 0, codec="mjd", family=indexed_family("DMX"), fit=False)


def dm(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Dispersion measure of the bins, (n,) pc cm^-3."""
    value = member_values(xp, p["DMX"], x.selections["DMX"])
    return value * x.own["dm_by_model"] if "dm_by_model" in x.own else value


def dm_partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the dispersion measure by each DMX, (n, k) (`Binned` where the bins are disjoint)."""
    weight = x.own["dm_by_model"] if "dm_by_model" in x.own else xp.ones(t.shape[0])
    return {"DMX": member_partials(xp, weight, x.selections["DMX"], p["DMX"].shape[0])}


COMPONENT = dispersive_component(
    "DMX",
    (DMX, DMXR1, DMXR2),
    dm,
    dm_partials,
    triggers=("DMX", "DMXR1", "DMXR2"),
    ranges=((("DMX",), "DMXR1", "DMXR2"),),
    unless=("DMMODEL",),
)
