"""The maxima of the likelihood that are reached from several starts."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from jug.core.array import Float, N, Parameter
from jug.core.execution.progress import counting
from jug.fitting.noise.coordinates import Coordinates
from jug.fitting.noise.maximum import Maximum, Point, climb, leads_to, not_at_edges, polish
from jug.fitting.noise.objective import Objective
from jug.fitting.noise.ridges import ridge_joins

SAME_LOG_L = 0.05
"""Largest difference of log L between two ends of L-BFGS-B that can be one maximum."""

HIGHER_LOG_L = 1e-3
"""Least difference by which a point is above a maximum, which is then not the highest."""

CLIMBS_AGAIN, PRECISION_OF_CLIMBS = 3, 1e-11
"""How often L-BFGS-B and Newton steps are repeated, and the relative decrease in a step at which L-BFGS-B then ends."""

TRIED_INDICES, TRIED_SIZES = np.array((0.5, 2.0, 3.5, 5.0, 6.5)), (0.1, 0.3, 1.0)
"""Spectral indices, and x of amplitudes, with which a process of zero amplitude is tried again."""

NEAR_LOG_L, NEAR_OF_PAIR = 1.0, 3.0
"""Largest distance of log L below the highest maximum at points where such a process, and EFAC or EQUAD alone, is
tried."""


class Reached(NamedTuple):
    """A maximum, and the number of starts from which it was reached."""

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
            again = _start_with_amplitude(objective, point)
            if again is not None:
                point, scale = climb(objective, again, scale=scale, known=known)
            _count_maximum(objective, found, point, scale)
            count(1)
    best = min((one.maximum for one in found), key=lambda one: one.point.value)
    for start in _starts_with_processes(objective, best.point) + _starts_with_one_of_pair(objective, best.point):
        point, scale = climb(objective, start, scale=best.scale, known=[one.maximum for one in found])
        _count_maximum(objective, found, point, scale, n_starts=0)
    return merge_maxima(objective, found)


def with_own_index(objective: Objective, maximum: Maximum, own: Float[Parameter]) -> Maximum:
    """Give the spectral index of a process without amplitude the model's value, since the search does not determine it.

    Parameters
    ----------
    objective : Objective
    maximum : Maximum
    own : (k,) array
        Coordinates of the model.

    Returns
    -------
    Maximum
        The same one where that index would give the process an amplitude.
    """
    edges, x = objective.coordinates, maximum.point.x.copy()
    for i in edges.sizes:
        if edges.partner[i] >= 0 and x[i] <= edges.low[i]:
            x[edges.partner[i]] = own[edges.partner[i]]
    if np.array_equal(x, maximum.point.x):
        return maximum
    point = Point(x, *objective(x))
    return maximum._replace(point=point) if np.array_equal(not_at_edges(objective, point), maximum.free) else maximum


def climb_from_lowest(objective: Objective, reached: list[Reached]) -> list[Reached] | None:
    """Climb from the highest point of all evaluations, also those of profiles, where it is above all maxima.

    Parameters
    ----------
    objective : Objective
    reached : list of Reached
        Highest first.

    Returns
    -------
    list of Reached or None
        With the new one; None where there is none.
    """
    best, lowest = reached[0].maximum, objective.lowest
    if lowest.theta is None:
        return None
    point, scale = climb(objective, objective.coordinates.x(lowest.theta), scale=best.scale)
    new = _polish_repeatedly(objective, point, scale)
    if new.point.value > best.point.value - HIGHER_LOG_L:
        return None
    return merge_maxima(objective, [Reached(new, 0), *reached])


def merge_maxima(objective: Objective, found: Iterable[Reached]) -> list[Reached]:
    """Merge maxima that a ridge joins into the highest of them, with the starts of all.

    Parameters
    ----------
    objective : Objective
    found : iterable of Reached

    Returns
    -------
    list of Reached
        Highest first.
    """
    kept: list[Reached] = []
    for one in sorted(found, key=lambda one: one.maximum.point.value):
        for i, other in enumerate(kept):
            if ridge_joins(objective, other.maximum, one.maximum):
                kept[i] = other._replace(n_starts=other.n_starts + one.n_starts)
                break
        else:
            kept.append(one)
    return kept


def _count_maximum(
    objective: Objective, found: list[Reached], point: Point, scale: Float[Parameter], n_starts: int = 1
) -> None:
    """Count the end of a climb with the maximum to which it belongs, or as a new one."""
    edges, near = objective.coordinates, [one.maximum for one in found]
    same = [i for i, one in enumerate(near) if _leads_to_same(edges, one, point)]
    if not same:
        maximum = _polish_repeatedly(objective, point, scale)
        same = [i for i, one in enumerate(near) if _of_one_maximum(edges, one.point, maximum.point)]
        if not same:
            found.append(Reached(maximum, n_starts))
            return
        if maximum.point.value < near[same[0]].point.value:
            found[same[0]] = found[same[0]]._replace(maximum=maximum)
    found[same[0]] = found[same[0]]._replace(n_starts=found[same[0]].n_starts + n_starts)


def _polish_repeatedly(objective: Objective, point: Point, scale: Float[Parameter]) -> Maximum:
    """Newton steps to the maximum; where these do not converge, as on a curved ridge, climbs and steps in turn."""
    maximum = polish(objective, point, scale)
    for _ in range(CLIMBS_AGAIN):
        if maximum.converged:
            break
        point, scale = climb(objective, maximum.point.x, scale=maximum.scale, precision=PRECISION_OF_CLIMBS)
        maximum = polish(objective, point, scale)
    return maximum


def _where_defined(objective: Objective, start: Float[Parameter]) -> Float[Parameter]:
    """A start at which the likelihood is defined: until it is, the coordinates of sizes are multiplied by 0.7."""
    x = start.copy()
    for _ in range(20):
        if np.any(objective(x)[1]):
            return x
        sizes = objective.coordinates.sizes
        x[sizes] = np.maximum(0.7 * x[sizes], objective.coordinates.low[sizes])
    return x


def _start_with_amplitude(objective: Objective, point: Point) -> Float[Parameter] | None:
    """A start with an amplitude for a process without one that would have one at another spectral index."""
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


def _starts_with_processes(objective: Objective, point: Point) -> list[Float[Parameter]]:
    """For each process without amplitude, the best of a few points with one, if log L is not far below."""
    edges, starts = objective.coordinates, []
    for i in map(int, edges.sizes):
        j = int(edges.partner[i])
        if j < 0 or point.x[i] > edges.low[i]:
            continue
        best, lowest = None, point.value + NEAR_LOG_L
        for index in (edges.low[j], *np.sign(edges.low[j] + edges.high[j]) * TRIED_INDICES, edges.high[j]):
            for size in TRIED_SIZES:
                x = point.x.copy()
                x[i], x[j] = min(size, edges.high[i]), np.clip(index, edges.low[j], edges.high[j])
                value = objective(x)[0]
                if value < lowest:
                    best, lowest = x, value
        if best is not None:
            starts.append(best)
    return starts


def _starts_with_one_of_pair(objective: Objective, point: Point) -> list[Float[Parameter]]:
    """For each size and its factor, the points where only one of them adds variance, if log L is not far below."""
    edges = objective.coordinates
    pairs = [int(i) for i in edges.sizes if edges.multiplier[i] >= 0]
    ends = [end for i in pairs for end in edges.other_ends(i, point.x) if not np.array_equal(end, point.x)]
    return [end for end in ends if objective(end)[0] < point.value + NEAR_OF_PAIR]


def _leads_to_same(edges: Coordinates, maximum: Maximum, point: Point) -> bool:
    """Whether a point is at a maximum, or a climb from it leads there."""
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
