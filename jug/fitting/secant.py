"""The curvature of chi2 along the last step, where the residuals are far from linear in a weakly determined direction.

The normal matrix G does not contain the second derivatives of the residuals. Along a direction p that the data hardly
determine, as of KIN and KOM of a wide orbit, they contribute as much to the curvature as G does. Steps then shrink
slowly, or oscillate about the minimum. The slopes g at the ends of a step p give the curvature of chi2, h = p (g' - g);
that of the normal matrix is q = p G p. With G + (h - q) (G p)(G p)^T / q^2 in place of G, whose curvature along p is h,
the step s becomes

    s + p (p g) (h - q) / (q h)

(Sherman-Morrison; the secant condition of Dennis, Gay & Welsch 1981, ACM TOMS 7, 348, for one direction).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jug.compute.solver import Normal
from jug.core.array import Float, Parameter
from jug.least_squares.point import FitPoint
from jug.least_squares.problem import LeastSquaresProblem

LEAST_STEP = 1e-6
"""Least q of a step whose slopes give the curvature: 1e-3 sigma."""

LEAST_RATIO, MOST_RATIO = 0.02, 50.0
"""Least and greatest h / q that is used. Where h / q is less, the data do not determine the direction."""

LINEAR = 0.1
"""Largest difference of h / q from 1 at which the normal matrix is left as it is."""


class Secant(NamedTuple):
    """A direction and the curvature along it.

    Parameters
    ----------
    direction : (k,) array
        Kernel units.
    ratio : float
        Curvature of chi2 along it, divided by that of the normal matrix.
    """

    direction: Float[Parameter]
    ratio: float


def secant(problem: LeastSquaresProblem, one: FitPoint, other: FitPoint, last: Secant | None) -> Secant | None:
    """Measure the curvature of chi2 between two points.

    Parameters
    ----------
    problem : LeastSquaresProblem
    one, other : FitPoint
        The ends of a step.
    last : Secant or None
        Of the step before.

    Returns
    -------
    Secant or None
        ``last`` where the step is too short; None where the curvature is outside the range that is used.
    """
    if one.normal is None or other.normal is None or one.active or other.active:
        return None
    direction = other.dx - one.dx
    q = _curvature_along(problem, one.normal, direction)
    if q < LEAST_STEP:
        return last
    h = _slope_along(problem, other.normal, direction) - _slope_along(problem, one.normal, direction)
    useful = LEAST_RATIO < h / q < MOST_RATIO and abs(h / q - 1.0) > LINEAR
    return Secant(direction, h / q) if useful else None


def correct_step(problem: LeastSquaresProblem, point: FitPoint, curve: Secant | None) -> FitPoint:
    """Correct the undamped step of a point for the curvature.

    Parameters
    ----------
    problem : LeastSquaresProblem
    point : FitPoint
    curve : Secant or None
        None leaves the step as it is.

    Returns
    -------
    FitPoint
    """
    if curve is None or point.normal is None or point.active:
        return point
    q = _curvature_along(problem, point.normal, curve.direction)
    h, slope = curve.ratio * q, _slope_along(problem, point.normal, curve.direction)
    share = slope * (h - q) / (q * h)
    return point._replace(step=point.step + share * curve.direction, decrease=point.decrease - slope * share)


def _curvature_along(problem: LeastSquaresProblem, normal: Normal, direction: Float[Parameter]) -> float:
    """p G p, with the best change of the overall offset."""
    gram, scale = np.asarray(normal.gram), np.asarray(normal.scale)
    y = np.zeros(len(scale))
    y[problem.columns] = direction * scale[problem.columns]
    if problem.offset:
        y[0] = -(gram[0] @ y) / gram[0, 0]
    return float(y @ gram @ y)


def _slope_along(problem: LeastSquaresProblem, normal: Normal, direction: Float[Parameter]) -> float:
    """p g, half the slope of chi2 along a direction."""
    g: NDArray[np.float64] = (np.asarray(normal.slope) * np.asarray(normal.scale))[problem.columns]
    return float(g @ direction)
