"""Dispersion by the solar wind with one density for all times (SolarWindDispersion in PINT).

DM = NE_SW(t) g,    NE_SW(t) = sum_n NE_SWn (t - SWEPOCH)^n / n!    cm^-3,    delay = K DM / f^2    s

g is the column density of `geometry`, in pc, for the position of the Sun as the observatory sees it. The density falls
as the square of the distance with SWM 0 (or no SWM), and as the power SWP (2 when absent) with SWM 1. NE_SWn is in
cm^-3 yr^-n, with years of 365.25 d. t is the TDB at the observatory (PINT 1.1.8; tempo2 takes the site time, and its
SWM 1 is another model). NE1AU and SOLARN0 are other names of NE_SW. Without NE_SW there is no solar wind (PINT; tempo2
takes 4 cm^-3). A TOA at the barycentre has no solar wind (PINT 1.1.8 computes one for an observatory at the
barycentre).
"""

from jug.core.array import Float, Row
from jug.model.components.solar_wind.geometry import inverse_square, power_law, sun_angle
from jug.model.declare import Columns, Namespace, Param, Partials, Values, dispersive_component, series_family

NE_SW = Param(
    "NE_SW",
    "cm^-3",
    "Electron density of the solar wind at 1 AU and its time derivatives",
    -2,
    aliases=("NE1AU", "SOLARN0"),
    family=series_family("yr", bare=True),
)
SWEPOCH = Param("SWEPOCH", "MJD", "Epoch of the density of the solar wind", 0, codec="mjd", default="PEPOCH", fit=False)
SWP = Param(
    "SWP", "", "Power by which the density of the solar wind falls (SWM 1)", 0, default=2.0, bounds=(1.001, None)
)
SWM = Param("SWM", "", "Model of the solar wind: 0 inverse square, 1 power SWP", 0, codec="str", fit=False)


def _powers(p: Values, x: Columns) -> list[Float[Row]]:
    """(t - SWEPOCH)^n / n!, 0 for a TOA at the barycentre; (n,) each."""
    since = x.tdb - p["SWEPOCH"]
    powers = [x.on_site]
    for n in range(1, p["NE_SW"].shape[0]):
        powers.append(powers[-1] * since / n)
    return powers


def _density(p: Values, x: Columns) -> Float[Row]:
    density: Float[Row] = sum(p["NE_SW"][n] * power for n, power in enumerate(_powers(p, x)))
    return density


def dm_square(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Dispersion measure of the solar wind with SWM 0, (n,) pc cm^-3."""
    c, r, _ = sun_angle(xp, x)
    return _density(p, x) * inverse_square(xp, c, r)[0]


def dm_square_partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the DM by each NE_SWn, (n, k), and by the direction n, (n, 3)."""
    c, r, c_n = sun_angle(xp, x)
    g, g_c = inverse_square(xp, c, r)
    return {
        "NE_SW": xp.stack([g * power for power in _powers(p, x)], axis=1),
        "n": (_density(p, x) * g_c)[:, None] * c_n,
    }


def dm_power(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Dispersion measure of the solar wind with SWM 1, (n,) pc cm^-3."""
    c, r, _ = sun_angle(xp, x)
    return _density(p, x) * power_law(xp, c, r, p["SWP"])[0]


def dm_power_partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the DM by each NE_SWn, (n, k), by SWP, (n,), and by the direction n, (n, 3)."""
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
"""Values of `Component.options` for the two forms of the density."""

SQUARE = dispersive_component(
    "solar wind",
    _PARAMS,
    dm_square,
    dm_square_partials,
    triggers=("NE_SW",),
    options=SQUARE_LAW,
)
POWER = dispersive_component(
    "solar wind (power law)",
    _PARAMS,
    dm_power,
    dm_power_partials,
    triggers=("NE_SW",),
    options=POWER_LAW,
)
