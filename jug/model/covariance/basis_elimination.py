"""The basis of correlated noise eliminated from the Gram matrix (`jug.model.covariance.marginalisation`)."""

from jug.core.array import Column, Float, K
from jug.core.namespace import Namespace
from jug.model.covariance.noise import Prior
from jug.model.covariance.triangular import factor_and_solve


def without_basis(xp: Namespace, gram: Float[Column, Column], k: int, prior: Prior) -> tuple[Float[K, K], Float[()]]:
    """Eliminate the basis from the Gram matrix, by the Cholesky factor of Phi^-1 + F^T N^-1 F in units of Phi^1/2.

    Parameters
    ----------
    xp : Namespace
    gram : (k + m, k + m) array
        Gram matrix of the columns, the m of the basis last.
    k : int
        Number of the columns before the basis.
    prior : Prior
        With a basis.

    Returns
    -------
    gram : (k, k) array
        Of the first ``k`` columns, with the basis marginalised.
    log_det : float
        Natural logarithm of the determinant of the factored matrix, no unit.
    """
    assert prior.variance is not None
    root = xp.sqrt(prior.variance)
    inner, cross = gram[k:, k:] * (root[:, None] * root) + xp.eye(root.shape[0]), gram[k:, :k] * root[:, None]
    lower, half = factor_and_solve(xp, inner, cross, 1.0)
    return gram[:k, :k] - half.T @ half, 2.0 * xp.sum(xp.log(xp.diagonal(lower)))
