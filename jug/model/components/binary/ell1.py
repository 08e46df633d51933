"""ELL1: an orbit of low eccentricity by Laplace-Lagrange elements (BinaryELL1 in PINT).

    delay = inverse(x R(Phi, eps1, eps2)) - 2 T_sun M2 ln(1 - SINI sin Phi)
    eps1 = EPS1 + EPS1DOT (t - TASC),   eps2 = EPS2 + EPS2DOT (t - TASC)

x is the projected semi-major axis in light-s, Phi the orbital phase from the ascending node in rad, M2 the mass of the
companion in solar masses. R is `laplace.roemer_series`, to third order in e, or to first order with ``ELL1ORDER 1``
(tempo2 2023); the next order, x e^4 or x e^2, is neglected. Lange+ 2001, MNRAS 326, 274; Zhu+ 2019, MNRAS 482, 3249.
"""

from collections.abc import Callable
from typing import Unpack

from jug.core.array import Array, Float, Row
from jug.model.components.binary import laplace, params, shapiro
from jug.model.components.binary.ellipse import semi_major_axis, semi_major_axis_rows
from jug.model.components.binary.laplace import FIRST, THIRD, Expansion, LaplaceElements
from jug.model.components.binary.orbit import ElementRows, Orbit, Slopes, orbit, orbit_rows
from jug.model.components.binary.rows import apply_chain_rule, merge_rows
from jug.model.declare import Columns, Component, Namespace, Options, OtherFields, Param, Partials, Values

ELL1ORDER = Param(
    "ELL1ORDER", "", "Highest order in e of the Roemer delay: 3 (default) or 1", 0, codec="str", fit=False, programs=()
)

ShapiroDelay = Callable[[Namespace, Values, Columns, Orbit, laplace.Harmonics], Array]
"""A function that gives the Shapiro delay, (n,) s."""

ShapiroSlopes = Callable[[Namespace, Values, Columns, Orbit, laplace.Harmonics], dict[str, Array]]


def orbit_from_node(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Orbit:
    """The orbit counted from the ascending node, at TASC; arguments as of a kernel (`jug.model.declare`)."""
    return orbit(xp, p, t, x.t_lo, p.exact("TASC"))


def elements(p: Values, o: Orbit) -> LaplaceElements:
    """x, eps1 and eps2 at the time of each TOA.

    Parameters
    ----------
    p : Values
        Parameters in kernel units.
    o : Orbit
        The orbit at each row.

    Returns
    -------
    LaplaceElements
        (n,) arrays, x in light-s.
    """
    return LaplaceElements(semi_major_axis(p, o.dt), p["EPS1"] + p["EPS1DOT"] * o.dt, p["EPS2"] + p["EPS2DOT"] * o.dt)


def low_eccentricity_rows(xp: Namespace, p: Values, t: Float[Row], o: Orbit) -> ElementRows:
    """Derivatives of "M", "n" and "x" by the parameters, TASC and time, for a model with TASC.

    Parameters
    ----------
    xp : Namespace
    p : Values
        Parameters in kernel units.
    t : (n,) array
        Time after the earlier delays, s.
    o : Orbit
        The orbit at each row.

    Returns
    -------
    ElementRows
        See `jug.model.components.binary.rows`.
    """
    return merge_rows(orbit_rows(xp, p, t, o, "TASC"), semi_major_axis_rows(p, o.dt, "TASC"))


def eps_rows(p: Values, o: Orbit) -> ElementRows:
    """Derivatives of "eps1" and "eps2" by the parameters, TASC and time.

    Parameters
    ----------
    p : Values
        Parameters in kernel units.
    o : Orbit
        The orbit at each row.

    Returns
    -------
    ElementRows
        See `jug.model.components.binary.rows`.
    """
    one = 1.0 + 0.0 * o.dt
    return {
        "EPS1": {"eps1": one},
        "EPS2": {"eps2": one},
        "EPS1DOT": {"eps1": o.dt},
        "EPS2DOT": {"eps2": o.dt},
        "t": {"eps1": p["EPS1DOT"] * one, "eps2": p["EPS2DOT"] * one},
        "TASC": {"eps1": -p["EPS1DOT"] * one, "eps2": -p["EPS2DOT"] * one},
    }


def _expansion(el: LaplaceElements, h: laplace.Harmonics, order: int) -> Expansion:
    terms = laplace.roemer_series(el.eps1, el.eps2, order)
    return laplace.expansion(terms, terms, h)


def roemer_slopes(el: LaplaceElements, o: Orbit, h: laplace.Harmonics, order: int) -> Slopes:
    """Derivatives of the Roemer delay by "x", "eps1", "eps2", "M" (rad) and "n" (rad/s).

    Parameters
    ----------
    el : LaplaceElements
        x, eps1 and eps2.
    o : Orbit
        The orbit at each row.
    h : Harmonics
        Sines and cosines of the phase.
    order : int
        Order in e: `FIRST` or `THIRD`.

    Returns
    -------
    dict of (n,) arrays
        In s by the unit of the element.
    """
    terms = laplace.roemer_series(el.eps1, el.eps2, order)
    by_1, by_2 = laplace.series_slopes(el.eps1, el.eps2, order)
    of = laplace.expansion(terms, terms, h)
    by_phase = Expansion(of.d1, of.d2, laplace.sum_series(terms, h, 3))
    return laplace.expansion_slopes(
        el, o, of, by_phase, laplace.expansion(by_1, by_1, h), laplace.expansion(by_2, by_2, h)
    )


def with_shapiro(slopes: Slopes, by_shapiro: dict[str, Float[Row]]) -> Slopes:
    """Derivatives of the sum of the Roemer delay and the Shapiro delay.

    Parameters
    ----------
    slopes : dict of (n,) arrays
        Derivatives of the Roemer delay by the elements and the phase "M".
    by_shapiro : dict of (n,) arrays
        Derivatives of the Shapiro delay by "M" and by elements of its own.

    Returns
    -------
    dict of (n,) arrays
        Derivatives by "M" are added.
    """
    return {**slopes, **by_shapiro, "M": slopes["M"] + by_shapiro["M"]}


def companion_shapiro(xp: Namespace, p: Values, x: Columns, o: Orbit, h: laplace.Harmonics) -> Float[Row]:
    """Shapiro delay from M2 and SINI.

    Parameters
    ----------
    xp : Namespace
    p : Values
        M2 (s) and SINI.
    x, o
        Not used; any form of the Shapiro delay (`ShapiroDelay`) takes them.
    h : Harmonics
        Sines and cosines of the phase.

    Returns
    -------
    (n,) array
        s.
    """
    return shapiro.m2_sini_delay(xp, h.sin[0], p["M2"], p["SINI"])


def companion_shapiro_slopes(xp: Namespace, p: Values, x: Columns, o: Orbit, h: laplace.Harmonics) -> Slopes:
    """Derivatives of the Shapiro delay by the phase "M" (rad), "m2" (s) and "sini".

    Parameters
    ----------
    xp, p, x, o, h
        As in `companion_shapiro`.

    Returns
    -------
    dict of (n,) arrays
        In s by the unit of the element.
    """
    return shapiro.m2_sini_slopes(xp, h.sin[0], h.cos[0], p["M2"], p["SINI"])


COMPANION_ROWS: ElementRows = {"M2": {"m2": 1.0}, "SINI": {"sini": 1.0}}
"""Derivatives of the companion mass and sin i by the parameters."""


def ell1_component(
    name: str,
    options: Options,
    own: tuple[Param, ...],
    order: int,
    shapiro_delay: ShapiroDelay,
    shapiro_slopes: ShapiroSlopes,
    shapiro_rows: ElementRows,
    triggers: tuple[str, ...] = ("BINARY",),
    needs: tuple[str, ...] = (),
    **given: Unpack[OtherFields],
) -> Component:
    """Make a model of the ELL1 kind with one form of the Shapiro delay.

    Parameters
    ----------
    name, options, triggers, needs
        As in `Component`.
    own : tuple of Param
        Parameters besides those of every ELL1 model.
    order : int
        Order in e of the Roemer delay: `FIRST` or `THIRD`.
    shapiro_delay, shapiro_slopes : callable
        Shapiro delay, (n,) s, and its derivatives.
    shapiro_rows : ElementRows
        Derivatives of the elements of the Shapiro delay by the parameters.
    **given
        Other fields of `Component`.

    Returns
    -------
    Component
    """

    def delay(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
        """Delay, (n,) s."""
        o = orbit_from_node(xp, p, x, t)
        el, h = elements(p, o), laplace.harmonics(xp, o.phase)
        return laplace.roemer(el, o, _expansion(el, h, order)) + shapiro_delay(xp, p, x, o, h)

    def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
        o = orbit_from_node(xp, p, x, t)
        el, h = elements(p, o), laplace.harmonics(xp, o.phase)
        slopes = with_shapiro(roemer_slopes(el, o, h, order), shapiro_slopes(xp, p, x, o, h))
        return apply_chain_rule(slopes, merge_rows(low_eccentricity_rows(xp, p, t, o), eps_rows(p, o), shapiro_rows))

    return Component(
        name,
        (*PARAMS, *own),
        delay=delay,
        partials=partials,
        triggers=triggers,
        needs=("PB|FB0", "A1", "TASC", *needs),
        options=options,
        **given,
    )


PARAMS = (*params.PERIOD, *params.SEMI_MAJOR_AXIS, *params.LAPLACE, params.EPS1DOT, params.EPS2DOT)
ELL1_ORDERS = ((THIRD, ("", "3"), ""), (FIRST, ("1",), ", first order"))
"""Order in e, the words of ELL1ORDER that choose it, and the end of the component's name."""

ELL1, ELL1_FIRST = (
    ell1_component(
        f"binary ELL1{tail}",
        (("BINARY", ("ELL1",)), ("ELL1ORDER", words)),
        (params.M2, params.SINI, ELL1ORDER),
        order,
        companion_shapiro,
        companion_shapiro_slopes,
        COMPANION_ROWS,
    )
    for order, words, tail in ELL1_ORDERS
)
