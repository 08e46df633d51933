"""T2 with TASC, for orbits of low eccentricity (tempo2; PINT does not have it).

The Roemer delay is of first order in eps1 and eps2, with D' = x cos Phi and D'' = -x sin Phi; x e^2 is neglected. n is
the constant 2 pi / PB. The Shapiro delay is given by M2 and SINI (or KIN with ``SINI KIN``), by H3, by H3 and H4
(NHARMS harmonics, 4 when absent), or by H3 and STIGMA (eq. 28 of Freire & Wex 2010). With MTOT, general relativity
gives sin i and PBDOT (`ddgr`, at e = 0). Everything else is as in `t2`.
"""

from jug.core.array import Float, Row
from jug.model.components.binary import jumps, laplace, params, shapiro
from jug.model.components.binary.ddgr import Relativity, relativity, slopes_by_relativity
from jug.model.components.binary.ell1 import elements, eps_rows, low_eccentricity_rows, orbit_from_node
from jug.model.components.binary.ellipse import semi_major_axis
from jug.model.components.binary.impossible import report_general_orbit
from jug.model.components.binary.kopeikin import FRAMES, Frame
from jug.model.components.binary.laplace import FIRST, Expansion
from jug.model.components.binary.mean_motion import with_mean_motion, with_mean_motion_rows
from jug.model.components.binary.orbit import ElementRows, Orbit, Slopes, time_since
from jug.model.components.binary.parallax import ParallaxTerms, parallax_terms
from jug.model.components.binary.rows import apply_chain_rule, merge_rows
from jug.model.components.binary.t2 import (
    COMMON_PARAMS,
    JUMP_SCALE,
    MASSES,
    WITHOUT_MASSES,
    add_slopes,
    companion_rows,
    companion_values,
    companions_delay,
    with_parallax,
)
from jug.model.declare import Columns, Component, Namespace, OwnColumns, ToaRows, Values

NHARMS_DEFAULT = 4
"""Harmonics of the Shapiro delay by H3 and H4 where NHARMS is not given."""


def _expansion(el: laplace.LaplaceElements, h: laplace.Harmonics) -> Expansion:
    return Expansion(laplace.sum_series(laplace.roemer_series(el.eps1, el.eps2, FIRST), h), h.cos[0], -h.sin[0])


def shapiro_delay(xp: Namespace, p: Values, x: Columns, o: Orbit, h: laplace.Harmonics) -> Float[Row]:
    """Shapiro delay.

    Parameters
    ----------
    xp, p, x
        As in a kernel (`jug.model.declare`).
    o : Orbit
        The orbit at each row.
    h : Harmonics
        Sines and cosines of the phase.

    Returns
    -------
    (n,) array
        s.
    """
    s, c = h.sin[0], h.cos[0]
    if "H4" in p:
        return shapiro.harmonics_from_third(xp, o.phase, p["H3"], p["H4"], x.tables["t2_harmonics"].shape[0])
    if "STIGMA" in p:
        return shapiro.orthometric(xp, s, c, p["H3"], p["STIGMA"], absorbed=True)
    if "H3" in p:
        return -4.0 / 3.0 * p["H3"] * h.sin[2]
    return shapiro.m2_sini_delay(xp, s, *companion_values(xp, p))


def shapiro_slopes(xp: Namespace, p: Values, x: Columns, o: Orbit, h: laplace.Harmonics) -> Slopes:
    """Derivatives of `shapiro_delay` by the phase "M" (rad) and by "m2" and "sini", or "h3", "h4" and "stigma".

    Parameters
    ----------
    xp, p, x, o, h
        As in `shapiro_delay`.

    Returns
    -------
    dict of (n,) arrays
        In s by the unit of the element.
    """
    s, c = h.sin[0], h.cos[0]
    if "H4" in p:
        return shapiro.harmonics_slopes(xp, o.phase, p["H3"], p["H4"], x.tables["t2_harmonics"].shape[0])
    if "STIGMA" in p:
        return shapiro.orthometric_slopes(xp, s, c, p["H3"], p["STIGMA"], absorbed=True)
    if "H3" in p:
        return {"M": -4.0 * p["H3"] * h.cos[2], "h3": -4.0 / 3.0 * h.sin[2]}
    return shapiro.m2_sini_slopes(xp, s, c, *companion_values(xp, p))


def _slopes(el: laplace.LaplaceElements, o: Orbit, h: laplace.Harmonics) -> Slopes:
    terms = laplace.roemer_series(el.eps1, el.eps2, FIRST)
    none = 0.0 * h.sin[0]
    by_phase = Expansion(laplace.sum_series(terms, h, 1), -h.sin[0], -h.cos[0])
    by_1, by_2 = (
        Expansion(laplace.sum_series(by, h), none, none) for by in laplace.series_slopes(el.eps1, el.eps2, FIRST)
    )
    return laplace.expansion_slopes(el, o, _expansion(el, h), by_phase, by_1, by_2)


def _parallax_delay(el: laplace.LaplaceElements, h: laplace.Harmonics, k: ParallaxTerms) -> Float[Row]:
    across = h.cos[0] + 0.5 * (el.eps2 * h.cos[1] + el.eps1 * h.sin[1])
    return el.x * (k.a * across + k.b * _expansion(el, h).d)


def _parallax_slopes(el: laplace.LaplaceElements, h: laplace.Harmonics, k: ParallaxTerms) -> Slopes:
    along = _expansion(el, h).d
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


class _LowEccentricityOrbit:
    """Orbit, elements and harmonics at each row; ``g`` is None without MTOT."""

    def __init__(self, xp: Namespace, p: Values, x: Columns, t: Float[Row], masses: bool) -> None:
        dt, _ = time_since(t, x.t_lo, p.exact("TASC"))
        self.g: Relativity | None = relativity(p, semi_major_axis(p, dt), 0.0, tempo2=True) if masses else None
        self.p = p if self.g is None else p.with_values({"PBDOT": self.g.pbdot, "SINI": self.g.sini})
        self.o = with_mean_motion(p, orbit_from_node(xp, self.p, x, t))
        self.el, self.h = elements(p, self.o), laplace.harmonics(xp, self.o.phase)


def _circular(frame: Frame, other: str, masses: bool) -> Component:
    def delay(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
        a = _LowEccentricityOrbit(xp, p, x, t, masses)
        total = (
            laplace.roemer(a.el, a.o, _expansion(a.el, a.h)) + shapiro_delay(xp, a.p, x, a.o, a.h) + companions_delay(x)
        )
        if not masses:
            total = total + p["A0"] * a.h.sin[0] + p["B0"] * a.h.cos[0]
        if "KIN" in p:
            total = total + _parallax_delay(a.el, a.h, parallax_terms(xp, frame, p, x, a.o.dt))
        return total

    def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Slopes:
        a = _LowEccentricityOrbit(xp, p, x, t, masses)
        slopes = add_slopes(_slopes(a.el, a.o, a.h), shapiro_slopes(xp, a.p, x, a.o, a.h))
        if not masses:
            aberrated = p["A0"] * a.h.cos[0] - p["B0"] * a.h.sin[0]
            slopes = add_slopes(slopes, {"M": aberrated, "a0": a.h.sin[0], "b0": a.h.cos[0]})
        if "KIN" in p:
            slopes = add_slopes(slopes, _parallax_slopes(a.el, a.h, parallax_terms(xp, frame, p, x, a.o.dt)))
        own: ElementRows = {name: {name.lower(): 1.0} for name in ("A0", "B0", "H3", "H4", "STIGMA") if name in p}
        table = merge_rows(
            with_mean_motion_rows(xp, p, t, low_eccentricity_rows(xp, a.p, t, a.o)), eps_rows(p, a.o), own
        )
        if a.g is not None:
            out = slopes_by_relativity(xp, p, t, slopes, table, a.g, tempo2=True)
        else:
            out = apply_chain_rule(slopes, merge_rows(table, {} if "H3" in p else companion_rows(xp, p)))
        out = {**out, "companions_delay": 1.0 + 0.0 * t}
        return with_parallax(xp, frame, p, x, a.o.dt, slopes, out, "TASC") if "KIN" in p else out

    with_jumps, by_jumps = jumps.add_orbit_jumps(delay, partials, JUMP_SCALE, optional=True)
    return Component(
        f"binary T2 near circular{' by masses' if masses else ''} ({frame.name})",
        (
            *COMMON_PARAMS,
            *params.LAPLACE,
            params.EPS1DOT,
            params.EPS2DOT,
            *(MASSES if masses else (*WITHOUT_MASSES, *ORTHOMETRIC)),
        ),
        delay=with_jumps,
        partials=by_jumps,
        triggers=("MTOT",) if masses else ("TASC",),
        needs=("PB|FB0", "A1", "TASC", *(("M2",) if masses else ())),
        unless=("T0", other) if masses else (other, "MTOT"),
        together=("KIN", "KOM"),
        options=(("BINARY", ("T2",)),),
        columns=None if masses else _harmonics_column,
        check=report_general_orbit,
    )


def _harmonics_column(xp: Namespace, rows: ToaRows) -> OwnColumns:
    given = rows.values("NHARMS")
    count = max(3, round(float(given[0]))) if len(given) else NHARMS_DEFAULT
    return OwnColumns(tables={"t2_harmonics": xp.zeros(count)})


ORTHOMETRIC = (params.H3, params.H4, params.STIGMA, params.NHARMS)
COMPONENTS = tuple(
    _circular(frame, other.trigger, masses)
    for masses in (False, True)
    for frame, other in zip(FRAMES, reversed(FRAMES), strict=True)
)
