"""BT: an eccentric orbit with a constant advance of periastron (BinaryBT and BinaryBTPiecewise in PINT).

    delay = Q (1 - n R / (1 - e cos E))
    Q = alpha (cos E - e) + (beta + GAMMA) sin E,   R = beta cos E - alpha sin E
    alpha = x sin w,  beta = x (1 - e^2)^(1/2) cos w,  w = OM + OMDOT (t - T0)

x is the projected semi-major axis in light-s, e the eccentricity, E the eccentric anomaly, GAMMA the amplitude of the
Einstein delay in s. n is the angular frequency at the time of the TOA, rad/s (PINT 1.1.8; tempo2: 2 pi / PB). Blandford
& Teukolsky 1976, ApJ 205, 580, eq. 2.33. The inverse timing formula is of first order in n; the second order, x (n
x)^2, is neglected. BTX is the same with FB0, FB1, ... BT_piecewise uses T0X and A1X instead of T0 and A1 where XR1 < t
<= XR2, barycentric MJD.
"""

from typing import NamedTuple

from jug.core.array import Float, Member, Row
from jug.core.sincos import sine_cosine
from jug.model.components.binary import params
from jug.model.components.binary.ellipse import eccentricity, ellipse_rows, orbit_from_t0, semi_major_axis
from jug.model.components.binary.kepler import eccentric_anomaly
from jug.model.components.binary.orbit import ElementRows, Orbit, Slopes, orbit
from jug.model.components.binary.rows import apply_chain_rule, merge_rows
from jug.model.declare import (
    Broadcast,
    Columns,
    Component,
    DoubleDouble,
    Namespace,
    Param,
    Partials,
    Values,
    indexed_family,
)


class BTElements(NamedTuple):
    """Elements of the orbit, floats or (n,) arrays.

    Parameters
    ----------
    x : projected semi-major axis, light-s
    e : eccentricity
    om : longitude of periastron now, rad
    gamma : amplitude of the Einstein delay, s
    """

    x: Broadcast
    e: Broadcast
    om: Broadcast
    gamma: Broadcast


def bt_delay(xp: Namespace, el: BTElements, o: Orbit) -> Float[Row]:
    """Delay of BT by its elements.

    Parameters
    ----------
    xp : Namespace
    el : BTElements
        Elements of the orbit.
    o : Orbit
        Mean anomaly and angular frequency.

    Returns
    -------
    (n,) array
        s.
    """
    u, r = eccentric_anomaly(xp, el.e, o.phase), xp.sqrt(1.0 - el.e * el.e)
    sw, cw = sine_cosine(xp, xp.asarray(el.om))
    alpha, beta = el.x * sw, el.x * r * cw
    q = alpha * (u.cos - el.e) + (beta + el.gamma) * u.sin
    return q * (1.0 - o.n * (beta * u.cos - alpha * u.sin) / (1.0 - el.e * u.cos))


def bt_slopes(xp: Namespace, el: BTElements, o: Orbit) -> Slopes:
    """Derivatives of `bt_delay` by each element, by the mean anomaly "M" (rad) and by "n" (rad/s).

    Parameters
    ----------
    xp, el, o
        As in `bt_delay`.

    Returns
    -------
    dict of (n,) arrays
        In s by the unit of the element.
    """
    u, r = eccentric_anomaly(xp, el.e, o.phase), xp.sqrt(1.0 - el.e * el.e)
    sw, cw = sine_cosine(xp, xp.asarray(el.om))
    alpha, beta = el.x * sw, el.x * r * cw
    toward, w = u.cos - el.e, 1.0 - el.e * u.cos
    big_q = alpha * toward + (beta + el.gamma) * u.sin
    big_r = beta * u.cos - alpha * u.sin
    by_q, by_r, by_w = 1.0 - o.n * big_r / w, -o.n * big_q / w, o.n * big_q * big_r / w**2
    flat = -el.x * el.e / r * cw
    by_u = by_q * (big_r + el.gamma * u.cos) - by_r * (beta * u.sin + alpha * u.cos) + by_w * el.e * u.sin
    by_e = by_q * (flat * u.sin - alpha) + by_r * flat * u.cos - by_w * u.cos
    return {
        "x": by_q * (sw * toward + r * cw * u.sin) + by_r * (r * cw * u.cos - sw * u.sin),
        "om": by_q * el.x * (cw * toward - r * sw * u.sin) - by_r * el.x * (r * sw * u.cos + cw * u.sin),
        "gamma": by_q * u.sin,
        "n": -big_q * big_r / w,
        "M": by_u / w,
        "e": by_e + by_u * u.sin / w,
    }


def elements(p: Values, o: Orbit) -> BTElements:
    """Elements of BT from its parameters.

    Parameters
    ----------
    p : Values
        Parameters in kernel units.
    o : Orbit
        The orbit at each row.

    Returns
    -------
    BTElements
        Floats or (n,) arrays.
    """
    return BTElements(semi_major_axis(p, o.dt), eccentricity(p, o.dt), p["OM"] + p["OMDOT"] * o.dt, p["GAMMA"])


def rows(xp: Namespace, p: Values, t: Float[Row], o: Orbit) -> ElementRows:
    """Derivatives of the elements, "M" and "n" by the parameters, T0 and time.

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
    turning = p["OMDOT"] + 0.0 * o.dt
    own: ElementRows = {"OMDOT": {"om": o.dt}, "GAMMA": {"gamma": 1.0}, "t": {"om": turning}, "T0": {"om": -turning}}
    return merge_rows(ellipse_rows(xp, p, t, o), own)


def delay(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Delay of BT, (n,) s."""
    o = orbit_from_t0(xp, p, x, t)
    return bt_delay(xp, elements(p, o), o)


def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the delay of BT by every parameter and by time, (n,) each ((n, k) for a family)."""
    o = orbit_from_t0(xp, p, x, t)
    return apply_chain_rule(bt_slopes(xp, elements(p, o), o), rows(xp, p, t, o))


def _in_range(p: Values, t: Float[Row]) -> Float[Row, Member]:
    """1 where the time of a TOA is in a range, else 0, (n, k)."""
    inside: Float[Row, Member] = ((t[:, None] > p["XR1"]) & (t[:, None] <= p["XR2"])).astype(float)
    return inside


def _piecewise(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> tuple[Float[Row, Member], BTElements, Orbit]:
    inside = _in_range(p, t)
    outside = 1.0 - xp.sum(inside, axis=1)
    epoch = inside @ p["T0X"] + outside * p["T0"]
    low = inside @ p.exact("T0X").lo + outside * p.exact("T0").lo
    o = orbit(xp, p, t, x.t_lo, DoubleDouble(epoch, low))
    return inside, elements(p.with_values({"A1": inside @ p["A1X"] + outside * p["A1"]}), o), o


def piecewise_delay(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Delay of BT_piecewise, (n,) s."""
    _, el, o = _piecewise(xp, p, x, t)
    return bt_delay(xp, el, o)


def piecewise_partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the delay of BT_piecewise by every parameter and by time, (n,) each ((n, k) for a family)."""
    inside, el, o = _piecewise(xp, p, x, t)
    by = apply_chain_rule(bt_slopes(xp, el, o), rows(xp, p, t, o))
    outside = 1.0 - xp.sum(inside, axis=1)
    split = {
        "T0X": inside * by["T0"][:, None],
        "A1X": inside * by["A1"][:, None],
        "T0": outside * by["T0"],
        "A1": outside * by["A1"],
    }
    return {**by, **split}


PARAMS = (*params.PERIOD, *params.SEMI_MAJOR_AXIS, *params.ELLIPSE, params.OMDOT, params.GAMMA)
RANGES = indexed_family("BTX")
T0X = Param(
    "T0X", "MJD", "Epoch of periastron in a range of time", 0, codec="mjd", default="T0", family=RANGES, split=True
)
A1X = Param(
    "A1X", "ls", "Projected semi-major axis in a range of time", 1, default="A1", family=RANGES, bounds=(0.0, None)
)
XR1 = Param("XR1", "MJD", "Start of the range, barycentric", 0, codec="mjd", family=RANGES, fit=False)
XR2 = Param("XR2", "MJD", "End of the range, barycentric", 0, codec="mjd", family=RANGES, fit=False)
NEEDS = ("PB|FB0", "A1", "T0")

BT = Component(
    "binary BT",
    PARAMS,
    delay=delay,
    partials=partials,
    triggers=("BINARY",),
    needs=NEEDS,
    options=(("BINARY", ("BT", "BTX")),),
)
BT_PIECEWISE = Component(
    "binary BT_piecewise",
    (*PARAMS, T0X, A1X, XR1, XR2),
    delay=piecewise_delay,
    partials=piecewise_partials,
    triggers=("BINARY",),
    needs=(*NEEDS, "XR1"),
    options=(("BINARY", ("BT_PIECEWISE",)),),
)
