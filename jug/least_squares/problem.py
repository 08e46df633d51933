"""The least-squares problem of a model about its anchor: chi2, step and covariance at a change of the parameters."""

from collections.abc import Callable
from copy import copy

import numpy as np

from jug.compute.kernels import Kernels
from jug.compute.normal_equations import subtract_mean, with_offset
from jug.compute.solver import (
    PIVOT_MIN,
    Step,
    columns_without_effect,
    covariance,
    damped_step,
    dense_matrix,
    digits_left,
    pseudo_covariance,
    step_by_svd,
)
from jug.core.array import Datum, Float, Int, Parameter
from jug.core.blocks import Block
from jug.errors import DegenerateError, FitError
from jug.least_squares.bounds import Box, bounded_step, box
from jug.least_squares.point import FitPoint
from jug.model.covariance.noise import strong_noise_error
from jug.model.evaluation.anchor import Anchor
from jug.model.evaluation.columns import binned_families
from jug.model.evaluation.evaluate import block_order
from jug.model.timing_model import TimingModel

ROUNDING_S, ROUNDING_DM = 2e-13, 1e-13
"""Rounding of one fast residual, s: two float64 delays of up to 500 s; and of a DM of up to 1000 pc cm^-3. chi2 is not
compared more finely than this."""

LEAST_DAMPING = 1e-14
"""Damping that stands for a smallest eigenvalue of the scaled normal matrix that rounding leaves at or below this."""


class LeastSquaresProblem:
    """An anchored least-squares problem on one backend.

    Parameters
    ----------
    kernels : Kernels
    anchor : Anchor
    names : tuple of str
        Free parameters in the order of the layout, for messages.
    order : (k,) int array
        Position in the layout of each column of the design matrix.
    offset : bool
        Whether an overall phase offset is fitted with them.
    box : Box
        The bounds of each.
    too_strong : callable
        Makes the error for correlated noise that is so strong that a column is lost in its rounding.
    """

    def __init__(
        self,
        kernels: Kernels,
        anchor: Anchor,
        names: tuple[str, ...],
        order: Int[Parameter],
        offset: bool,
        box: Box,
        too_strong: Callable[[], FitError],
    ) -> None:
        self.kernels, self.offset, self.box, self.too_strong = kernels, offset, box, too_strong
        self.n_free = len(names)
        ordered = tuple(names[i] for i in order)
        self.column_names = ("the overall offset", *ordered) if offset else ordered
        self.columns = np.argsort(order) + int(offset)
        self.reference = anchor.reference
        self.data = kernels.to_device(anchor.reference)
        self.sigma, self.offset_mask = anchor.reference.sigma, anchor.reference.offset_mask
        n_dm = len(self.sigma) - len(anchor.reference.rate)
        rounding = np.concatenate([ROUNDING_S * anchor.reference.rate, np.full(n_dm, ROUNDING_DM)])
        with np.errstate(divide="ignore", invalid="ignore"):  # an absurd EFAC makes sigma 0
            self.rounding = rounding / self.sigma
        self.needs_matrix = False  # True after the first step that was taken by SVD

    def with_weights(self, weights: Float[Datum]) -> "LeastSquaresProblem":
        """Return the same problem with the white uncertainties divided by sqrt(weights).

        Parameters
        ----------
        weights : (rows,) array
            Factors of 1/sigma^2, above 0, no unit.

        Returns
        -------
        LeastSquaresProblem
        """
        other = copy(self)
        other.reference = self.reference._replace(sigma=self.sigma / np.sqrt(weights))
        other.data = self.kernels.to_device(other.reference)
        other.sigma, other.rounding = other.reference.sigma, self.rounding * np.sqrt(weights)
        return other

    def centred(self, residual: Float[Datum]) -> Float[Datum]:
        """Subtract the best offset from residuals, and divide by the uncertainties.

        Parameters
        ----------
        residual : (rows,) array
            Turns; of measured DMs pc cm^-3.

        Returns
        -------
        (rows,) array
            No unit.
        """
        return np.asarray(
            (subtract_mean(np, residual, self.sigma, self.offset_mask) if self.offset else residual) / self.sigma
        )

    def iteration(self, dx: Float[Parameter], damping: float, active: tuple[int, ...] = ()) -> FitPoint:
        """Evaluate at a change of the parameters, and solve for the step from there.

        Parameters
        ----------
        dx : (k,) array
            Change from the anchor, kernel units.
        damping : float
            Added to the unit diagonal of the scaled normal matrix, no unit.
        active : tuple of int
            Parameters that are at a bound.

        Returns
        -------
        FitPoint
        """
        if self.needs_matrix:
            residual, step, blocks = self.kernels.iteration_with_matrix(self.reference, dx, damping)
        else:
            residual, step, blocks = self.kernels.iteration(self.data, dx, damping)
        point = FitPoint(dx, residual, blocks, np.inf, np.zeros_like(dx), 0.0, None, np.zeros_like(dx), None, active)
        return point if step is None else self._with_step(point, step, damping)

    def solve(self, point: FitPoint, damping: float) -> FitPoint:
        """Solve for another step from a point that has been evaluated.

        Parameters
        ----------
        point : FitPoint
        damping : float
            Added to the unit diagonal of the scaled normal matrix.

        Returns
        -------
        FitPoint
            The same point with the new step.

        Raises
        ------
        FitError
            A residual is not finite, or parameters are degenerate.
        """
        return self._with_step(point, damped_step(np, point.equations, damping), damping)

    def blocks(self, point: FitPoint) -> tuple[Block, ...]:
        """Return the design matrix at a point; it is evaluated where the point has none."""
        return self.kernels.evaluate(self.reference, point.dx).blocks if point.blocks is None else point.blocks

    def _with_step(self, point: FitPoint, step: Step, damping: float) -> FitPoint:
        size = np.asarray(step.normal.scale)[self.columns]
        point = point._replace(chi2=float(step.chi2), size=size, normal=step.normal, covariance=None)
        if point.active:
            return self._with_bounded_step(point, damping)
        if not np.any(point.dx):
            self._refuse_without_effect(point, step)
        if damping == 0.0 and not digits_left(step) > PIVOT_MIN and not len(columns_without_effect(step.normal)):
            return self._with_precise_step(point)
        return point._replace(step=np.asarray(step.dx)[self.columns], decrease=float(step.decrease))

    def _with_precise_step(self, point: FitPoint) -> FitPoint:
        """Take the step by SVD of the design matrix, because the normal equations have lost digits."""
        self.needs_matrix = True
        point = point._replace(blocks=self.blocks(point))
        dx, decrease, cov = self._precise(point)
        return point._replace(step=dx, decrease=decrease, covariance=cov)

    def _precise(self, point: FitPoint) -> tuple[Float[Parameter], float, Float[Parameter, Parameter]]:
        """Step, predicted decrease and covariance by SVD of the design matrix."""
        matrix = self.blocks(point)
        blocks = with_offset(np, matrix, point.residual, self.offset, self.offset_mask)
        residual = self.centred(point.residual) * self.sigma
        prior = self.reference.prior
        dx, decrease, cov = step_by_svd(blocks, residual, self.sigma, self.column_names, prior, self.offset)
        return dx[self.columns], decrease, cov[np.ix_(self.columns, self.columns)]

    def _with_bounded_step(self, point: FitPoint, damping: float) -> FitPoint:
        """Solve with parameters fixed at their bounds. A parameter is set free if chi2 falls inwards from its bound.

        Where squares of finite residuals overflow there is no step, and chi2 is infinite.
        """
        if not (np.all(np.isfinite(point.equations.gram)) and np.all(np.isfinite(point.equations.slope))):
            return point._replace(chi2=np.inf, normal=None)
        columns = tuple(int(self.columns[i]) for i in point.active)
        outward = tuple(self.box.side(i, point.dx) for i in point.active)
        step = bounded_step(point.equations, damping, columns, outward)
        active = tuple(i for i in point.active if int(self.columns[i]) in step.columns)
        return point._replace(step=step.dx[self.columns], decrease=step.decrease, active=active)

    def smallest_eigenvalue(self, point: FitPoint) -> float:
        """Return the smallest eigenvalue of the scaled normal matrix, at least ``LEAST_DAMPING``."""
        return max(float(np.linalg.eigvalsh(np.asarray(point.equations.gram))[0]), LEAST_DAMPING)

    def covariance(self, point: FitPoint) -> Float[Parameter, Parameter]:
        """Return the covariance of the free parameters at a point, (k, k), kernel units squared."""
        if point.covariance is not None:
            return point.covariance
        normal = point.equations
        none = len(columns_without_effect(normal)) > 0
        if not none and point.active and self.smallest_eigenvalue(point) < PIVOT_MIN:
            try:  # the normal equations have lost digits, which a step to a bound does not check
                return self._precise(point)[2]
            except DegenerateError:
                none = True
        try:
            inverse = pseudo_covariance(normal) if none else covariance(normal)
        except np.linalg.LinAlgError:  # damped steps can reach a point where the undamped matrix is singular
            inverse = pseudo_covariance(normal)
        if not np.all(np.diagonal(inverse) > 0.0):  # all digits are lost, which the step did not show
            inverse = pseudo_covariance(normal)
        found: Float[Parameter, Parameter] = inverse[np.ix_(self.columns, self.columns)]
        return found

    def rounding_of_chi2(self, point: FitPoint) -> float:
        """Return the change of chi2 by rounding of the residuals, no unit."""
        with np.errstate(over="ignore"):  # infinite for residuals that only absurd values give
            return 4.0 * float(np.linalg.norm(self.centred(point.residual) * self.rounding))

    def _refuse_without_effect(self, point: FitPoint, step: Step) -> None:
        """Refuse columns that are zero; where only correlated noise made them so, with `strong_noise_error`."""
        which = columns_without_effect(step.normal)
        names = [self.column_names[i] for i in which]
        if names and self.reference.prior is not None:
            blocks = with_offset(np, self.blocks(point), point.residual, self.offset, self.offset_mask)
            matrix = dense_matrix(blocks)[:, which]
            if np.any(matrix) and np.all(np.isfinite(matrix)):
                raise self.too_strong()
        if names:
            raise DegenerateError(
                f"no TOA depends on {', '.join(names)}, so {'it' if len(names) == 1 else 'they'} cannot be fitted; "
                f"fix {'it' if len(names) == 1 else 'them'} (fit flag 0, --free or free=[...]), or remove the line"
            )


def problem_of(model: TimingModel, anchor: Anchor, kernels: Kernels) -> LeastSquaresProblem:
    """Make the problem of a model's free parameters.

    Parameters
    ----------
    model : TimingModel
    anchor : Anchor
        Of the model.
    kernels : Kernels
        Of the model's components and layout.

    Returns
    -------
    LeastSquaresProblem
    """
    order = np.array(block_order(model.layout, binned_families(anchor.reference.x)))
    labels = tuple(_label(model, name) for name in model.free)
    bounds = box(model.entries[name] for name in model.free)
    return LeastSquaresProblem(
        kernels, anchor, labels, order, model.layout.offset, bounds, lambda: strong_noise_error(model, anchor.noise)
    )


def _label(model: TimingModel, name: str) -> str:
    """Name a parameter and its line in the par file."""
    line = model.entries[name].line
    return f"{name} ({model.par.path}:{line.number})" if line else name
