"""Dispersion by the interstellar medium, as a Taylor series in time (DispersionDM in PINT).

delay = K f^-2 DM(t)    s,    DM(t) = sum_n DM_n (t - DMEPOCH)^n / n!    pc cm^-3

K = 1/2.41e-4 MHz^2 s cm^3/pc (Manchester & Taylor 1972). DM_n is in pc cm^-3 yr^-n, with years of 365.25 d. f is the
frequency at the barycentre, t the TDB at the observatory (PINT 1.1.8; tempo2 takes the site time). Hobbs, Edwards &
Manchester 2006, MNRAS 369, 655, eq. 19. ``DM_SERIES POLY`` omits the factorials (tempo2); without the line, and with
``TAYLOR``, they are there.

Two flags of a TOA act as in tempo2 2023.05: ``-dm x`` replaces DM and DMX by x (DM1, DM2, ... stay), and ``-dmo x``
adds x. PINT 1.1.8 ignores them. tempo2 and jug ignore them in a model with DMMODEL.
"""

from jug.core.array import Array, Float, Row
from jug.model.declare import (
    Columns,
    Component,
    Namespace,
    OwnColumns,
    Param,
    Partials,
    ToaRows,
    Values,
    dispersive_component,
    series_family,
)

DM = Param("DM", "pc cm^-3", "Dispersion measure and its time derivatives", -1, family=series_family("yr", bare=True))
DMEPOCH = Param("DMEPOCH", "MJD", "Epoch of the dispersion measure", 0, codec="mjd", default="PEPOCH", fit=False)
DM_SERIES = Param("DM_SERIES", "", "TAYLOR (with factorials) or POLY", 0, codec="str", fit=False)


def dm_flag_columns(xp: Namespace, rows: ToaRows) -> OwnColumns:
    """Make the columns of the flags -dm and -dmo.

    Parameters
    ----------
    xp : Namespace
    rows : ToaRows

    Returns
    -------
    OwnColumns
        ``dm_by_model``: 0 where -dm gives the DM, else 1, (n,).
        ``dm_by_flag``: the DM that the flags give, (n,) pc cm^-3.
        Empty when no TOA has one of these flags.
    """
    if "DMMODEL" in rows.model.entries or not (rows.has_flag("dm") or rows.has_flag("dmo")):
        return OwnColumns()
    given, value = rows.numbers("dm")
    return OwnColumns({"dm_by_model": 1.0 - given, "dm_by_flag": value + rows.numbers("dmo")[1]})


def _component(name: str, words: tuple[str, ...], factorial: bool) -> Component:
    """The series with factorials or without."""

    def powers(p: Values, x: Columns) -> list[Float[Row]]:
        """Factors of DM1, DM2, ...; (n,) each."""
        since = x.tdb - p["DMEPOCH"]
        found: list[Array] = []
        for n in range(1, p["DM"].shape[0]):
            found.append((found[-1] if found else 1.0) * since / (n if factorial else 1))
        return found

    def dm(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
        """Dispersion measure, (n,) pc cm^-3."""
        base = p["DM"][0] * (x.own["dm_by_model"] if "dm_by_model" in x.own else xp.ones(t.shape[0]))
        if "dm_by_flag" in x.own:
            base = base + x.own["dm_by_flag"]
        total: Float[Row] = sum((p["DM"][n + 1] * power for n, power in enumerate(powers(p, x))), base)
        return total

    def dm_partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
        """Derivatives of the dispersion measure by each DM_n, (n, k)."""
        base = x.own["dm_by_model"] if "dm_by_model" in x.own else xp.ones(t.shape[0])
        return {"DM": xp.stack([base, *powers(p, x)], axis=1)}

    return dispersive_component(
        name,
        (DM, DMEPOCH, DM_SERIES),
        dm,
        dm_partials,
        triggers=("DM",),
        needs=("DM",),
        options=(("DM_SERIES", words),),
        columns=dm_flag_columns,
    )


TAYLOR = _component("dispersion", ("", "TAYLOR"), True)
POLYNOMIAL = _component("dispersion (polynomial)", ("POLY", "POLYNOMIAL"), False)
