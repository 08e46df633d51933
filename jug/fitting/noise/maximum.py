"""One maximum of the likelihood: L-BFGS-B from a start, then Newton steps inside the range."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from jug.core.array import Bool, Float, Parameter
from jug.core.execution.threads import limit_new_blas
from jug.fitting.noise.curvature import coordinate_scale, hessian
from jug.fitting.noise.objective import UNDEFINED_VALUE, Objective

NEWTON_CLOSE = 1e-8
"""Predicted decrease of -log L at which the Newton steps end: 1.4e-4 standard errors."""

NEWTON_NEAR = 1e-2
"""Predicted decrease of -log L below which the second derivatives are not computed again: the last ones are of a point
0.14 standard errors away."""

MOST_NEWTON_STEPS = 12
"""Largest number of Newton steps at the end of a search."""

CLIMB_PRECISION = 1e-8
"""L-BFGS-B ends where a step decreases the objective by less than this, relative to its change since the start."""


UNLIKE, UNLIKE_AT_END = 0.1, 1e-3
"""Largest difference of -log L near a maximum from its parabola that counts as small: a share of the rise, and a
number."""


class Point(NamedTuple):
    """A point x with the value of the objective and its gradient."""

    x: Float[Parameter]
    value: float
    slope: Float[Parameter]


class Maximum(NamedTuple):
    """A maximum of the likelihood.

    Parameters
    ----------
    point : Point
    scale : (k,) array
        Change of each coordinate that changes the objective by 1/2.
    free : (k,) bool array
        Elements that are not at an edge.
    hessian : (j, j) array
        Second derivatives of the objective by these.
    converged : bool
        Whether Newton's step is small.
    """

    point: Point
    scale: Float[Parameter]
    free: Bool[Parameter]
    hessian: Float[Parameter, Parameter]
    converged: bool


def climb(
    objective: Objective,
    x: Float[Parameter],
    fixed: int | None = None,
    *,
    scale: Float[Parameter] | None = None,
    precision: float = CLIMB_PRECISION,
    known: Sequence["Maximum"] = (),
) -> tuple[Point, Float[Parameter]]:
    """Minimise the objective from a start by L-BFGS-B.

    Parameters
    ----------
    objective : Objective
    x : (k,) array
        The start, coordinates without unit.
    fixed : int, optional
        An element that keeps its value.
    scale : (k,) array, optional
        As in `Maximum`; found at the start when absent.
    precision : float
        Decrease of the objective in a step at which the climb ends, relative to values above 1.
    known : sequence of Maximum
        Maxima near which the climb ends too (`leads_to`).

    Returns
    -------
    point : Point
    scale : (k,) array
        As in `Maximum`.
    """
    from scipy.optimize import minimize

    limit_new_blas()
    last = [begin := Point(x, *objective(x))]
    scale = coordinate_scale(objective, x, begin.slope) if scale is None else scale
    low, high = objective.coordinates.low.copy(), objective.coordinates.high.copy()
    if fixed is not None:
        low[fixed] = high[fixed] = x[fixed]
    lowest, highest = low / scale, high / scale

    def unscaled(y: Float[Parameter]) -> Float[Parameter]:
        """Multiply by the scale; elements at an edge get its exact value, which the rounded product may miss."""
        inside = np.clip(y * scale, low, high)
        return np.where(y <= lowest, low, np.where(y >= highest, high, inside))

    def scaled(y: Float[Parameter]) -> tuple[float, Float[Parameter]]:
        at = unscaled(y)
        last[0] = Point(at, *objective(at))
        if any(leads_to(one, last[0]) for one in known):
            raise _Arrived
        return last[0].value - begin.value, last[0].slope * scale

    bounds, method = list(zip(lowest, highest, strict=True)), "L-BFGS-B"
    options = {"maxiter": 400, "maxfun": 600, "ftol": precision, "gtol": 1e-3, "maxcor": 20}
    try:
        at = unscaled(minimize(scaled, x / scale, jac=True, method=method, bounds=bounds, options=options).x)
    except _Arrived:
        at = last[0].x
    return last[0] if np.array_equal(at, last[0].x) else Point(at, *objective(at)), scale


class _Arrived(Exception):
    """A climb is near a known maximum."""


def leads_to(maximum: Maximum, point: Point) -> bool:
    """Whether a climb from a point leads to a maximum, since value and gradient are those of its parabola.

    Parameters
    ----------
    maximum : Maximum
    point : Point

    Returns
    -------
    bool
        False for points more than a standard error away.
    """
    away, free = point.x - maximum.point.x, maximum.free
    pull = maximum.hessian @ away[free]
    rise = 0.5 * float(away[free] @ pull) + float(maximum.point.slope[~free] @ away[~free])
    if rise > 0.5 or abs(point.value - maximum.point.value - rise) > UNLIKE * rise + UNLIKE_AT_END:
        return False
    other = point.slope[free] - pull
    left = -0.5 * float(other @ newton_step(maximum.hessian, other, maximum.scale[free]))
    return left < UNLIKE * rise + UNLIKE_AT_END


def polish(objective: Objective, point: Point, scale: Float[Parameter]) -> Maximum:
    """Take Newton steps to the maximum; elements whose slope points out of their range stay at its edge.

    Parameters
    ----------
    objective : Objective
    point : Point
        Near the maximum.
    scale : (k,) array
        Change of each coordinate that changes the objective by 1/2.

    Returns
    -------
    Maximum
    """
    free = not_at_edges(objective, point)
    return _take_newton_steps(objective, Maximum(point, scale, free, np.zeros((0, 0)), False), near=False)


def follow(objective: Objective, maximum: Maximum) -> Maximum:
    """Take Newton steps to the maximum of an objective that differs little from that of a known maximum.

    Parameters
    ----------
    objective : Objective
    maximum : Maximum
        Of the other objective; its second derivatives are used while the steps are short.

    Returns
    -------
    Maximum
    """
    point = Point(maximum.point.x, *objective(maximum.point.x))
    return _take_newton_steps(objective, maximum._replace(point=point), near=maximum.converged)


def _take_newton_steps(objective: Objective, start: Maximum, *, near: bool) -> Maximum:
    """Take Newton steps to the maximum; ``near``: the second derivatives are those of a point close to it."""
    point, scale, free, second, _ = start
    close = False
    for _ in range(MOST_NEWTON_STEPS):
        if not (near and np.array_equal(free, not_at_edges(objective, point))):
            free = not_at_edges(objective, point)
            second = hessian(objective, point.x, scale, free)
            scale = scale.copy()
            scale[free] = np.clip(np.diag(second), 1e-6, None) ** -0.5
        step = newton_step(second, point.slope[free], scale[free])
        predicted = abs(float(point.slope[free] @ step)) / 2.0
        if close := predicted < NEWTON_CLOSE:
            break
        near = predicted < NEWTON_NEAR
        new = _step_downhill(objective, point, free, step)
        if new is None:
            close = predicted < 1e3 * NEWTON_CLOSE
            break
        point = new
    return Maximum(point, scale, free, second, close)


def not_at_edges(objective: Objective, point: Point) -> Bool[Parameter]:
    """Find the elements that are not at an edge of their range, or whose slope points inwards.

    Parameters
    ----------
    objective : Objective
    point : Point

    Returns
    -------
    (k,) bool array
    """
    edges = objective.coordinates
    below = (point.x <= edges.low) & (point.slope >= 0.0)
    above = (point.x >= edges.high) & (point.slope <= 0.0)
    free = ~(below | above)
    for i in edges.sizes:  # a process without amplitude has no spectral index
        if below[i] and edges.partner[i] >= 0:
            free[edges.partner[i]] = False
    return free


def newton_step(
    second: Float[Parameter, Parameter], slope: Float[Parameter], scale: Float[Parameter]
) -> Float[Parameter]:
    """Return Newton's step downhill; of the scaled eigenvalues the absolute values are taken, at least 1e-6.

    Parameters
    ----------
    second : (j, j) array
        Second derivatives of the objective by the coordinates, no unit.
    slope : (j,) array
        Derivatives of the objective by the coordinates, no unit.
    scale : (j,) array
        Change of each coordinate that changes the objective by 1/2.

    Returns
    -------
    (j,) array
        Change of the coordinates, no unit.
    """
    values, vectors = np.linalg.eigh(second * np.outer(scale, scale))
    step: Float[Parameter] = -scale * (vectors @ ((vectors.T @ (slope * scale)) / np.maximum(np.abs(values), 1e-6)))
    return step


def _step_downhill(objective: Objective, point: Point, free: Bool[Parameter], step: Float[Parameter]) -> Point | None:
    """Take a step, shortened until the objective does not rise; None where it always rises."""
    edges = objective.coordinates
    for _ in range(8):
        x = point.x.copy()
        x[free] = np.clip(x[free] + step, edges.low[free], edges.high[free])
        new = Point(x, *objective(x))
        if new.value < UNDEFINED_VALUE and new.value <= point.value + 1e-9 * max(1.0, abs(point.value)) ** 0.5:
            return new
        step = 0.4 * step
    return None
