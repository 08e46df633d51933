"""One damped Gauss-Newton step from residuals and a design matrix given in blocks.

With r the residuals, J their derivatives, W = diag(1/sigma^2), the step minimises |r + J dx|^2_W + lambda |D dx|^2:

    (J^T W J + lambda D^2) dx = -J^T W r,   D^2 = diag(J^T W J)

(Levenberg 1944; Marquardt 1963; scaling as in More 1978). Columns are scaled to unit length, so the
matrix has a unit diagonal whatever the units; it is factored by Cholesky. The Gram matrix is formed block by
block, a binned family costs O(n) and never a dense (n, k). Where the factor's smallest pivot says that digits are
lost, `precise` takes a singular-value decomposition of the matrix itself and names what cannot be told apart.

Nothing here knows a timing model. ``xp`` is numpy or jax.numpy.
"""

from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from jug.blocks import Array, Binned, Block, Dense, to_dense
from jug.errors import FitError

PIVOT_MIN = 1e-11
"""Below this squared pivot of the scaled Gram matrix (1 - R^2 of a column on the others) float64 normal equations
keep fewer than five digits; the step is then taken by SVD."""

SINGULAR = 1e-13
"""Ratio of singular values of the scaled matrix below which two directions cannot be told apart in float64."""


class Normal(NamedTuple):
    """Scaled normal equations.

    Parameters
    ----------
    gram : (k, k) array
        Gram matrix of the whitened columns, scaled to a unit diagonal.
    slope : (k,) array
        Scaled J^T W r.
    scale : (k,) array
        Length of each whitened column (1 where it is zero).
    chi2 : float
        r^T W r.
    """

    gram: Array
    slope: Array
    scale: Array
    chi2: Array


class Step(NamedTuple):
    """A step and what the linear model says of it.

    Parameters
    ----------
    dx : (k,) array
        The step, kernel units.
    fall : float
        Predicted fall of chi2.
    chi2 : float
        chi2 at the start, with the first column (the offset) not yet taken out.
    pivot : float
        Smallest squared pivot; NaN where the factorisation broke down.
    normal : Normal
    """

    dx: Array
    fall: Array
    chi2: Array
    pivot: Array
    normal: Normal


def normal_equations(xp: ModuleType, blocks: tuple[Block, ...], r: Array, sigma: Array) -> Normal:
    """Gram matrix and slope of the whitened problem, by blocks."""
    w = 1.0 / (sigma * sigma)
    rows = [[_product(xp, a, b, w) for b in blocks[i:]] for i, a in enumerate(blocks)]
    full = [[rows[j][i - j].T if j < i else rows[i][j - i] for j in range(len(blocks))] for i in range(len(blocks))]
    gram = xp.concatenate([xp.concatenate(row, axis=1) for row in full], axis=0)
    slope = xp.concatenate([_project(xp, b, w * r) for b in blocks])
    diagonal = xp.diagonal(gram)
    scale = xp.where(diagonal > 0.0, xp.sqrt(diagonal), 1.0)
    return Normal(gram / (scale[:, None] * scale), slope / scale, scale, xp.sum(w * r * r))


def damped_step(xp: ModuleType, normal: Normal, damping: Array) -> Step:
    """Solve the scaled normal equations with ``damping`` added to the unit diagonal."""
    k = normal.scale.shape[0]
    lower = _cholesky(xp, normal.gram + (damping + _zero_columns(xp, normal)) * xp.eye(k))
    pivot = xp.min(xp.diagonal(lower)) ** 2
    y = xp.linalg.solve(lower.T, xp.linalg.solve(lower, -normal.slope))
    fall = -(2.0 * xp.sum(normal.slope * y) + y @ (normal.gram @ y))
    return Step(y / normal.scale, fall, normal.chi2, pivot, normal)


def _cholesky(xp: ModuleType, matrix: Array) -> Array:
    """Lower factor; where the matrix is not positive definite, NaN on both backends."""
    if xp is not np:
        return xp.linalg.cholesky(matrix)
    try:
        return np.linalg.cholesky(matrix)
    except np.linalg.LinAlgError:
        return np.full_like(matrix, np.nan)


def _zero_columns(xp: ModuleType, normal: Normal) -> Array:
    """1 on the diagonal for columns that are zero, so that the factor exists; the caller refuses them."""
    return xp.where(xp.diagonal(normal.gram) > 0.0, 0.0, 1.0)


def covariance(normal: Normal) -> np.ndarray:
    """Inverse of the Gram matrix, (k, k), kernel units squared."""
    inverse = np.linalg.inv(np.asarray(normal.gram))
    inverse = 0.5 * (inverse + inverse.T)
    return inverse / np.outer(normal.scale, normal.scale)


def precise(
    blocks: tuple[Block, ...], r: np.ndarray, sigma: np.ndarray, names: tuple[str, ...]
) -> tuple[np.ndarray, float, np.ndarray]:
    """Step, predicted fall of chi2 and covariance by SVD of the scaled, whitened, dense matrix.

    Raises
    ------
    FitError
        Parameters that cannot be told apart, by name.
    """
    matrix = dense_matrix(blocks) / sigma[:, None]
    scale = np.linalg.norm(matrix, axis=0)
    u, s, vt = np.linalg.svd(matrix / scale, full_matrices=False)
    if s[-1] < SINGULAR * s[0]:
        raise FitError(_degenerate(vt[-1], names))
    projected = u.T @ (r / sigma)
    inverse = (vt.T / s**2) @ vt
    return -(vt.T @ (projected / s)) / scale, float(projected @ projected), inverse / np.outer(scale, scale)


def _degenerate(direction: np.ndarray, names: tuple[str, ...]) -> str:
    share = np.abs(direction)
    involved = [names[i] for i in np.argsort(-share, kind="stable") if share[i] > 0.05 * share.max()]
    return (
        f"{', '.join(involved)} cannot be told apart with these TOAs: a combination of them changes no residual; "
        f"hold one of them fixed (--free, or fit flag 0)"
    )


def without_effect(normal: Normal) -> np.ndarray:
    """Indices of columns that are zero or not finite."""
    diagonal = np.diagonal(np.asarray(normal.gram))
    return np.flatnonzero(~(diagonal > 0.0))


def dense_matrix(blocks: tuple[Block, ...]) -> np.ndarray:
    """All columns in one (n, k) array."""
    return np.concatenate([to_dense(b) for b in blocks], axis=1)


def _project(xp: ModuleType, block: Block, v: Array) -> Array:
    """Block^T v."""
    if isinstance(block, Dense):
        return block.matrix.T @ v
    return bin_sum(xp, block, v * block.values) + xp.sum(v) * block.shift


def bin_sum(xp: ModuleType, block: Binned, v: Array) -> Array:
    """Sum of ``v`` over each member's rows, (k,)."""
    k = block.shift.shape[0]
    if xp is np:
        return np.bincount(block.index, weights=v, minlength=k + 1)[:k]
    return xp.bincount(block.index, weights=v, length=k + 1)[:k]


def _product(xp: ModuleType, a: Any, b: Any, w: Array) -> Array:
    """A^T diag(w) B."""
    if isinstance(a, Dense) and isinstance(b, Dense):
        return (a.matrix * w[:, None]).T @ b.matrix
    if isinstance(a, Dense):
        wv = w * b.values
        sums = xp.stack([bin_sum(xp, b, wv * a.matrix[:, j]) for j in range(a.matrix.shape[1])])
        return sums + (w @ a.matrix)[:, None] * b.shift
    if isinstance(b, Dense):
        return _product(xp, b, a, w).T
    return _binned_product(xp, a, b, w)


def _binned_product(xp: ModuleType, a: Binned, b: Binned, w: Array) -> Array:
    """A^T diag(w) B of two binned families: a table of the rows they share, and the shifts' outer products."""
    ka, kb = a.shift.shape[0], b.shift.shape[0]
    if a is b:
        shared = xp.diag(bin_sum(xp, a, w * a.values**2))
    else:
        cell = Binned(a.index * (kb + 1) + b.index, a.values, xp.zeros((ka + 1) * (kb + 1)))
        shared = bin_sum(xp, cell, w * a.values * b.values).reshape(ka + 1, kb + 1)[:ka, :kb]
    by_a, by_b = bin_sum(xp, a, w * a.values), bin_sum(xp, b, w * b.values)
    return shared + by_a[:, None] * b.shift + a.shift[:, None] * by_b + xp.sum(w) * a.shift[:, None] * b.shift
