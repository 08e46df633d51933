"""Where the pulsar is: the unit vector to it, by equatorial or ecliptic coordinates with proper motion.

n(t) = u / |u|,   u = n0 + (mu_lon e + mu_lat q)(t - POSEPOCH)

with n0 the direction at POSEPOCH and e, q the unit vectors towards growing longitude and latitude there: uniform
motion in space seen from the barycentre, radial velocity and light-travel time left out (as erfa's ``pmsafe`` with
zero radial velocity, used by PINT 1.1.8; a rotation along the great circle at constant rate would differ by
(mu t)^3 / 3, 0.2 ns for 1 arcsec/yr after 20 yr). mu_lon contains cos(latitude). Ecliptic coordinates are turned
about the ICRS x axis by the obliquity that ECL names, without frame bias (conventions of PINT and tempo2).
Lindegren & Dravins 2003, A&A 401, 1185, eq. 5.
"""

from types import ModuleType
from typing import Any

from jug.model.declare import Array, Columns, Component, Kernel, Param, Values

POSEPOCH = Param("POSEPOCH", "MJD", "Epoch of the position", 0, codec="mjd", default="PEPOCH", fit=False)

EQUATORIAL = (
    Param("RAJ", "hourangle", "Right ascension (ICRS) at POSEPOCH", 0, codec="hms", aliases=("RA",)),
    Param("DECJ", "deg", "Declination (ICRS) at POSEPOCH", 0, codec="dms", aliases=("DEC",)),
    Param("PMRA", "mas/yr", "Proper motion in right ascension, times cos(DECJ)", -1, default=0.0),
    Param("PMDEC", "mas/yr", "Proper motion in declination", -1, default=0.0),
    POSEPOCH,
)

ECLIPTIC = (
    Param("ELONG", "deg", "Ecliptic longitude at POSEPOCH", 0, aliases=("LAMBDA",)),
    Param("ELAT", "deg", "Ecliptic latitude at POSEPOCH", 0, aliases=("BETA",)),
    Param(
        "PMELONG",
        "mas/yr",
        "Proper motion in longitude, times cos(ELAT)",
        -1,
        default=0.0,
        aliases=("PMLAMBDA",),
    ),
    Param("PMELAT", "mas/yr", "Proper motion in latitude", -1, default=0.0, aliases=("PMBETA",)),
    POSEPOCH,
)


def _triad(xp: ModuleType, lon: Array, lat: Array) -> tuple[Array, Array, Array]:
    """Unit vectors, each (3,), to (lon, lat) and towards growing longitude and latitude there."""
    sl, cl, sb, cb = xp.sin(lon), xp.cos(lon), xp.sin(lat), xp.cos(lat)
    return (
        xp.stack([cl * cb, sl * cb, sb]),
        xp.stack([-sl, cl, 0.0 * sl]),
        xp.stack([-cl * sb, -sl * sb, cb]),
    )


def _path(xp: ModuleType, p: Values, x: Columns, keys: tuple[str, ...]) -> tuple[Array, Array]:
    """u / |u| and 1 / |u|, shapes (n, 3) and (n, 1), in the frame of the coordinates."""
    lon, lat, mu_lon, mu_lat = (p[k] for k in keys)
    n0, east, north = _triad(xp, lon, lat)
    since = x["tdb"] - p["POSEPOCH"]
    u = n0 + since[:, None] * (mu_lon * east + mu_lat * north)
    scale = 1.0 / xp.sqrt(xp.sum(u * u, axis=1, keepdims=True))
    return u * scale, scale


def _derivatives(xp: ModuleType, p: Values, x: Columns, keys: tuple[str, ...]) -> dict[str, Array]:
    """dn by each coordinate and proper motion: the part of du perpendicular to n, over |u|; (n, 3) each."""
    lon, lat, mu_lon, mu_lat = (p[k] for k in keys)
    n0, east, north = _triad(xp, lon, lat)
    n, scale = _path(xp, p, x, keys)
    since = (x["tdb"] - p["POSEPOCH"])[:, None]
    cos_lat, sin_lat = xp.cos(lat), xp.sin(lat)
    east_by_lon = -cos_lat * n0 + sin_lat * north
    du = (
        cos_lat * east + since * (mu_lon * east_by_lon - mu_lat * sin_lat * east),
        north - since * (mu_lat * n0),
        since * east,
        since * north,
    )
    return {k: (d - n * xp.sum(n * d, axis=1, keepdims=True)) * scale for k, d in zip(keys, du, strict=True)}


_EQ = ("RAJ", "DECJ", "PMRA", "PMDEC")
_ECL = ("ELONG", "ELAT", "PMELONG", "PMELAT")


def equatorial(xp: ModuleType, p: Values, x: Columns, t: Array) -> Array:
    """Unit vector to the pulsar, ICRS, (n, 3)."""
    return _path(xp, p, x, _EQ)[0]


def equatorial_partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Any]:
    """Derivatives of the unit vector, (n, 3) each."""
    return _derivatives(xp, p, x, _EQ)


def ecliptic(xp: ModuleType, p: Values, x: Columns, t: Array) -> Array:
    """Unit vector to the pulsar, turned into the ICRS, (n, 3)."""
    return _path(xp, p, x, _ECL)[0] @ x["ecliptic_to_icrs"].T


def ecliptic_partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Any]:
    """Derivatives of the unit vector, turned into the ICRS, (n, 3) each."""
    return {k: d @ x["ecliptic_to_icrs"].T for k, d in _derivatives(xp, p, x, _ECL).items()}


def _component(name: str, params: tuple[Param, ...], signal: Kernel, partials: Kernel) -> Component:
    needs = tuple(q.name for q in params[:2])
    triggers = tuple(k for q in params[:4] for k in (q.name, *q.aliases))
    return Component(name, params, signal=signal, partials=partials, wire="n", triggers=triggers, needs=needs)


EQUATORIAL_COMPONENT = _component("equatorial astrometry", EQUATORIAL, equatorial, equatorial_partials)
ECLIPTIC_COMPONENT = _component("ecliptic astrometry", ECLIPTIC, ecliptic, ecliptic_partials)
