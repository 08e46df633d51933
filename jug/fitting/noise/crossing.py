"""The value at which the profile likelihood of a parameter has fallen by an amount, by Newton's method.

With f = -log L above its minimum, its gradient g and second derivatives H at some x, the profile of parameter i is

    p(t) = f - g_o H_oo^-1 g_o / 2 + (g_i - H_io H_oo^-1 g_o) t + (H_ii - H_io H_oo^-1 H_oi) t^2 / 2

with t the change of x_i and o the other parameters, which change by -H_oo^-1 (g_o + H_oi t). Each step solves p(t) =
the amount (after Venzon and Moolgavkar 1988, Applied Statistics 37, 87). H is at first that of the maximum, then
corrected by the gradients of each step (BFGS; Nocedal and Wright 2006, Numerical Optimization, equation 6.19).
"""

import numpy as np

from jug.fitting.noise.local_profile import newton_profile
from jug.fitting.noise.maximum import Point
from jug.fitting.noise.profile import Profile, fall, search_crossing

MOST_NEWTON_CROSSINGS = 12
"""Number of evaluations after which `jug.fitting.noise.profile.search_crossing` is used instead."""

CLOSE_STEP = 3e-3
"""Size of the last step of the parameter, relative to its distance from the maximum. The end of this step is not
evaluated, because its error is of second order."""

CLOSE_OTHERS, FAR_OTHERS = 5e-3, 2.0
"""Predicted decrease of -log L by the others: below the first number they are at their best, above the second one the
step was too long."""

UNLIKE_DROP = 0.04
"""Largest relative difference between the fall of the profile at the end of Newton's method and the wanted one."""

LARGEST_GROWTH = 2.0
"""Largest factor by which the distance from the maximum changes in a step."""

SHARE_OF_FAR_STEP = 0.4
"""Share that is taken of a step that was too long."""


def crossing(by: Profile, i: int, drop: float, step: float) -> float | None:
    """Find where log L has fallen by an amount, with the other parameters at their best.

    Parameters
    ----------
    by : Profile
    i : int
        The element.
    drop : float
        0.5 for 68% of two sides.
    step : float
        About the distance in x from the maximum; its sign is the direction.

    Returns
    -------
    float or None
        x; None where log L falls by less up to the end of the range.
    """
    edges = by.objective.coordinates
    edge = float(edges.high[i] if step > 0.0 else edges.low[i])
    found = _newton_crossing(by, i, drop, step)
    if found is not None:
        value, point = found
        fallen, there = fall(by, i, value, point)
        if value == edge and fallen < drop:
            return None
        if abs(fallen - drop) < UNLIKE_DROP * drop:
            return value
        if value != float(by.maximum.point.x[i]):
            return search_crossing(by, i, drop, value - float(by.maximum.point.x[i]), (fallen, there))
    return search_crossing(by, i, drop, step)


def _newton_crossing(by: Profile, i: int, drop: float, step: float) -> tuple[float, Point] | None:
    """The value from Newton's method, or the edge of the range, and a point near it; None without convergence."""
    origin, edges, sign = float(by.maximum.point.x[i]), by.objective.coordinates, float(np.sign(step))
    edge = float(edges.high[i] if step > 0.0 else edges.low[i])
    newton, point, distance = newton_profile(by, i, drop, step), by.maximum.point, abs(step)
    for _ in range(MOST_NEWTON_CROSSINGS):
        value = origin + sign * distance if distance < abs(edge - origin) else edge
        x = newton.x_at(point, value)
        new = Point(x, *by.objective(x))
        newton = newton.after(point, new)
        local = newton.about(new)
        root = local.root(drop, sign)
        if local.left > FAR_OTHERS or (root is None and local.constant > drop):  # back, and a part of the way
            distance = abs(float(point.x[i]) - origin + SHARE_OF_FAR_STEP * (value - float(point.x[i])))
            continue
        point, distance = new, abs(value - origin)
        if value == edge and local.left < CLOSE_OTHERS and local.constant < drop:
            return edge, new
        if root is None:
            root = sign * distance
        if abs(root) < CLOSE_STEP * distance and local.left < CLOSE_OTHERS:
            return float(np.clip(value + root, edges.low[i], edges.high[i])), new
        distance *= float(np.clip(1.0 + sign * root / distance, 1.0 / LARGEST_GROWTH, LARGEST_GROWTH))
    return None
