"""Annual sinusoid of the dispersion measure (DM_S1YR and DM_C1YR of tempo2).

DM(t) += DM_S1YR sin(w (t - DMEPOCH)) + DM_C1YR cos(w (t - DMEPOCH)),    w = 2 pi / 365.25 d

DM_S1YR and DM_C1YR are in pc cm^-3. t is the TDB at the observatory; tempo2 2023.05 takes the site time, which differs
by about a minute, 1e-5 rad of the sinusoid. PINT 1.1.8 does not have the term.
"""

from math import pi

from jug.core.array import Float, Row
from jug.core.constants import YEAR
from jug.model.components.dispersion.taylor import DMEPOCH
from jug.model.declare import Columns, Namespace, Param, Partials, Values, dispersive_component

S1YR = Param("DM_S1YR", "pc cm^-3", "Sine amplitude of the annual dispersion measure", -1, default=0.0)
C1YR = Param("DM_C1YR", "pc cm^-3", "Cosine amplitude of the annual dispersion measure", -1, default=0.0)


def dm(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Dispersion measure of the sinusoid, (n,) pc cm^-3."""
    angle = (2.0 * pi / YEAR) * (x.tdb - p["DMEPOCH"])
    return p["DM_S1YR"] * xp.sin(angle) + p["DM_C1YR"] * xp.cos(angle)


def dm_partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the dispersion measure by both amplitudes, (n,) each."""
    angle = (2.0 * pi / YEAR) * (x.tdb - p["DMEPOCH"])
    return {"DM_S1YR": xp.sin(angle), "DM_C1YR": xp.cos(angle)}


COMPONENT = dispersive_component("yearly DM", (S1YR, C1YR, DMEPOCH), dm, dm_partials, triggers=("DM_S1YR", "DM_C1YR"))
