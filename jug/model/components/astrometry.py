"""Direction of the pulsar: a unit vector from equatorial or ecliptic coordinates, proper motion and radial velocity.

Corresponds to AstrometryEquatorial and AstrometryEcliptic in PINT.

n(t) = T u / |u|,   u = n0 (1 + PMRV dt) + (mu_lon e + mu_lat q) dt + (a_lon e + a_lat q) dt^2 / 2,   dt = t - POSEPOCH

n0 is the direction at POSEPOCH. e and q are the unit vectors there towards growing longitude and latitude. mu_lon
contains the factor cos(latitude). t is the TDB at the observatory (PINT), or that at the barycentre, r.n later
(tempo2; the convention ``MOTION`` BARYCENTRE). The motion is uniform in space, seen from the
barycentre: Lindegren & Dravins 2003, A&A 401, 1185, eq. 5. Light-travel time is neglected, as in erfa's ``pmsafe``
with zero radial velocity, which PINT 1.1.8 uses. A rotation at a constant rate along the great circle would differ by
(mu t)^3 / 3, which is 0.2 ns for 1 arcsec/yr after 20 yr.

PMRV is the radial velocity divided by the distance. a_lon and a_lat are PMRA2 and PMDEC2, or PMELONG2 and PMELAT2.
tempo2 2023.05 has these parameters to second order in dt. The third order, which jug includes, is 5 ns after 20 yr for
PMRV 100 mas/yr together with PMRA2 1 mas/yr^2. It is below 0.001 ns for PMRV and proper motions of 100 mas/yr. PINT
1.1.8 does not have these parameters.

Ecliptic coordinates are rotated about the ICRS x axis by the obliquity that ECL names, without frame bias (the
convention of PINT and tempo2). T rotates the VLBI frame of the position into the frame of the ephemeris (Madison,
Chatterjee & Cordes 2013, ApJ 777, 104, eqs 9 and 10). With the small angles X, Y, Z (VLBIAX, VLBIAY, VLBIAZ) it is

T = [[1, Z, -Y], [-Z, 1, X], [Y, -X, 1]]

The axes are those of the ICRS for both kinds of coordinates. PINT 1.1.8 applies T to equatorial coordinates only.
"""

from collections.abc import Callable

from jug.core.array import Array, Float, Row, Xyz
from jug.model.declare import (
    Columns,
    Component,
    Namespace,
    OwnColumns,
    Param,
    Partials,
    ToaRows,
    Values,
    dot,
    evaluate_once,
    is_free,
)

POSEPOCH = Param("POSEPOCH", "MJD", "Epoch of the position", 0, codec="mjd", default="PEPOCH", fit=False)
PMRV = Param("PMRV", "mas/yr", "Radial velocity divided by the distance", -1, default=0.0)
FRAME_TIE = tuple(
    Param(f"VLBIA{axis}", "mas", f"Rotation of the VLBI frame against the ephemeris about the {axis.lower()} axis", 0)
    for axis in "XYZ"
)

EQUATORIAL = (
    Param(
        "RAJ", "hourangle", "Right ascension (ICRS) at POSEPOCH", 0, codec="hms", aliases=("RA",), split=True, turn=24.0
    ),
    Param("DECJ", "deg", "Declination (ICRS) at POSEPOCH", 0, codec="dms", aliases=("DEC",), split=True),
    Param("PMRA", "mas/yr", "Proper motion in right ascension, times cos(DECJ)", -1, default=0.0),
    Param("PMDEC", "mas/yr", "Proper motion in declination", -1, default=0.0),
    Param("PMRA2", "mas/yr^2", "Time derivative of PMRA", -2, default=0.0),
    Param("PMDEC2", "mas/yr^2", "Time derivative of PMDEC", -2, default=0.0),
)

ECLIPTIC = (
    Param("ELONG", "deg", "Ecliptic longitude at POSEPOCH", 0, aliases=("LAMBDA",), split=True, turn=360.0),
    Param("ELAT", "deg", "Ecliptic latitude at POSEPOCH", 0, aliases=("BETA",), split=True, bounds=(-90.0, 90.0)),
    Param(
        "PMELONG",
        "mas/yr",
        "Proper motion in longitude, times cos(ELAT)",
        -1,
        default=0.0,
        aliases=("PMLAMBDA",),
    ),
    Param("PMELAT", "mas/yr", "Proper motion in latitude", -1, default=0.0, aliases=("PMBETA",)),
    Param(
        "PMELONG2",
        "mas/yr^2",
        "Time derivative of PMELONG",
        -2,
        default=0.0,
        aliases=("PMLAMBDA2",),
    ),
    Param("PMELAT2", "mas/yr^2", "Time derivative of PMELAT", -2, default=0.0, aliases=("PMBETA2",)),
)


def _triad(xp: Namespace, lon: Float[()], lat: Float[()]) -> tuple[Float[Xyz], Float[Xyz], Float[Xyz]]:
    """Unit vectors, each (3,): towards (lon, lat), and there towards growing longitude and growing latitude."""
    sl, cl, sb, cb = xp.sin(lon), xp.cos(lon), xp.sin(lat), xp.cos(lat)
    return (
        xp.stack([cl * cb, sl * cb, sb]),
        xp.stack([-sl, cl, 0.0 * sl]),
        xp.stack([-cl * sb, -sl * sb, cb]),
    )


def _sine_cosine_changes(xp: Namespace, origin: Float[()], offset: Float[()]) -> tuple[Float[()], Float[()]]:
    """Changes of sine and cosine when an angle changes from ``origin`` by ``offset``, to 1e-16 of the change."""
    s, c = xp.sin(origin), xp.cos(origin)
    rise, fall = xp.sin(offset), 2.0 * xp.sin(0.5 * offset) ** 2
    return c * rise - s * fall, -s * rise - c * fall


def _direction_change(xp: Namespace, p: Values, x: Columns, keys: tuple[str, ...]) -> Float[Xyz]:
    """Change of the direction at POSEPOCH since the columns were made, (3,)."""
    lon, lat = (x.tables["origin"][i] for i in (0, 1))
    exact = [p.exact(k) for k in keys[:2]]
    by_lon, by_lat = ((angle.hi - x.tables["origin"][i]) + angle.lo for i, angle in enumerate(exact))
    dsl, dcl = _sine_cosine_changes(xp, lon, by_lon)
    dsb, dcb = _sine_cosine_changes(xp, lat, by_lat)
    cb = xp.cos(lat) + dcb
    return xp.stack([dcl * cb + xp.cos(lon) * dcb, dsl * cb + xp.sin(lon) * dcb, dsb])


def _shift(
    xp: Namespace, p: Values, x: Columns, keys: tuple[str, ...], since: Float[Row]
) -> tuple[Float[Row, Xyz], Float[Row]]:
    """Change of n since the columns were made, (n, 3), and 1 / |u|, (n,), in the frame of the coordinates."""
    return evaluate_once(x, "direction", lambda: _find_shift(xp, p, x, keys, since))


def _find_shift(
    xp: Namespace, p: Values, x: Columns, keys: tuple[str, ...], since: Float[Row]
) -> tuple[Float[Row, Xyz], Float[Row]]:
    """Evaluate what `_shift` returns.

    With o the direction for which the columns were made and e a small change, u = o + e. Then |u| = 1 + g with
    g = (2 o.e + e^2) / (1 + |u|), and n - o = (e - o g) / |u|. Rows are last in memory: NumPy is several times as slow
    with products whose last dimension is 3.
    """
    lon, lat, mu_lon, mu_lat, a_lon, a_lat = (p[k] for k in keys)
    n0, east, north = _triad(xp, lon, lat)
    steady, turning = n0 * p["PMRV"] + mu_lon * east + mu_lat * north, a_lon * east + a_lat * north
    o = _triad(xp, x.tables["origin"][0], x.tables["origin"][1])[0][:, None]
    e = _direction_change(xp, p, x, keys)[:, None] + since * (steady[:, None] + (0.5 * since) * turning[:, None])
    stretch = dot((2.0 * o + e).T, e.T)
    length = xp.sqrt(1.0 + stretch)
    return ((e - o * (stretch / (1.0 + length))) / length).T, 1.0 / length


def _path(
    xp: Namespace, p: Values, x: Columns, keys: tuple[str, ...], since: Float[Row]
) -> tuple[Float[Row, Xyz], Float[Row]]:
    """u / |u|, (n, 3), and 1 / |u|, (n,), in the frame of the coordinates."""
    shift, scale = _shift(xp, p, x, keys, since)
    return _triad(xp, x.tables["origin"][0], x.tables["origin"][1])[0] + shift, scale


def _derivatives(
    xp: Namespace, p: Values, x: Columns, keys: tuple[str, ...], since: Float[Row]
) -> dict[str, Float[Row, Xyz]]:
    """Derivatives of n by each coordinate and motion, (n, 3) each: the part of du perpendicular to n, divided by |u|.

    The derivative of u by PMRV is n0 dt, almost along n. Its perpendicular part is computed as that of
    -(u - n0 (1 + PMRV dt)) dt / (1 + PMRV dt), which does not cancel.
    """
    lon, lat, mu_lon, mu_lat, a_lon, a_lat = (p[k] for k in keys)
    n0, east, north = _triad(xp, lon, lat)
    n, scale = _path(xp, p, x, keys, since)
    cos_lat, sin_lat = xp.cos(lat), xp.sin(lat)
    east_by_lon = (-cos_lat * n0 + sin_lat * north)[:, None]
    n0, east, north = n0[:, None], east[:, None], north[:, None]
    dt, stretch = since, 1.0 + since * p["PMRV"]
    lon_rate, lat_rate = mu_lon + 0.5 * dt * a_lon, mu_lat + 0.5 * dt * a_lat
    du: tuple[Callable[[], Array], ...] = (
        lambda: stretch * cos_lat * east + dt * (lon_rate * east_by_lon - lat_rate * sin_lat * east),
        lambda: stretch * north - dt * lat_rate * n0,
        lambda: dt * east,
        lambda: dt * north,
        lambda: 0.5 * dt * dt * east,
        lambda: 0.5 * dt * dt * north,
        lambda: (-dt * dt / stretch) * (lon_rate * east + lat_rate * north),
    )
    free = {k: d() for k, d in zip((*keys, "PMRV"), du, strict=True) if is_free(x, k)}
    return {k: ((d - n.T * dot(n, d.T)) * scale).T for k, d in free.items()}


def _frame_change(xp: Namespace, p: Values, n: Float[Row, Xyz]) -> Float[Row, Xyz]:
    """Change of directions by the frame rotation T, (n, 3)."""
    ax, ay, az = (p[q.name] for q in FRAME_TIE)
    x, y, z = n[:, 0], n[:, 1], n[:, 2]
    return xp.stack([az * y - ay * z, ax * z - az * x, ay * x - ax * y], axis=1)


def _by_tie(xp: Namespace, n: Float[Row, Xyz]) -> dict[str, Float[Row, Xyz]]:
    """Derivatives of n by the angles of T, (n, 3) each; the argument is n before the rotation."""
    x, y, z, no = n[:, 0], n[:, 1], n[:, 2], 0.0 * n[:, 0]
    return {
        "VLBIAX": xp.stack([no, z, -y], axis=1),
        "VLBIAY": xp.stack([-z, no, x], axis=1),
        "VLBIAZ": xp.stack([y, -x, no], axis=1),
    }


def _component(name: str, params: tuple[Param, ...], turned: bool, place: str = "SITE") -> Component:
    """Component for one kind of coordinates; ``turned``: they are rotated by the obliquity into the ICRS.

    ``place`` is where the time of the proper motion is counted: at the site, or at the barycentre.
    """
    keys = tuple(q.name for q in params)

    def since(p: Values, x: Columns) -> Float[Row]:
        """Time since POSEPOCH, (n,) s; at the barycentre r.n later, with n at POSEPOCH (0.01 ns for 1 arcsec/yr)."""
        t = x.tdb - p["POSEPOCH"]
        return t if place == "SITE" else t + dot(x.r_obs, x.tables["n_origin"])

    def to_icrs(x: Columns, vector: Array) -> Array:
        return vector @ x.tables["ecliptic_to_icrs"].T if turned else vector

    def signal(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> tuple[Float[Row, Xyz], Float[Row, Xyz]]:
        """Unit vector to the pulsar in the ICRS, (n, 3), and its difference from ``n_origin``, (n, 3)."""
        shift = to_icrs(x, _shift(xp, p, x, keys, since(p, x))[0])
        if "VLBIAX" in p:
            shift = shift + _frame_change(xp, p, x.tables["n_origin"] + shift)
        return x.tables["n_origin"] + shift, shift

    def columns(xp: Namespace, rows: ToaRows) -> OwnColumns:
        """Angles (rad) and ICRS direction of the position for which the columns are made."""
        origin = xp.stack([rows.model.kernel_values[k] for k in keys[:2]])
        direction = _triad(xp, origin[0], origin[1])[0]
        return OwnColumns(tables={"origin": origin, "n_origin": to_icrs(rows.x, direction)})

    def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
        """Derivatives of the unit vector, (n, 3) each."""
        own = {k: to_icrs(x, d) for k, d in _derivatives(xp, p, x, keys, since(p, x)).items()}
        if "VLBIAX" not in p:
            return own
        by = {k: d + _frame_change(xp, p, d) for k, d in own.items()}
        return {**by, **_by_tie(xp, to_icrs(x, _path(xp, p, x, keys, since(p, x))[0]))}

    return Component(
        name,
        (*params, PMRV, *FRAME_TIE, POSEPOCH),
        signal=signal,
        partials=partials,
        columns=columns,
        signal_name="n",
        second_signal_name="n_shift",
        triggers=tuple(k for q in params for k in (q.name, *q.aliases)),
        needs=keys[:2],
        together=tuple(q.name for q in FRAME_TIE),
        options=(("@MOTION", (place,)),),
    )


EQUATORIAL_COMPONENT = _component("equatorial astrometry", EQUATORIAL, turned=False)
ECLIPTIC_COMPONENT = _component("ecliptic astrometry", ECLIPTIC, turned=True)
AT_BARYCENTRE = (
    _component("equatorial astrometry at barycentric time", EQUATORIAL, False, "BARYCENTRE"),
    _component("ecliptic astrometry at barycentric time", ECLIPTIC, True, "BARYCENTRE"),
)
