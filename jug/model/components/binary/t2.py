"""T2, tempo2's general model: DD or ELL1 by what is given, with parallax and proper motion when KIN and KOM are.

With T0: `keplerian.delay`; with TASC: Roemer delay to first order in eps1 and eps2, D' = x cos Phi, D'' = -x sin Phi.
n is 2 pi / PB throughout, k = OMDOT / n. The inclination is SINI, or KIN by ``SINI KIN``, or SHAPMAX (with T0), or H3
with H4 (NHARMS harmonics, 4 when absent) or STIGMA (eq. 28 of Freire & Wex 2010) (with TASC). What KIN and KOM add, and
their convention (the IAU's, not that of DDK): see `parallax`. tempo2 T2model.C; Edwards+ 2006, MNRAS 372, 1549.
"""

from types import ModuleType
from typing import Any

from jug.model.components.binary import keplerian, laplace, params, shapiro
from jug.model.components.binary.dd import elements, rows
from jug.model.components.binary.ell1 import circle_rows, eps_rows, orbit_from_node
from jug.model.components.binary.ell1 import elements as circle_elements
from jug.model.components.binary.ellipse import orbit_from_t0
from jug.model.components.binary.keplerian import Elements, State
from jug.model.components.binary.kopeikin import FRAMES, Frame
from jug.model.components.binary.laplace import FIRST, Parts
from jug.model.components.binary.orbit import TURN, Orbit, Rows
from jug.model.components.binary.parallax import Pull, pull, pull_rows, summed
from jug.model.components.binary.rows import chained, merge
from jug.model.declare import Array, Columns, Component, Param, Values

NHARMS_DEFAULT = 4


def mean_motion(p: Values) -> Array:
    """2 pi / PB + 2 pi FB0, whichever there is, rad/s."""
    return TURN * ((1.0 / p["PB"] if "PB" in p else 0.0) + (p["FB"][0] if "FB" in p else 0.0))


def steady(xp: ModuleType, p: Values, o: Orbit) -> Orbit:
    """The orbit with an n that does not change."""
    return o._replace(n=mean_motion(p) + 0.0 * o.dt)


def steady_rows(xp: ModuleType, p: Values, table: Rows) -> Rows:
    """Rows with the "n" of `steady`."""
    out = {name: {e: v for e, v in row.items() if e != "n"} for name, row in table.items()}
    if "PB" in p:
        out["PB"]["n"] = -TURN / p["PB"] ** 2
    if "FB" in p:
        first = xp.concatenate([xp.ones(1), xp.zeros(p["FB"].shape[0] - 1)])
        out["FB"]["n"] = TURN * first * xp.ones((out["FB"]["M"].shape[0], 1))
    return out


def _lens(xp: ModuleType, p: Values) -> tuple[Array, Array]:
    """m2 and sin i."""
    if "SHAPMAX" in p:
        return p["M2"], 1.0 - xp.exp(-p["SHAPMAX"])
    return p["M2"], p["SINI"] if "SINI" in p else xp.sin(p["KIN"])


def _lens_rows(xp: ModuleType, p: Values) -> Rows:
    out: Rows = {"M2": {"m2": 1.0}}
    if "SHAPMAX" in p:
        out["SHAPMAX"] = {"sini": xp.exp(-p["SHAPMAX"])}
    elif "SINI" in p:
        out["SINI"] = {"sini": 1.0}
    else:
        out["KIN"] = {"sini": xp.cos(p["KIN"])}
    return out


def _turned(el: Elements, s: State) -> tuple[Array, ...]:
    """S and C with e_r and e_t, and with e: the pulsar along and across, over x."""
    u, er = s.u, el.e * (1.0 + el.dr)
    return (
        s.sw * (u.cos - er) + s.rt * s.cw * u.sin,
        s.cw * (u.cos - er) - s.rt * s.sw * u.sin,
        s.sw * (u.cos - el.e) + s.r * s.cw * u.sin,
        s.cw * (u.cos - el.e) - s.r * s.sw * u.sin,
    )


def _added(el: Elements, s: State, k: Pull) -> Array:
    """What parallax and proper motion add to the delay, s."""
    along, across, plain, _ = _turned(el, s)
    return el.x * (k.a * across + k.b * along) + 0.5 * k.per_d * el.x**2 * (k.csc2 * s.q**2 - plain**2)


def _added_slopes(xp: ModuleType, el: Elements, o: Orbit, k: Pull) -> dict[str, Any]:
    """Its derivatives by the elements and by "a", "b", "csc2" and "per_d"."""
    s = keplerian.state(xp, el, o)
    u = s.u
    along, across, plain, plain_across = _turned(el, s)
    half = 0.5 * k.per_d * el.x**2
    shape = k.csc2 * s.q**2 - plain**2
    by_w = el.x * (k.b * across - k.a * along) - 2.0 * half * plain * plain_across
    rise, rise_across = s.rt * s.cw * u.cos - s.sw * u.sin, -s.cw * u.sin - s.rt * s.sw * u.cos
    plain_rise = s.r * s.cw * u.cos - s.sw * u.sin
    by_u = el.x * (k.a * rise_across + k.b * rise) + 2.0 * half * (k.csc2 * s.q * el.e * u.sin - plain * plain_rise)
    et = el.e * (1.0 + el.dth)
    by_er = -el.x * (k.a * s.cw + k.b * s.sw)
    by_et = -(et / s.rt) * el.x * (k.b * s.cw - k.a * s.sw) * u.sin
    by_e = 2.0 * half * (plain * (s.sw + el.e / s.r * s.cw * u.sin) - k.csc2 * s.q * u.cos)
    by_e = by_e + by_er * (1.0 + el.dr) + by_et * (1.0 + el.dth)
    by_nu = el.k * by_w
    return {
        "x": k.a * across + k.b * along + k.per_d * el.x * shape,
        "om": by_w,
        "k": s.nu * by_w,
        "dr": el.e * by_er,
        "dth": el.e * by_et,
        "M": by_u / s.q + by_nu * s.r / s.q**2,
        "e": by_e + by_u * u.sin / s.q + by_nu * u.sin * (1.0 / (s.r * s.q) + s.r / s.q**2),
        "a": el.x * across,
        "b": el.x * along,
        "csc2": half * s.q**2,
        "per_d": 0.5 * el.x**2 * shape,
    }


def _plus(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Two dictionaries of derivatives added up."""
    return {
        key: one[key] + other[key] if key in one and key in other else one.get(key, other.get(key))
        for key in {**one, **other}
    }


def _with_pull(
    xp: ModuleType, frame: Frame, p: Values, x: Columns, dt: Array, slopes: Any, out: Any, epoch: str
) -> Any:
    """Partials with those of parallax and proper motion added."""
    by = summed(slopes, pull_rows(xp, frame, p, x, dt))
    return _plus(out, {**by, epoch: -by["t"]})


def _eccentric(frame: Frame) -> Component:
    def solve(xp: ModuleType, p: Values, x: Columns, t: Array) -> tuple[Orbit, Elements]:
        o = steady(xp, p, orbit_from_t0(xp, p, x, t))
        return o, elements(xp, p, o, _lens)

    def delay(xp: ModuleType, p: Values, x: Columns, t: Array) -> Array:
        o, el = solve(xp, p, x, t)
        total = keplerian.delay(xp, el, o)
        if "KIN" in p:
            total = total + _added(el, keplerian.state(xp, el, o), pull(xp, frame, p, x, o.dt))
        return total

    def partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Any]:
        o, el = solve(xp, p, x, t)
        slopes = keplerian.slopes(xp, el, o)
        if "KIN" in p:
            slopes = _plus(slopes, _added_slopes(xp, el, o, pull(xp, frame, p, x, o.dt)))
        slopes["n"] = slopes["n"] - slopes["k"] * el.k / o.n
        table = merge(steady_rows(xp, p, rows(xp, p, t, o)), _lens_rows(xp, p))
        out = chained(slopes, table)
        return _with_pull(xp, frame, p, x, o.dt, slopes, out, "T0") if "KIN" in p else out

    return Component(
        f"binary T2 ({frame.name})",
        (*_SHARED, *params.ELLIPSE, params.OMDOT, params.GAMMA, *params.DEFORMATION, params.SHAPMAX),
        delay=delay,
        partials=partials,
        triggers=(frame.trigger,),
        needs=("PB|FB0", "A1", "T0"),
        unless=("TASC",),
        together=("KIN", "KOM"),
        options=(("BINARY", ("T2",)),),
    )


def _circle_parts(el: laplace.Elements, h: laplace.Harmonics) -> Parts:
    return Parts(laplace.summed(laplace.series(el.eps1, el.eps2, FIRST), h), h.cos[0], -h.sin[0])


def _circle_lens(xp: ModuleType, p: Values, x: Columns, o: Orbit, h: laplace.Harmonics) -> Array:
    s, c = h.sin[0], h.cos[0]
    if "H4" in p:
        return shapiro.harmonics(xp, o.phase, p["H3"], p["H4"] / p["H3"], x["t2_harmonics"].shape[0])
    if "STIGMA" in p:
        return shapiro.orthometric(xp, s, c, p["H3"], p["STIGMA"], absorbed=True)
    if "H3" in p:
        return -4.0 / 3.0 * p["H3"] * h.sin[2]
    return shapiro.companion(xp, s, *_lens(xp, p))


def _circle_lens_slopes(xp: ModuleType, p: Values, x: Columns, o: Orbit, h: laplace.Harmonics) -> dict[str, Array]:
    s, c = h.sin[0], h.cos[0]
    if "H4" in p:
        ratio = p["H4"] / p["H3"]
        by = shapiro.harmonics_slopes(xp, o.phase, p["H3"], ratio, x["t2_harmonics"].shape[0])
        return {"M": by["M"], "h3": by["h3"] - by["stigma"] * ratio / p["H3"], "h4": by["stigma"] / p["H3"]}
    if "STIGMA" in p:
        return shapiro.orthometric_slopes(xp, s, c, p["H3"], p["STIGMA"], absorbed=True)
    if "H3" in p:
        return {"M": -4.0 * p["H3"] * h.cos[2], "h3": -4.0 / 3.0 * h.sin[2]}
    return shapiro.companion_slopes(xp, s, c, *_lens(xp, p))


def _circle_slopes(el: laplace.Elements, o: Orbit, h: laplace.Harmonics) -> dict[str, Any]:
    terms = laplace.series(el.eps1, el.eps2, FIRST)
    none = 0.0 * h.sin[0]
    by_phase = Parts(laplace.summed(terms, h, 1), -h.sin[0], -h.cos[0])
    by_1, by_2 = (Parts(laplace.summed(by, h), none, none) for by in laplace.series_slopes(el.eps1, el.eps2, FIRST))
    return laplace.roemer_slopes(el, o, _circle_parts(el, h), by_phase, by_1, by_2)


def _circle_pull(el: laplace.Elements, h: laplace.Harmonics, k: Pull) -> Array:
    across = h.cos[0] + 0.5 * (el.eps2 * h.cos[1] + el.eps1 * h.sin[1])
    return el.x * (k.a * across + k.b * _circle_parts(el, h).d)


def _circle_pull_slopes(el: laplace.Elements, h: laplace.Harmonics, k: Pull) -> dict[str, Any]:
    along = _circle_parts(el, h).d
    across = h.cos[0] + 0.5 * (el.eps2 * h.cos[1] + el.eps1 * h.sin[1])
    rise = h.cos[0] + el.eps2 * h.cos[1] + el.eps1 * h.sin[1]
    turn = -h.sin[0] - el.eps2 * h.sin[1] + el.eps1 * h.cos[1]
    return {
        "x": k.a * across + k.b * along,
        "M": el.x * (k.a * turn + k.b * rise),
        "eps1": 0.5 * el.x * (k.a * h.sin[1] - k.b * h.cos[1]),
        "eps2": 0.5 * el.x * (k.a * h.cos[1] + k.b * h.sin[1]),
        "a": el.x * across,
        "b": el.x * along,
        "csc2": 0.0 * along,
        "per_d": 0.0 * along,
    }


def _circular(frame: Frame, other: str) -> Component:
    def solve(xp: ModuleType, p: Values, x: Columns, t: Array) -> tuple[Orbit, laplace.Elements, laplace.Harmonics]:
        o = steady(xp, p, orbit_from_node(xp, p, x, t))
        return o, circle_elements(p, o), laplace.harmonics(xp, o.phase)

    def delay(xp: ModuleType, p: Values, x: Columns, t: Array) -> Array:
        o, el, h = solve(xp, p, x, t)
        total = laplace.roemer(el, o, _circle_parts(el, h)) + _circle_lens(xp, p, x, o, h)
        total = total + p["A0"] * h.sin[0] + p["B0"] * h.cos[0]
        if "KIN" in p:
            total = total + _circle_pull(el, h, pull(xp, frame, p, x, o.dt))
        return total

    def partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Any]:
        o, el, h = solve(xp, p, x, t)
        slopes = _plus(_circle_slopes(el, o, h), _circle_lens_slopes(xp, p, x, o, h))
        slopes = _plus(slopes, {"M": p["A0"] * h.cos[0] - p["B0"] * h.sin[0], "a0": h.sin[0], "b0": h.cos[0]})
        if "KIN" in p:
            slopes = _plus(slopes, _circle_pull_slopes(el, h, pull(xp, frame, p, x, o.dt)))
        own: Rows = {name: {name.lower(): 1.0} for name in ("A0", "B0", "H3", "H4", "STIGMA") if name in p}
        lens = {} if "H3" in p else _lens_rows(xp, p)
        table = merge(steady_rows(xp, p, circle_rows(xp, p, t, o)), eps_rows(p, o), own, lens)
        out = chained(slopes, table)
        return _with_pull(xp, frame, p, x, o.dt, slopes, out, "TASC") if "KIN" in p else out

    return Component(
        f"binary T2 near circular ({frame.name})",
        (*_SHARED, *params.LAPLACE, params.EPS1DOT, params.EPS2DOT, params.H3, params.H4, params.STIGMA, params.NHARMS),
        delay=delay,
        partials=partials,
        triggers=("TASC",),
        needs=("PB|FB0", "A1", "TASC"),
        unless=(other,),
        together=("KIN", "KOM"),
        options=(("BINARY", ("T2",)),),
        columns=_harmonics_column,
    )


def _harmonics_column(xp: ModuleType, rows: Any) -> dict[str, Any]:
    given = rows.values("NHARMS")
    return {"t2_harmonics": xp.zeros(max(3, round(float(given[0]))) if len(given) else NHARMS_DEFAULT)}


_SHARED: tuple[Param, ...] = (
    *params.PERIOD,
    *params.SIZE,
    *params.ABERRATION,
    params.M2,
    params.SINI,
    params.KIN,
    params.KOM,
)
COMPONENTS = (
    *(_eccentric(frame) for frame in FRAMES),
    _circular(FRAMES[0], FRAMES[1].trigger),
    _circular(FRAMES[1], FRAMES[0].trigger),
)
