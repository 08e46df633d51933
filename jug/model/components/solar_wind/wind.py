"""Dispersion by the solar wind, one density for all times.

DM = NE_SW(t) g,    NE_SW(t) = sum_n NE_SWn (t - SWEPOCH)^n / n!    cm^-3,    delay = K DM / f^2    s

g of `geometry`: with SWM 0 (or none) the density falls as the square of the distance, with SWM 1 as the power SWP (2
when absent). The Sun is where the observatory sees it at the time of the TOA, t the TOA's own TDB, years of 365.25 d
(PINT 1.1.8; tempo2 takes the site time, and its SWM 1 is another model). NE1AU and SOLARN0 are NE_SW. Absent, there
is no wind (PINT; tempo2 takes 4 cm^-3). A TOA at the barycentre has none (PINT 1.1.8 puts the observatory at the
barycentre there).
"""

from types import ModuleType
from typing import Any

from jug.model.components.solar_wind.geometry import inverse_square, power_law, sun_angle
from jug.model.declare import Array, Columns, Param, Values, dispersive, series

NE_SW = Param(
    "NE_SW",
    "cm^-3",
    "Electron density of the solar wind at 1 AU and its time derivatives",
    -2,
    aliases=("NE1AU", "SOLARN0"),
    family=series("yr", bare=True),
)
SWEPOCH = Param("SWEPOCH", "MJD", "Epoch of the solar wind's density", 0, codec="mjd", default="PEPOCH", fit=False)
SWP = Param("SWP", "", "Power by which the solar wind's density falls (SWM 1)", 0, default=2.0, bounds=(1.001, None))
SWM = Param("SWM", "", "Model of the solar wind: 0 or 1", 0, codec="str", fit=False)


def _powers(p: Values, x: Columns) -> list[Array]:
    """(t - SWEPOCH)^n / n!, 0 for a TOA at the barycentre; (n,) each."""
    since = x.tdb - p["SWEPOCH"]
    powers = [x.on_site]
    for n in range(1, p["NE_SW"].shape[0]):
        powers.append(powers[-1] * since / n)
    return powers


def _density(p: Values, x: Columns) -> Array:
    return sum(p["NE_SW"][n] * power for n, power in enumerate(_powers(p, x)))


def dm_square(xp: ModuleType, p: Values, x: Columns, t: Array) -> Array:
    """Dispersion measure with SWM 0, (n,) pc cm^-3."""
    c, r, _ = sun_angle(xp, x)
    return _density(p, x) * inverse_square(xp, c, r)[0]


def dm_square_partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Any]:
    """By each NE_SWn, (n, k), and by the direction, (n, 3)."""
    c, r, c_n = sun_angle(xp, x)
    g, g_c = inverse_square(xp, c, r)
    return {
        "NE_SW": xp.stack([g * power for power in _powers(p, x)], axis=1),
        "n": (_density(p, x) * g_c)[:, None] * c_n,
    }


def dm_power(xp: ModuleType, p: Values, x: Columns, t: Array) -> Array:
    """Dispersion measure with SWM 1, (n,) pc cm^-3."""
    c, r, _ = sun_angle(xp, x)
    return _density(p, x) * power_law(xp, c, r, p["SWP"])[0]


def dm_power_partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Any]:
    """By each NE_SWn, (n, k), by SWP, and by the direction, (n, 3)."""
    c, r, c_n = sun_angle(xp, x)
    g, g_c, g_p = power_law(xp, c, r, p["SWP"])
    density = _density(p, x)
    return {
        "NE_SW": xp.stack([g * power for power in _powers(p, x)], axis=1),
        "SWP": density * g_p,
        "n": (density * g_c)[:, None] * c_n,
    }


_PARAMS = (NE_SW, SWEPOCH, SWM, SWP)
SQUARE_LAW, POWER_LAW = (("SWM", ("", "0", "0.0")),), (("SWM", ("1", "1.0")),)
"""How the density falls, as `Component.options`."""

SQUARE = dispersive(
    "solar wind",
    _PARAMS,
    dm_square,
    dm_square_partials,
    triggers=("NE_SW",),
    options=SQUARE_LAW,
)
POWER = dispersive(
    "solar wind (power law)",
    _PARAMS,
    dm_power,
    dm_power_partials,
    triggers=("NE_SW",),
    options=POWER_LAW,
)
