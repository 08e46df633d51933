"""Coordinates in which a prior is simple: a parameter itself, its log10, or the cosine of an inclination.

The coordinate u gives the value x in par units, and log |dx/du|. With c = cos i and s = sin i = sqrt(1 - c^2):

    log10      x = 10^u                    log |dx/du| = u ln 10 + ln ln 10
    SINI       x = s                       log |dx/dc| = ln c - ln s
    STIGMA     x = s / (1 + c)             log |dx/dc| = -2 ln(1 + c) - ln x
    SHAPMAX    x = -ln(1 - s)              log |dx/dc| = ln(1 + s) - ln c - ln s
    KIN        x = arccos c, deg           log |dx/dc| = ln(180/pi) - ln s

1 - s is c^2 / (1 + s), which keeps its digits. Orthometric parameters: Freire & Wex 2010, MNRAS 409, 199. SHAPMAX:
Kramer et al. 2006, Science 314, 97.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from jug.core.array import Array
from jug.core.namespace import Namespace


class Coordinate(NamedTuple):
    """A coordinate u of a parameter.

    Parameters
    ----------
    name : str
        With the name of the parameter in place of ``{}``.
    value : callable
        ``(xp, u) -> x`` in par units.
    log_slope : callable
        ``(xp, u) -> log |dx/du|``.
    inverse : callable
        ``x -> u``, numbers.
    low, high : float
        Range of u.
    """

    name: str
    value: Callable[[Namespace, Array], Array]
    log_slope: Callable[[Namespace, Array], Array]
    inverse: Callable[[float], float]
    low: float
    high: float


LN10 = float(np.log(10.0))
EDGE = 1e-9
"""|cos i| keeps this distance from 0 and 1, where the slopes are not finite."""


def _sine(xp: Namespace, c: Array) -> Array:
    """sin i from cos i."""
    return xp.sqrt((1.0 - c) * (1.0 + c))


def _cosine(sine: float) -> float:
    """cos i of sin i."""
    return float(np.sqrt(max((1.0 - sine) * (1.0 + sine), 0.0)))


LOG10 = Coordinate(
    "log10_{}",
    lambda xp, u: xp.exp(LN10 * u),
    lambda xp, u: LN10 * u + np.log(LN10),
    lambda x: float(np.log10(x)) if x > 0.0 else -np.inf,
    -np.inf,
    np.inf,
)

COS_I = {
    "SINI": Coordinate(
        "cos_i", _sine, lambda xp, c: xp.log(c) - xp.log(_sine(xp, c)), lambda x: _cosine(x), EDGE, 1.0 - EDGE
    ),
    "STIGMA": Coordinate(
        "cos_i",
        lambda xp, c: _sine(xp, c) / (1.0 + c),
        lambda xp, c: -xp.log(1.0 + c) - xp.log(_sine(xp, c)),
        lambda x: (1.0 - x * x) / (1.0 + x * x),
        EDGE,
        1.0 - EDGE,
    ),
    "SHAPMAX": Coordinate(
        "cos_i",
        lambda xp, c: xp.log(1.0 + _sine(xp, c)) - 2.0 * xp.log(c),
        lambda xp, c: xp.log(1.0 + _sine(xp, c)) - xp.log(c) - xp.log(_sine(xp, c)),
        lambda x: _cosine(-float(np.expm1(-x))),
        EDGE,
        1.0 - EDGE,
    ),
    "KIN": Coordinate(
        "cos_i",
        lambda xp, c: xp.arccos(c) * (180.0 / np.pi),
        lambda xp, c: np.log(180.0 / np.pi) - xp.log(_sine(xp, c)),
        lambda x: float(np.cos(np.radians(x))),
        -1.0 + EDGE,
        1.0 - EDGE,
    ),
}
"""The coordinate of each parameter of the inclination, by keyword: cos i, which is uniform for random orientations."""
