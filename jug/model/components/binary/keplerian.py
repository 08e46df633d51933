"""Delay of an eccentric orbit by its elements, after Damour & Deruelle 1986, and its derivatives.

    delay = inverse(D) + S + A
    D = alpha (cos E - e_r) + (beta + gamma) sin E,  alpha = x sin w,  beta = x (1 - e_t^2)^(1/2) cos w
    S = -2 m2 ln(1 - e cos E - s [sin w (cos E - e) + (1 - e^2)^(1/2) cos w sin E])
    A = a0 [sin(w + nu) + e sin w] + b0 [cos(w + nu) + e cos w]

D is the Roemer and Einstein delay, S the Shapiro delay, A the aberration delay, in s; s = sin i. w = om + k nu, with
the true anomaly nu counted through all orbits; e_r = e (1 + dr), e_t = e (1 + dth). E solves Kepler's equation for the
mean anomaly M, and n = dM/dt. Damour & Deruelle 1986, Ann. Inst. H. Poincare 44, 263, eqs 25-27 and 46-52. `inverse`
says what is neglected.

The true anomaly is nu = E + 2 arctan(b sin E / (1 - b cos E)), b = e / (1 + (1 - e^2)^(1/2)). This form needs no choice
of a branch (Broucke & Cefola 1973, Celest. Mech. 7, 388).
"""

from typing import NamedTuple

from jug.core.array import Float, Row
from jug.core.sincos import sine_cosine
from jug.model.components.binary import inverse
from jug.model.components.binary.inverse import inverse_timing_delay, inverse_timing_slopes
from jug.model.components.binary.kepler import Anomaly, eccentric_anomaly
from jug.model.components.binary.orbit import TURN, Orbit, Slopes
from jug.model.declare import Broadcast, Namespace


class KeplerianElements(NamedTuple):
    """Elements of an eccentric orbit, floats or (n,) arrays.

    Parameters
    ----------
    x : projected semi-major axis, light-s
    e, om, k : eccentricity, longitude of periastron (rad), its advance per radian of true anomaly
    gamma : amplitude of the Einstein delay, s
    dr, dth : relativistic deformations of the orbit
    m2, sini : mass of the companion (s) and sine of the inclination
    a0, b0 : aberration parameters, s
    """

    x: Broadcast
    e: Broadcast
    om: Broadcast
    k: Broadcast = 0.0
    gamma: Broadcast = 0.0
    dr: Broadcast = 0.0
    dth: Broadcast = 0.0
    m2: Float[()] | float = 0.0
    sini: Broadcast = 0.0
    a0: Float[()] | float = 0.0
    b0: Float[()] | float = 0.0


class OrbitState(NamedTuple):
    """Intermediate quantities at each row, (n,) arrays.

    ``u`` is the eccentric anomaly, ``nu`` the true anomaly (rad), ``sw`` and ``cw`` are the sine and cosine of w. ``q``
    is 1 - e cos E, ``r`` (1 - e^2)^(1/2), ``rt`` (1 - e_t^2)^(1/2). ``d``, ``d1``, ``d2``, ``nhat`` and ``kappa`` are
    the arguments of `inverse.inverse_timing_delay`. ``brace`` is the argument of the logarithm in S.
    """

    u: Anomaly
    q: Float[Row]
    r: Broadcast
    rt: Broadcast
    nu: Float[Row]
    sw: Float[Row]
    cw: Float[Row]
    d: Float[Row]
    d1: Float[Row]
    d2: Float[Row]
    nhat: Float[Row]
    kappa: Float[Row]
    brace: Float[Row]


def true_anomaly(xp: Namespace, e: Broadcast, u: Anomaly) -> Float[Row]:
    """True anomaly of the same orbit as the eccentric anomaly.

    Parameters
    ----------
    xp : Namespace
    e : float or (n,) array
        Eccentricity.
    u : Anomaly
        Eccentric anomaly.

    Returns
    -------
    (n,) array
        rad.
    """
    b = e / (1.0 + xp.sqrt(1.0 - e * e))
    return u.E + 2.0 * xp.arctan(b * u.sin / (1.0 - b * u.cos))


def orbit_state(xp: Namespace, el: KeplerianElements, o: Orbit) -> OrbitState:
    """Intermediate quantities of the delay and of its derivatives.

    Parameters
    ----------
    xp : Namespace
    el : KeplerianElements
        Elements of the orbit.
    o : Orbit
        Mean anomaly, orbits and angular frequency.

    Returns
    -------
    OrbitState
    """
    u = eccentric_anomaly(xp, el.e, o.phase)
    q, r = 1.0 - el.e * u.cos, xp.sqrt(1.0 - el.e * el.e)
    er, et = el.e * (1.0 + el.dr), el.e * (1.0 + el.dth)
    rt = xp.sqrt(1.0 - et * et)
    nu = TURN * o.turns + true_anomaly(xp, el.e, u)
    w = el.om + el.k * nu
    sw, cw = sine_cosine(xp, w)
    alpha, bg = el.x * sw, el.x * rt * cw + el.gamma
    d = alpha * (u.cos - er) + bg * u.sin
    d1 = bg * u.cos - alpha * u.sin
    d2 = -alpha * u.cos - bg * u.sin
    brace = q - el.sini * (sw * (u.cos - el.e) + r * cw * u.sin)
    return OrbitState(u, q, r, rt, nu, sw, cw, d, d1, d2, o.n / q, -0.5 * el.e * u.sin / q, brace)


def delay(xp: Namespace, el: KeplerianElements, s: OrbitState) -> Float[Row]:
    """Delay of the orbit: Roemer, Einstein, Shapiro and aberration delay.

    Parameters
    ----------
    xp, el
        As in `orbit_state`.
    s : OrbitState
        Result of `orbit_state`.

    Returns
    -------
    (n,) array
        s.
    """
    return inverse_timing_delay(s.d, s.d1, s.d2, s.nhat, s.kappa) + shapiro(xp, el, s) + aberration(el, s)


def shapiro(xp: Namespace, el: KeplerianElements, s: OrbitState) -> Float[Row]:
    """Shapiro delay S.

    Parameters
    ----------
    xp : Namespace
    el : KeplerianElements
        Elements of the orbit; only m2 (s) is used.
    s : OrbitState
        Result of `orbit_state`.

    Returns
    -------
    (n,) array
        s.
    """
    return -2.0 * el.m2 * xp.log(s.brace)


def _node(el: KeplerianElements, s: OrbitState) -> tuple[Float[Row], Float[Row]]:
    """Sine and cosine of w + nu."""
    sin_nu, cos_nu = s.r * s.u.sin / s.q, (s.u.cos - el.e) / s.q
    return s.sw * cos_nu + s.cw * sin_nu, s.cw * cos_nu - s.sw * sin_nu


def aberration(el: KeplerianElements, s: OrbitState) -> Float[Row]:
    """Aberration delay A.

    Parameters
    ----------
    el : KeplerianElements
        Elements of the orbit; a0 and b0 in s.
    s : OrbitState
        Result of `orbit_state`.

    Returns
    -------
    (n,) array
        s.
    """
    sin_node, cos_node = _node(el, s)
    return el.a0 * (sin_node + el.e * s.sw) + el.b0 * (cos_node + el.e * s.cw)


def slopes(xp: Namespace, el: KeplerianElements, o: Orbit, s: OrbitState) -> Slopes:
    """Derivatives of the delay by each element, "M" (rad) and "n" (rad/s).

    Parameters
    ----------
    xp, el, o
        As in `orbit_state`.
    s : OrbitState
        Result of `orbit_state`.

    Returns
    -------
    dict of (n,) arrays
        In s by the unit of the element.
    """
    u = s.u
    by = inverse_timing_slopes(s.d, s.d1, s.d2, s.nhat, s.kappa)
    er, et = el.e * (1.0 + el.dr), el.e * (1.0 + el.dth)
    toward = u.cos - er
    xc, xs = el.x * s.cw, el.x * s.rt * s.sw
    out = {
        "x": _of_d(by, s.sw * toward + s.rt * s.cw * u.sin, s.rt * s.cw * u.cos - s.sw * u.sin, s),
        "gamma": by.d * u.sin + by.d1 * u.cos - by.d2 * u.sin,
        "n": by.n / s.q,
        "m2": -2.0 * xp.log(s.brace),
    }
    by_w = by.d * (xc * toward - xs * u.sin) - by.d1 * (xc * u.sin + xs * u.cos) + by.d2 * (xs * u.sin - xc * u.cos)
    x_et = -el.x * s.cw * et / s.rt
    by_er, by_et = -by.d * el.x * s.sw, x_et * (by.d * u.sin + by.d1 * u.cos - by.d2 * u.sin)
    qq = s.q * s.q
    by_u = by.d * s.d1 + by.d1 * s.d2 - by.d2 * s.d1
    by_u = by_u - by.n * o.n * el.e * u.sin / qq - 0.5 * by.kappa * el.e * (u.cos - el.e) / qq
    by_e = by.n * o.n * u.cos / qq - 0.5 * by.kappa * u.sin / qq + by_er * (1.0 + el.dr) + by_et * (1.0 + el.dth)
    by_shapiro = _shapiro_slopes(el, s)
    sin_node, cos_node = _node(el, s)
    by_nu = el.a0 * cos_node - el.b0 * sin_node
    by_w = by_w + by_shapiro["w"] + by_nu + el.e * (el.a0 * s.cw - el.b0 * s.sw)
    by_nu = by_nu + el.k * by_w
    by_u = by_u + by_shapiro["u"]
    by_e = by_e + by_shapiro["e"] + el.a0 * s.sw + el.b0 * s.cw
    return {
        **out,
        "sini": by_shapiro["sini"],
        "om": by_w,
        "k": s.nu * by_w,
        "dr": el.e * by_er,
        "dth": el.e * by_et,
        "a0": sin_node + el.e * s.sw,
        "b0": cos_node + el.e * s.cw,
        "M": by_u / s.q + by_nu * s.r / qq,
        "e": by_e + by_u * u.sin / s.q + by_nu * u.sin * (1.0 / (s.r * s.q) + s.r / qq),
    }


def _of_d(by: inverse.InverseSlopes, d: Float[Row], d1: Float[Row], s: OrbitState) -> Float[Row]:
    """Derivative of the delay by an element of alpha and beta, from those of D and D'.

    The derivative of D'' is the negative of alpha cos E + beta sin E.
    """
    slope: Float[Row] = by.d * d + by.d1 * d1 - by.d2 * (s.sw * s.u.cos + s.rt * s.cw * s.u.sin)
    return slope


def _shapiro_slopes(el: KeplerianElements, s: OrbitState) -> Slopes:
    """Derivatives of the Shapiro delay by w, E, e (at fixed E) and sini."""
    u = s.u
    reach = s.sw * (u.cos - el.e) + s.r * s.cw * u.sin
    scale = -2.0 * el.m2 / s.brace
    return {
        "w": -scale * el.sini * (s.cw * (u.cos - el.e) - s.r * s.sw * u.sin),
        "u": scale * (el.e * u.sin - el.sini * (s.r * s.cw * u.cos - s.sw * u.sin)),
        "e": scale * (el.sini * (s.sw + el.e / s.r * s.cw * u.sin) - u.cos),
        "sini": -scale * reach,
    }
