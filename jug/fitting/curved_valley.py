"""Damped steps with geodesic acceleration, for a fit that would otherwise end before it has converged.

Where the data hardly determine several directions, as for an orbit that was observed for a day, the valley of chi2 is
curved and not along one parameter. Undamped steps then raise chi2, and damped steps are short. With v the damped step
from

    (J^T W J + damping D^2) v = -J^T W r

and the second derivative of the residuals along it, r_vv, the geodesic acceleration a is the solution with r_vv in
place of r. The step v + a / 2 follows the valley. It is taken where chi2 falls and 2 |D a| / |D v| is small (Transtrum
& Sethna 2012, arXiv:1201.5885). Both equations are solved by SVD of the whitened matrix, because the normal equations
have lost all digits in such directions.
"""

from typing import NamedTuple

import numpy as np

from jug.compute.normal_equations import with_offset
from jug.compute.solver import SINGULAR, dense_matrix
from jug.compute.whitening import whiten_columns
from jug.core.array import Array, Bool, Datum, Float, Parameter
from jug.core.execution.progress import report
from jug.fitting.stop import Stop
from jug.fitting.tolerances import DECREASE_TOLERANCE
from jug.least_squares.problem import LeastSquaresProblem

MOST_STEPS, MOST_ELEMENTS = 1500, 2_000_000
"""Largest number of steps that are taken, and of elements of the design matrix."""

MOST_PRODUCTS = 2e10
"""Largest sum, over the steps, of the rows times the square of the parameters: some minutes."""

REST_STEPS, REST_FALL = 50, 0.01
"""The fit has ended where this number of steps together lowers chi2 by less than the second number."""

CRAWL_SHARE, CRAWL_CHI2 = 1e-4, 1e6
"""The steps end where they have lowered chi2 by a smaller share than the first number, and chi2 over the number of rows
is above the second one: even the largest number of steps would then not reach a minimum."""

DAMPING_FACTOR, LARGEST_DAMPING = 2.0, 1e8
"""The damping grows and shrinks by this factor; above the largest one no step lowers chi2."""

CURVATURE_SHARE, PROBE = 0.75, 0.1
"""Largest 2 |D a| / |D v| of a step, and the share of v at which r_vv is measured."""


LEAST_STEP_RATIO = 10.0 * SINGULAR
"""Least ratio of singular values at which a step may end. With a smaller one the fit could not continue."""


class CurvedEnd(NamedTuple):
    """The end of the steps along a curved valley.

    Parameters
    ----------
    dx : (k,) array
        Change of the parameters from the anchor, kernel units.
    active : tuple of int
        Parameters at a bound beyond which chi2 falls.
    tried : int
        Steps that were tried.
    stop : Stop
        STAGNATED where chi2 no longer falls, UNDETERMINED where the limit of steps was reached.
    """

    dx: Float[Parameter]
    active: tuple[int, ...]
    tried: int
    stop: Stop


class _DecomposedPoint(NamedTuple):
    """Whitened residuals and columns at a point, the overall offset removed, and the SVD of the scaled columns.

    Parameters at a bound beyond which chi2 falls are not ``inside``, and neither are those without effect.
    """

    dx: Float[Parameter]
    matrix: Float[Datum, Parameter]
    residual: Float[Datum]
    scale: Float[Parameter]
    inside: Bool[Parameter]
    u: Array
    s: Array
    vt: Array

    @property
    def chi2(self) -> float:
        return float(self.residual @ self.residual)

    @property
    def active(self) -> tuple[int, ...]:
        return tuple(int(i) for i in np.flatnonzero(~self.inside & (self.scale > 0.0)))

    @property
    def decrease(self) -> float:
        """Predicted decrease of chi2 by the undamped step."""
        return float(np.sum((self.u.T @ self.residual) ** 2))

    @property
    def least(self) -> float:
        """The smallest singular value as a share of the largest."""
        return float(np.min(self.s) / np.max(self.s))

    def damped_step(self, residual: Float[Datum], damping: float) -> Float[Parameter]:
        """The damped step for residuals, (k,), kernel units."""
        out = np.zeros(len(self.dx))
        out[self.inside] = -(self.vt.T @ (self.s / (self.s**2 + damping) * (self.u.T @ residual)))
        return out / np.where(self.scale > 0.0, self.scale, 1.0)


def follow_curved_valley(problem: LeastSquaresProblem, start: Float[Parameter]) -> CurvedEnd | None:
    """Lower chi2 by many short steps along a curved valley.

    Parameters
    ----------
    problem : LeastSquaresProblem
    start : (k,) array
        Change of the parameters from the anchor, kernel units.

    Returns
    -------
    CurvedEnd or None
        None for a design matrix of more than ``MOST_ELEMENTS`` elements, or that is not finite at the start.
    """
    here = _decompose_point(problem, start) if len(problem.sigma) * len(start) <= MOST_ELEMENTS else None
    if here is None:
        return None
    fallen, damping, tried = [here.chi2], 0.0, 0
    for number in range(min(MOST_STEPS, int(MOST_PRODUCTS / (len(problem.sigma) * len(start) ** 2)))):
        report("steps along a curved valley of chi2", number + 1)
        if here.decrease < DECREASE_TOLERANCE:
            return CurvedEnd(here.dx, here.active, tried, Stop.STAGNATED)
        damping, there = damping / DAMPING_FACTOR or float(np.min(here.s) ** 2), None
        while there is None and damping < LARGEST_DAMPING:
            tried += 1
            there = _accelerated_step(problem, here, damping)
            damping *= 1.0 if there else DAMPING_FACTOR
        here = there or here
        fallen.append(here.chi2)
        fall = fallen[-REST_STEPS - 1] - here.chi2 if len(fallen) > REST_STEPS else np.inf
        if fall < REST_FALL or there is None:
            return CurvedEnd(here.dx, here.active, tried, Stop.STAGNATED)
        if fall < CRAWL_SHARE * here.chi2 and here.chi2 > CRAWL_CHI2 * len(problem.sigma):
            break
    return CurvedEnd(here.dx, here.active, tried, Stop.UNDETERMINED)


def _accelerated_step(problem: LeastSquaresProblem, here: _DecomposedPoint, damping: float) -> _DecomposedPoint | None:
    """A step with geodesic acceleration; None where chi2 does not fall, or the acceleration is too large."""
    v = here.damped_step(here.residual, damping)
    probe = _whitened_problem(problem, np.clip(here.dx + PROBE * v, *problem.box))
    if probe is None:
        return None
    second = 2.0 / PROBE * ((probe[1] - here.residual) / PROBE - here.matrix @ v)
    a = here.damped_step(second, damping)
    if not 2.0 * np.linalg.norm(here.scale * a) < CURVATURE_SHARE * np.linalg.norm(here.scale * v):
        return None
    there = _decompose_point(problem, np.clip(here.dx + v + 0.5 * a, *problem.box))
    if there is None or not there.chi2 < here.chi2 or there.least < min(here.least, LEAST_STEP_RATIO):
        return None
    return there


def _decompose_point(problem: LeastSquaresProblem, dx: Float[Parameter]) -> _DecomposedPoint | None:
    """Decompose the columns at a point; None where they are not finite."""
    linear = _whitened_problem(problem, dx)
    if linear is None:
        return None
    matrix, residual = linear
    low, high = problem.box
    slope, scale = matrix.T @ residual, np.linalg.norm(matrix, axis=0)
    at_bound = ((dx >= high) & (slope < 0.0)) | ((dx <= low) & (slope > 0.0))
    inside = (scale > 0.0) & ~at_bound
    u, s, vt = np.linalg.svd(matrix[:, inside] / scale[inside], full_matrices=False)
    return _DecomposedPoint(dx, matrix, residual, scale, inside, u, s, vt)


def _whitened_problem(
    problem: LeastSquaresProblem, dx: Float[Parameter]
) -> tuple[Float[Datum, Parameter], Float[Datum]] | None:
    """Whitened columns and residuals, the overall offset removed; None where they are not finite."""
    with np.errstate(all="ignore"):  # a step may leave the range of the model
        found = problem.kernels.evaluate(problem.reference, dx)
    blocks = with_offset(np, found.blocks, found.residual, problem.offset, problem.offset_mask)
    dense, r = dense_matrix(blocks), np.asarray(found.residual)
    if not (np.all(np.isfinite(dense)) and np.all(np.isfinite(r))):
        return None
    matrix, white = whiten_columns(dense, r, problem.sigma, problem.reference.prior)
    if problem.offset:
        unit = matrix[:, 0] / np.linalg.norm(matrix[:, 0])
        white, matrix = white - unit * (unit @ white), matrix - np.outer(unit, unit @ matrix)
    return matrix[:, problem.columns], white
