"""The minimum along a curved valley of chi2: one parameter is moved, the others are fitted again at each of its values.

SINI and M2 of a weak Shapiro delay, or STIGMA and H3, lie in such a valley. With SINI fixed the residuals are linear in
all others, so that the inner fit takes two steps. The slope of chi2 by the fixed parameter is then that of its profile,
min chi2 over the others, and its root is found by secants kept inside a bracket (variable projection: Golub & Pereyra
1973, SIAM J. Numer. Anal. 10, 413). A fit of all parameters would need hundreds of small steps along the valley.
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Float, Parameter
from jug.errors import FitError
from jug.least_squares.point import FitPoint
from jug.least_squares.problem import LeastSquaresProblem

INNER_STEPS, VALLEY_VALUES = 6, 40
"""Largest number of steps of an inner fit, and of values of the parameter that are tried."""

INNER_DECREASE, VALLEY_DECREASE = 1e-10, 1e-10
"""Predicted decrease of chi2 at which an inner fit and the search along the valley end."""

BOUND_SHARE = 0.7
"""A step takes at most this share of the way to a bound."""

STEP_RATIO = 4.0
"""A step is at most this many times the last one."""

WIDE_SHARE = 0.03
"""Least uncertainty of a parameter, as a share of its range, at which the fit goes along the valley of this
parameter."""

LEAST_DECREASE, REST_SIGMA = 1e-3, 0.1
"""Where a long step along the valley lowers chi2 by less than ``LEAST_DECREASE``, the search ends. Where many small
steps of a fit lower chi2 by less than this, and move each parameter by less than ``REST_SIGMA`` of its uncertainty, the
fit has converged."""


class ValleyEnd(NamedTuple):
    """The end of a search along a valley.

    Parameters
    ----------
    dx : (k,) array
        Change of the parameters from the anchor, kernel units.
    tried : int
        Evaluations.
    """

    dx: Float[Parameter]
    tried: int


class _Place(NamedTuple):
    """A point of the valley: the others are at their best values."""

    point: FitPoint
    slope: float
    curvature: float
    tangent: Float[Parameter]


def least_determined(problem: LeastSquaresProblem, point: FitPoint, turned: tuple[int, ...]) -> int | None:
    """Choose the parameter to move along a valley.

    Parameters
    ----------
    problem : LeastSquaresProblem
    point : FitPoint
    turned : tuple of int
        The parameters whose columns turned most over the last steps.

    Returns
    -------
    int or None
        Of the parameters with two bounds, as SINI, STIGMA and ECC, the one whose uncertainty is the largest share of
        its range, where that is more than ``WIDE_SHARE``; else the first of ``turned``; None where that is empty.
    """
    sigma = np.sqrt(np.abs(np.diagonal(problem.covariance(point))))
    share = sigma / (problem.box.high - problem.box.low)
    if np.any(share > WIDE_SHARE):
        return int(np.argmax(np.nan_to_num(share)))
    return turned[0] if turned else None


def follow_valley(problem: LeastSquaresProblem, start: FitPoint, i: int) -> ValleyEnd | None:
    """Find the minimum of chi2 along the valley of one parameter.

    Parameters
    ----------
    problem : LeastSquaresProblem
    start : FitPoint
    i : int
        The parameter.

    Returns
    -------
    ValleyEnd or None
        None where no place lower than the start was found.
    """
    count = _Count()
    best = _refit_others(problem, start.dx, i, count)
    if best is None:
        return None
    low, high = float(problem.box.low[i]), float(problem.box.high[i])
    last: _Place | None = None
    step = -best.slope / best.curvature
    for _ in range(VALLEY_VALUES):
        at = float(best.point.dx[i])
        room = (high - at) if step > 0.0 else (at - low)
        step = float(np.sign(step)) * min(abs(step), BOUND_SHARE * room)
        place = _refit_others(problem, best.point.dx + step * best.tangent, i, count)
        if place is None or place.point.chi2 > best.point.chi2 + 1.0:
            step *= 0.3
            if abs(step) < 1e-6 * room:
                break
            continue
        last, best = best, place
        fallen = last.point.chi2 - best.point.chi2
        secant = (best.slope - last.slope) / (float(best.point.dx[i]) - float(last.point.dx[i]))
        curvature = max(secant, 0.0)
        decrease = best.slope**2 / max(curvature, best.curvature)
        if decrease < VALLEY_DECREASE or best.slope**2 / best.curvature < VALLEY_DECREASE:
            break
        wanted = -best.slope / curvature if curvature > 0.0 else -float(np.sign(best.slope)) * np.inf
        step = float(np.clip(wanted, -STEP_RATIO * abs(step), STEP_RATIO * abs(step)))
        if abs(fallen) < LEAST_DECREASE and abs(step) > BOUND_SHARE * room and best.slope * last.slope > 0.0:
            break
    return ValleyEnd(best.point.dx, count.n) if best.point.chi2 < start.chi2 else None


def steps_are_negligible(problem: LeastSquaresProblem, before: FitPoint, after: FitPoint) -> bool:
    """Whether steps lowered chi2 by less than ``LEAST_DECREASE``, and moved each parameter by less than ``REST_SIGMA``.

    Parameters
    ----------
    problem : LeastSquaresProblem
    before, after : FitPoint

    Returns
    -------
    bool
    """
    if after.normal is None or not abs(before.chi2 - after.chi2) < LEAST_DECREASE:
        return False
    sigma = np.sqrt(np.abs(np.diagonal(problem.covariance(after))))
    return bool(np.all(np.abs(after.dx - before.dx) < REST_SIGMA * sigma))


class _Count:
    """Counts evaluations."""

    def __init__(self) -> None:
        self.n = 0


def _refit_others(problem: LeastSquaresProblem, dx: Float[Parameter], i: int, count: _Count) -> _Place | None:
    """Fit the others with one parameter fixed; None where chi2 does not settle."""
    column = int(problem.columns[i])
    for _ in range(INNER_STEPS):
        try:
            point = problem.iteration(dx, 0.0)
        except FitError:  # parameters are degenerate there
            return None
        count.n += 1
        if point.normal is None:
            return None
        gram, slope, scale = (np.asarray(part) for part in (point.normal.gram, point.normal.slope, point.normal.scale))
        rest = np.delete(np.arange(len(scale)), column)
        right = np.column_stack([slope[rest], gram[rest, column]])
        found = np.linalg.lstsq(gram[np.ix_(rest, rest)], right, rcond=1e-14)[0]
        y, along = np.zeros(len(scale)), np.zeros(len(scale))
        y[rest], along[rest], along[column] = -found[:, 0], -found[:, 1], 1.0
        if -float(slope @ y) < INNER_DECREASE:
            tangent = (along * scale[column] / scale)[problem.columns]
            curvature = float(along @ gram @ along) * scale[column] ** 2
            return _Place(point, float(slope @ along) * scale[column], curvature, tangent) if curvature > 0.0 else None
        dx = dx + problem.box.cut_at_bound(dx, (y / scale)[problem.columns])[0]
    return None
