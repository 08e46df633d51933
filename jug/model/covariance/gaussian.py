"""The Gaussian likelihood of residuals with correlated noise, and its analytic derivatives.

With K = N + E J E^T (white noise and epochs, E = v on the TOAs of an epoch) and C = K + F Phi F^T (the other bases):

    K^-1 r = w (r - v s_e / d_e),   w = 1/sigma^2,  s_e = sum w v r and d_e = sum w v^2 + 1/J over the epoch
    S = Phi^-1 + F^T K^-1 F,   a = S^-1 F^T K^-1 r,   z = C^-1 r = K^-1 (r - F a)
    chi2 = r . z,   log det C = sum log sigma^2 + sum log (J d) + log det (Phi S)

and for log L = -(chi2 + log det C) / 2, with H = K^-1 F and c_e = sum w v F over the epoch:

    dL/dr = -z                              dL/dF = z (Phi F^T z)^T - H S^-1
    dL/dsigma_i^2 = (z_i^2 - (C^-1)_ii) / 2,       (C^-1)_ii = w - (w v)^2/d_e - H_i S^-1 H_i^T
    dL/dJ_e = ((sum v z)^2 - (sum w v^2)/(J d) + c_e S^-1 c_e^T / (J d)^2) / 2
    dL/dphi_k = (a_k^2 / phi_k^2 - 1/phi_k + (S^-1)_kk / phi_k^2) / 2

Epochs that share TOAs have a small block in place of d (`jug.model.covariance.linked_epochs`). One factorisation gives
the value and the whole gradient, at a cost O(n k^2). References as in `jug.model.covariance.marginalisation`.
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Datum, Epoch, Float, Mode
from jug.core.namespace import Namespace
from jug.model.covariance import disjoint_epochs, linked_inverse
from jug.model.covariance.epoch_inverse import EpochInverse
from jug.model.covariance.linked_epochs import LinkedEpochs
from jug.model.covariance.noise import Prior
from jug.model.covariance.plain_prior import PlainPrior
from jug.model.covariance.triangular import inverse_of_lower


class Whitener(NamedTuple):
    """C^-1 in factors.

    Parameters
    ----------
    w : (n,) array
        1/sigma^2.
    epochs : EpochInverse or None
        D^-1; None without epochs.
    basis : (n, k) array or None
        F; None without a basis.
    sums : (m, k) or (m + 1, k) array, or None
        c, the sums of w v F over the epochs; None without epochs or without a basis.
    root : (k, k) array or None
        R with S^-1 = R^T R.
    log_det : float
        log det C.
    """

    w: Float[Datum]
    epochs: EpochInverse | None
    basis: Float[Datum, Mode] | None
    sums: Float[Epoch, Mode] | None
    root: Float[Mode, Mode] | None
    log_det: Float[()]


def whitener(
    xp: Namespace, sigma2: Float[Datum], prior: PlainPrior | None, basis_t: Float[Mode, Datum] | None = None
) -> Whitener:
    """Factor C^-1.

    Parameters
    ----------
    xp : Namespace
    sigma2 : (n,) array
        White variances.
    prior : PlainPrior or None
        Correlated noise in the same unit.
    basis_t : (k, n) array, optional
        F^T as a contiguous array, with which XLA is faster than with the transposed view.

    Returns
    -------
    Whitener
    """
    w = 1.0 / sigma2
    log_det = xp.sum(xp.log(sigma2))
    basis = sums = root = None
    epochs = inverse_of_epochs(xp, prior, w)
    if epochs is not None:
        log_det = log_det + epochs.log_det
    if prior is not None and prior.basis is not None and prior.variance is not None:
        basis = np.asarray(prior.basis) if xp is np else prior.basis
        if xp is np:  # BLAS forms half of a matrix that is a product with itself
            root_w = np.sqrt(w)[:, None]
            weighted = root_w * basis
            gram = weighted.T @ weighted
            weighted *= root_w  # in place: a new array of this size costs as much as the product
        else:
            weighted = w[:, None] * basis
            gram = (basis.T if basis_t is None else basis_t) @ weighted
        inner = gram + xp.diag(1.0 / prior.variance)
        if epochs is not None:
            sums = epochs.add_toas(xp, weighted)
            inner = inner - sums.T @ epochs.multiply(xp, sums)
        root, log_det_modes = factor_modes(xp, inner, prior.variance)
        log_det = log_det + log_det_modes
    return Whitener(w, epochs, basis, sums, root, log_det)


def factor_modes(xp: Namespace, inner: Float[Mode, Mode], variance: Float[Mode]) -> tuple[Float[Mode, Mode], Float[()]]:
    """Factor S.

    Parameters
    ----------
    xp : Namespace
    inner : (k, k) array
        S.
    variance : (k,) array
        Phi.

    Returns
    -------
    root : (k, k) array
        R with S^-1 = R^T R, a lower triangle.
    log_det : float
        log det (Phi S).
    """
    scale = 1.0 / xp.sqrt(xp.diagonal(inner))
    lower = xp.linalg.cholesky(inner * (scale[:, None] * scale))
    return inverse_of_lower(xp, lower) * scale, xp.sum(2.0 * xp.log(xp.diagonal(lower) / scale) + xp.log(variance))


def weigh_residuals(xp: Namespace, by: Whitener, r: Float[Datum]) -> Float[Datum]:
    """Multiply residuals by C^-1.

    Parameters
    ----------
    xp : Namespace
    by : Whitener
    r : (n,) array
        In the unit of the square root of C.

    Returns
    -------
    (n,) array
        In the inverse unit of r.
    """
    if by.basis is not None:
        r = r - by.basis @ basis_coefficients(xp, by, r)
    weighted = by.w * r
    if by.epochs is None:
        return weighted
    return weighted - by.w * by.epochs.give_to_toas(xp, by.epochs.multiply(xp, by.epochs.add_toas(xp, weighted)))


def basis_coefficients(xp: Namespace, by: Whitener, r: Float[Datum]) -> Float[Mode]:
    """Find the most probable coefficients of the basis, a = S^-1 F^T K^-1 r.

    Parameters
    ----------
    xp : Namespace
    by : Whitener
        With a basis.
    r : (n,) array
        In the unit of the square root of C.

    Returns
    -------
    (k,) array
        In the unit of the square root of Phi.
    """
    assert by.basis is not None
    assert by.root is not None
    weighted = by.w * r
    slope = weighted @ by.basis
    if by.epochs is not None and by.sums is not None:
        slope = slope - by.epochs.multiply(xp, by.epochs.add_toas(xp, weighted)) @ by.sums
    return (by.root @ slope) @ by.root


def inverse_of_epochs(xp: Namespace, prior: PlainPrior | Prior | None, w: Float[Datum]) -> EpochInverse | None:
    """Factor D of the epochs of a prior; None without epochs.

    Parameters
    ----------
    xp : Namespace
    prior : PlainPrior, Prior or None
    w : (n,) array
        1/sigma^2.

    Returns
    -------
    EpochInverse or None
    """
    if prior is None or prior.epochs is None or prior.epoch_variance is None:
        return None
    if isinstance(prior.epochs, LinkedEpochs):
        return linked_inverse.invert_linked(xp, prior.epochs, prior.epoch_variance, w)
    return disjoint_epochs.invert_epochs(xp, prior.epochs, prior.epoch_variance, w)
