"""Effects of parallax and proper motion on an orbit in the form of tempo2's T2: terms that are added to the delay.

    delay = x (a C + b S) + DOP
    a = (A sin W + B cos W) / sin i,   b = (A cos W - B sin W) / tan i
    A = mu_l dt - I0 / d,   B = mu_b dt - J0 / d
    DOP = x^2 [(1 - e cos E)^2 / sin^2 i - S0^2] / (2 d)

S = sin w (cos E - e_r) + (1 - e_t^2)^(1/2) cos w sin E. C is S with w + 90 deg, S0 is S with e for e_r and e_t. I0 and
J0 (light-s) are as in `kopeikin`. To first order the terms equal those of `kopeikin`, but KIN and KOM are in the IAU
convention: W = KOM is counted from North through East (180 deg - KIN and 90 deg - KOM of Damour & Taylor 1992). tempo2
T2model.C; Edwards+ 2006, MNRAS 372, 1549.

The orbital parallax DOP is Kopeikin 1995, ApJ 439, L5, eq. 14, in closed form: half the square of the pulsar's distance
from the line of sight, divided by the distance d in light-s. tempo2 writes out the terms and differs in one of e^2 x^2
/ d. D_AOP, if given, is the d in A and B, but not in DOP.
"""

from typing import NamedTuple

from jug.core.array import Array, Float, Row
from jug.core.constants import AU_LS
from jug.model.components.binary.keplerian import KeplerianElements, OrbitState
from jug.model.components.binary.kopeikin import Frame, View, observatory_view
from jug.model.components.binary.orbit import ElementRow, ElementRows, Slopes
from jug.model.components.binary.rows import merge_rows
from jug.model.declare import Columns, Namespace, Param, Values

D_AOP = Param("D_AOP", "pc", "Distance in the annual orbital parallax, instead of that from PX", 1)


class ParallaxTerms(NamedTuple):
    """a and b as above, 1/sin^2 i (``csc2``), and 1/d in 1/light-s (``per_d``); (n,) arrays and floats."""

    a: Float[Row]
    b: Float[Row]
    csc2: Float[()]
    per_d: Float[()]


class _OrientationTerms(NamedTuple):
    sin_i: Float[()]
    cot_i: Float[()]
    sw: Float[()]
    cw: Float[()]
    along: Float[Row]
    across: Float[Row]
    v: View


def _inverse_distance(p: Values) -> Float[()]:
    """1/d in A and B, 1/light-s."""
    return 1.0 / p["D_AOP"] if "D_AOP" in p else p["PX"] / AU_LS


def _orientation_terms(xp: Namespace, frame: Frame, p: Values, x: Columns, dt: Float[Row]) -> _OrientationTerms:
    v, w = observatory_view(xp, frame, x), _inverse_distance(p)
    s, c = xp.sin(p["KIN"]), xp.cos(p["KIN"])
    sw, cw = xp.sin(p["KOM"]), xp.cos(p["KOM"])
    a, b = p[frame.mu_l] * dt - w * v.i0, p[frame.mu_b] * dt - w * v.j0
    return _OrientationTerms(s, c / s, sw, cw, a * sw + b * cw, a * cw - b * sw, v)


def parallax_terms(xp: Namespace, frame: Frame, p: Values, x: Columns, dt: Float[Row]) -> ParallaxTerms:
    """a, b, 1/sin^2 i and 1/d at the time of each TOA.

    Parameters
    ----------
    xp : Namespace
    frame : Frame
        Frame of the astrometry.
    p : Values
        KIN, KOM, PX, D_AOP and the proper motion in kernel units.
    x : Columns
        Position of the observatory and direction of the pulsar.
    dt : (n,) array
        Time since T0 or TASC, s.

    Returns
    -------
    ParallaxTerms
    """
    q = _orientation_terms(xp, frame, p, x, dt)
    return ParallaxTerms(q.along / q.sin_i, q.across * q.cot_i, 1.0 / q.sin_i**2, p["PX"] / AU_LS)


def parallax_rows(xp: Namespace, frame: Frame, p: Values, x: Columns, dt: Float[Row]) -> ElementRows:
    """Derivatives of "a", "b", "csc2" and "per_d" by the parameters, n, and time (key "dt").

    Parameters
    ----------
    xp, frame, p, x, dt
        As in `parallax_terms`.

    Returns
    -------
    ElementRows
        (n,) arrays; (n, 3) by n.
    """
    q = _orientation_terms(xp, frame, p, x, dt)

    def changed_row(da: Array, db: Array) -> ElementRow:
        """Derivatives by something that changes A and B."""
        return {"a": (da * q.sw + db * q.cw) / q.sin_i, "b": (da * q.cw - db * q.sw) * q.cot_i}

    w, one = _inverse_distance(p), 1.0 + 0.0 * dt
    by_n = changed_row(-w * q.v.i0_by_n, -w * q.v.j0_by_n)
    by_w = changed_row(-q.v.i0, -q.v.j0)
    rows: ElementRows = {
        "KIN": {
            "a": -q.along * q.cot_i / q.sin_i,
            "b": -q.across / q.sin_i**2,
            "csc2": -2.0 * q.cot_i / q.sin_i**2,
        },
        "KOM": {"a": q.across / q.sin_i, "b": -q.along * q.cot_i},
        "PX": {"per_d": 1.0 / AU_LS},
        frame.mu_l: changed_row(dt, 0.0 * dt),
        frame.mu_b: changed_row(0.0 * dt, dt),
        "n": by_n,
        "dt": changed_row(p[frame.mu_l] * one, p[frame.mu_b] * one),
    }
    source, by_source = ("D_AOP", -w * w) if "D_AOP" in p else ("PX", 1.0 / AU_LS)
    return merge_rows(rows, {source: {e: v * by_source for e, v in by_w.items()}})


def sum_rows(slopes: Slopes, table: ElementRows) -> Slopes:
    """Derivatives of the delay by the parameters of a table, with its key "dt" renamed "t".

    Parameters
    ----------
    slopes : dict of (n,) arrays
        Derivatives of the delay by the elements.
    table : ElementRows
        Result of `parallax_rows`.

    Returns
    -------
    dict
        (n,) arrays; (n, 3) by n.
    """
    out = {}
    for name, row in table.items():
        terms = [slopes[e][:, None] * v if getattr(v, "ndim", 0) == 2 else slopes[e] * v for e, v in row.items()]
        out["t" if name == "dt" else name] = sum(terms[1:], terms[0])
    return out


def orbital_parallax(el: KeplerianElements, s: OrbitState, csc2: Float[()], per_d: Float[()]) -> Float[Row]:
    """Orbital parallax DOP.

    Parameters
    ----------
    el : KeplerianElements
        Elements of the orbit.
    s : OrbitState
        Its intermediate quantities.
    csc2 : (n,) array or float
        1/sin^2 i.
    per_d : float
        1/d, 1/light-s.

    Returns
    -------
    (n,) array
        s.
    """
    return 0.5 * per_d * el.x**2 * (csc2 * s.q**2 - _plain(el, s) ** 2)


def _plain(el: KeplerianElements, s: OrbitState) -> Float[Row]:
    """S0, the position of the pulsar along the line of sight over x."""
    return s.sw * (s.u.cos - el.e) + s.r * s.cw * s.u.sin


def orbital_parallax_slopes(el: KeplerianElements, s: OrbitState, csc2: Float[()], per_d: Float[()]) -> Slopes:
    """Derivatives of DOP by "x", "csc2", "per_d", omega "w", the eccentric anomaly "u", and "e" at fixed u.

    Parameters
    ----------
    el, s, csc2, per_d
        As in `orbital_parallax`.

    Returns
    -------
    dict of (n,) arrays
        In s by the unit of the element.
    """
    u, half, plain = s.u, 0.5 * per_d * el.x**2, _plain(el, s)
    shape = csc2 * s.q**2 - plain**2
    across = s.cw * (u.cos - el.e) - s.r * s.sw * u.sin
    rise = s.r * s.cw * u.cos - s.sw * u.sin
    return {
        "x": per_d * el.x * shape,
        "csc2": half * s.q**2,
        "per_d": 0.5 * el.x**2 * shape,
        "w": -2.0 * half * plain * across,
        "u": 2.0 * half * (csc2 * s.q * el.e * u.sin - plain * rise),
        "e": 2.0 * half * (plain * (s.sw + el.e / s.r * s.cw * u.sin) - csc2 * s.q * u.cos),
    }


def slopes_through_anomaly(el: KeplerianElements, s: OrbitState, by: Slopes) -> Slopes:
    """Derivatives by om, k, M and e from those by omega "w", "u" and "e"; other derivatives are unchanged.

    Parameters
    ----------
    el : KeplerianElements
        Elements of the orbit.
    s : OrbitState
        Its intermediate quantities.
    by : dict of (n,) arrays
        Derivatives of a delay.

    Returns
    -------
    dict of (n,) arrays
        In s by the unit of the element.
    """
    u, by_nu = s.u, el.k * by["w"]
    kept = {key: value for key, value in by.items() if key not in ("w", "u", "e")}
    return {
        **kept,
        "om": by["w"],
        "k": s.nu * by["w"],
        "M": by["u"] / s.q + by_nu * s.r / s.q**2,
        "e": by["e"] + by["u"] * u.sin / s.q + by_nu * u.sin * (1.0 / (s.r * s.q) + s.r / s.q**2),
    }
