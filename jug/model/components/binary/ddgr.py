"""DDGR: DD with every post-Keplerian parameter given by general relativity (BinaryDDGR in PINT).

With the total mass M = MTOT and the masses m1 + m2 = M in s, n = 2 pi / PB in rad/s, and the semi-major axis a of the
relative orbit in light-s:

    a = a0 [1 + (m1 m2 / M^2 - 9) M / (2 a)]^(2/3),  a0 = (M / n^2)^(1/3)
    sin i = x M / (a m2)             gamma = e m2 (m1 + 2 m2) / (n a0 M)      k = 3 M / (a0 (1 - e^2)) + XOMDOT / n
    dr = (3 m1^2 + 6 m1 m2 + 2 m2^2) / (a M)       dth = (7/2 m1^2 + 6 m1 m2 + 2 m2^2) / (a M)
    PBDOT = -(192 pi/5) n^(5/3) m1 m2 M^(-1/3) (1 + 73/24 e^2 + 37/96 e^4) (1 - e^2)^(-7/2)

Taylor & Weisberg 1989, ApJ 345, 434, eqs 15-25. k and gamma are computed with a0, as in tempo and PINT 1.1.8. tempo2,
and T2 in jug, compute them with a; the relative difference is 1e-6. XPBDOT adds to PBDOT in the orbital phase.
"""

from math import pi
from typing import NamedTuple

from jug.core.array import Float, Row
from jug.model.components.binary import keplerian, params
from jug.model.components.binary.ellipse import eccentricity, ellipse_rows, orbit_from_t0, semi_major_axis
from jug.model.components.binary.impossible import report_masses
from jug.model.components.binary.keplerian import KeplerianElements, orbit_state
from jug.model.components.binary.mean_motion import mean_motion, mean_motion_rows
from jug.model.components.binary.orbit import ElementRows, Orbit, Slopes, time_since
from jug.model.components.binary.rows import apply_chain_rule, merge_rows
from jug.model.declare import Broadcast, ByName, Columns, Component, Namespace, Partials, Values

AXIS_ITERATIONS = 5
"""Iterations for a. Each reduces the error by a factor of M/a, which is 1e-4 or smaller."""


class Relativity(NamedTuple):
    """Post-Keplerian elements and the values that their derivatives need; floats or (n,) arrays.

    ``m``, ``m1`` and ``m2`` are in s, ``a`` and ``x`` in light-s. ``c`` is (m1 m2 / M - 9 M) / 2. ``axis`` is the axis
    in k and gamma: a0, or a as in tempo2. ``k`` is without XOMDOT.
    """

    x: Broadcast
    e: Broadcast
    m: Float[()]
    m1: Float[()]
    m2: Float[()]
    n: Broadcast
    c: Float[()]
    a: Broadcast
    axis: Broadcast
    k: Float[Row]
    gamma: Float[Row]
    dr: Broadcast
    dth: Broadcast
    sini: Float[Row]
    pbdot: Float[Row]


def relativity(p: ByName, x: Broadcast, e: Broadcast, tempo2: bool = False) -> Relativity:
    """Post-Keplerian elements that general relativity gives.

    Parameters
    ----------
    p : dict
        MTOT, M2 (s), and PB or FB.
    x : (n,) array
        Projected semi-major axis, light-s.
    e : float or (n,) array
        Eccentricity.
    tempo2 : bool
        Whether k and gamma are computed with a instead of a0.

    Returns
    -------
    Relativity
    """
    m, m2, n = p["MTOT"], p["M2"], mean_motion(p)
    m1 = m - m2
    a0 = (m / (n * n)) ** (1.0 / 3.0)
    c = 0.5 * (m1 * m2 / m - 9.0 * m)
    a = a0
    for _ in range(AXIS_ITERATIONS):
        a = a0 * (1.0 + c / a) ** (2.0 / 3.0)
    axis, square = a if tempo2 else a0, e * e
    flat = (1.0 + square * (73.0 / 24.0 + 37.0 / 96.0 * square)) * (1.0 - square) ** -3.5
    return Relativity(
        x=x,
        e=e,
        m=m,
        m1=m1,
        m2=m2,
        n=n,
        c=c,
        a=a,
        axis=axis,
        k=3.0 * m / (axis * (1.0 - square)),
        gamma=e * m2 * (m1 + 2.0 * m2) / (n * axis * m),
        dr=(3.0 * m1 * m1 + 6.0 * m1 * m2 + 2.0 * m2 * m2) / (a * m),
        dth=(3.5 * m1 * m1 + 6.0 * m1 * m2 + 2.0 * m2 * m2) / (a * m),
        sini=x * m / (a * m2),
        pbdot=-(192.0 * pi / 5.0) * n ** (5.0 / 3.0) * m1 * m2 * m ** (-1.0 / 3.0) * flat,
    )


def _relativity_rows(p: Values, g: Relativity, tempo2: bool = False) -> ElementRows:
    """Derivatives of k, gamma, dr, dth, sini, pbdot, m2 by MTOT, M2, XOMDOT, "e", "x" and the mean motion "n0"."""
    a_by_a0 = 1.0 / (1.0 + 2.0 / 3.0 * g.c / (g.a + g.c))
    a_by_c = 2.0 / 3.0 / (g.a + g.c)
    ln_a = {
        "MTOT": a_by_a0 * (1.0 / (3.0 * g.m) + a_by_c * 0.5 * ((g.m2 / g.m) ** 2 - 9.0)),
        "M2": a_by_a0 * a_by_c * 0.5 * (1.0 - 2.0 * g.m2 / g.m),
        "n0": -a_by_a0 * 2.0 / (3.0 * g.n),
    }
    ln_axis = ln_a if tempo2 else {"MTOT": 1.0 / (3.0 * g.m), "M2": 0.0, "n0": -2.0 / (3.0 * g.n)}
    total = g.m + g.m2
    square = g.e * g.e
    flat = 1.0 + square * (73.0 / 24.0 + 37.0 / 96.0 * square)
    by_e_flat = (73.0 / 12.0 * g.e + 37.0 / 24.0 * g.e**3) / flat + 7.0 * g.e / (1.0 - square)
    am = g.a * g.m
    return {
        "MTOT": {
            "k": g.k * (1.0 / g.m - ln_axis["MTOT"]),
            "gamma": g.gamma * (1.0 / total - 1.0 / g.m - ln_axis["MTOT"]),
            "dr": 6.0 * g.m / am - g.dr * (1.0 / g.m + ln_a["MTOT"]),
            "dth": (7.0 * g.m1 + 6.0 * g.m2) / am - g.dth * (1.0 / g.m + ln_a["MTOT"]),
            "sini": g.sini * (1.0 / g.m - ln_a["MTOT"]),
            "pbdot": g.pbdot * (1.0 / g.m1 - 1.0 / (3.0 * g.m)),
        },
        "M2": {
            "m2": 1.0,
            "k": -g.k * ln_axis["M2"],
            "gamma": g.gamma * (1.0 / g.m2 + 1.0 / total - ln_axis["M2"]),
            "dr": -2.0 * g.m2 / am - g.dr * ln_a["M2"],
            "dth": -(g.m1 + 2.0 * g.m2) / am - g.dth * ln_a["M2"],
            "sini": -g.sini * (1.0 / g.m2 + ln_a["M2"]),
            "pbdot": g.pbdot * (1.0 / g.m2 - 1.0 / g.m1),
        },
        "n0": {
            "k": -g.k * ln_axis["n0"] - p["XOMDOT"] / g.n**2,
            "gamma": -g.gamma * (1.0 / g.n + ln_axis["n0"]),
            "dr": -g.dr * ln_a["n0"],
            "dth": -g.dth * ln_a["n0"],
            "sini": -g.sini * ln_a["n0"],
            "pbdot": 5.0 * g.pbdot / (3.0 * g.n),
        },
        "e": {
            "k": 2.0 * g.e * g.k / (1.0 - square),
            "gamma": g.m2 * total / (g.n * g.m * g.axis),
            "pbdot": g.pbdot * by_e_flat,
        },
        "x": {"sini": g.m / (g.a * g.m2)},
        "XOMDOT": {"k": 1.0 / g.n},
    }


def slopes_by_relativity(
    xp: Namespace, p: Values, t: Float[Row], slopes: Slopes, table: ElementRows, g: Relativity, tempo2: bool = False
) -> Slopes:
    """Derivatives of the delay by the parameters, from those by the elements.

    Parameters
    ----------
    xp, p, t
        As in a kernel (`jug.model.declare`).
    slopes : dict of (n,) arrays
        Derivatives of the delay by the elements, "m2" and "sini" included.
    table : ElementRows
        Derivatives of the orbital elements by the parameters, PBDOT included as if it were a parameter.
    g, tempo2
        Result and argument of `relativity`.

    Returns
    -------
    dict
        (n,) arrays; (n, k) for a family.
    """
    slopes, table = dict(slopes), dict(table)
    slopes["pbdot"] = apply_chain_rule(slopes, {"pbdot": table.pop("PBDOT")})["pbdot"] if "PBDOT" in table else 0.0 * t
    gr = _relativity_rows(p, g, tempo2)
    inner = {name: gr.pop(name) for name in ("n0", "e", "x")}
    for name, by in apply_chain_rule(slopes, inner).items():
        slopes[name] = slopes[name] + by if name in slopes else by
    return apply_chain_rule(slopes, merge_rows(table, gr, mean_motion_rows(xp, p, t.shape[0], "n0")))


def elements_by_relativity(
    p: Values, g: Relativity, a0: Float[()] | float = 0.0, b0: Float[()] | float = 0.0
) -> KeplerianElements:
    """Elements of the delay from those of general relativity.

    Parameters
    ----------
    p : Values
        OM and XOMDOT in kernel units.
    g : Relativity
        Result of `relativity`.
    a0, b0 : float
        Aberration parameters, s.

    Returns
    -------
    KeplerianElements
    """
    k = g.k + p["XOMDOT"] / g.n
    return KeplerianElements(g.x, g.e, p["OM"], k, g.gamma, g.dr, g.dth, g.m2, g.sini, a0, b0)


def _solve(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> tuple[Orbit, Relativity, KeplerianElements]:
    dt, _ = time_since(t, x.t_lo, p.exact("T0"))
    g = relativity(p, semi_major_axis(p, dt), eccentricity(p, dt))
    return orbit_from_t0(xp, p.with_values({"PBDOT": g.pbdot}), x, t), g, elements_by_relativity(p, g, p["A0"], p["B0"])


def delay(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Delay of DDGR, (n,) s."""
    o, _, el = _solve(xp, p, x, t)
    return keplerian.delay(xp, el, orbit_state(xp, el, o))


def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the delay of DDGR by every parameter and by time, (n,) each ((n, k) for a family)."""
    o, g, el = _solve(xp, p, x, t)
    table = ellipse_rows(xp, p.with_values({"PBDOT": g.pbdot}), t, o)
    own: ElementRows = {"A0": {"a0": 1.0}, "B0": {"b0": 1.0}}
    slopes = keplerian.slopes(xp, el, o, orbit_state(xp, el, o))
    return slopes_by_relativity(xp, p, t, slopes, merge_rows(table, own), g)


DDGR = Component(
    "binary DDGR",
    (
        *(q for q in params.PERIOD if q is not params.PBDOT),
        *params.SEMI_MAJOR_AXIS,
        *params.ELLIPSE,
        *params.ABERRATION,
        params.M2,
        params.MTOT,
        params.XOMDOT,
    ),
    delay=delay,
    partials=partials,
    triggers=("BINARY",),
    needs=("PB|FB0", "A1", "T0", "MTOT", "M2"),
    options=(("BINARY", ("DDGR",)),),
    check=report_masses,
)
