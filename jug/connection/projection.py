"""chi2 as a quadratic form in the turns of the gaps, the parameters projected out.

    min over delta of |y + B z - A delta|^2 = base + |R z + t|^2

R is upper triangular. base is chi2 with an arbitrary offset for each cluster, as with a JUMP each.
"""

from typing import NamedTuple

import numpy as np

from jug.connection.linear_problem import LinearProblem
from jug.core.array import Array, Column, Float, K, N, Parameter

RANK = 1e-12
"""Singular values below this share of the largest count as zero: columns scaled to unit length, float64."""


class Projected(NamedTuple):
    """The quadratic form in the turns.

    Attributes
    ----------
    base : float
        Least chi2 for turns that are real numbers.
    r : (d, d) float64
        Upper triangular.
    t : (d,) float64
    """

    base: float
    r: Float[N, N]
    t: Float[N]


def project_parameters(problem: LinearProblem) -> Projected:
    """Project the parameters out.

    Parameters
    ----------
    problem : LinearProblem

    Returns
    -------
    Projected
        With zeros on the diagonal of ``r`` where neither data nor priors limit the turns (`turns_are_limited`).
    """
    basis, _, _ = _svd(problem.matrix)
    y = _project_out(basis, problem.y)
    gaps = _project_out(basis, problem.gaps)
    q, r = np.linalg.qr(gaps)
    t = q.T @ y
    return Projected(float(y @ y - t @ t), r, t)


def turns_are_limited(form: Projected) -> bool:
    """Whether data and priors limit the turns of every gap.

    Parameters
    ----------
    form : Projected

    Returns
    -------
    bool
    """
    size = np.linalg.svd(form.r, compute_uv=False)
    return len(form.r) == form.r.shape[1] and bool(size[-1] > 1e-9 * size[0])


def best_change(problem: LinearProblem, *, jumps: bool) -> tuple[Float[Parameter], float]:
    """Solve for the change of the parameters.

    Parameters
    ----------
    problem : LinearProblem
    jumps : bool
        Whether each cluster has an offset of its own.

    Returns
    -------
    delta : (k,) float64
        Change of the free parameters.
    chi2 : float
        Predicted by the linear problem.
    """
    matrix = np.column_stack([problem.matrix, problem.gaps]) if jumps else problem.matrix
    basis, inverse, scale = _svd(matrix)
    part = basis.T @ problem.y
    delta = (inverse @ part) / scale
    return delta[1 : 1 + problem.n_free], float(np.sum((problem.y - basis @ part) ** 2))


def least_chi2(problem: LinearProblem, *, jumps: bool) -> float:
    """Evaluate chi2 at unchanged parameters, only offsets and correlated noise fitted.

    Parameters
    ----------
    problem : LinearProblem
    jumps : bool
        Whether each cluster has an offset of its own.

    Returns
    -------
    float
        No unit.
    """
    others = np.delete(problem.matrix, np.s_[1 : 1 + problem.n_free], axis=1)
    basis, _, _ = _svd(np.column_stack([others, problem.gaps]) if jumps else others)
    return float(np.sum(_project_out(basis, problem.y) ** 2))


def _svd(matrix: Float[N, Column]) -> tuple[Float[N, K], Float[Column, K], Float[Column]]:
    """An orthonormal basis of the columns, the matrix from its coefficients to scaled parameters, and the scales."""
    scale = np.linalg.norm(matrix, axis=0)
    scale[scale == 0.0] = 1.0
    u, s, vt = np.linalg.svd(matrix / scale, full_matrices=False)
    kept = s > RANK * s[0]
    return u[:, kept], vt[kept].T / s[kept], scale


def _project_out(basis: Float[N, K], rows: Array) -> Array:
    """The rows without their component in a space, subtracted twice because of rounding."""
    for _ in range(2):
        rows = rows - basis @ (basis.T @ rows)
    return rows
