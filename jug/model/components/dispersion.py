"""Dispersion by the interstellar medium.

delay = K f^-2 sum_n DM_n (t - DMEPOCH)^n / n!    s

K = 1/2.41e-4 MHz^2 s cm^3/pc, f the frequency at the barycentre, t the TOA's own TDB (PINT 1.1.8; tempo2 takes the
site time). Factorials and years of 365.25 d as in PINT and tempo2's DM1, DM2, ... Hobbs, Edwards & Manchester 2006,
MNRAS 369, 655, eq. 19; Manchester & Taylor 1972 for K.
"""

from types import ModuleType
from typing import Any

from jug.constants import K_DM
from jug.model.declare import Array, Columns, Component, Param, Values, series

DM = Param("DM", "pc cm^-3", "Dispersion measure and its time derivatives", -1, family=series("yr", bare=True))
DMEPOCH = Param("DMEPOCH", "MJD", "Epoch of the dispersion measure", 0, codec="mjd", default="PEPOCH", fit=False)


def _powers(p: Values, x: Columns) -> list[Array]:
    """(t - DMEPOCH)^n / n! for each order, (n,) each."""
    since = x["tdb"] - p["DMEPOCH"]
    powers = [0.0 * since + 1.0]
    for n in range(1, p["DM"].shape[0]):
        powers.append(powers[-1] * since / n)
    return powers


def delay(xp: ModuleType, p: Values, x: Columns, t: Array) -> Array:
    """Dispersive delay, (n,) s."""
    dm = sum(p["DM"][n] * power for n, power in enumerate(_powers(p, x)))
    return K_DM * dm * x["inv_freq"] ** 2


def partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Any]:
    """By each DM_n, (n, k), and by 1/f."""
    powers = _powers(p, x)
    dm = sum(p["DM"][n] * power for n, power in enumerate(powers))
    per_dm = K_DM * x["inv_freq"] ** 2
    return {
        "DM": xp.stack([per_dm * power for power in powers], axis=1),
        "inv_freq": 2.0 * K_DM * dm * x["inv_freq"],
    }


COMPONENT = Component("dispersion", (DM, DMEPOCH), delay=delay, partials=partials, triggers=("DM",), needs=("DM",))
