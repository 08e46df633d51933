"""The covariance of the parameters of a robust fit, from the asymptotic variance of M-estimators.

With psi and its slope at the sizes u of the n residuals, and p degrees of freedom taken by the fit (Huber 1981, Robust
Statistics, section 7.6, eq. 6.5 with the factor K),

    m = mean(psi') / K,   K = 1 + (p / n) var(psi') / mean(psi')^2,   v = s^2 sum psi^2 / (n - p)

Without correlated noise the covariance is (v / m^2) (M^T N^-1 M)^-1. With it the estimate is linear in pseudo-data
whose white noise has the variance v sigma^2 / m^2, weighed as if it were sigma^2 / m: with C_m = N / m + F Phi F^T and
G = C_m^-1 M, the offset projected out,

    S = (M^T G)^-1,   covariance = S (G^T (N v / m^2) G + G^T F Phi F^T G) S

m and v are evaluated for the TOAs and for the measured DMs. The covariance contains the scale s of the residuals, so
that the uncertainties are not multiplied by sqrt(reduced chi2).
"""

import numpy as np

from jug.compute.solver import dense_matrix
from jug.core.array import Column, Datum, Float, Parameter
from jug.core.index_sums import epoch_sums
from jug.errors import FitError
from jug.fitting.loop import LoopResult
from jug.fitting.robust.weights import Weighing, kinds
from jug.least_squares.problem import LeastSquaresProblem
from jug.model.covariance.gaussian import weigh_residuals, whitener
from jug.model.covariance.linked_epochs import LinkedEpochs
from jug.model.covariance.noise import Prior
from jug.model.covariance.plain_prior import make_plain_prior

LEAST_SLOPE = 0.02
"""Least mean of psi'. Where the mean is less, psi falls with the residual for nearly as many residuals as it grows."""

LEAST_FREE = 0.1
"""Degrees of freedom of a kind of data, as a share of their number, up to which the data count as normal."""


def robust_covariance(
    problem: LeastSquaresProblem, outcome: LoopResult, weighing: Weighing
) -> Float[Parameter, Parameter]:
    """Compute the covariance of the free parameters, kernel units squared.

    Parameters
    ----------
    problem : LeastSquaresProblem
        With all weights 1.
    outcome : LoopResult
        Of the last round.
    weighing : Weighing

    Returns
    -------
    (k, k) array
        Between the free parameters.

    Raises
    ------
    FitError
        The residuals lie about no centre.
    """
    slope, variance = slope_and_variance(problem, weighing)
    at_slope = problem.with_weights(slope)
    point = at_slope.iteration(outcome.dx, 0.0, outcome.active)
    if outcome.active:
        point = at_slope.solve(point, 0.0)
    found = at_slope.covariance(point)
    if problem.reference.prior is None and slope[0] == slope[-1]:
        return np.asarray(found * (variance[0] / slope[0]))
    columns = dense_matrix(at_slope.blocks(point))[:, problem.columns - int(problem.offset)]
    white = variance * (problem.sigma / slope) ** 2
    return np.asarray(found @ _inner_matrix(at_slope, columns, white) @ found)


def slope_and_variance(problem: LeastSquaresProblem, weighing: Weighing) -> tuple[Float[Datum], Float[Datum]]:
    """Average psi' and psi^2 over the residuals of each kind.

    Parameters
    ----------
    problem : LeastSquaresProblem
    weighing : Weighing

    Returns
    -------
    slope, variance : (rows,) array
        m and v of the kind of each row.

    Raises
    ------
    FitError
        The residuals lie about no centre.
    """
    slope, variance = np.ones_like(weighing.size), np.ones_like(weighing.size)
    for kind in kinds(problem.reference):
        u, p = weighing.size[kind], float(weighing.n_parameters[kind][0])
        n = len(u)
        if n - p < LEAST_FREE * n:
            continue
        slopes = weighing.loss.slope(u)
        mean = float(np.mean(slopes))
        if mean < LEAST_SLOPE:
            raise FitError(
                f"with the loss {weighing.loss.name} the residuals lie about no centre, so the robust fit has no "
                "uncertainties; use huber, or start from a better model"
            )
        slope[kind] = mean / (1.0 + p / n * float(np.var(slopes)) / mean**2)
        psi2 = (u * weighing.loss.weight(u)) ** 2
        variance[kind] = weighing.scale[kind] ** 2 * float(np.sum(psi2)) / (n - p)
    return slope, variance


def _inner_matrix(
    problem: LeastSquaresProblem, columns: Float[Datum, Column], white: Float[Datum]
) -> Float[Column, Column]:
    """G^T (diag(white) + F Phi F^T) G, the offset projected out of G."""
    reference = problem.reference
    by = whitener(np, reference.sigma**2, make_plain_prior(reference.prior))
    weighed = np.column_stack([weigh_residuals(np, by, column) for column in columns.T])
    if problem.offset:
        ones = np.ones(len(white)) if reference.offset_mask is None else reference.offset_mask
        of_ones = weigh_residuals(np, by, ones)
        weighed -= np.outer(of_ones, (ones @ weighed) / (ones @ of_ones))
    return np.asarray(weighed.T @ (white[:, None] * weighed) + _correlated_part(weighed, reference.prior))


def _correlated_part(weighed: Float[Datum, Column], prior: Prior | None) -> Float[Column, Column]:
    """G^T F Phi F^T G of all correlated noise."""
    found = np.zeros((weighed.shape[1], weighed.shape[1]))
    if prior is not None and prior.basis is not None:
        half = np.asarray(prior.basis).T @ weighed
        found += half.T @ (np.asarray(prior.variance)[:, None] * half)
    if prior is not None and prior.epochs is not None and prior.epoch_variance is not None:
        m = len(prior.epoch_variance)
        epochs = prior.epochs
        if isinstance(epochs, LinkedEpochs):
            half = epochs.sums(np, weighed)
        else:
            half = epoch_sums(np, epochs.member, weighed * epochs.values[:, None], m)[:m]
        found += half.T @ (prior.epoch_variance[:, None] * half)
    return found
