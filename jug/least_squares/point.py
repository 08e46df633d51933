"""A point of a least-squares problem: the numbers from one evaluation at a change of the parameters."""

from typing import NamedTuple

from jug.compute.solver import Normal
from jug.core.array import Datum, Float, Parameter
from jug.core.blocks import Block
from jug.errors import FitError


class FitPoint(NamedTuple):
    """The problem at one change of the parameters.

    Parameters
    ----------
    dx : (k,) array
        Change of the free parameters from the anchor, kernel units.
    residual : (rows,) array
        Phase residuals, turns; DM residuals, pc cm^-3.
    blocks : tuple of blocks or None
        The design matrix, where it was made.
    chi2 : float
        Infinite where a residual is not finite.
    step : (k,) array
        The undamped or damped step from here.
    decrease : float
        Predicted decrease of chi2.
    covariance : (k, k) array or None
        None unless the step was taken by SVD.
    size : (k,) array
        Length of each whitened column.
    normal : Normal or None
        The scaled normal equations; None where a residual is not finite.
    active : tuple of int
        Parameters that stay at a bound.
    """

    dx: Float[Parameter]
    residual: Float[Datum]
    blocks: tuple[Block, ...] | None
    chi2: float
    step: Float[Parameter]
    decrease: float
    covariance: Float[Parameter, Parameter] | None
    size: Float[Parameter]
    normal: Normal | None
    active: tuple[int, ...] = ()

    @property
    def equations(self) -> Normal:
        """The scaled normal equations; a FitError where a residual is not finite."""
        if self.normal is None:
            raise FitError("a residual is not finite; start from values inside the range of the model")
        return self.normal
