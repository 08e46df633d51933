"""Elements x and e that change slowly, and their derivatives by the parameters, for models with T0, ECC and OM."""

from jug.core.array import Float, Row
from jug.model.components.binary.orbit import ElementRows, Orbit, orbit, orbit_rows
from jug.model.components.binary.rows import merge_rows
from jug.model.declare import Columns, Namespace, Values


def orbit_from_t0(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Orbit:
    """The orbit counted from periastron, at T0; arguments as of a kernel (`jug.model.declare`)."""
    return orbit(xp, p, t, x.t_lo, p.exact("T0"))


def semi_major_axis(p: Values, dt: Float[Row]) -> Float[Row]:
    """Projected semi-major axis, A1 + A1DOT dt + A1DOT2 dt^2 / 2.

    Parameters
    ----------
    p : Values
        Parameters in kernel units.
    dt : (n,) array
        Time since the epoch, s.

    Returns
    -------
    (n,) array
        light-s.
    """
    return p["A1"] + dt * (p["A1DOT"] + 0.5 * dt * p["A1DOT2"])


def semi_major_axis_rows(p: Values, dt: Float[Row], epoch: str) -> ElementRows:
    """Derivatives of "x" by the parameters, by time and by the epoch.

    Parameters
    ----------
    p : Values
        Parameters in kernel units.
    dt : (n,) array
        Time since the epoch, s.
    epoch : str
        Name of the epoch: ``"T0"`` or ``"TASC"``.

    Returns
    -------
    ElementRows
        See `jug.model.components.binary.rows`.
    """
    rate = p["A1DOT"] + dt * p["A1DOT2"]
    return {
        "A1": {"x": 1.0 + 0.0 * dt},
        "A1DOT": {"x": dt},
        "A1DOT2": {"x": 0.5 * dt * dt},
        "t": {"x": rate},
        epoch: {"x": -rate},
    }


def eccentricity(p: Values, dt: Float[Row]) -> Float[Row]:
    """Eccentricity, ECC + EDOT dt.

    Parameters
    ----------
    p : Values
        Parameters in kernel units.
    dt : (n,) array
        Time since T0, s.

    Returns
    -------
    (n,) array
        No unit.
    """
    return p["ECC"] + p["EDOT"] * dt


def ellipse_rows(xp: Namespace, p: Values, t: Float[Row], o: Orbit) -> ElementRows:
    """Derivatives of "M", "n", "x", "e" and "om" by the parameters, T0 and time.

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
    one = 1.0 + 0.0 * o.dt
    own: ElementRows = {
        "ECC": {"e": one},
        "EDOT": {"e": o.dt},
        "OM": {"om": one},
        "t": {"e": p["EDOT"] * one},
        "T0": {"e": -p["EDOT"] * one},
    }
    return merge_rows(orbit_rows(xp, p, t, o, "T0"), semi_major_axis_rows(p, o.dt, "T0"), own)
