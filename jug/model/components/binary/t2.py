"""T2 with T0: tempo2's general model, which is DD with further effects (not in PINT).

The delay is `keplerian.delay` with the constant n = 2 pi / PB and k = OMDOT / n. The inclination is given by SINI, by
KIN (``SINI KIN``), or by SHAPMAX. With MTOT, general relativity gives the inclination and the other post-Keplerian
parameters (`ddgr`, k and gamma with a); A0 and B0 are then 0, as in tempo2. `parallax` has the effects of KIN and KOM
and their convention, which is that of the IAU, not that of DDK. `t2_low_eccentricity` is T2 with TASC, `jumps` has the
jumps of the orbit, `t2_companions` other companions. tempo2 T2model.C; Edwards+ 2006, MNRAS 372, 1549. Where e has a
derivative, tempo2 computes e_r and e_t from e at T0; jug computes them from e at the TOA, as tempo2's DD does.
"""

from collections.abc import Callable

from jug.core.array import Float, Row
from jug.core.constants import DAY, DEG
from jug.model.components.binary import jumps, keplerian, params
from jug.model.components.binary.dd import elements, rows
from jug.model.components.binary.ddgr import Relativity, elements_by_relativity, relativity, slopes_by_relativity
from jug.model.components.binary.ellipse import eccentricity, ellipse_rows, orbit_from_t0, semi_major_axis
from jug.model.components.binary.impossible import report_general_orbit
from jug.model.components.binary.keplerian import KeplerianElements, OrbitState
from jug.model.components.binary.kopeikin import FRAMES, Frame
from jug.model.components.binary.mean_motion import with_mean_motion, with_mean_motion_rows
from jug.model.components.binary.orbit import ElementRows, Orbit, Slopes, time_since
from jug.model.components.binary.parallax import (
    D_AOP,
    ParallaxTerms,
    orbital_parallax,
    orbital_parallax_slopes,
    parallax_rows,
    parallax_terms,
    slopes_through_anomaly,
    sum_rows,
)
from jug.model.components.binary.rows import apply_chain_rule, merge_rows
from jug.model.declare import Broadcast, Columns, Component, Namespace, Param, Values


def companion_values(xp: Namespace, p: Values) -> tuple[Float[()], Float[()]]:
    """Mass of the companion and sine of the inclination, from M2 and SINI, KIN or SHAPMAX.

    Parameters
    ----------
    xp : Namespace
    p : Values
        M2 (s) and SHAPMAX, SINI or KIN (rad).

    Returns
    -------
    m2, sini : float or (n,) array
        m2 in s.
    """
    if "SHAPMAX" in p:
        return p["M2"], 1.0 - xp.exp(-p["SHAPMAX"])
    return p["M2"], p["SINI"] if "SINI" in p else xp.sin(p["KIN"])


def companion_rows(xp: Namespace, p: Values) -> ElementRows:
    """Derivatives of "m2" and "sini" by the parameters.

    Parameters
    ----------
    xp, p
        As in `companion_values`.

    Returns
    -------
    ElementRows
        Floats.
    """
    out: ElementRows = {"M2": {"m2": 1.0}}
    if "SHAPMAX" in p:
        out["SHAPMAX"] = {"sini": xp.exp(-p["SHAPMAX"])}
    elif "SINI" in p:
        out["SINI"] = {"sini": 1.0}
    else:
        out["KIN"] = {"sini": xp.cos(p["KIN"])}
    return out


def _along_and_across(el: KeplerianElements, s: OrbitState) -> tuple[Float[Row], Float[Row]]:
    """S and C of `parallax`: the position of the pulsar along and across the line of sight, over x."""
    u, er = s.u, el.e * (1.0 + el.dr)
    return s.sw * (u.cos - er) + s.rt * s.cw * u.sin, s.cw * (u.cos - er) - s.rt * s.sw * u.sin


def _parallax_delay(el: KeplerianElements, s: OrbitState, k: ParallaxTerms) -> Float[Row]:
    """Delay by parallax and proper motion, (n,) s."""
    along, across = _along_and_across(el, s)
    return el.x * (k.a * across + k.b * along) + orbital_parallax(el, s, k.csc2, k.per_d)


def _parallax_slopes(el: KeplerianElements, s: OrbitState, k: ParallaxTerms) -> Slopes:
    """Derivatives of `_parallax_delay` by the elements and by "a", "b", "csc2" and "per_d", (n,) each."""
    u, (along, across), dop = s.u, _along_and_across(el, s), orbital_parallax_slopes(el, s, k.csc2, k.per_d)
    rise, rise_across = s.rt * s.cw * u.cos - s.sw * u.sin, -s.cw * u.sin - s.rt * s.sw * u.cos
    et = el.e * (1.0 + el.dth)
    by_er = -el.x * (k.a * s.cw + k.b * s.sw)
    by_et = -(et / s.rt) * el.x * (k.b * s.cw - k.a * s.sw) * u.sin
    by = {
        **dop,
        "x": k.a * across + k.b * along + dop["x"],
        "dr": el.e * by_er,
        "dth": el.e * by_et,
        "a": el.x * across,
        "b": el.x * along,
        "w": el.x * (k.b * across - k.a * along) + dop["w"],
        "u": el.x * (k.a * rise_across + k.b * rise) + dop["u"],
        "e": dop["e"] + by_er * (1.0 + el.dr) + by_et * (1.0 + el.dth),
    }
    return slopes_through_anomaly(el, s, by)


def add_slopes(one: Slopes, other: Slopes) -> Slopes:
    """Sum of two dictionaries of derivatives.

    Parameters
    ----------
    one, other : dict of (n,) arrays
        A derivative that only one of them has is unchanged.

    Returns
    -------
    dict of (n,) arrays
        In the units of the arguments.
    """
    return {
        key: one[key] + other[key] if key in one and key in other else one[key] if key in one else other[key]
        for key in {**one, **other}
    }


def with_parallax(
    xp: Namespace, frame: Frame, p: Values, x: Columns, dt: Float[Row], slopes: Slopes, out: Slopes, epoch: str
) -> Slopes:
    """Partials of the delay with those by parallax and proper motion added.

    Parameters
    ----------
    xp, frame, p, x, dt
        As in `parallax.parallax_terms`.
    slopes : dict of (n,) arrays
        Derivatives of the delay by the elements, "a", "b", "csc2" and "per_d" included.
    out : dict
        Partials of the delay without these effects.
    epoch : str
        Name of the epoch: ``"T0"`` or ``"TASC"``.

    Returns
    -------
    dict
    """
    by = sum_rows(slopes, parallax_rows(xp, frame, p, x, dt))
    return add_slopes(out, {**by, epoch: -by["t"]})


def companions_delay(x: Columns) -> Broadcast:
    """Delay by other companions, (n,) s; 0 in a model without them."""
    return 0.0 if x.companions_delay is None else x.companions_delay


def _plain(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> tuple[Orbit, KeplerianElements, None]:
    o = with_mean_motion(p, orbit_from_t0(xp, p, x, t))
    return o, elements(xp, p, o, companion_values), None


def _plain_partials(xp: Namespace, p: Values, t: Float[Row], o: Orbit, el: KeplerianElements, slopes: Slopes) -> Slopes:
    slopes = {**slopes, "n": slopes["n"] - slopes["k"] * el.k / o.n}
    return apply_chain_rule(
        slopes, merge_rows(with_mean_motion_rows(xp, p, t, rows(xp, p, t, o)), companion_rows(xp, p))
    )


def _massive(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> tuple[Orbit, KeplerianElements, Relativity]:
    dt, _ = time_since(t, x.t_lo, p.exact("T0"))
    g = relativity(p, semi_major_axis(p, dt), eccentricity(p, dt), tempo2=True)
    return (
        with_mean_motion(p, orbit_from_t0(xp, p.with_values({"PBDOT": g.pbdot}), x, t)),
        elements_by_relativity(p, g),
        g,
    )


def _massive_partials(xp: Namespace, p: Values, t: Float[Row], o: Orbit, slopes: Slopes, g: Relativity) -> Slopes:
    table = with_mean_motion_rows(xp, p, t, ellipse_rows(xp, p.with_values({"PBDOT": g.pbdot}), t, o))
    return slopes_by_relativity(xp, p, t, slopes, table, g, tempo2=True)


Solver = Callable[[Namespace, Values, Columns, Float[Row]], tuple[Orbit, KeplerianElements, Relativity | None]]
"""A function of ``(xp, p, x, t)`` with the orbit, its elements, and the relations of a model by masses."""


def _eccentric(frame: Frame, other: str, masses: bool) -> Component:
    solve: Solver = _massive if masses else _plain

    def delay(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
        o, el, _ = solve(xp, p, x, t)
        s = keplerian.orbit_state(xp, el, o)
        total = keplerian.delay(xp, el, s) + companions_delay(x)
        if "KIN" in p:
            total = total + _parallax_delay(el, s, parallax_terms(xp, frame, p, x, o.dt))
        return total

    def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Slopes:
        o, el, g = solve(xp, p, x, t)
        s = keplerian.orbit_state(xp, el, o)
        slopes = keplerian.slopes(xp, el, o, s)
        if "KIN" in p:
            slopes = add_slopes(slopes, _parallax_slopes(el, s, parallax_terms(xp, frame, p, x, o.dt)))
        out = _plain_partials(xp, p, t, o, el, slopes) if g is None else _massive_partials(xp, p, t, o, slopes, g)
        out = {**out, "companions_delay": 1.0 + 0.0 * t}
        return with_parallax(xp, frame, p, x, o.dt, slopes, out, "T0") if "KIN" in p else out

    with_jumps, by_jumps = jumps.add_orbit_jumps(delay, partials, JUMP_SCALE, optional=True)
    return Component(
        f"binary T2{' by masses' if masses else ''} ({frame.name})",
        (*COMMON_PARAMS, *params.ELLIPSE, *(MASSES if masses else (*WITHOUT_MASSES, *POST_KEPLERIAN))),
        delay=with_jumps,
        partials=by_jumps,
        triggers=("MTOT",) if masses else (frame.trigger,),
        needs=("PB|FB0", "A1", "T0", *(("M2",) if masses else ())),
        unless=("TASC", other if masses else "MTOT"),
        together=("KIN", "KOM"),
        options=(("BINARY", ("T2",)),),
        check=report_general_orbit,
    )


JUMP_SCALE = {"BPJA1": ("A1", 1.0), "BPJEC": ("ECC", 1.0), "BPJOM": ("OM", DEG), "BPJPB": ("PB", DAY)}
"""The element that each jump changes, and the factor from the unit of T2 to kernel units."""

_COMMON_PERIOD = tuple(q for q in params.PERIOD if q is not params.PBDOT)
COMMON_PARAMS: tuple[Param, ...] = (
    *_COMMON_PERIOD,
    *params.SEMI_MAJOR_AXIS,
    params.M2,
    params.KIN,
    params.KOM,
    D_AOP,
    *jumps.PARAMS,
)
WITHOUT_MASSES = (params.PBDOT, params.SINI, *params.ABERRATION)
MASSES = (params.MTOT, params.XOMDOT)
POST_KEPLERIAN = (params.OMDOT, params.GAMMA, *params.DEFORMATION, params.SHAPMAX)
COMPONENTS = tuple(
    _eccentric(frame, other.trigger, masses)
    for masses in (False, True)
    for frame, other in zip(FRAMES, reversed(FRAMES), strict=True)
)
