"""The frequency of an orbit, and its parameters at another epoch, as numbers in par units by name."""

from math import factorial

from jug.core.constants import DAY

OrbitValues = dict[str, float]


def orbits_per_day(v: OrbitValues) -> float:
    """Orbits per day."""
    return 1.0 / v["PB"] if "PB" in v else v["FB0"] * DAY


def set_frequency(v: OrbitValues, per_day: float) -> None:
    """Set PB, or FB0 where there is no PB.

    Parameters
    ----------
    v : dict of str to float
        Parameters in par units. It is changed in place.
    per_day : float
        Orbits per day.
    """
    if "PB" in v:
        v["PB"] = 1.0 / per_day
    else:
        v["FB0"] = per_day / DAY


def advance(v: OrbitValues, days: float) -> None:
    """Move A1, its rates and the orbital frequency to a later epoch.

    Parameters
    ----------
    v : dict of str to float
        Parameters in par units. It is changed in place.
    days : float
        The new epoch less the old one, days.
    """
    s = days * DAY
    if v.get("A1DOT") or v.get("A1DOT2"):
        v["A1"] += v.get("A1DOT", 0.0) * s + 0.5 * v.get("A1DOT2", 0.0) * s**2
        v["A1DOT"] = v.get("A1DOT", 0.0) + v.get("A1DOT2", 0.0) * s
    orders = range(1 + max((int(name[2:]) for name in v if name.startswith("FB")), default=0))
    series = [v.get(f"FB{k}", 0.0) for k in orders]
    for k in orders:
        moved = sum(f * s**j / factorial(j) for j, f in enumerate(series[k:]))
        if k or "FB0" in v:
            v[f"FB{k}"] = moved
        elif moved:
            v["PB"] /= 1.0 + v["PB"] * DAY * moved
    if "PB" in v:
        v["PB"] += (v.get("PBDOT", 0.0) + v.get("XPBDOT", 0.0)) * days
