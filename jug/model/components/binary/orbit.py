"""Orbital phase: time since the epoch, number of orbits, and angular frequency.

turns = dt f - (PBDOT + XPBDOT) (dt / PB)^2 / 2 + sum_{k>0} FB_k dt^(k+1) / (k+1)!
        + sum_j C_j cos(w_j) + S_j sin(w_j),   w_j = (j+1) ORBWAVE_OM (t - ORBWAVE_EPOCH)

dt = t - T0 (or TASC) in s; f = 1/PB or FB0 in Hz; C_j = ORBWAVEC_j and S_j = ORBWAVES_j in turns. Taylor & Weisberg
1989, ApJ 345, 434; PINT 1.1.8 is the same. The angular frequency n at the TOA is 2 pi / (PB + PBDOT dt) as in PINT
1.1.8, or the derivative of the sum.

dt is about 1e9 s. float64 loses up to 0.06 us of it, which a second float64 holds. The product dt f is split so that
the fraction of a turn has an error of 1e-16 turns for any number of turns.
"""

from math import factorial, pi
from typing import NamedTuple

from jug.core.array import Array, Float, Row
from jug.model.declare import Broadcast, DoubleDouble, Namespace, Values

Slopes = dict[str, Array]
"""The derivative of the delay by each orbital element, (n,)."""

ElementRow = dict[str, Array | float]
"""The derivative of each orbital element by one parameter: (n,), (n, k) by a family, or one number."""

ElementRows = dict[str, ElementRow]
"""For each parameter, and for time "t", the derivative of each orbital element by it."""

TURN = 2.0 * pi
"""One turn, rad."""


class Orbit(NamedTuple):
    """Orbit at each row.

    Parameters
    ----------
    dt : (n,) array
        Time since the epoch, s.
    turns : (n,) array
        Nearest whole number of orbits.
    phase : (n,) array
        Remaining phase, rad, in [-pi, pi]: the mean anomaly M (with T0), or the phase from the node (with TASC).
    n : (n,) array
        Angular frequency, rad/s.
    """

    dt: Float[Row]
    turns: Float[Row]
    phase: Float[Row]
    n: Float[Row]


def time_since(t: Float[Row], t_lo: Float[Row], epoch: DoubleDouble) -> tuple[Float[Row], Float[Row]]:
    """Time since an epoch, as the sum of two float64 (Knuth's two-sum).

    Parameters
    ----------
    t, t_lo : (n,) arrays
        Time and the part that float64 loses of it, s.
    epoch : DoubleDouble
        Floats or (n,) arrays, s.

    Returns
    -------
    dt, dt_lo : (n,) arrays
        s.
    """
    hi = t - epoch.hi
    part = hi - t
    return hi, ((t - (hi - part)) - (epoch.hi + part)) + (t_lo - epoch.lo)


def _halves(xp: Namespace, a: Broadcast) -> tuple[Array, Array]:
    """A float64 as the sum of a number with 24 bits and one with 29 bits; products of the 24-bit numbers are exact."""
    head = xp.asarray(xp.asarray(a, dtype=xp.float32), dtype=xp.float64)
    return head, a - head


def _product(xp: Namespace, a: Broadcast, b: Broadcast) -> tuple[Array, Array]:
    """a b as the sum of an exact product and a remainder."""
    a1, a2 = _halves(xp, a)
    b1, b2 = _halves(xp, b)
    return a1 * b1, (a1 * b2 + a2 * b1) + a2 * b2


def _frequency(xp: Namespace, p: Values) -> tuple[Broadcast, Broadcast]:
    """Orbits per second at the epoch, as the sum of two float64."""
    hi: Array | float = 0.0
    lo: Array | float = 0.0
    if "PB" in p:
        hi = 1.0 / p["PB"]
        one, rest = _product(xp, hi, p["PB"])
        lo = (((1.0 - one) - rest) - hi * p.exact("PB").lo) * hi
    if "FB" in p:
        hi, lo = hi + p["FB"][0], lo + p.exact("FB").lo[0]
    return hi, lo


def orbit(xp: Namespace, p: Values, t: Float[Row], t_lo: Float[Row], epoch: DoubleDouble) -> Orbit:
    """Orbital phase and angular frequency.

    Parameters
    ----------
    xp : Namespace
    p : Values
        Of PB, FB, PBDOT, XPBDOT and ORBWAVE... those that the model has.
    t, t_lo : (n,) array
        Time after the earlier delays, and the part that float64 loses of it, s.
    epoch : DoubleDouble
        T0 or TASC, floats or (n,) arrays, s.

    Returns
    -------
    Orbit
    """
    dt, dt_lo = time_since(t, t_lo, epoch)
    f, f_lo = _frequency(xp, p)
    head, tail = _product(xp, f, dt)
    whole = xp.rint(head)
    part = (head - whole) + (tail + (f * dt_lo + f_lo * dt)) + _drift(p, dt)
    wave, rate, _ = _waves(xp, p, t)
    more = xp.rint(part + wave)
    return Orbit(dt, whole + more, TURN * ((part + wave) - more), _now(p, dt) + TURN * rate)


def _drift(p: Values, dt: Float[Row]) -> Float[Row]:
    """Orbits added by the derivatives of the period or frequency."""
    total = 0.0 * dt
    if "PB" in p:
        total = total - 0.5 * (p["PBDOT"] + p["XPBDOT"]) * (dt / p["PB"]) ** 2
    if "FB" in p:
        for k in range(1, p["FB"].shape[0]):
            total = total + p["FB"][k] * (dt ** (k + 1) / float(factorial(k + 1)))
    return total


def _now(p: Values, dt: Float[Row]) -> Float[Row]:
    """Angular frequency without the waves, rad/s."""
    n = 0.0 * dt
    if "PB" in p:
        n = n + 1.0 / (p["PB"] + p["PBDOT"] * dt)
    if "FB" in p:
        n = n + sum(p["FB"][k] * (dt**k / float(factorial(k))) for k in range(p["FB"].shape[0]))
    return TURN * n


def _waves(xp: Namespace, p: Values, t: Float[Row]) -> tuple[Float[Row], Float[Row], Float[Row]]:
    """Orbital phase by the ORBWAVEs in turns, and its first and second time derivatives."""
    total = (0.0 * t, 0.0 * t, 0.0 * t)
    for om, s, c, a, b in _each_wave(xp, p, t):
        value, slope = a * c + b * s, om * (b * c - a * s)
        total = (total[0] + value, total[1] + slope, total[2] - om * om * value)
    return total


def _each_wave(xp: Namespace, p: Values, t: Float[Row]) -> list[tuple[Array, ...]]:
    """Frequency (rad/s), sine, cosine, C and S of each ORBWAVE."""
    if "ORBWAVEC" not in p:
        return []
    since_epoch = t - p["ORBWAVE_EPOCH"]
    waves: list[tuple[Array, ...]] = []
    for j in range(p["ORBWAVEC"].shape[0]):
        om = (j + 1) * p["ORBWAVE_OM"]
        waves.append((om, xp.sin(om * since_epoch), xp.cos(om * since_epoch), p["ORBWAVEC"][j], p["ORBWAVES"][j]))
    return waves


def orbit_rows(xp: Namespace, p: Values, t: Float[Row], o: Orbit, epoch: str) -> ElementRows:
    """Derivatives of the phase "M" (rad) and of "n" (rad/s) by the parameters, the epoch and time.

    Parameters
    ----------
    xp, p, t
        As in `orbit`.
    o : Orbit
        Result of `orbit`.
    epoch : str
        Name of the epoch: ``"T0"`` or ``"TASC"``.

    Returns
    -------
    ElementRows
        (n,) arrays; (n, k) for a family.
    """
    dt = o.dt
    rows: ElementRows = {}
    rate, n_rate = 0.0 * dt, 0.0 * dt
    if "PB" in p:
        pb, now = p["PB"], p["PB"] + p["PBDOT"] * dt
        drift = p["PBDOT"] + p["XPBDOT"]
        u = dt / pb
        rows["PB"] = {"M": (TURN / pb) * (drift * u * u - u), "n": -TURN / now**2}
        rows["PBDOT"] = {"M": -0.5 * TURN * u * u, "n": -TURN * dt / now**2}
        rows["XPBDOT"] = {"M": -0.5 * TURN * u * u}
        rate = rate + TURN * (1.0 - drift * u) / pb
        n_rate = n_rate - TURN * p["PBDOT"] / now**2
    if "FB" in p:
        k = p["FB"].shape[0]
        powers = [dt**i / float(factorial(i)) for i in range(k + 1)]
        rows["FB"] = {"M": TURN * xp.stack(powers[1:], axis=1), "n": TURN * xp.stack(powers[:-1], axis=1)}
        rate = rate + TURN * sum(p["FB"][i] * powers[i] for i in range(k))
        n_rate = n_rate + TURN * sum((p["FB"][i] * powers[i - 1] for i in range(1, k)), 0.0 * dt)
    rows[epoch] = {"M": -rate, "n": -n_rate}
    _, slope, curve = _waves(xp, p, t)
    rows["t"] = {"M": rate + TURN * slope, "n": n_rate + TURN * curve}
    rows.update(_wave_rows(xp, p, t))
    return rows


def _wave_rows(xp: Namespace, p: Values, t: Float[Row]) -> ElementRows:
    waves = _each_wave(xp, p, t)
    if not waves:
        return {}
    since_epoch = t - p["ORBWAVE_EPOCH"]
    by_om: ElementRow = {"M": 0.0 * t, "n": 0.0 * t}
    for j, (om, s, c, a, b) in enumerate(waves):
        by_om["M"] = by_om["M"] + TURN * (j + 1) * since_epoch * (b * c - a * s)
        by_om["n"] = by_om["n"] + TURN * (j + 1) * ((b * c - a * s) - om * since_epoch * (b * s + a * c))
    return {
        "ORBWAVEC": {
            "M": TURN * xp.stack([c for _, _, c, _, _ in waves], axis=1),
            "n": -TURN * xp.stack([om * s for om, s, _, _, _ in waves], axis=1),
        },
        "ORBWAVES": {
            "M": TURN * xp.stack([s for _, s, _, _, _ in waves], axis=1),
            "n": TURN * xp.stack([om * c for om, _, c, _, _ in waves], axis=1),
        },
        "ORBWAVE_OM": by_om,
    }
