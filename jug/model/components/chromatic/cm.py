"""Chromatic measure as a Taylor series in time (ChromaticCM in PINT).

delay = K (f / 1 MHz)^-TNCHROMIDX sum_n CM_n (t - CMEPOCH)^n / n!    s

CM_n is in pc cm^-3 MHz^-2 yr^-n, with years of 365.25 d. t is the TDB at the observatory (PINT 1.1.8). K, f and
TNCHROMIDX are as in `form`.
"""

from jug.core.array import Float, Row
from jug.model.components.chromatic.form import CM_TIME_POWER, CM_UNIT, chromatic_component
from jug.model.declare import Columns, Namespace, Param, Partials, Values, series_family

CM = Param(
    "CM", CM_UNIT, "Chromatic measure and its time derivatives", CM_TIME_POWER, family=series_family("yr", bare=True)
)
CMEPOCH = Param("CMEPOCH", "MJD", "Epoch of the chromatic measure", 0, codec="mjd", default="PEPOCH", fit=False)


def _powers(xp: Namespace, p: Values, x: Columns) -> list[Float[Row]]:
    since = x.tdb - p["CMEPOCH"]
    powers = [xp.ones(since.shape[0])]
    for n in range(1, p["CM"].shape[0]):
        powers.append(powers[-1] * since / n)
    return powers


def cm(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Chromatic measure, (n,) pc cm^-3 MHz^-2."""
    measure: Float[Row] = sum(p["CM"][n] * power for n, power in enumerate(_powers(xp, p, x)))
    return measure


def cm_partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the chromatic measure by each CM_n, (n, k)."""
    return {"CM": xp.stack(_powers(xp, p, x), axis=1)}


COMPONENT = chromatic_component("chromatic", (CM, CMEPOCH), cm, cm_partials, triggers=("CM",))
