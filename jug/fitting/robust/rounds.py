"""A robust fit from an anchor: repeated least squares, each with the weights from the residuals of the last one.

Iteratively reweighted least squares (Beaton & Tukey 1974; Holland & Welsch 1977) minimises

    sum_i 2 s^2 rho(e_i / (s sigma_i)) + a^T Phi^-1 a

over the timing parameters and the coefficients a of correlated noise, e = r - F a. Every round is a fit of
`jug.fitting.loop` with sigma_i^2 / w_i for sigma_i^2, so steps, bounds and backends are those of any fit. The fit ends
when no weight changes by more than ``WEIGHT_TOLERANCE``. The scale s follows the residuals of Huber's fit. For the
other losses, which may have several minima, Huber's fit is the start and its scale stays as it is.
"""

import numpy as np

from jug.compute.chunked_reference import is_chunked
from jug.compute.normal_equations import with_offset
from jug.compute.solver import dense_matrix
from jug.core.array import Datum, Float
from jug.errors import FitError
from jug.fitting.loop import LoopResult, minimise
from jug.fitting.robust.covariance import robust_covariance
from jug.fitting.robust.loss import HUBER, Loss
from jug.fitting.robust.weights import LEAST_WEIGHT, Weighing, kinds, scale_of, white_part
from jug.fitting.stop import Stop
from jug.least_squares.problem import LeastSquaresProblem
from jug.model.covariance.leave_out import LeaveOut

WEIGHT_TOLERANCE = 1e-7
"""Largest change of a weight at the end: 1e-7 of the pull of one datum."""

LOSS_ROUNDS = 200
"""Largest number of rounds of each loss."""


def minimise_robustly(problem: LeastSquaresProblem, loss: Loss, max_iter: int) -> tuple[LoopResult, Weighing]:
    """Minimise a loss, beginning at the anchor with least squares.

    Parameters
    ----------
    problem : LeastSquaresProblem
    loss : Loss
    max_iter : int
        Largest number of steps of each round.

    Returns
    -------
    outcome : LoopResult
        ``Stop.WEIGHTS`` where the weights still change after ``LOSS_ROUNDS`` rounds.
    weighing : Weighing
        The weights at the end.

    Raises
    ------
    FitError
        As for `jug.fitting.loop.minimise`; or the residuals do not scatter about a centre.
    """
    rows, leverage = kinds(problem.reference), leverage_of(problem)
    n_parameters = np.concatenate([np.full(k.stop - k.start, np.sum(leverage[k])) for k in rows])
    outcome, n_iter = minimise(problem, max_iter), 0
    weights, scale, change = np.ones_like(leverage), np.ones_like(leverage), np.inf
    for stage in dict.fromkeys((HUBER, loss)):
        for _ in range(LOSS_ROUNDS):
            n_iter += outcome.n_iter
            white = white_part(problem.reference, outcome.residual, weights, problem.offset)
            if stage is HUBER:
                scale = scale_of(white, leverage, rows)
            new = np.maximum(stage.weight(white / scale), LEAST_WEIGHT)
            change, weights = float(np.max(np.abs(new - weights))), new
            if change < WEIGHT_TOLERANCE or not outcome.stop.converged:
                break
            outcome = minimise(problem.with_weights(weights), max_iter, outcome.dx)
    weighing = Weighing(loss, weights, white / scale, scale, n_parameters)
    end = outcome._replace(
        covariance=robust_covariance(problem, outcome, weighing),
        stop=Stop.WEIGHTS if outcome.stop.converged and change >= WEIGHT_TOLERANCE else outcome.stop,
        n_iter=n_iter,
    )
    return end, weighing


def leverage_of(problem: LeastSquaresProblem) -> Float[Datum]:
    """Compute the leverage h of each datum, at the anchor and with all weights 1: (rows,), from 0 to 1.

    The variance of the white part of a residual is sigma^2 (1 - h). In a fit of many chunks of rows each h is small,
    and the number of parameters over the number of data is taken.
    """
    reference, n = problem.reference, len(problem.sigma)
    average = np.full(n, min((problem.n_free + problem.offset) / n, 1.0))
    if is_chunked(reference):
        return average
    blocks = problem.kernels.evaluate(reference, np.zeros(problem.n_free)).blocks
    columns = dense_matrix(with_offset(np, blocks, reference.sigma, problem.offset, reference.offset_mask))
    try:
        ready = LeaveOut(columns, np.zeros(n), reference.sigma, reference.prior)
    except FitError:  # columns so nearly degenerate that only the SVD of the fit separates them
        return average
    return np.asarray(np.clip(1.0 - ready.diagonal / ready.weight, 0.0, 1.0))
