"""Delay in the Earth's neutral atmosphere (TroposphereDelay in PINT).

delay = Z_h m_h(e) + TROPWET m_w(e)    s

e is the elevation of the pulsar: sin e = n . zenith, with the geodetic zenith. Refraction and aberration are neglected
(0.1 ns at 5 degrees). The hydrostatic zenith delay is Z_h = P / (43.921 kPa) / (c (1 - 0.00266 cos 2 lat - 0.00028 H /
km)) m (Davis et al. 1985, Radio Science 20, 1593, eq. A11). P is the pressure of the US Standard Atmosphere at the
height H of the site. The mapping functions are those of Niell 1996, JGR 101, 3227, eq. 4 and table 3,

m(s; a, b, c) = (1 + a / (1 + b / (1 + c))) / (s + a / (s + b / (s + c))),    s = sin e

The coefficients a, b, c are interpolated between the tabulated latitudes. Those of m_h have a yearly variation with its
phase 28 d after 1 January, half a year later in the south. Niell and tempo2 subtract it from the mean; PINT adds it,
and so does jug. The delay then differs by at most 0.10 ns at 10 degrees and 0.52 ns at 5 degrees. m_h also has the
height correction (1 / s - m(s; height)) H. The wet zenith delay TROPWET is one number for all sites; it is 0 when
absent. A TOA at the barycentre or the geocentre has no such delay.

PINT 1.1.8 is the same without the wet delay. tempo2 2023.05 reads tables of pressure and wet delay, takes cos(lat) for
cos(2 lat) (the convention ``TROPOSPHERE`` COS), and gives a delay below the horizon too, where jug gives none.
"""

from math import pi

from jug.core.array import Float, Row
from jug.core.constants import C
from jug.model.declare import (
    Broadcast,
    Columns,
    Component,
    Namespace,
    OwnColumns,
    Param,
    Partials,
    ToaRows,
    Values,
    dot,
)

CORRECT = Param("CORRECT_TROPOSPHERE", "", "Y: add the tropospheric delay; N: do not", 0, codec="str", fit=False)
WET = Param("TROPWET", "s", "Wet zenith delay of the troposphere", 1, default=0.0, programs=())

LATITUDES = (15.0, 30.0, 45.0, 60.0, 75.0)
"""Latitudes of the tables, deg."""

MEAN = (
    (1.2769934e-3, 1.2683230e-3, 1.2465397e-3, 1.2196049e-3, 1.2045996e-3),
    (2.9153695e-3, 2.9152299e-3, 2.9288445e-3, 2.9022565e-3, 2.9024912e-3),
    (62.610505e-3, 62.837393e-3, 63.721774e-3, 63.824265e-3, 64.258455e-3),
)
"""Mean a, b, c of the hydrostatic mapping, each by latitude."""

YEARLY = (
    (0.0, 1.2709626e-5, 2.6523662e-5, 3.4000452e-5, 4.1202191e-5),
    (0.0, 2.1414979e-5, 3.0160779e-5, 7.2562722e-5, 11.723375e-5),
    (0.0, 9.0128400e-5, 4.3497037e-5, 84.795348e-5, 170.37206e-5),
)
"""Amplitudes of a, b, c over the year, each by latitude."""

WET_TABLE = (
    (5.8021897e-4, 5.6794847e-4, 5.8118019e-4, 5.9727542e-4, 6.1641693e-4),
    (1.4275268e-3, 1.5138625e-3, 1.4572752e-3, 1.5007428e-3, 1.7599082e-3),
    (4.3472961e-2, 4.6729510e-2, 4.3908931e-2, 4.4626982e-2, 5.4736038e-2),
)
"""a, b, c of the wet mapping, each by latitude."""

HEIGHT = (2.53e-5, 5.49e-3, 1.14e-3)
"""a, b, c of the correction for the height above sea level."""


def site_columns(xp: Namespace, rows: ToaRows) -> OwnColumns:
    """Make the columns of site and time.

    Parameters
    ----------
    xp : Namespace
    rows : ToaRows

    Returns
    -------
    OwnColumns
        ``zenith``: unit vector to the zenith, (n, 3).
        ``tropo``: Z_h (s), height (km), a, b, c of m_h and of m_w, (n, 8).
    """
    latitude, height = rows.latitude, rows.height_m
    days = rows.mjd_tdb - 51544.5 - 28.0
    phase = 2.0 * pi * (days / 365.25 + xp.where(latitude < 0.0, 0.5, 0.0))
    degrees = xp.abs(latitude) * (180.0 / pi)
    dry = [
        xp.interp(degrees, LATITUDES, mean) + xp.interp(degrees, LATITUDES, wave) * xp.cos(phase)
        for mean, wave in zip(MEAN, YEARLY, strict=True)
    ]
    wet = [xp.interp(degrees, LATITUDES, row) for row in WET_TABLE]
    times = 1.0 if rows.model.settings.conventions.get("TROPOSPHERE") == "COS" else 2.0
    temperature = 288.15 - 0.0065 * height
    pressure = 101.325 * (288.15 / temperature) ** -5.25575
    zenith_s = pressure / 43.921 / (C * (1.0 - 0.00266 * xp.cos(times * latitude) - 0.00028e-3 * height))
    return OwnColumns({"zenith": rows.zenith, "tropo": xp.stack([zenith_s, height / 1e3, *dry, *wet], axis=1)})


def _mapping(s: Float[Row], a: Broadcast, b: Broadcast, c: Broadcast) -> tuple[Float[Row], Float[Row]]:
    """m(s; a, b, c) and its derivative by s; (n,) each."""
    inner = s + c
    middle = s + b / inner
    outer = s + a / middle
    slope = 1.0 - a / middle**2 * (1.0 - b / inner**2)
    m = (1.0 + a / (1.0 + b / (1.0 + c))) / outer
    return m, -m * slope / outer


def _terms(xp: Namespace, x: Columns) -> tuple[Float[Row], Float[Row], Float[Row], Float[Row]]:
    """Hydrostatic delay and wet mapping, each followed by its derivative by s; (n,) each, 0 below the horizon."""
    s = dot(x.own["zenith"], x.n)
    up = s > 0.0
    s = xp.where(up, s, 1.0)
    zenith_s, height, a, b, c, wet_a, wet_b, wet_c = (x.own["tropo"][:, j] for j in range(8))
    dry, dry_s = _mapping(s, a, b, c)
    low, low_s = _mapping(s, *HEIGHT)
    wet, wet_s = _mapping(s, wet_a, wet_b, wet_c)
    dry = dry + (1.0 / s - low) * height
    dry_s = dry_s + (-1.0 / s**2 - low_s) * height
    dry, dry_s, wet, wet_s = (xp.where(up, part, 0.0) for part in (zenith_s * dry, zenith_s * dry_s, wet, wet_s))
    return dry, dry_s, wet, wet_s


def delay(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Tropospheric delay, (n,) s."""
    dry, _, wet, _ = _terms(xp, x)
    return dry + p["TROPWET"] * wet


def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the delay by TROPWET, (n,), and by the direction n, (n, 3) s."""
    _, dry_s, wet, wet_s = _terms(xp, x)
    return {"TROPWET": wet, "n": (dry_s + p["TROPWET"] * wet_s)[:, None] * x.own["zenith"]}


COMPONENT = Component(
    "troposphere",
    (CORRECT, WET),
    delay=delay,
    partials=partials,
    triggers=("CORRECT_TROPOSPHERE",),
    options=(("CORRECT_TROPOSPHERE", ("Y", "YES", "T", "TRUE", "1")),),
    columns=site_columns,
    asks=("zenith",),
)
