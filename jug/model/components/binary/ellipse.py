"""What the eccentric models share: the slowly changing elements x and e, and the rows of the Keplerian parameters."""

from types import ModuleType

from jug.model.components.binary.orbit import Orbit, Rows, orbit, orbit_rows
from jug.model.components.binary.rows import merge
from jug.model.declare import Array, Columns, Values


def orbit_from_t0(xp: ModuleType, p: Values, x: Columns, t: Array) -> Orbit:
    """The orbit counted from periastron."""
    return orbit(xp, p, t, x.t_lo, p["T0"], p.get("T0_lo", 0.0))


def size(p: Values, dt: Array) -> Array:
    """x = A1 + A1DOT dt + A1DOT2 dt^2 / 2, light-s."""
    return p["A1"] + dt * (p["A1DOT"] + 0.5 * dt * p["A1DOT2"])


def size_rows(p: Values, dt: Array, epoch: str) -> Rows:
    """Rows of "x"."""
    rate = p["A1DOT"] + dt * p["A1DOT2"]
    return {
        "A1": {"x": 1.0 + 0.0 * dt},
        "A1DOT": {"x": dt},
        "A1DOT2": {"x": 0.5 * dt * dt},
        "t": {"x": rate},
        epoch: {"x": -rate},
    }


def eccentricity(p: Values, dt: Array) -> Array:
    """e = ECC + EDOT dt."""
    return p["ECC"] + p["EDOT"] * dt


def ellipse_rows(xp: ModuleType, p: Values, t: Array, o: Orbit) -> Rows:
    """Rows of "M", "n", "x", "e" and "om" of a model with T0, ECC and OM."""
    one = 1.0 + 0.0 * o.dt
    own: Rows = {
        "ECC": {"e": one},
        "EDOT": {"e": o.dt},
        "OM": {"om": one},
        "t": {"e": p["EDOT"] * one},
        "T0": {"e": -p["EDOT"] * one},
    }
    return merge(orbit_rows(xp, p, t, o, "T0"), size_rows(p, o.dt, "T0"), own)
