"""Changes of the orientation of an orbit by proper motion and parallax: x, omega and i as seen from the Earth.

    delta = (-mu_l sin W + mu_b cos W) dt                                   Kopeikin 1996, ApJ 467, L93, eq. 10
    i = KIN + delta
    x -> x (1 + delta cot i) (1 + P cot i / d)                  ibid. eq. 8; Kopeikin 1995, ApJ 439, L5, eq. 18
    omega -> omega + [(mu_l cos W + mu_b sin W) dt - Q / d] / sin i                1996, eq. 9; 1995, eq. 19
    P = I0 sin W - J0 cos W,  Q = I0 cos W + J0 sin W
    I0 = -X sin l + Y cos l,  J0 = -(X cos l + Y sin l) sin b + Z cos b                 1995, eqs 15 and 16

W = KOM in rad, d is the distance in light-s, dt the time since T0 in s. (X, Y, Z) is the position of the observatory
from the barycentre in light-s, in the frame of the astrometry (equatorial or ecliptic). (l, b) is the direction to the
pulsar in that frame, (mu_l, mu_b) its proper motion in rad/s. KIN and KOM are in the convention of Damour & Taylor
1992: the angular momentum points to the Earth for KIN = 180 deg, and KOM is counted from East through North (PINT 1.1.8
and the DDK of tempo2; tempo has 180 deg - KIN and 90 deg - KOM). ``K96 N`` omits the terms in delta and mu.
"""

from typing import NamedTuple

from jug.core.array import Float, Row, Xyz
from jug.core.constants import AU_LS
from jug.model.components.binary.orbit import ElementRow, ElementRows, Slopes
from jug.model.declare import Broadcast, Columns, Namespace, Values


class Frame(NamedTuple):
    """A frame of the sky.

    Parameters
    ----------
    name : name in the component's name
    mu_l, mu_b : keywords of the proper motion
    ecliptic : whether the axes are ecliptic
    trigger : keyword by which the frame is recognised
    """

    name: str
    mu_l: str
    mu_b: str
    ecliptic: bool
    trigger: str


FRAMES = (
    Frame("equatorial", "PMRA", "PMDEC", False, "RAJ"),
    Frame("ecliptic", "PMELONG", "PMELAT", True, "ELONG"),
)


class View(NamedTuple):
    """Observatory as seen along the line of sight: I0 and J0, (n,) light-s, and their derivatives by n, (n, 3)."""

    i0: Float[Row]
    j0: Float[Row]
    i0_by_n: Float[Row, Xyz]
    j0_by_n: Float[Row, Xyz]


def observatory_view(xp: Namespace, frame: Frame, x: Columns) -> View:
    """I0 and J0 of every row.

    Parameters
    ----------
    xp : Namespace
    frame : Frame
        Frame of the astrometry.
    x : Columns
        Position of the observatory and direction of the pulsar.

    Returns
    -------
    View
    """
    turn = x.tables["ecliptic_to_icrs"] if frame.ecliptic else None
    r, n = (x.r_obs, x.n) if turn is None else (x.r_obs @ turn, x.n @ turn)
    rx, ry, rz = r[:, 0], r[:, 1], r[:, 2]
    nx, ny, nz = n[:, 0], n[:, 1], n[:, 2]
    rho = xp.sqrt(nx * nx + ny * ny)
    along = rx * nx + ry * ny
    i0, j0 = (ry * nx - rx * ny) / rho, rz * rho - nz * along / rho
    square = rho * rho
    i0_by_n = xp.stack([ry / rho - i0 * nx / square, -rx / rho - i0 * ny / square, 0.0 * nz], axis=1)
    j0_by_plane = (rz + nz * along / square) / rho
    j0_by_n = xp.stack([j0_by_plane * nx - nz * rx / rho, j0_by_plane * ny - nz * ry / rho, -along / rho], axis=1)
    if turn is not None:
        i0_by_n, j0_by_n = i0_by_n @ turn.T, j0_by_n @ turn.T
    return View(i0, j0, i0_by_n, j0_by_n)


class ChangedOrbit(NamedTuple):
    """Changed orbit: the factor of x, the addition to omega (rad), and sin i; (n,) each."""

    factor: Float[Row]
    d_om: Float[Row]
    sini: Float[Row]


class _Angles(NamedTuple):
    delta: Float[Row]
    rate: Float[()]
    turn: Float[()]
    sin_i: Float[Row]
    cot_i: Float[Row]
    cos_i: Float[Row]
    p: Float[Row]
    q: Float[Row]
    per_d: Float[()]


def _angles(xp: Namespace, frame: Frame, motion: bool, p: Values, v: View, dt: Float[Row]) -> _Angles:
    sw, cw = xp.sin(p["KOM"]), xp.cos(p["KOM"])
    mu_l, mu_b = (p[frame.mu_l], p[frame.mu_b]) if motion else (0.0, 0.0)
    rate, turn = mu_b * cw - mu_l * sw, mu_l * cw + mu_b * sw
    i = p["KIN"] + rate * dt
    s, c = xp.sin(i), xp.cos(i)
    return _Angles(rate * dt, rate, turn, s, c / s, c, v.i0 * sw - v.j0 * cw, v.i0 * cw + v.j0 * sw, p["PX"] / AU_LS)


def orientation(xp: Namespace, frame: Frame, motion: bool, p: Values, x: Columns, dt: Float[Row]) -> ChangedOrbit:
    """Change of the orbit by proper motion and parallax.

    Parameters
    ----------
    xp : Namespace
    frame : Frame
        Frame of the astrometry.
    motion : bool
        Whether proper motion acts (K96).
    p : Values
        KIN, KOM, PX and the proper motion in kernel units.
    x : Columns
        Position of the observatory and direction of the pulsar.
    dt : (n,) array
        Time since T0, s.

    Returns
    -------
    ChangedOrbit
    """
    a = _angles(xp, frame, motion, p, observatory_view(xp, frame, x), dt)
    factor = (1.0 + a.delta * a.cot_i) * (1.0 + a.per_d * a.p * a.cot_i)
    return ChangedOrbit(factor, (a.turn * dt - a.per_d * a.q) / a.sin_i, a.sin_i)


def orientation_rows(xp: Namespace, frame: Frame, motion: bool, p: Values, x: Columns, dt: Float[Row]) -> ElementRows:
    """Derivatives of "factor", "d_om" and "sini" by KIN, KOM, PX, proper motion, n and time (key "dt").

    Parameters
    ----------
    xp, frame, motion, p, x, dt
        As in `orientation`.

    Returns
    -------
    ElementRows
        (n,) arrays; (n, 3) by n.
    """
    v = observatory_view(xp, frame, x)
    a = _angles(xp, frame, motion, p, v, dt)
    sw, cw = xp.sin(p["KOM"]), xp.cos(p["KOM"])
    by_motion, by_parallax = 1.0 + a.delta * a.cot_i, 1.0 + a.per_d * a.p * a.cot_i
    annual = a.per_d * a.p
    d_om = (a.turn * dt - a.per_d * a.q) / a.sin_i
    by_i: ElementRow = {
        "factor": -(a.delta * by_parallax + annual * by_motion) / a.sin_i**2,
        "d_om": -d_om * a.cot_i,
        "sini": a.cos_i,
    }
    by_delta = {**by_i, "factor": by_i["factor"] + a.cot_i * by_parallax}

    def changed_row(change: Float[Row], turned: Float[Row], p_by: Broadcast = 0.0) -> ElementRow:
        """Derivatives by something that changes delta, the bracket of the change of omega, and P."""
        return {
            "factor": by_delta["factor"] * change + by_motion * a.per_d * a.cot_i * p_by,
            "d_om": by_delta["d_om"] * change + turned / a.sin_i,
            "sini": by_delta["sini"] * change,
        }

    by_n: ElementRow = {
        "factor": (by_motion * a.per_d * a.cot_i)[:, None] * (v.i0_by_n * sw - v.j0_by_n * cw),
        "d_om": -(a.per_d / a.sin_i)[:, None] * (v.i0_by_n * cw + v.j0_by_n * sw),
    }
    rows: ElementRows = {
        "KIN": by_i,
        "KOM": changed_row(-a.turn * dt, a.delta + annual, a.q),
        "PX": {"factor": by_motion * a.p * a.cot_i / AU_LS, "d_om": -a.q / (a.sin_i * AU_LS)},
        "n": by_n,
    }
    if motion:
        rows[frame.mu_l] = changed_row(-sw * dt, cw * dt)
        rows[frame.mu_b] = changed_row(cw * dt, sw * dt)
        rows["dt"] = changed_row(a.rate + 0.0 * dt, a.turn + 0.0 * dt)
    return rows


def changed_orbit_slopes(slopes: Slopes, x: Float[Row]) -> Slopes:
    """Derivatives of the delay by "factor", "d_om" and "sini".

    Parameters
    ----------
    slopes : dict of (n,) arrays
        Derivatives by x, om and sini of the changed orbit.
    x : (n,) array
        Projected semi-major axis before the change, light-s.

    Returns
    -------
    dict of (n,) arrays
        In s by the unit of the element.
    """
    return {"factor": slopes["x"] * x, "d_om": slopes["om"], "sini": slopes["sini"]}
