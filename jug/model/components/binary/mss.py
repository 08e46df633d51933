"""MSS: DD with a main-sequence companion, whose spin changes x and omega along the orbit (MSS in tempo2; not in PINT).

    x = A1 + A1DOT s + A1DOT2 s^2 / 2,   omega = OM + OMDOT s + OM2DOT s^2 / 2,   s = nu / n,   n = 2 pi / PB
    e = ECC + EDOT dt + E2DOT dt^2 / 2

nu is the true anomaly counted through all orbits, in rad; s and dt = t - T0 are in s. Else the delay is that of DD.
Wex 1998, MNRAS 298, 67. tempo2's MSSmodel.C defines the following details:

A1DOT2, OM2DOT and E2DOT above 1e-7 are in units of 1e-20 (light-s/s^2, rad/s^2, 1/s^2). ORBPX is 1/d of the orbital
parallax (`parallax.orbital_parallax`, with i from SINI). SHAPMAX is not a form of the inclination here, but an
amplitude in s in addition to M2: the Shapiro delay has 2 M2 + SHAPMAX instead of 2 M2.
"""

from typing import NamedTuple

from jug.core.array import Float, Row
from jug.model.components.binary import keplerian, params
from jug.model.components.binary.dd import rows
from jug.model.components.binary.ellipse import eccentricity, orbit_from_t0
from jug.model.components.binary.kepler import eccentric_anomaly
from jug.model.components.binary.keplerian import KeplerianElements, true_anomaly
from jug.model.components.binary.mean_motion import with_mean_motion, with_mean_motion_rows
from jug.model.components.binary.orbit import TURN, ElementRows, Orbit
from jug.model.components.binary.parallax import orbital_parallax, orbital_parallax_slopes, slopes_through_anomaly
from jug.model.components.binary.rows import apply_chain_rule, merge_rows
from jug.model.components.binary.t2 import add_slopes
from jug.model.declare import ByName, Columns, Component, Namespace, Param, Partials, Values

OM2DOT = Param("OM2DOT", "rad/s^2", "Second time derivative of OM", -2, default=0.0, tiny=20)
E2DOT = Param("E2DOT", "1/s^2", "Second time derivative of the eccentricity", -2, default=0.0, tiny=20, programs=())
ORBPX = Param("ORBPX", "1/kpc", "Inverse distance of the orbital parallax", -1)


class MssOrbit(NamedTuple):
    """The orbit, its elements in the form of DD (omega = om + k nu), and s."""

    o: Orbit
    el: KeplerianElements
    s: Float[Row]


def _solve(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> MssOrbit:
    o = with_mean_motion(p, orbit_from_t0(xp, p, x, t))
    e = eccentricity(p, o.dt) + 0.5 * p["E2DOT"] * o.dt * o.dt
    s = (TURN * o.turns + true_anomaly(xp, e, eccentric_anomaly(xp, e, o.phase))) / o.n
    el = KeplerianElements(
        x=p["A1"] + s * (p["A1DOT"] + 0.5 * s * p["A1DOT2"]),
        e=e,
        om=p["OM"] + 0.5 * p["OM2DOT"] * s * s,
        k=p["OMDOT"] / o.n,
        gamma=p["GAMMA"],
        dr=p["DR"],
        dth=p["DTH"],
        m2=p["M2"] + 0.5 * p.get("SHAPMAX", 0.0),
        sini=p["SINI"],
        a0=p["A0"],
        b0=p["B0"],
    )
    return MssOrbit(o, el, s)


def delay(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Delay of MSS, (n,) s."""
    o, el, _ = _solve(xp, p, x, t)
    state = keplerian.orbit_state(xp, el, o)
    total = keplerian.delay(xp, el, state)
    if "ORBPX" in p:
        total = total + orbital_parallax(el, state, p["SINI"] ** -2, p["ORBPX"])
    return total


def _companion_rows(p: Values) -> ElementRows:
    """Derivatives of "m2", "sini", "csc2" and "per_d" by the parameters."""
    out: ElementRows = {"M2": {"m2": 1.0}, "SINI": {"sini": 1.0}}
    if "SHAPMAX" in p:
        out["SHAPMAX"] = {"m2": 0.5}
    if "ORBPX" in p:
        out["SINI"]["csc2"] = -2.0 * p["SINI"] ** -3
        out["ORBPX"] = {"per_d": 1.0}
    return out


def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the delay of MSS by every parameter and by time, (n,) each ((n, k) for a family)."""
    o, el, s = _solve(xp, p, x, t)
    state = keplerian.orbit_state(xp, el, o)
    slopes = keplerian.slopes(xp, el, o, state)
    if "ORBPX" in p:
        dop = orbital_parallax_slopes(el, state, p["SINI"] ** -2, p["ORBPX"])
        slopes = add_slopes(slopes, slopes_through_anomaly(el, state, dop))
    u = eccentric_anomaly(xp, el.e, o.phase)
    q, r = 1.0 - el.e * u.cos, xp.sqrt(1.0 - el.e * el.e)
    by_nu = (slopes["x"] * (p["A1DOT"] + s * p["A1DOT2"]) + slopes["om"] * s * p["OM2DOT"]) / o.n
    slopes["n"] = slopes["n"] - slopes["k"] * el.k / o.n - by_nu * s
    slopes["M"] = slopes["M"] + by_nu * r / q**2
    slopes["e"] = slopes["e"] + by_nu * u.sin * (1.0 / (r * q) + r / q**2)
    table = with_mean_motion_rows(xp, p, t, rows(xp, p, t, o))
    for name in ("t", "T0"):
        table[name].pop("x", None)
    growth = p["E2DOT"] * o.dt
    own: ElementRows = {"A1DOT": {"x": s}, "A1DOT2": {"x": 0.5 * s * s}, "OM2DOT": {"om": 0.5 * s * s}}
    curved: ElementRows = {"E2DOT": {"e": 0.5 * o.dt * o.dt}, "t": {"e": growth}, "T0": {"e": -growth}}
    return apply_chain_rule(slopes, merge_rows({**table, **own}, curved, _companion_rows(p)))


def _check(p: ByName) -> tuple[str, int, str] | None:
    """Report an orbital parallax without an inclination."""
    if "ORBPX" in p and not p["SINI"] > 0.0:
        return "ORBPX", 0, "needs SINI"
    return None


MSS = Component(
    "binary MSS",
    (
        *params.PERIOD,
        *params.SEMI_MAJOR_AXIS,
        *params.ELLIPSE,
        params.OMDOT,
        OM2DOT,
        E2DOT,
        params.GAMMA,
        *params.DEFORMATION,
        *params.ABERRATION,
        params.M2,
        params.SINI,
        params.SHAPMAX,
        ORBPX,
    ),
    delay=delay,
    partials=partials,
    triggers=("BINARY",),
    needs=("PB|FB0", "A1", "T0"),
    options=(("BINARY", ("MSS",)),),
    check=_check,
)
