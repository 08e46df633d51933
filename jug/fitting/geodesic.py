"""Geodesic acceleration: a step that raises chi2 is corrected for the curvature of the residuals.

Half the second derivative of the residuals along the step is the difference between the residuals at its end and their
linear model. The normal matrix at the beginning of the step gives the correction that removes this difference
(Transtrum & Sethna 2012, arXiv:1201.5885). The correction helps where parameters lie in a narrow curved valley: CM with
TNCHROMIDX, WAVEs of hundreds of seconds with F0.
"""

import numpy as np
from numpy.typing import NDArray

from jug.core.array import Column, Float
from jug.fitting.tolerances import CURVATURE_GAIN
from jug.least_squares.point import FitPoint
from jug.least_squares.problem import LeastSquaresProblem


def follow_curvature(problem: LeastSquaresProblem, current: FitPoint, trial: FitPoint, damping: float) -> FitPoint:
    """Correct a trial point; repeat while each correction reduces the rise of chi2 to a share of ``CURVATURE_GAIN``.

    Parameters
    ----------
    problem : LeastSquaresProblem
    current : FitPoint
        Where the step begins.
    trial : FitPoint
        Where it ends, with a larger chi2.
    damping : float
        The damping of the step.

    Returns
    -------
    FitPoint
        The corrected point of least chi2; ``trial`` where no correction lowers it, or a bound is met.
    """
    rise = np.inf
    while current.chi2 < trial.chi2 < current.chi2 + CURVATURE_GAIN * rise:
        rise, dx = trial.chi2 - current.chi2, trial.dx + _correction(problem, current, trial, damping)
        if problem.box.cut_at_bound(trial.dx, dx - trial.dx)[1] is not None:
            break
        corrected = problem.iteration(dx, 0.0)
        trial = corrected if corrected.chi2 < trial.chi2 else trial
    return trial


def _correction(problem: LeastSquaresProblem, current: FitPoint, trial: FitPoint, damping: float) -> Float[Column]:
    """The change of the trial point that removes the residuals' difference from their linear model, (k,)."""
    ref = problem.reference
    normal = problem.kernels.step(
        problem.blocks(current), trial.residual, ref.sigma, ref.prior, damping, ref.offset_mask
    ).normal
    gram, slope, scale = (np.asarray(part) for part in (normal.gram, normal.slope, normal.scale))
    step = np.zeros(len(scale))
    step[problem.columns] = trial.dx - current.dx
    correction = np.linalg.lstsq(gram + damping * np.eye(len(scale)), slope + damping * scale * step, rcond=1e-14)[0]
    found: NDArray[np.float64] = -(correction / scale)[problem.columns]
    return found
