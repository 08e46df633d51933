"""The maxima of the likelihood that are reached from several starts."""

from typing import NamedTuple

import numpy as np

from jug.core.array import Float, N, Parameter
from jug.core.execution.progress import counting
from jug.fitting.noise.coordinates import Coordinates
from jug.fitting.noise.maximum import Maximum, Point, climb, leads_to, polish
from jug.fitting.noise.objective import Objective

SAME_LOG_L = 0.05
"""Largest difference of log L between two ends of L-BFGS-B that can be one maximum."""

TRIED_INDICES = (0.5, 2.0, 3.5, 5.0, 6.5)
"""Spectral indices with which a process of zero amplitude is tried again."""


class Reached(NamedTuple):
    """A maximum, and from how many starts it was reached."""

    maximum: Maximum
    n_starts: int


def maxima_from(objective: Objective, starts: Float[N, Parameter]) -> list[Reached]:
    """Find the maxima.

    Parameters
    ----------
    objective : Objective
    starts : (m, k) array
        Coordinates of each start, no unit.

    Returns
    -------
    list of Reached
        Highest first.
    """
    found: list[Reached] = []
    scale: Float[Parameter] | None = None
    with counting("starts of the noise", len(starts)) as count:
        for start in starts:
            known = [one.maximum for one in found if one.maximum.converged]
            point, scale = climb(objective, _where_defined(objective, start), scale=scale, known=known)
            again = _revived(objective, point)
            if again is not None:
                point, scale = climb(objective, again, scale=scale, known=known)
            _take(objective, found, point, scale)
            count(1)
    return sorted(found, key=lambda one: one.maximum.point.value)


def _take(objective: Objective, found: list[Reached], point: Point, scale: Float[Parameter]) -> None:
    """Count the end of a climb with the maximum to which it belongs, or as a new one."""
    edges, near = objective.coordinates, [one.maximum for one in found]
    same = [i for i, one in enumerate(near) if _ends_at(edges, one, point)]
    if not same:
        maximum = polish(objective, point, scale)
        same = [i for i, one in enumerate(near) if _of_one_maximum(edges, one.point, maximum.point)]
        if not same:
            found.append(Reached(maximum, 1))
            return
        if maximum.point.value < near[same[0]].point.value:
            found[same[0]] = found[same[0]]._replace(maximum=maximum)
    found[same[0]] = found[same[0]]._replace(n_starts=found[same[0]].n_starts + 1)


def _where_defined(objective: Objective, start: Float[Parameter]) -> Float[Parameter]:
    """A start at which the likelihood is defined: the coordinates of sizes shrink by 0.7 until it is."""
    x = start.copy()
    for _ in range(20):
        if np.any(objective(x)[1]):
            return x
        sizes = objective.coordinates.sizes
        x[sizes] = np.maximum(0.7 * x[sizes], objective.coordinates.low[sizes])
    return x


def _revived(objective: Objective, point: Point) -> Float[Parameter] | None:
    """A start with an amplitude, where a process has none, but would have one with another spectral index."""
    edges = objective.coordinates
    for i in edges.sizes:
        j = int(edges.partner[i])
        if j < 0 or point.x[i] > edges.low[i] + 1e-9:
            continue
        sign = 1.0 if edges.high[j] > 0.0 else -1.0
        for index in TRIED_INDICES:
            x = point.x.copy()
            x[j] = np.clip(sign * index, edges.low[j], edges.high[j])
            if objective(x)[1][i] < -1e-3:
                x[i] = min(0.3, edges.high[i])
                return x
    return None


def _ends_at(edges: Coordinates, maximum: Maximum, point: Point) -> bool:
    return (maximum.converged and leads_to(maximum, point)) or _of_one_maximum(edges, maximum.point, point)


def _of_one_maximum(edges: Coordinates, a: Point, b: Point) -> bool:
    """Whether two points are of one maximum: the same log L, and nearly the same x where x has an effect."""
    if abs(a.value - b.value) > SAME_LOG_L:
        return False
    both = np.maximum(a.x, b.x)
    matters = np.ones(len(a.x), dtype=bool)
    for i in edges.sizes:
        if both[i] < 0.1 and edges.partner[i] >= 0:
            matters[edges.partner[i]] = False
    return bool(np.all(np.abs(a.x - b.x)[matters] < 0.5))
