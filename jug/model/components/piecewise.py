"""Piecewise spin-down: corrections to the spin in separate ranges of time (PiecewiseSpindown in PINT).

phase += PWPH + PWF0 dt + PWF1 dt^2/2 + PWF2 dt^3/6    turns,   dt = t - PWEP

The correction applies to TOAs whose TDB at the observatory is in [PWSTART, PWSTOP); outside nothing is added. t is the
time of emission, dt is in s. PINT 1.1.8 is the same; tempo and tempo2 do not have it. PWEP can be fitted instead of
PWPH.
"""

from jug.core.array import Float, Member, Row
from jug.model.declare import (
    ByName,
    Columns,
    Component,
    Namespace,
    Param,
    Partials,
    Values,
    first_wrong,
    indexed_family,
)

PW = indexed_family("PW")

PARAMS = (
    Param("PWSTART", "MJD", "Start of the range, TDB at the observatory", 0, codec="mjd", family=PW, fit=False),
    Param("PWSTOP", "MJD", "End of the range, TDB at the observatory", 0, codec="mjd", family=PW, fit=False),
    Param("PWEP", "MJD", "Epoch of PWPH, PWF0, PWF1 and PWF2", 0, codec="mjd", family=PW),
    Param("PWPH", "turn", "Phase added at PWEP", 0, default=0.0, family=PW),
    Param("PWF0", "Hz", "Spin frequency added in the range", -1, default=0.0, family=PW),
    Param("PWF1", "Hz/s", "First derivative of the spin frequency added in the range", -2, default=0.0, family=PW),
    Param("PWF2", "Hz/s^2", "Second derivative of the spin frequency added in the range", -3, default=0.0, family=PW),
)


def _since(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> tuple[Float[Row, Member], Float[Row, Member]]:
    """Time since each PWEP in s; and 1 inside the range, 0 outside. (n, k) each."""
    tdb = x.tdb[:, None]
    inside = xp.where((tdb >= p["PWSTART"]) & (tdb < p["PWSTOP"]), 1.0, 0.0)
    return t[:, None] - p["PWEP"], inside


def phase(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Float[Row]:
    """Phase added by the corrections, (n,) turns."""
    dt, inside = _since(xp, p, x, t)
    turns = p["PWPH"] + dt * (p["PWF0"] + dt * (0.5 * p["PWF1"] + dt * (p["PWF2"] / 6.0)))
    return xp.sum(inside * turns, axis=1)


def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the phase by each parameter of each range, (n, k), and by the time of emission, (n,) turns/s."""
    dt, inside = _since(xp, p, x, t)
    rate = p["PWF0"] + dt * (p["PWF1"] + dt * (0.5 * p["PWF2"]))
    return {
        "PWEP": -inside * rate,
        "PWPH": inside,
        "PWF0": inside * dt,
        "PWF1": inside * dt**2 / 2.0,
        "PWF2": inside * dt**3 / 6.0,
        "t": xp.sum(inside * rate, axis=1),
    }


def check(p: ByName) -> tuple[str, int, str] | None:
    """Report a range that does not end after it starts."""
    return first_wrong("PWSTOP", p["PWSTOP"] <= p["PWSTART"], "is not after PWSTART")


COMPONENT = Component(
    "piecewise spin-down",
    PARAMS,
    phase=phase,
    partials=partials,
    check=check,
    triggers=tuple(q.name for q in PARAMS),
)
