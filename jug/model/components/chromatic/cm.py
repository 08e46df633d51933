"""Chromatic measure as a Taylor series in time (ChromaticCM in PINT).

delay = K (f / 1 MHz)^-TNCHROMIDX sum_n CM_n (t - CMEPOCH)^n / n!    s

CM_n is in pc cm^-3 MHz^-2 yr^-n, with years of 365.25 d. t is the TDB at the observatory (PINT 1.1.8). K, f and
TNCHROMIDX are as in `form`.
"""

from types import ModuleType
from typing import Any

from jug.model.components.chromatic.form import CM_TIME_POWER, CM_UNIT, chromatic
from jug.model.declare import Array, Columns, Param, Values, series

CM = Param("CM", CM_UNIT, "Chromatic measure and its time derivatives", CM_TIME_POWER, family=series("yr", bare=True))
CMEPOCH = Param("CMEPOCH", "MJD", "Epoch of the chromatic measure", 0, codec="mjd", default="PEPOCH", fit=False)


def _powers(xp: ModuleType, p: Values, x: Columns) -> list[Array]:
    since = x.tdb - p["CMEPOCH"]
    powers = [xp.ones(since.shape[0])]
    for n in range(1, p["CM"].shape[0]):
        powers.append(powers[-1] * since / n)
    return powers


def cm(xp: ModuleType, p: Values, x: Columns, t: Array) -> Array:
    """Chromatic measure, (n,) pc cm^-3 MHz^-2."""
    return sum(p["CM"][n] * power for n, power in enumerate(_powers(xp, p, x)))


def cm_partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Any]:
    """Derivatives of the chromatic measure by each CM_n, (n, k)."""
    return {"CM": xp.stack(_powers(xp, p, x), axis=1)}


COMPONENT = chromatic("chromatic", (CM, CMEPOCH), cm, cm_partials, triggers=("CM",))
