"""Spin: the pulse phase as a Taylor series of emission time.

phase(t) = sum_n F_n (t - PEPOCH)^(n+1) / (n+1)!    turns

with F_n in Hz s^-n (Hobbs, Edwards & Manchester 2006, MNRAS 369, 655, eq. 116). The phase itself, 1e10 turns or
more, is formed on the host in double-double (`jug.model.evaluation.anchor`); here are its derivatives and the exact
change of it for a small change of F_n and of the delay, in float64.

A par file may give the period: ``P0`` (or ``P``, s) and ``P1`` (or ``PDOT``, s/s; above 1e-7 in units of 1e-15) become
F0 = 1 / P0 and F1 = -P1 / P0^2, to 31 digits, with their uncertainties as if independent, and are written as F0 and F1.
tempo2 and tempo read them; PINT 1.1.8 warns and goes on with F0 = 0.
"""

from math import factorial
from types import ModuleType

from jug.model.declare import Array, Columns, Component, Param, Values, series

F = Param("F", "Hz", "Spin frequency and its time derivatives at PEPOCH", -1, family=series("s"))
F_MAX = 1e6
"""No star spins faster than this, Hz; a larger F0 is a slip of the pen."""

PEPOCH = Param("PEPOCH", "MJD", "Reference epoch of the spin parameters", 0, codec="mjd", fit=False)


def _taylor(c: Array, t: Array) -> Array:
    """sum_k c_k t^k / k!, by Horner's rule."""
    total = t * 0.0
    for k in range(c.shape[0] - 1, -1, -1):
        total = c[k] + total * (t / (k + 1))
    return total


def _integral(c: Array, t: Array) -> Array:
    """sum_k c_k t^(k+1) / (k+1)!."""
    total = t * 0.0
    for k in range(c.shape[0] - 1, -1, -1):
        total = (c[k] + total) * (t / (k + 1))
    return total


def frequency(f: Array, t: Array) -> Array:
    """Spin frequency in Hz at ``t`` s after PEPOCH."""
    return _taylor(f, t)


def delta_phase(f0: Array, df: Array, t: Array, dt: Array) -> Array:
    """Exact change of the phase when F changes by ``df`` and the emission time ``t`` by ``dt``.

    phi(F + dF, t + dt) - phi(F, t) = sum_n dF_n (t + dt)^(n+1)/(n+1)! + sum_m phi^(m)(t) dt^m / m!

    Both sums end, so nothing is neglected; each term is as small as the change it describes, so that float64
    keeps it to 1e-16 of itself.

    Parameters
    ----------
    f0, df : (k,) arrays
        Spin frequency and derivatives at the anchor, and their change.
    t, dt : (n,) arrays
        Emission time at the anchor, s since PEPOCH, and its change.

    Returns
    -------
    (n,) array
        Turns.
    """
    later = t + dt
    change = _integral(df, later)
    power = dt
    for m in range(1, f0.shape[0] + 1):
        change = change + _taylor(f0[m - 1 :], t) * (power / factorial(m))
        power = power * dt
    return change


def partials(xp: ModuleType, p: Values, x: Columns, t: Array) -> dict[str, Array]:
    """Derivative of the phase by F_n: t^(n+1)/(n+1)!, and by time: the frequency."""
    since = t - p["PEPOCH"]
    columns, power = [], since
    for n in range(p["F"].shape[0]):
        columns.append(power)
        power = power * since / (n + 2)
    return {"F": xp.stack(columns, axis=1), "t": frequency(p["F"], since)}


def check(p: Values) -> tuple[str, int, str] | None:
    """F0 must be that of a rotating star."""
    return None if 0.0 < p["F"][0] < F_MAX else ("F", 0, f"must be above 0 and below {F_MAX:g} Hz")


COMPONENT = Component(
    "spin", (F, PEPOCH), partials=partials, spin=True, check=check, triggers=("F0",), needs=("F0", "PEPOCH")
)
