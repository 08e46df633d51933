"""Spin: the pulse phase as a Taylor series in the time of emission (Spindown in PINT).

phase(t) = sum_n F_n (t - PEPOCH)^(n+1) / (n+1)!    turns

F_n is in Hz s^-n (Hobbs, Edwards & Manchester 2006, MNRAS 369, 655, eq. 116). The phase, 1e10 turns or more, is
computed on the host in double-double (`jug.model.evaluation.anchor`). This file has its derivatives, and the exact
change of the phase for a small change of F_n and of the delay, in float64.

A par file may give the period instead: ``P0`` (or ``P``, in s) and ``P1`` (or ``PDOT``, in s/s; values above 1e-7 are
in units of 1e-15). They are converted to F0 = 1 / P0 and F1 = -P1 / P0^2 with 31 digits. The uncertainties are
converted as if they were independent. The par file that jug writes has F0 and F1. tempo2 and tempo read P0 and P1;
PINT 1.1.8 warns and continues with F0 = 0.
"""

from math import factorial

from jug.core.array import Float, Member, Row, Term
from jug.model.declare import ByName, Columns, Component, Namespace, Param, Partials, Values, series_family

F = Param("F", "Hz", "Spin frequency and its time derivatives at PEPOCH", -1, family=series_family("s"))
F_MAX = 1e6
"""Largest F0 that is accepted, Hz; no pulsar spins as fast."""

PEPOCH = Param("PEPOCH", "MJD", "Reference epoch of the spin parameters", 0, codec="mjd", fit=False)


def _taylor(c: Float[Term], t: Float[Row]) -> Float[Row]:
    """sum_k c_k t^k / k!, by Horner's rule."""
    total: Float[Row] = t * 0.0
    for k in range(c.shape[0] - 1, -1, -1):
        total = c[k] + total * (t / (k + 1))
    return total


def _integral(c: Float[Term], t: Float[Row]) -> Float[Row]:
    """sum_k c_k t^(k+1) / (k+1)!, by Horner's rule."""
    total: Float[Row] = t * 0.0
    for k in range(c.shape[0] - 1, -1, -1):
        total = (c[k] + total) * (t / (k + 1))
    return total


def frequency(f: Float[Member], t: Float[Row]) -> Float[Row]:
    """Spin frequency at a time.

    Parameters
    ----------
    f : (k,) array
        F0, F1, ... in Hz s^-n.
    t : (n,) array
        Time since PEPOCH, s.

    Returns
    -------
    (n,) array
        Hz.
    """
    return _taylor(f, t)


def delta_phase(f0: Float[Member], df: Float[Member], t: Float[Row], dt: Float[Row]) -> Float[Row]:
    """Exact change of the phase when F changes by ``df`` and the time of emission ``t`` by ``dt``.

    phi(F + dF, t + dt) - phi(F, t) = sum_n dF_n (t + dt)^(n+1)/(n+1)! + sum_m phi^(m)(t) dt^m / m!

    Both sums are finite, so nothing is neglected. Each term is as small as the change that it describes, so that
    float64 gives it with a relative error of 1e-16.

    Parameters
    ----------
    f0, df : (k,) arrays
        Spin frequency and its derivatives at the anchor, and their changes, Hz s^-n.
    t, dt : (n,) arrays
        Time of emission at the anchor, s since PEPOCH, and its change, s.

    Returns
    -------
    (n,) array
        Change of the phase, turns.
    """
    later = t + dt
    change = _integral(df, later)
    power = dt
    for m in range(1, f0.shape[0] + 1):
        change = change + _taylor(f0[m - 1 :], t) * (power / factorial(m))
        power = power * dt
    return change


def partials(xp: Namespace, p: Values, x: Columns, t: Float[Row]) -> Partials:
    """Derivatives of the phase by F_n, t^(n+1)/(n+1)!, (n, k), and by the time of emission, (n,) Hz."""
    since = t - p["PEPOCH"]
    columns, power = [], since
    for n in range(p["F"].shape[0]):
        columns.append(power)
        power = power * since / (n + 2)
    return {"F": xp.stack(columns, axis=1), "t": frequency(p["F"], since)}


def check(p: ByName) -> tuple[str, int, str] | None:
    """Report an F0 that is not positive, or larger than `F_MAX`."""
    return None if 0.0 < p["F"][0] < F_MAX else ("F", 0, f"must be above 0 and below {F_MAX:g} Hz")


COMPONENT = Component(
    "spin", (F, PEPOCH), partials=partials, spin=True, check=check, triggers=("F0",), needs=("F0", "PEPOCH")
)
