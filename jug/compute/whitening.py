"""A dense design matrix and its residuals, whitened, for least squares without normal equations."""

import numpy as np

from jug.core.array import Column, Datum, Epoch, Float
from jug.core.blocks import Binned
from jug.core.index_sums import epoch_sums
from jug.model.covariance.linked_epochs import LinkedEpochs
from jug.model.covariance.linked_inverse import invert_linked
from jug.model.covariance.noise import Prior


def whiten_columns(
    matrix: Float[Datum, Column], r: Float[Datum], sigma: Float[Datum], prior: Prior | None
) -> tuple[Float[Datum, Column], Float[Datum]]:
    """Whiten columns and residuals, correlated noise included.

    Parameters
    ----------
    matrix : (n, k) array
        Unit of ``r`` per unit of each parameter.
    r, sigma : (n,) arrays
        Residuals and white uncertainties, both in turns (of measured DMs pc cm^-3).
    prior : Prior or None
        Correlated noise; a basis of m columns adds m rows, and so do m epochs that share TOAs.

    Returns
    -------
    matrix : (n + m, k) array
        In the inverse units of the parameters.
    r : (n + m,) array
        In units of the uncertainties.
    """
    columns, white = matrix / sigma[:, None], r / sigma
    return (columns, white) if prior is None else _whiten_correlated(columns, white, sigma, prior)


def _whiten_correlated(
    matrix: Float[Datum, Column], white: Float[Datum], sigma: Float[Datum], prior: Prior
) -> tuple[Float[Datum, Column], Float[Datum]]:
    """Whiten correlated noise: [A; 0] projected off the span of [G; 1], with G the bases in units of their prior, after
    the noise of the epochs has been whitened."""
    both = np.column_stack([matrix, white])
    k = 0 if prior.basis is None else prior.basis.shape[1]
    if prior.basis is not None and prior.variance is not None:
        both = np.column_stack([both, np.asarray(prior.basis) * np.sqrt(prior.variance) / sigma[:, None]])
    if isinstance(prior.epochs, LinkedEpochs):
        inverse = invert_linked(np, prior.epochs, np.asarray(prior.epoch_variance), 1.0 / sigma**2)
        sums = inverse.add_toas(np, both / sigma[:, None])
        above = both - inverse.give_to_toas(np, inverse.multiply(np, sums)) / sigma[:, None]
        both = np.concatenate([above, inverse.residual_rows(np, sums)])
    elif prior.epochs is not None:
        both = _whiten_epochs(both, sigma, prior.epochs, np.asarray(prior.epoch_variance))
    if k:
        both, noise = both[:, :-k], both[:, -k:]
        q, _ = np.linalg.qr(np.concatenate([noise, np.eye(k)]))
        both = np.concatenate([both, np.zeros((k, both.shape[1]))])
        both = both - q @ (q.T @ both)
    return both[:, :-1], both[:, -1]


def _whiten_epochs(
    rows: Float[Datum, Column], sigma: Float[Datum], epochs: Binned, variance: Float[Epoch]
) -> Float[Datum, Column]:
    """Multiply rows by (1 + J v v^T)^(-1/2) = 1 - (1 - (1 + J s)^(-1/2)) v v^T / s of each epoch, s = v^T v."""
    index, v, m = np.asarray(epochs.member), np.asarray(epochs.values) / sigma, len(variance)
    s = epoch_sums(np, index, v * v, m)[:m]
    factor = (1.0 - 1.0 / np.sqrt(1.0 + variance * s)) / np.where(s > 0.0, s, 1.0)
    along = epoch_sums(np, index, v[:, None] * rows, m)[:m] * factor[:, None]
    return np.asarray(rows - v[:, None] * np.concatenate([along, np.zeros((1, rows.shape[1]))])[index])
