"""Find the parameters that the data do not determine, after a fit that did not converge."""

import numpy as np

from jug.compute.solver import columns_without_effect, dense_matrix
from jug.fitting.tolerances import TURNED
from jug.least_squares.point import FitPoint
from jug.least_squares.problem import LeastSquaresProblem


def parameters_without_effect(problem: LeastSquaresProblem, point: FitPoint) -> tuple[int, ...]:
    """Return the parameters that no residual depends on at a point.

    Parameters
    ----------
    problem : LeastSquaresProblem
    point : FitPoint

    Returns
    -------
    tuple of int
        Positions in the layout; empty where a parameter is at a bound.
    """
    columns = () if point.active or point.normal is None else columns_without_effect(point.normal)
    return tuple(int(i) for i in np.flatnonzero(np.isin(problem.columns, columns)))


def turned_parameters(problem: LeastSquaresProblem, before: FitPoint, after: FitPoint) -> tuple[int, ...]:
    """Return the parameters whose columns changed direction most between two points.

    Over the last small steps of a fit, columns of parameters that the data determine hardly change direction.

    Parameters
    ----------
    problem : LeastSquaresProblem
    before, after : FitPoint

    Returns
    -------
    tuple of int
        Parameters whose 1 - cos^2 is more than ``TURNED`` times the largest one.
    """
    one, other = (dense_matrix(problem.blocks(point)) / problem.sigma[:, None] for point in (before, after))
    scale = np.sum(one**2, axis=0) * np.sum(other**2, axis=0)
    cosine = np.sum(one * other, axis=0) ** 2 / np.where(scale > 0.0, scale, 1.0)
    turned = 1.0 - cosine[problem.columns - int(problem.offset)]
    return tuple(int(i) for i in np.flatnonzero(turned > TURNED * np.max(turned)))
