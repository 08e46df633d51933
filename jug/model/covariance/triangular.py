"""The inverse of a triangular matrix by products of its blocks, many blocks at a time.

    [A 0; B C]^-1 = [A^-1 0; -C^-1 B A^-1 C^-1]

is applied log2 k times, from blocks of one element upwards. LAPACK's triangular solvers use several threads even for
small matrices; these threads compete with those of XLA, so that a likelihood, or an iteration of a fit, takes twice as
long.
"""

import numpy as np

from jug.core.array import Float, Int, K, M, N
from jug.core.namespace import Namespace


def solve_lower(xp: Namespace, lower: Float[N, N], rhs: Float[N, K]) -> Float[N, K]:
    """Solve L X = B for a lower triangular matrix L.

    Parameters
    ----------
    xp : Namespace
        With NumPy LAPACK solves, with JAX the inverse of L is formed.
    lower : (k, k) array
        L.
    rhs : (k, m) array
        B.

    Returns
    -------
    (k, m) array
        In the unit of B over that of L.
    """
    return xp.linalg.solve(lower, rhs) if xp is np else inverse_of_lower(xp, lower) @ rhs


def inverse_of_lower(xp: Namespace, lower: Float[N, N]) -> Float[N, N]:
    """Invert a lower triangular matrix.

    Parameters
    ----------
    xp : Namespace
    lower : (k, k) array
        Elements above the diagonal are not used.

    Returns
    -------
    (k, k) array
        In the inverse unit of the matrix.
    """
    k = lower.shape[0]
    size = 1 << (k - 1).bit_length()
    whole = xp.pad(lower, (0, size - k)) + xp.diag(xp.arange(size) >= k)
    flat, inverse = whole.reshape(-1), (1.0 / xp.diagonal(whole))[:, None, None]
    while inverse.shape[0] > 1:
        n, s = inverse.shape[:2]
        first, second = inverse[0::2], inverse[1::2]
        corner = -(second @ flat[_lower_block_indices(n // 2, s, size)] @ first)
        upper = xp.concatenate([first, xp.zeros_like(corner)], axis=2)
        inverse = xp.concatenate([upper, xp.concatenate([corner, second], axis=2)], axis=1)
    return inverse[0, :k, :k]


def _lower_block_indices(pairs: int, s: int, size: int) -> Int[N, K, M]:
    """Indices into the flat matrix of the blocks B below the diagonal blocks, (pairs, s, s)."""
    start, step = 2 * s * np.arange(pairs), np.arange(s)
    return ((start + s)[:, None, None] + step[:, None]) * size + start[:, None, None] + step


LEAST_FACTORED_EIGENVALUE = 1e-20
"""A lower bound of the eigenvalues of a matrix with a unit diagonal that has a Cholesky factor in float64."""


def factor_and_solve(
    xp: Namespace, matrix: Float[N, N], rhs: Float[N, K], least: float = LEAST_FACTORED_EIGENVALUE
) -> tuple[Float[N, N], Float[N, K]]:
    """Factor a matrix by Cholesky, and solve L X = B with its factor L.

    With JAX both come from one factorisation, which compiles faster than a solver made of products: the factor of
    [A B; B^T D] has L, and X^T below L, for any D > B^T A^-1 B.

    Parameters
    ----------
    xp : Namespace
    matrix : (n, n) array
        A, symmetric.
    rhs : (n, k) array
        B.
    least : float
        A lower bound of the eigenvalues of A, in its unit.

    Returns
    -------
    lower : (n, n) array
        L; NaN with JAX where A is not positive definite.
    solution : (n, k) array
        X.

    Raises
    ------
    LinAlgError
        With NumPy, where A is not positive definite.
    """
    if xp is np:
        lower = xp.linalg.cholesky(matrix)
        return lower, xp.linalg.solve(lower, rhs)
    n, k = rhs.shape
    corner = xp.diag(1.0 + 2.0 * k / least * xp.sum(rhs * rhs, axis=0))
    above = xp.concatenate([matrix, rhs], axis=1)
    factor = xp.linalg.cholesky(xp.concatenate([above, xp.concatenate([rhs.T, corner], axis=1)], axis=0))
    return factor[:n, :n], factor[n:, :n].T
