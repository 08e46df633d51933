"""Dispersion by the interstellar medium: a series in time.

delay = K f^-2 DM(t)    s,    DM(t) = sum_n DM_n (t - DMEPOCH)^n / n!    pc cm^-3

K = 1/2.41e-4 MHz^2 s cm^3/pc, f the frequency at the barycentre, t the TOA's own TDB (PINT 1.1.8; tempo2 takes the
site time), years of 365.25 d. Hobbs, Edwards & Manchester 2006, MNRAS 369, 655, eq. 19; Manchester & Taylor 1972 for K.
``DM_SERIES POLY`` leaves out the factorials (tempo2); absent or ``TAYLOR`` they are there.

Flags of a TOA, as in tempo2 2023.05: ``-dm x`` puts x in the place of DM and DMX (DM1, DM2, ... stay), ``-dmo x`` adds
x. PINT 1.1.8 does not look at them; neither does tempo2 where DMMODEL is given.
"""

from types import ModuleType
from typing import Any

from jug.model.declare import Array, Columns, Component, OwnColumns, Param, Values, dispersive, series

DM = Param("DM", "pc cm^-3", "Dispersion measure and its time derivatives", -1, family=series("yr", bare=True))
DMEPOCH = Param("DMEPOCH", "MJD", "Epoch of the dispersion measure", 0, codec="mjd", default="PEPOCH", fit=False)
DM_SERIES = Param("DM_SERIES", "", "TAYLOR (with factorials) or POLY", 0, codec="str", fit=False)


def by_flags(xp: ModuleType, rows: Any) -> OwnColumns:
    """Columns ``dm_by_model`` (0 where -dm gives the DM, else 1) and ``dm_by_flag``; none where no TOA has a flag."""
    if "DMMODEL" in rows.model.entries or not (rows.has_flag("dm") or rows.has_flag("dmo")):
        return OwnColumns()
    given, value = rows.numbers("dm")
    return OwnColumns({"dm_by_model": 1.0 - given, "dm_by_flag": value + rows.numbers("dmo")[1]})


def _component(name: str, words: tuple[str, ...], factorial: bool) -> Component:
    """The series with or without factorials."""

    def powers(p: Values, x: Columns) -> list[Array]:
        """What multiplies DM1, DM2, ...; (n,) each."""
        since = x.tdb - p["DMEPOCH"]
        found, power = [], 1.0
        for n in range(1, p["DM"].shape[0]):
            power = power * since / (n if factorial else 1)
            found.append(power)
        return found

    def dm(xp: ModuleType, p: Values, x: Columns, t: Array) -> Array:
        """Dispersion measure, (n,) pc cm^-3."""
        base = p["DM"][0] * (x.own["dm_by_model"] if "dm_by_model" in x.own else xp.ones(t.shape[0]))
        if "dm_by_flag" in x.own:
            base = base + x.own["dm_by_flag"]
        return sum((p["DM"][n + 1] * power for n, power in enumerate(powers(p, x))), base)

    def dm_partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Any]:
        """By each DM_n, (n, k)."""
        base = x.own["dm_by_model"] if "dm_by_model" in x.own else xp.ones(t.shape[0])
        return {"DM": xp.stack([base, *powers(p, x)], axis=1)}

    return dispersive(
        name,
        (DM, DMEPOCH, DM_SERIES),
        dm,
        dm_partials,
        triggers=("DM",),
        needs=("DM",),
        options=(("DM_SERIES", words),),
        columns=by_flags,
    )


TAYLOR = _component("dispersion", ("", "TAYLOR"), True)
POLYNOMIAL = _component("dispersion (polynomial)", ("POLY", "POLYNOMIAL"), False)
