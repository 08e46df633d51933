"""DD and its forms DDS and DDH: an eccentric orbit with post-Keplerian parameters.

Corresponds to BinaryDD, BinaryDDS and BinaryDDH in PINT. The delay is that of `keplerian`, with

    k = OMDOT / n       n is the angular frequency at the TOA (PINT 1.1.8; tempo2 takes 2 pi / PB)
    DD:   m2 = T_sun M2,        sin i = SINI
    DDS:  m2 = T_sun M2,        sin i = 1 - exp(-SHAPMAX)             Kramer+ 2006, Ann. Phys. 15, 34
    DDH:  m2 = H3 / STIGMA^3,   sin i = 2 STIGMA / (1 + STIGMA^2)     Freire & Wex 2010, MNRAS 409, 199, eqs 20, 22

k is the advance of periastron per radian of true anomaly, m2 the mass of the companion in s, i the inclination. Damour
& Deruelle 1986, Ann. Inst. H. Poincare 44, 263. The inverse timing formula is of second order (`inverse`).
"""

from collections.abc import Callable

from jug.core.array import Float, Row
from jug.model.components.binary import keplerian, params
from jug.model.components.binary.ellipse import eccentricity, ellipse_rows, orbit_from_t0, semi_major_axis
from jug.model.components.binary.keplerian import KeplerianElements, OrbitState, orbit_state
from jug.model.components.binary.orbit import ElementRows, Orbit, Slopes
from jug.model.components.binary.rows import apply_chain_rule, merge_rows
from jug.model.declare import Columns, Component, Namespace, Param, Partials, Values, evaluate_once

CompanionValues = Callable[[Namespace, Values], tuple[Float[()], Float[()] | float]]
"""A function of ``(xp, p)`` that gives m2 (s) and sin i."""

CompanionRows = Callable[[Namespace, Values], ElementRows]


def companion_from_sini(xp: Namespace, p: Values) -> tuple[Float[()], Float[()]]:
    """Mass of the companion and sine of the inclination of DD, from M2 and SINI.

    Parameters
    ----------
    xp : Namespace
    p : Values
        M2 (s) and SINI.

    Returns
    -------
    m2, sini : float
        m2 in s.
    """
    return p["M2"], p["SINI"]


def companion_from_sini_rows(xp: Namespace, p: Values) -> ElementRows:
    """Derivatives of "m2" and "sini" by M2 and SINI.

    Parameters
    ----------
    xp, p
        As in `companion_from_sini`.

    Returns
    -------
    ElementRows
        Floats.
    """
    return {"M2": {"m2": 1.0}, "SINI": {"sini": 1.0}}


def companion_from_shapmax(xp: Namespace, p: Values) -> tuple[Float[()], Float[()]]:
    """Mass of the companion and sine of the inclination of DDS, from M2 and SHAPMAX.

    Parameters
    ----------
    xp : Namespace
    p : Values
        M2 (s) and SHAPMAX.

    Returns
    -------
    m2, sini : float
        m2 in s.
    """
    return p["M2"], 1.0 - xp.exp(-p["SHAPMAX"])


def companion_from_shapmax_rows(xp: Namespace, p: Values) -> ElementRows:
    """Derivatives of "m2" and "sini" by M2 and SHAPMAX.

    Parameters
    ----------
    xp, p
        As in `companion_from_shapmax`.

    Returns
    -------
    ElementRows
        Floats.
    """
    return {"M2": {"m2": 1.0}, "SHAPMAX": {"sini": xp.exp(-p["SHAPMAX"])}}


def companion_from_stigma(xp: Namespace, p: Values) -> tuple[Float[()], Float[()]]:
    """Mass of the companion and sine of the inclination of DDH, from H3 and STIGMA.

    Parameters
    ----------
    xp : Namespace
    p : Values
        H3 (s) and STIGMA.

    Returns
    -------
    m2, sini : float
        m2 in s.
    """
    return p["H3"] / p["STIGMA"] ** 3, 2.0 * p["STIGMA"] / (1.0 + p["STIGMA"] ** 2)


def companion_from_stigma_rows(xp: Namespace, p: Values) -> ElementRows:
    """Derivatives of "m2" and "sini" by H3 and STIGMA.

    Parameters
    ----------
    xp, p
        As in `companion_from_stigma`.

    Returns
    -------
    ElementRows
        Floats.
    """
    ratio, square = p["STIGMA"], p["STIGMA"] ** 2
    return {
        "H3": {"m2": 1.0 / ratio**3},
        "STIGMA": {"m2": -3.0 * p["H3"] / ratio**4, "sini": 2.0 * (1.0 - square) / (1.0 + square) ** 2},
    }


def elements(xp: Namespace, p: Values, o: Orbit, companion: CompanionValues) -> KeplerianElements:
    """Elements of DD from its parameters.

    Parameters
    ----------
    xp : Namespace
    p : Values
        Parameters in kernel units.
    o : Orbit
        The orbit at each row.
    companion : CompanionValues
        Gives m2 and sin i.

    Returns
    -------
    KeplerianElements
        Floats or (n,) arrays.
    """
    m2, sini = companion(xp, p)
    return KeplerianElements(
        x=semi_major_axis(p, o.dt),
        e=eccentricity(p, o.dt),
        om=p["OM"],
        k=p["OMDOT"] / o.n,
        gamma=p["GAMMA"],
        dr=p["DR"],
        dth=p["DTH"],
        m2=m2,
        sini=sini,
        a0=p["A0"],
        b0=p["B0"],
    )


def rows(xp: Namespace, p: Values, t: Float[Row], o: Orbit) -> ElementRows:
    """Derivatives of every element but "m2" and "sini" by the parameters, T0 and time.

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
    own: ElementRows = {name: {name.lower(): 1.0} for name in ("GAMMA", "DR", "DTH", "A0", "B0")}
    return merge_rows(ellipse_rows(xp, p, t, o), own, {"OMDOT": {"k": 1.0 / o.n}})


def slopes_at_fixed_omdot(slopes: Slopes, el: KeplerianElements, o: Orbit) -> Slopes:
    """Change the derivative by "n" from that at fixed k to that at fixed OMDOT, with k = OMDOT / n.

    Parameters
    ----------
    slopes : dict of (n,) arrays
        Derivatives of the delay by the elements.
    el : KeplerianElements
        Elements of the orbit.
    o : Orbit
        The orbit at each row.

    Returns
    -------
    dict of (n,) arrays
        In s by the unit of the element.
    """
    return {**slopes, "n": slopes["n"] - slopes["k"] * el.k / o.n}


def _component(
    name: str, words: tuple[str, ...], own: tuple[Param, ...], companion: CompanionValues, companion_rows: CompanionRows
) -> Component:
    def solve(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> tuple[Orbit, KeplerianElements, OrbitState]:
        o = orbit_from_t0(xp, p, x, t)
        el = elements(xp, p, o, companion)
        return o, el, orbit_state(xp, el, o)

    def delay(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
        _, el, s = evaluate_once(x, name, lambda: solve(xp, p, x, t))
        return keplerian.delay(xp, el, s)

    def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
        o, el, s = evaluate_once(x, name, lambda: solve(xp, p, x, t))
        table = merge_rows(rows(xp, p, t, o), companion_rows(xp, p))
        return apply_chain_rule(slopes_at_fixed_omdot(keplerian.slopes(xp, el, o, s), el, o), table)

    return Component(
        f"binary {name}",
        (*PARAMS, *own),
        delay=delay,
        partials=partials,
        triggers=("BINARY",),
        needs=("PB|FB0", "A1", "T0", *(q.name for q in own if q.default is None)),
        options=(("BINARY", words),),
    )


PARAMS = (
    *params.PERIOD,
    *params.SEMI_MAJOR_AXIS,
    *params.ELLIPSE,
    params.OMDOT,
    params.GAMMA,
    *params.DEFORMATION,
    *params.ABERRATION,
)

DD = _component("DD", ("DD",), (params.M2, params.SINI), companion_from_sini, companion_from_sini_rows)
DDS = _component("DDS", ("DDS",), (params.M2, params.SHAPMAX), companion_from_shapmax, companion_from_shapmax_rows)
DDH = _component(
    "DDH", ("DDH", "DDFWHE"), (params.H3, params.STIGMA), companion_from_stigma, companion_from_stigma_rows
)
