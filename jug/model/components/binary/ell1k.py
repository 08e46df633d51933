"""ELL1k: ELL1 for orbits with a large advance of periastron during the observations (BinaryELL1k in PINT).

    eps1 = g (EPS1 cos a + EPS2 sin a),  eps2 = g (EPS2 cos a - EPS1 sin a)
    a = OMDOT dt,  g = 1 + LNEDOT dt,  dt = t - TASC

The Roemer delay is of first order in e, x (sin Phi + eps2 sin 2 Phi / 2 - eps1 (cos 2 Phi + 3) / 2) in s. It includes
the term -3 x eps1 / 2, which is not constant in this model. Susobhanan+ 2018, MNRAS 480, 5260, eqs 6 and 15. The
derivatives D' and D'' in the inverse timing formula are of third order, as in PINT 1.1.8; the difference to first order
is x (n x) e^2.
"""

from jug.core.array import Float, Row
from jug.model.components.binary import laplace, params
from jug.model.components.binary.ell1 import (
    COMPANION_ROWS,
    companion_shapiro,
    companion_shapiro_slopes,
    low_eccentricity_rows,
    orbit_from_node,
    with_shapiro,
)
from jug.model.components.binary.ellipse import semi_major_axis
from jug.model.components.binary.laplace import FIRST, Expansion, LaplaceElements
from jug.model.components.binary.orbit import ElementRows, Orbit, Slopes
from jug.model.components.binary.rows import apply_chain_rule, merge_rows
from jug.model.declare import Columns, Component, Namespace, Partials, Values


def elements(xp: Namespace, p: Values, o: Orbit) -> LaplaceElements:
    """x, eps1 and eps2 at the time of each TOA.

    Parameters
    ----------
    xp : Namespace
    p : Values
        Parameters in kernel units.
    o : Orbit
        The orbit at each row.

    Returns
    -------
    LaplaceElements
        (n,) arrays, x in light-s.
    """
    g, c, s = _turn(xp, p, o)
    return LaplaceElements(
        semi_major_axis(p, o.dt), g * (p["EPS1"] * c + p["EPS2"] * s), g * (p["EPS2"] * c - p["EPS1"] * s)
    )


def _turn(xp: Namespace, p: Values, o: Orbit) -> tuple[Float[Row], Float[Row], Float[Row]]:
    angle = p["OMDOT"] * o.dt
    return 1.0 + p["LNEDOT"] * o.dt, xp.cos(angle), xp.sin(angle)


def _eps_rows(xp: Namespace, p: Values, o: Orbit, el: LaplaceElements) -> ElementRows:
    g, c, s = _turn(xp, p, o)
    per = 1.0 / g
    rate_1 = el.eps1 * per * p["LNEDOT"] + el.eps2 * p["OMDOT"]
    rate_2 = el.eps2 * per * p["LNEDOT"] - el.eps1 * p["OMDOT"]
    return {
        "EPS1": {"eps1": g * c, "eps2": -g * s},
        "EPS2": {"eps1": g * s, "eps2": g * c},
        "OMDOT": {"eps1": el.eps2 * o.dt, "eps2": -el.eps1 * o.dt},
        "LNEDOT": {"eps1": el.eps1 * per * o.dt, "eps2": el.eps2 * per * o.dt},
        "t": {"eps1": rate_1, "eps2": rate_2},
        "TASC": {"eps1": -rate_1, "eps2": -rate_2},
    }


def _expansion(el: LaplaceElements, h: laplace.Harmonics) -> Expansion:
    first, third = laplace.roemer_series(el.eps1, el.eps2, FIRST), laplace.roemer_series(el.eps1, el.eps2)
    return laplace.expansion(first, third, h, -1.5 * el.eps1)


def _slopes(el: LaplaceElements, o: Orbit, h: laplace.Harmonics) -> Slopes:
    first, third = laplace.roemer_series(el.eps1, el.eps2, FIRST), laplace.roemer_series(el.eps1, el.eps2)
    of = _expansion(el, h)
    by_phase = Expansion(laplace.sum_series(first, h, 1), of.d2, laplace.sum_series(third, h, 3))
    pairs = zip(laplace.series_slopes(el.eps1, el.eps2, FIRST), laplace.series_slopes(el.eps1, el.eps2), strict=True)
    by_1, by_2 = (laplace.expansion(low, high, h, shift) for (low, high), shift in zip(pairs, (-1.5, 0.0), strict=True))
    return laplace.expansion_slopes(el, o, of, by_phase, by_1, by_2)


def delay(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Delay of ELL1k, (n,) s."""
    o = orbit_from_node(xp, p, x, t)
    el, h = elements(xp, p, o), laplace.harmonics(xp, o.phase)
    return laplace.roemer(el, o, _expansion(el, h)) + companion_shapiro(xp, p, x, o, h)


def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the delay of ELL1k by every parameter and by time, (n,) each ((n, k) for a family)."""
    o = orbit_from_node(xp, p, x, t)
    el, h = elements(xp, p, o), laplace.harmonics(xp, o.phase)
    slopes = with_shapiro(_slopes(el, o, h), companion_shapiro_slopes(xp, p, x, o, h))
    return apply_chain_rule(
        slopes, merge_rows(low_eccentricity_rows(xp, p, t, o), _eps_rows(xp, p, o, el), COMPANION_ROWS)
    )


ELL1K = Component(
    "binary ELL1k",
    (
        *params.PERIOD,
        *params.SEMI_MAJOR_AXIS,
        *params.LAPLACE,
        params.OMDOT,
        params.LNEDOT,
        params.M2,
        params.SINI,
    ),
    delay=delay,
    partials=partials,
    triggers=("BINARY",),
    needs=("PB|FB0", "A1", "TASC"),
    options=(("BINARY", ("ELL1K",)),),
)
