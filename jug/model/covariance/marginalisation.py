"""Correlated noise taken out of the normal equations: generalised least squares without an n x n matrix.

With C = N + E Phi_E E^T + F Phi_F F^T (epochs E, bases F) and M the design matrix, minimising |r + M x|^2 over C is
minimising |r + M x - E e - F a|^2 over N with the priors e^T Phi_E^-1 e + a^T Phi_F^-1 a. The Gram matrix of
[M F E] is formed by blocks. The epochs, whose own block is diagonal, are eliminated one by one (Sherman-Morrison), then
F by a Cholesky factor (Woodbury). The remaining block has the normal equations of M, with

    chi2 = r^T C^-1 r,   log det C = log det N + log det Phi + log det(Phi^-1 + [F E]^T N^-1 [F E])

Cost O(n k^2), linear in the TOAs. van Haasteren & Vallisneri 2015, MNRAS 446, 1170; Johnson et
al. 2024, PRD 109, 103012.
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Column, Datum, Float, K
from jug.core.blocks import Block, Dense
from jug.core.namespace import Namespace
from jug.model.covariance.gram import Merged, bin_sum, cross_of, gram_of, merge, width
from jug.model.covariance.noise import Prior
from jug.model.covariance.triangular import solve_lower


class Equations(NamedTuple):
    """Normal equations before scaling.

    Parameters
    ----------
    gram : (k, k) array
    slope : (k,) array
    chi2 : float
        r^T C^-1 r.
    log_det : float
        log det C less log det N.
    """

    gram: Float[Column, Column]
    slope: Float[Column]
    chi2: Float[()]
    log_det: Float[()]


def equations(
    xp: Namespace, blocks: tuple[Block, ...], r: Float[Datum], sigma: Float[Datum], prior: Prior | None
) -> Equations:
    """Form the normal equations of the blocks' columns with correlated noise marginalised.

    Parameters
    ----------
    xp : Namespace
    blocks : tuple of blocks
        The design matrix.
    r, sigma : (n,) arrays
        Residuals and white uncertainties.
    prior : Prior or None
        Correlated noise in the residuals' unit.

    Returns
    -------
    Equations
    """
    w = 1.0 / (sigma * sigma)
    k = sum(width(b) for b in blocks)
    blocks = (*blocks, Dense(r[:, None]))
    if prior is not None and prior.basis is not None:
        blocks = (*blocks, Dense(prior.basis))
    merged = merge(xp, blocks)
    gram, log_det = gram_of(xp, merged, w), 0.0 * w[0]
    if prior is not None and prior.epochs is not None:
        gram, log_det = _without_epochs(xp, gram, merged, w, prior)
    if prior is not None and prior.basis is not None:
        gram, more = _without_basis(xp, gram, k + 1, prior)
        log_det = log_det + more
    return Equations(gram[:k, :k], gram[:k, k], gram[k, k], log_det)


def log_likelihood(
    r: Float[Datum], sigma: Float[Datum], prior: Prior | None, offset_mask: Float[Datum] | None
) -> tuple[float, float]:
    """Compute chi2 = r^T C^-1 r and the log-likelihood -(chi2 + log det C) / 2, without the term n log(2 pi).

    Parameters
    ----------
    r, sigma : (rows,) arrays
        Residuals and white uncertainties, s; for wideband data the DMs follow, pc cm^-3.
    prior : Prior or None
        Correlated noise, the same.
    offset_mask : (rows,) array or None
        1 on the rows that a free overall offset shifts (TOAs), 0 on the others (measured DMs); None where no offset is
        free. With correlated noise the offset is marginalised as PINT 1.1.8 does, with a prior variance of 1e40 s^2,
        which also enters log det C. Without correlated noise the offset is the weighted mean, which is removed from
        the residuals before.

    Returns
    -------
    chi2, log_likelihood : float
    """
    column = np.ones(len(r)) if offset_mask is None else offset_mask
    e = equations(np, (Dense(column[:, None]),), r, sigma, prior)
    log_det = float(2.0 * np.sum(np.log(sigma)) + e.log_det)
    chi2 = float(e.chi2)
    if offset_mask is not None and prior is not None:
        chi2 -= float(e.slope[0] ** 2 / e.gram[0, 0])
        log_det += float(np.log(1e40 * e.gram[0, 0]))
    return chi2, -0.5 * (chi2 + log_det)


def _without_epochs(
    xp: Namespace, gram: Float[Column, Column], columns: Merged, w: Float[Datum], prior: Prior
) -> tuple[Float[Column, Column], Float[()]]:
    """Eliminate the epochs, whose block of the Gram matrix is diagonal, D = sum w v^2 + 1/Phi; and give log det(Phi D).

    An epoch with a variance Phi of zero has no effect.
    """
    epochs, variance = prior.epochs, prior.epoch_variance
    assert epochs is not None
    grown = bin_sum(xp, epochs, w * epochs.values**2) * variance + 1.0
    half = cross_of(xp, columns, epochs, w) * xp.sqrt(variance / grown)
    return gram - half @ half.T, xp.sum(xp.log(grown))


def _without_basis(xp: Namespace, gram: Float[Column, Column], k: int, prior: Prior) -> tuple[Float[K, K], Float[()]]:
    """Eliminate the basis, by the Cholesky factor of Phi^-1 + F^T N^-1 F in units of Phi^1/2; and give its log det.

    The result is the Gram matrix of the first ``k`` columns.
    """
    root = xp.sqrt(prior.variance)
    lower = xp.linalg.cholesky(gram[k:, k:] * (root[:, None] * root) + xp.eye(root.shape[0]))
    half = solve_lower(xp, lower, gram[k:, :k] * root[:, None])
    return gram[:k, :k] - half.T @ half, 2.0 * xp.sum(xp.log(xp.diagonal(lower)))
