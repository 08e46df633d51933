"""Maxima that a ridge joins: log L hardly drops along a path from one to the other, so that they count as one."""

import numpy as np

from jug.core.array import Float, Parameter
from jug.fitting.noise.maximum import Maximum, climb
from jug.fitting.noise.objective import Objective

LARGEST_DROP = 0.1
"""Largest drop of log L along the path, below the lower maximum."""

HALVINGS_OF_WAY = 6
"""How often the path is halved."""

PRECISION_OF_WAY = 1e-3
"""Decrease of -log L in a step at which the climb of a point of the path ends."""


def ridge_joins(objective: Objective, a: Maximum, b: Maximum) -> bool:
    """Whether a ridge joins two maxima.

    The straight path is tried first. Where log L drops along it, the element that differs most is set to the middle
    and the others to their best values. Then the two halves of the path, through this point, are tried.

    Parameters
    ----------
    objective : Objective
    a, b : Maximum

    Returns
    -------
    bool
    """
    highest = max(a.point.value, b.point.value) + LARGEST_DROP
    return _stays_below(objective, a.point.x, b.point.x, np.minimum(a.scale, b.scale), highest, HALVINGS_OF_WAY)


def _stays_below(
    objective: Objective,
    a: Float[Parameter],
    b: Float[Parameter],
    scale: Float[Parameter],
    highest: float,
    halvings: int,
) -> bool:
    """Whether the objective stays below a value along a path between two points."""
    if all(objective(a + share * (b - a))[0] <= highest for share in (0.5, 0.25, 0.75)):
        return True
    if halvings == 0:
        return False
    i = int(np.argmax(np.abs(b - a) / scale))
    between = climb(objective, 0.5 * (a + b), i, scale=scale, precision=PRECISION_OF_WAY)[0]
    if between.value > highest:
        return False
    halves = (a, between.x), (between.x, b)
    return all(_stays_below(objective, *half, scale, highest, halvings - 1) for half in halves)
