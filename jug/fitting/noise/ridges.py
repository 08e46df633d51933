"""Maxima that one ridge joins: log L hardly drops on a way from one to the other, so that the data see one maximum."""

from itertools import pairwise

import numpy as np

from jug.core.array import Float, Parameter
from jug.fitting.noise.maximum import Maximum, climb
from jug.fitting.noise.objective import Objective

LARGEST_DROP = 0.1
"""Largest drop of log L on the way, below the lower maximum."""

SHARES = (0.5, 0.25, 0.75, 0.125, 0.375, 0.625, 0.875)
"""Where on the way it is looked at, in this order."""

PRECISION_OF_WAY = 1e-3
"""Decrease of -log L in a step at which the climb of a point of the way ends."""


def ridge_joins(objective: Objective, a: Maximum, b: Maximum) -> bool:
    """Say whether a ridge joins two maxima.

    The straight way is looked at first. Then one element, that of the longest way, goes straight and the others are at
    their best; between two such points the way is straight.

    Parameters
    ----------
    objective : Objective
    a, b : Maximum

    Returns
    -------
    bool
    """
    highest = max(a.point.value, b.point.value) + LARGEST_DROP
    away = b.point.x - a.point.x
    straight = [a.point.x + share * away for share in SHARES]
    if _below(objective, straight, highest):
        return True
    i = int(np.argmax(np.abs(away) / np.minimum(a.scale, b.scale)))
    way = {0.0: a.point.x, 1.0: b.point.x}
    for share, x in zip(SHARES, straight, strict=True):
        point = climb(objective, x, i, scale=a.scale, precision=PRECISION_OF_WAY)[0]
        if point.value > highest:
            return False
        way[share] = point.x
    shares = sorted(way)
    between = [0.5 * (way[one] + way[other]) for one, other in pairwise(shares)]
    return _below(objective, between, highest)


def _below(objective: Objective, points: list[Float[Parameter]], highest: float) -> bool:
    return all(objective(x)[0] <= highest for x in points)
