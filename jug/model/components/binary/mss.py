"""MSS: DD for a companion that is a star, whose spin turns the orbit: x and omega change with the true anomaly.

    x = A1 + A1DOT s + A1DOT2 s^2 / 2,   omega = OM + OMDOT s + OM2DOT s^2 / 2,   s = nu / n,   n = 2 pi / PB

nu the true anomaly counted through all orbits; else as DD. Wex 1998, MNRAS 298, 67; tempo2 MSSmodel.C, which writes
A1DOT2 and OM2DOT in units of 1e-20 (light-s/s^2, rad/s^2): values above 1e-7 are taken to be that.
"""

from types import ModuleType
from typing import Any

from jug.model.components.binary import keplerian, params
from jug.model.components.binary.dd import by_sini, by_sini_rows, rows
from jug.model.components.binary.ellipse import eccentricity, orbit_from_t0
from jug.model.components.binary.kepler import eccentric_anomaly
from jug.model.components.binary.keplerian import Elements, true_anomaly
from jug.model.components.binary.orbit import TURN, Orbit, Rows
from jug.model.components.binary.rows import chained, merge
from jug.model.components.binary.t2 import steady, steady_rows
from jug.model.declare import Array, Columns, Component, Param, Values

OM2DOT = Param("OM2DOT", "rad/s^2", "Second time derivative of OM", -2, default=0.0, tiny=20)


def _solve(xp: ModuleType, p: Values, x: Columns, t: Array) -> tuple[Orbit, Elements, Array]:
    """The orbit, its elements with omega = om + k nu as DD takes it, and nu."""
    o = steady(xp, p, orbit_from_t0(xp, p, x, t))
    e = eccentricity(p, o.dt)
    nu = TURN * o.turns + true_anomaly(xp, e, eccentric_anomaly(xp, e, o.phase))
    m2, sini = by_sini(xp, p)
    s = nu / o.n
    el = Elements(
        x=p["A1"] + s * (p["A1DOT"] + 0.5 * s * p["A1DOT2"]),
        e=e,
        om=p["OM"] + 0.5 * p["OM2DOT"] * s * s,
        k=p["OMDOT"] / o.n,
        gamma=p["GAMMA"],
        dr=p["DR"],
        dth=p["DTH"],
        m2=m2,
        sini=sini,
        a0=p["A0"],
        b0=p["B0"],
    )
    return o, el, nu


def delay(xp: ModuleType, p: Values, x: Columns, t: Array) -> Array:
    """Delay, (n,) s."""
    o, el, _ = _solve(xp, p, x, t)
    return keplerian.delay(xp, el, o)


def partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Any]:
    """Derivatives by every parameter and t."""
    o, el, nu = _solve(xp, p, x, t)
    slopes = keplerian.slopes(xp, el, o)
    u = eccentric_anomaly(xp, el.e, o.phase)
    q, r = 1.0 - el.e * u.cos, xp.sqrt(1.0 - el.e * el.e)
    s = nu / o.n
    by_nu = (slopes["x"] * (p["A1DOT"] + s * p["A1DOT2"]) + slopes["om"] * s * p["OM2DOT"]) / o.n
    slopes["n"] = slopes["n"] - slopes["k"] * el.k / o.n - by_nu * s
    slopes["M"] = slopes["M"] + by_nu * r / q**2
    slopes["e"] = slopes["e"] + by_nu * u.sin * (1.0 / (r * q) + r / q**2)
    table = steady_rows(xp, p, rows(xp, p, t, o))
    for name in ("t", "T0"):
        table[name].pop("x", None)
    own: Rows = {"A1DOT": {"x": s}, "A1DOT2": {"x": 0.5 * s * s}, "OM2DOT": {"om": 0.5 * s * s}}
    table = {**table, **own}
    return chained(slopes, merge(table, by_sini_rows(xp, p)))


MSS = Component(
    "binary MSS",
    (
        *params.PERIOD,
        *params.SIZE,
        *params.ELLIPSE,
        params.OMDOT,
        OM2DOT,
        params.GAMMA,
        *params.DEFORMATION,
        *params.ABERRATION,
        params.M2,
        params.SINI,
    ),
    delay=delay,
    partials=partials,
    triggers=("BINARY",),
    needs=("PB|FB0", "A1", "T0"),
    options=(("BINARY", ("MSS",)),),
)
