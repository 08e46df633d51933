"""The profile likelihood of a parameter: log L maximised over the others, and where it has fallen by an amount."""

from typing import NamedTuple

import numpy as np

from jug.core.array import Float, Parameter
from jug.fitting.noise.maximum import Maximum, Point, climb, not_at_edges
from jug.fitting.noise.objective import Objective

OTHERS_CLOSE = 5e-4
"""Predicted decrease of -log L at which the other parameters count as at their maximum."""

STEPS_OF_OTHERS, POINTS_OF_CROSSING = 8, 16
"""Largest number of Newton steps of the other parameters, and of points of a search."""

CROSSING_PRECISION = 4e-3
"""Relative precision of sqrt(2 (fall of log L))."""


class Profile(NamedTuple):
    """An objective and its maximum, from which a profile is made."""

    objective: Objective
    maximum: Maximum


def fall(by: Profile, i: int, value: float, start: Point) -> tuple[float, Point]:
    """Compute the fall of log L where one element has another value and the others are at their best.

    Parameters
    ----------
    by : Profile
    i : int
        The element.
    value : float
        Its x.
    start : Point
        Of another value of this element.

    Returns
    -------
    fall : float
        Natural logarithm, no unit.
    point : Point
    """
    objective, maximum = by
    edges, places = objective.coordinates, np.flatnonzero(maximum.free)
    x = start.x.copy()
    if i in places and len(places) > 1:
        own = places == i
        shift = np.linalg.solve(maximum.hessian[np.ix_(~own, ~own)], maximum.hessian[~own, own]) * (value - x[i])
        x[places[~own]] -= shift
    x[i] = value
    point = _maximise_over_others(by, i, _point(objective, np.clip(x, edges.low, edges.high)))
    if point is None:
        at = np.clip(x, edges.low, edges.high)
        point = climb(objective, at, i, scale=maximum.scale, precision=0.02 * OTHERS_CLOSE)[0]
    return point.value - maximum.point.value, point


def _maximise_over_others(by: Profile, i: int, point: Point) -> Point | None:
    """Newton steps of all elements but one, with the second derivatives of the maximum; None without convergence."""
    objective, maximum = by
    edges, places = objective.coordinates, np.flatnonzero(maximum.free)
    for _ in range(STEPS_OF_OTHERS):
        moving = not_at_edges(objective, point)
        moving[i] = False
        if np.any(moving & ~maximum.free):
            return None  # an element leaves its edge
        some = moving[places]
        others = places[some]
        if not len(others):
            return point
        step = -np.linalg.solve(maximum.hessian[np.ix_(some, some)], point.slope[others])
        if abs(point.slope[others] @ step) < 2.0 * OTHERS_CLOSE:
            return point
        for share in (1.0, 0.4, 0.16):
            x = point.x.copy()
            x[others] = np.clip(x[others] + share * step, edges.low[others], edges.high[others])
            new = _point(objective, x)
            if new.value <= point.value:
                break
        else:
            return None
        point = new
    return None


def search_crossing(
    by: Profile, i: int, drop: float, step: float, first: tuple[float, Point] | None = None
) -> float | None:
    """Find where log L has fallen by an amount, by a search that brackets this value.

    Parameters
    ----------
    by : Profile
    i : int
        The element.
    drop : float
        0.5 for 68% of two sides.
    step : float
        First change of x to try; its sign is the direction.
    first : (float, Point), optional
        The result of `fall` at this change, where it is known.

    Returns
    -------
    float or None
        x; None where log L falls by less up to the end of the range.
    """
    origin, edges, sign = by.maximum.point, by.objective.coordinates, float(np.sign(step))
    edge = float(edges.high[i] if step > 0.0 else edges.low[i])
    target, most = float(np.sqrt(2.0 * drop)), abs(edge - float(origin.x[i]))
    inner, outer = Bracket(0.0, 0.0, origin), Bracket(np.inf, np.inf, origin)
    change, repeated = min(abs(step), most), 0
    for _ in range(POINTS_OF_CROSSING):
        nearer = inner if change - inner.change < outer.change - change else outer
        found, point = first or fall(by, i, float(origin.x[i]) + sign * change, nearer.point)
        first = None
        new = Bracket(change, float(np.sqrt(max(2.0 * found, 0.0))), point)
        if abs(new.sqrt_fall - target) < CROSSING_PRECISION * target:
            break
        if new.sqrt_fall < target:
            if change >= most:
                return None
            inner, repeated = new, max(repeated, 0) + 1
        else:
            outer, repeated = new, min(repeated, 0) - 1
        change = min(_next_distance(inner, outer, target, abs(repeated) > 1), most)
    return float(origin.x[i] + sign * change)


class Bracket(NamedTuple):
    """A point of a search.

    Parameters
    ----------
    change : float
        Distance of x from the maximum.
    sqrt_fall : float
        sqrt(2 (fall of log L)).
    point : Point
    """

    change: float
    sqrt_fall: float
    point: Point


def _next_distance(inner: Bracket, outer: Bracket, target: float, halve: bool) -> float:
    """The next distance: farther out, or between two points, at their middle where one side was found twice."""
    if not np.isfinite(outer.change):
        return inner.change * min(target / max(inner.sqrt_fall, 0.2 * target), 3.0)
    share = 0.5 if halve else (target - inner.sqrt_fall) / (outer.sqrt_fall - inner.sqrt_fall)
    return inner.change + float(np.clip(share, 0.1, 0.9)) * (outer.change - inner.change)


def _point(objective: Objective, x: Float[Parameter]) -> Point:
    """The point at some coordinates, (k,)."""
    return Point(x, *objective(x))
