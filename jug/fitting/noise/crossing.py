"""Where the profile likelihood of a parameter has fallen by a given amount, by Newton's method for all parameters.

With f = -log L above its minimum, its gradient g and second derivatives H at some x, the profile of parameter i near x is

    p(t) = f - g_o H_oo^-1 g_o / 2 + (g_i - H_io H_oo^-1 g_o) t + (H_ii - H_io H_oo^-1 H_oi) t^2 / 2

with t the change of x_i and o the other parameters, which go by -H_oo^-1 (g_o + H_oi t). Each step solves p(t) = the fall
that is wanted (after Venzon and Moolgavkar 1988, Applied Statistics 37, 87). H is that of the maximum at first, and is
corrected by the gradients of each step (BFGS; Nocedal and Wright 2006, Numerical Optimization, equation 6.19).
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Float, Int, Parameter
from jug.fitting.noise.maximum import Point, not_at_edges
from jug.fitting.noise.profile import Profile, searched_crossing

MOST_NEWTON_CROSSINGS = 12
"""Number of evaluations after which `jug.fitting.noise.profile.searched_crossing` takes over."""

CLOSE_STEP = 3e-3
"""Size of the last step of the parameter, relative to its distance from the maximum. What a step that is not taken would
leave is of second order."""

CLOSE_OTHERS, FAR_OTHERS = 5e-3, 2.0
"""Predicted decrease of -log L by the others, at which the step ends, and at which they are thought to be lost."""

LARGEST_GROWTH = 2.0
"""Largest factor by which the distance from the maximum changes in a step."""

SHARE_OF_FAR_STEP = 0.4
"""What is taken of a step after which the others are lost."""


class LocalProfile(NamedTuple):
    """p(t) about a point.

    Parameters
    ----------
    left : float
        Predicted decrease of -log L by the others.
    constant, slope, curvature : float
        The fall that p has at t = 0, and its derivatives by x_i.
    """

    left: float
    constant: float
    slope: float
    curvature: float

    def root(self, drop: float, sign: float) -> float | None:
        """Return t of p(t) = drop where p rises outwards; None where there is none."""
        missing, rising = drop - self.constant, sign * self.slope
        under = rising * rising + 2.0 * self.curvature * missing
        if under < 0.0 or rising + np.sqrt(under) <= 0.0:
            return None
        return float(sign * 2.0 * missing / (rising + np.sqrt(under)))


def crossing(by: Profile, i: int, drop: float, step: float) -> float | None:
    """Where log L has fallen by a given amount, with the other parameters at their best.

    Parameters
    ----------
    by : Profile
    i : int
        The element.
    drop : float
        0.5 for 68% of two sides.
    step : float
        About the distance to the place in x; its sign is the direction.

    Returns
    -------
    float or None
        x; None where the range ends before.
    """
    origin, edges, sign = float(by.maximum.point.x[i]), by.objective.coordinates, float(np.sign(step))
    edge = float(edges.high[i] if step > 0.0 else edges.low[i])
    places = np.unique(np.append(np.flatnonzero(by.maximum.free), i))
    second, point, distance = _first_second(by, places, i, drop, step), by.maximum.point, abs(step)
    for _ in range(MOST_NEWTON_CROSSINGS):
        value = origin + sign * distance if distance < abs(edge - origin) else edge
        x = _moved(by, places, second, point, i, value)
        new = Point(x, *by.objective(x))
        second = _corrected(second, (new.x - point.x)[places], (new.slope - point.slope)[places])
        places, second = _with_released(by, places, second, new)
        local = _local(by, places, second, new, i)
        root = local.root(drop, sign)
        if local.left > FAR_OTHERS or (root is None and local.constant > drop):  # back, and a part of the way
            distance = abs(float(point.x[i]) - origin + SHARE_OF_FAR_STEP * (value - float(point.x[i])))
            continue
        point, distance = new, abs(value - origin)
        if value == edge and local.left < CLOSE_OTHERS and local.constant < drop:
            return None
        if root is None:
            root = sign * distance
        if abs(root) < CLOSE_STEP * distance and local.left < CLOSE_OTHERS:
            return float(np.clip(value + root, edges.low[i], edges.high[i]))
        distance *= float(np.clip(1.0 + sign * root / distance, 1.0 / LARGEST_GROWTH, LARGEST_GROWTH))
    return searched_crossing(by, i, drop, step)


def _first_second(
    by: Profile, places: Int[Parameter], i: int, drop: float, step: float
) -> Float[Parameter, Parameter]:
    """H at the maximum, with a row for an element at an edge that reaches the fall at the step."""
    free = np.flatnonzero(by.maximum.free)
    if len(free) == len(places):
        return by.maximum.hessian
    second = np.zeros((len(places), len(places)))
    own = np.searchsorted(places, free)
    second[np.ix_(own, own)] = by.maximum.hessian
    at = int(np.searchsorted(places, i))
    second[at, at] = 2.0 * drop / step**2
    return second


def _with_released(
    by: Profile, places: Int[Parameter], second: Float[Parameter, Parameter], point: Point
) -> tuple[Int[Parameter], Float[Parameter, Parameter]]:
    """The elements that move and H, with those that leave their edge at a point: their scale is that of the maximum."""
    leaving = np.setdiff1d(np.flatnonzero(not_at_edges(by.objective, point)), places)
    if not len(leaving):
        return places, second
    every = np.union1d(places, leaving)
    larger = np.diag(by.maximum.scale[every] ** -2.0)
    own = np.searchsorted(every, places)
    larger[np.ix_(own, own)] = second
    return every, larger


def _others(by: Profile, places: Int[Parameter], point: Point, i: int) -> Int[Parameter]:
    """The rows of the elements that move besides i."""
    moving = not_at_edges(by.objective, point)
    moving[i] = False
    return np.flatnonzero(moving[places])


def _moved(
    by: Profile, places: Int[Parameter], second: Float[Parameter, Parameter], point: Point, i: int, value: float
) -> Float[Parameter]:
    """The x to which Newton's step goes where x_i has a value."""
    x, others, own = point.x.copy(), _others(by, places, point, i), int(np.searchsorted(places, i))
    if len(others):
        pull = point.slope[places[others]] + second[others, own] * (value - x[i])
        x[places[others]] -= np.linalg.solve(second[np.ix_(others, others)], pull)
    x[i] = value
    edges = by.objective.coordinates
    found: Float[Parameter] = np.clip(x, edges.low, edges.high)
    return found


def _local(
    by: Profile, places: Int[Parameter], second: Float[Parameter, Parameter], point: Point, i: int
) -> LocalProfile:
    """The profile about a point."""
    others, own = _others(by, places, point, i), int(np.searchsorted(places, i))
    fall = point.value - by.maximum.point.value
    g, row = point.slope[places[others]], second[others, own]
    step = np.linalg.solve(second[np.ix_(others, others)], np.column_stack([g, row]))
    left = 0.5 * float(g @ step[:, 0])
    slope, curvature = float(point.slope[i] - row @ step[:, 0]), float(second[own, own] - row @ step[:, 1])
    return LocalProfile(left, fall - left, slope, curvature)


def _corrected(
    second: Float[Parameter, Parameter], step: Float[Parameter], change: Float[Parameter]
) -> Float[Parameter, Parameter]:
    """H after a step that changed the gradient; the same where it would not stay positive."""
    pushed = second @ step
    before, along = float(step @ pushed), float(step @ change)
    if not along > 1e-3 * before > 0.0:
        return second
    found: Float[Parameter, Parameter] = (
        second - np.outer(pushed, pushed) / before + np.outer(change, change) / along
    )
    return found
