"""An eccentricity vector that is small compared with its change: ECC grows along one direction, and OM is constant.

The vector (EPS2, EPS1) of ELL1 moves on a straight line. ECC, OM, EDOT and OMDOT follow it to first order in the time
over e / |d|, where d is its rate. Where e is below |d| x 5 years the line passes close to 0, and these values are more
accurate: OM the direction of d, EDOT = |d|, ECC the component along d, OMDOT = 0. The component p across d is left out:
2 A1 p in the delay at most. T0 is up to one orbit later, so that ECC is not negative at T0. ECC is negative on the
other side of 0, which the formulas of jug continue without a step; PINT refuses it.
"""

from math import atan2, hypot, pi
from typing import NamedTuple

import numpy as np

from jug.conversion.binaries.orbit_values import orbits_per_day
from jug.conversion.error_propagation import NamedNumbers
from jug.core.array import Float, Toa
from jug.core.constants import DAY, YEAR
from jug.model.timing_model import TimingModel

DRIFT_SECONDS = 5.0 * YEAR
"""The eccentricity is compared with its change in this time, s."""


def radial(e1: float, e2: float, d1: float, d2: float, half_turns: int) -> tuple[float, float, float]:
    """Return angle, eccentricity and its rate along the direction of the rate.

    Parameters
    ----------
    e1, e2 : float
        EPS1 and EPS2.
    d1, d2 : float
        Their rates, 1/s; not both 0.
    half_turns : int
        Half turns to add to the angle; an odd number changes the sign of ECC and EDOT.

    Returns
    -------
    angle : float
        From 0, rad.
    e : float
        Eccentricity, no unit.
    growth : float
        1/s.
    """
    growth, sign = hypot(d1, d2), -1.0 if half_turns % 2 else 1.0
    angle = atan2(d1, d2) % (2.0 * pi) + half_turns * pi
    return angle, sign * (e1 * d1 + e2 * d2) / growth, sign * growth


def half_turns_of(v: NamedNumbers) -> int | None:
    """Return the number of half turns for a positive ECC at T0, if the eccentricity is small compared with its change.

    Parameters
    ----------
    v : mapping of str to float
        Parameters in par units.

    Returns
    -------
    int or None
        None if it is not small: ECC, OM and their rates follow the vector.
    """
    e1, e2, d1, d2 = (v.get(name, 0.0) for name in ("EPS1", "EPS2", "EPS1DOT", "EPS2DOT"))
    if hypot(e1, e2) >= hypot(d1, d2) * DRIFT_SECONDS:
        return None
    for half_turns in (0, 1):
        angle, e, growth = radial(e1, e2, d1, d2, half_turns)
        if e + growth * angle / (2.0 * pi) / orbits_per_day(dict(v)) * DAY >= 0.0:
            return half_turns
    return 2


class Path(NamedTuple):
    """A drifting eccentricity vector, and its approximation by ECC and OM with linear rates.

    Parameters
    ----------
    names : tuple of str
        Names of the rates that are not 0.
    error_s : float
        Largest change of the delay by the distance d from the line of ELL1, 3 A1 d / 2 + A1 d / 2, s.
    least_ecc : float
        Least eccentricity of the new model where it has ECC and EDOT; else 0.
    """

    names: tuple[str, ...]
    error_s: float
    least_ecc: float


def drifting_path(old: TimingModel, new: TimingModel, mjd: Float[Toa]) -> Path | None:
    """Compare the eccentricity of a converted model with that of ELL1 or ELL1H.

    Parameters
    ----------
    old, new : TimingModel
    mjd : (n,) array
        Dates of the comparison.

    Returns
    -------
    Path or None
        None if the old model has no such rate, or the new one has the same.
    """
    v = {name: float(value) for name, value in old.values.items() if np.ndim(value) == 0}
    names = tuple(name for name in ("EPS1DOT", "EPS2DOT") if v.get(name))
    if not names or new.entries["BINARY"].word in ("ELL1", "ELL1H"):
        return None
    start, rate = complex(v["EPS2"], v["EPS1"]), complex(v.get("EPS2DOT", 0.0), v.get("EPS1DOT", 0.0))
    t = (mjd - v["TASC"]) * DAY
    if half_turns_of(v) is None:
        turned = rate / start
        path = start * (1.0 + turned.real * t) * np.exp(1j * turned.imag * t)
    else:
        unit = rate / abs(rate)
        path = unit * ((start * unit.conjugate()).real + abs(rate) * t)
    least = 0.0
    if "ECC" in new.values and new.values.get("EDOT"):
        least = float(np.min(new.values["ECC"] + new.values["EDOT"] * (mjd - new.values["T0"]) * DAY))
    return Path(names, float(2.0 * v["A1"] * np.max(np.abs(start + rate * t - path))), least)
