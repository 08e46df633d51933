"""Where the pulsar is: the unit vector to it, by equatorial or ecliptic coordinates with its motion.

n(t) = T u / |u|,   u = n0 (1 + PMRV dt) + (mu_lon e + mu_lat q) dt + (a_lon e + a_lat q) dt^2 / 2,   dt = t - POSEPOCH

with n0 the direction at POSEPOCH and e, q the unit vectors towards growing longitude and latitude there: uniform
motion in space seen from the barycentre, light-travel time left out (as erfa's ``pmsafe`` with zero radial velocity,
used by PINT 1.1.8; a rotation along the great circle at constant rate would differ by (mu t)^3 / 3, 0.2 ns for 1
arcsec/yr after 20 yr). mu_lon contains cos(latitude). Lindegren & Dravins 2003, A&A 401, 1185, eq. 5.

PMRV is the radial velocity over the distance; a_lon and a_lat are PMRA2 and PMDEC2, or PMELONG2 and PMELAT2. tempo2
2023.05 has them, to second order in dt: after 20 yr the third is 5 ns for PMRV 100 mas/yr and PMRA2 1 mas/yr^2
together, and below 0.001 ns for PMRV and proper motions of 100 mas/yr. PINT 1.1.8 does not have them.

Ecliptic coordinates are turned about the ICRS x axis by the obliquity that ECL names, without frame bias (conventions
of PINT and tempo2). T is the tie of the VLBI frame, of the position, to that of the ephemeris (Madison, Chatterjee &
Cordes 2013, ApJ 777, 104, eqs 9 and 10), small angles X, Y, Z:

T = [[1, Z, -Y], [-Z, 1, X], [Y, -X, 1]]

about the ICRS axes for both kinds of coordinates. PINT 1.1.8 applies it to equatorial coordinates only.
"""

from types import ModuleType
from typing import Any

from jug.model.declare import Array, Columns, Component, Param, Values

POSEPOCH = Param("POSEPOCH", "MJD", "Epoch of the position", 0, codec="mjd", default="PEPOCH", fit=False)
PMRV = Param("PMRV", "mas/yr", "Radial velocity over the distance", -1, default=0.0)
TIE = tuple(
    Param(f"VLBIA{axis}", "mas", f"Rotation of the VLBI frame against the ephemeris about the {axis.lower()} axis", 0)
    for axis in "XYZ"
)

EQUATORIAL = (
    Param("RAJ", "hourangle", "Right ascension (ICRS) at POSEPOCH", 0, codec="hms", aliases=("RA",)),
    Param("DECJ", "deg", "Declination (ICRS) at POSEPOCH", 0, codec="dms", aliases=("DEC",)),
    Param("PMRA", "mas/yr", "Proper motion in right ascension, times cos(DECJ)", -1, default=0.0),
    Param("PMDEC", "mas/yr", "Proper motion in declination", -1, default=0.0),
    Param("PMRA2", "mas/yr^2", "Change of the proper motion in right ascension, times cos(DECJ)", -2, default=0.0),
    Param("PMDEC2", "mas/yr^2", "Change of the proper motion in declination", -2, default=0.0),
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
    Param("PMELONG2", "mas/yr^2", "Change of the proper motion in longitude, times cos(ELAT)", -2, default=0.0),
    Param("PMELAT2", "mas/yr^2", "Change of the proper motion in latitude", -2, default=0.0),
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
    lon, lat, mu_lon, mu_lat, a_lon, a_lat = (p[k] for k in keys)
    n0, east, north = _triad(xp, lon, lat)
    dt = (x["tdb"] - p["POSEPOCH"])[:, None]
    change = n0 * p["PMRV"] + mu_lon * east + mu_lat * north + (0.5 * dt) * (a_lon * east + a_lat * north)
    u = n0 + dt * change
    scale = 1.0 / xp.sqrt(xp.sum(u * u, axis=1, keepdims=True))
    return u * scale, scale


def _derivatives(xp: ModuleType, p: Values, x: Columns, keys: tuple[str, ...]) -> dict[str, Array]:
    """dn by each coordinate and motion: the part of du perpendicular to n, over |u|; (n, 3) each.

    By PMRV du is n0 dt, almost along n; its perpendicular part is that of -(u - n0 (1 + PMRV dt)) dt / (1 + PMRV dt).
    """
    lon, lat, mu_lon, mu_lat, a_lon, a_lat = (p[k] for k in keys)
    n0, east, north = _triad(xp, lon, lat)
    n, scale = _path(xp, p, x, keys)
    dt = (x["tdb"] - p["POSEPOCH"])[:, None]
    cos_lat, sin_lat = xp.cos(lat), xp.sin(lat)
    east_by_lon = -cos_lat * n0 + sin_lat * north
    stretch = 1.0 + dt * p["PMRV"]
    lon_rate, lat_rate = mu_lon + 0.5 * dt * a_lon, mu_lat + 0.5 * dt * a_lat
    du = (
        stretch * cos_lat * east + dt * (lon_rate * east_by_lon - lat_rate * sin_lat * east),
        stretch * north - dt * lat_rate * n0,
        dt * east,
        dt * north,
        0.5 * dt * dt * east,
        0.5 * dt * dt * north,
        (-dt * dt / stretch) * (lon_rate * east + lat_rate * north),
    )
    return {k: (d - n * xp.sum(n * d, axis=1, keepdims=True)) * scale for k, d in zip((*keys, "PMRV"), du, strict=True)}


def _tie(xp: ModuleType, p: Values, n: Array) -> Array:
    """Directions, (n, 3), after the tie of the frames, where there is one."""
    if "VLBIAX" not in p:
        return n
    ax, ay, az = (p[q.name] for q in TIE)
    x, y, z = n[:, 0], n[:, 1], n[:, 2]
    return xp.stack([x + az * y - ay * z, y - az * x + ax * z, z + ay * x - ax * y], axis=1)


def _by_tie(xp: ModuleType, n: Array) -> dict[str, Array]:
    """dn by the angles of the tie, from n before it; (n, 3) each."""
    x, y, z, no = n[:, 0], n[:, 1], n[:, 2], 0.0 * n[:, 0]
    return {
        "VLBIAX": xp.stack([no, z, -y], axis=1),
        "VLBIAY": xp.stack([-z, no, x], axis=1),
        "VLBIAZ": xp.stack([y, -x, no], axis=1),
    }


def _component(name: str, params: tuple[Param, ...], turned: bool) -> Component:
    """Coordinates of one kind; ``turned`` by the obliquity into the ICRS."""
    keys = tuple(q.name for q in params)

    def to_icrs(x: Columns, vector: Array) -> Array:
        return vector @ x["ecliptic_to_icrs"].T if turned else vector

    def signal(xp: ModuleType, p: Values, x: Columns, t: Array) -> Array:
        """Unit vector to the pulsar, ICRS, (n, 3)."""
        return _tie(xp, p, to_icrs(x, _path(xp, p, x, keys)[0]))

    def partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Any]:
        """Derivatives of the unit vector, (n, 3) each."""
        by = {k: _tie(xp, p, to_icrs(x, d)) for k, d in _derivatives(xp, p, x, keys).items()}
        if "VLBIAX" not in p:
            return by
        return {**by, **_by_tie(xp, to_icrs(x, _path(xp, p, x, keys)[0]))}

    return Component(
        name,
        (*params, PMRV, *TIE, POSEPOCH),
        signal=signal,
        partials=partials,
        wire="n",
        triggers=tuple(k for q in params for k in (q.name, *q.aliases)),
        needs=keys[:2],
        together=tuple(q.name for q in TIE),
    )


EQUATORIAL_COMPONENT = _component("equatorial astrometry", EQUATORIAL, turned=False)
ECLIPTIC_COMPONENT = _component("ecliptic astrometry", ECLIPTIC, turned=True)
