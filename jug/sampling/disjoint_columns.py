"""Columns of timing parameters that share no TOA, as those of DMX: they are eliminated as epochs are.

A column in a basis of k takes a time of O(n k); an epoch with the same rows takes a time of the number of its own TOAs.
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Datum, Float, Int, Mode, Parameter
from jug.core.blocks import Binned
from jug.model.covariance.disjoint_epochs import UnitEpochs
from jug.model.covariance.linked_epochs import LinkedEpochs, link_epochs
from jug.model.covariance.plain_prior import PlainPrior

LARGEST_SHARE_OF_ROWS = 0.1
"""Largest share of the data in such a column."""

FEWEST_DISJOINT = 8
"""Least number of columns whose elimination saves time."""

LARGEST_CLUSTER = 64
"""Largest number of epochs that share TOAs, directly or through others; the blocks of more take as long as columns."""


def disjoint_columns(columns: Float[Datum, Parameter]) -> Int[Parameter]:
    """Choose columns that share no row, those with the fewest rows first.

    Parameters
    ----------
    columns : (n, k) array
        In any unit.

    Returns
    -------
    (b,) int array
        Empty where their elimination would not save time.
    """
    touched = columns != 0.0
    rows = np.count_nonzero(touched, axis=0)
    covered, found = np.zeros(len(columns), dtype=bool), []
    for j in np.argsort(rows, kind="stable").tolist():
        if 0 < rows[j] < LARGEST_SHARE_OF_ROWS * len(columns) and not np.any(covered & touched[:, j]):
            covered |= touched[:, j]
            found.append(j)
    return np.array(sorted(found) if len(found) >= FEWEST_DISJOINT else [], dtype=np.int64)


def orthonormal_columns(
    columns: Float[Datum, Parameter], sigma: Float[Datum]
) -> tuple[Float[Datum, Parameter], float, float]:
    """Return columns of the same space that are orthonormal for white noise, the disjoint ones first.

    The integral over their coefficients keeps the digits that it would lose with correlated timing parameters (T0, OM).

    Parameters
    ----------
    columns : (n, k) array
        Design matrix, in the unit of sigma over that of the parameters.
    sigma : (n,) array
        Standard deviations.

    Returns
    -------
    found : (n, k) array
        Q sigma, in the unit of sigma.
    log_volume : float
        log |det R|, where C = Q R are the columns over sigma.
    least : float
        Share of the length of the last column that is orthogonal to the others, no unit.
    """
    scaled = columns / sigma[:, None]
    apart, length = disjoint_columns(scaled), float(np.linalg.norm(scaled[:, -1]))
    if not len(apart):
        q, r = np.linalg.qr(scaled)
        return q * sigma[:, None], float(np.sum(np.log(np.abs(np.diag(r))))), abs(float(r[-1, -1])) / length
    first, rest = scaled[:, apart], np.delete(scaled, apart, axis=1)
    norms = np.sqrt(np.sum(first * first, axis=0))
    first = first / norms
    for _ in range(2):  # the second projection removes rounding of the first
        rest = rest - first @ (first.T @ rest)
    q, r = np.linalg.qr(rest)
    log_volume = float(np.sum(np.log(np.abs(np.diag(r)))) + np.sum(np.log(norms)))
    least = abs(float(r[-1, -1])) / length if len(r) and apart[-1] < scaled.shape[1] - 1 else 1.0
    return np.concatenate([first, q], axis=1) * sigma[:, None], log_volume, least


class SplitPrior(NamedTuple):
    """A prior whose disjoint columns are epochs.

    Parameters
    ----------
    prior : PlainPrior
    flat : (b,) array
        Variances of these epochs, after those of the noise.
    kept : (j,) int array
        The columns that stay, of the last ``n_extra`` ones.
    """

    prior: PlainPrior
    flat: Float[Mode]
    kept: Int[Mode]


def split_prior(prior: PlainPrior, n_extra: int) -> SplitPrior:
    """Turn the disjoint ones among the last columns of a basis into epochs.

    Parameters
    ----------
    prior : PlainPrior
        With a basis.
    n_extra : int
        Number of last columns that may become epochs.

    Returns
    -------
    SplitPrior
        The same prior where this would not save time.
    """
    assert prior.basis is not None
    assert prior.variance is not None
    basis = np.asarray(prior.basis)
    before = basis.shape[1] - n_extra
    extra = basis[:, before:]
    apart, all_of_them = disjoint_columns(extra), np.arange(n_extra)
    same = SplitPrior(prior, np.zeros(0), all_of_them)
    if not len(apart):
        return same
    chosen = extra[:, apart]
    member = np.where(np.any(chosen != 0.0, axis=1), np.argmax(chosen != 0.0, axis=1), len(apart))
    new = Binned(member, np.sum(chosen, axis=1), np.zeros(len(apart)))
    layers = (*_layers(prior), new)
    epochs = link_epochs(layers) if len(layers) > 1 else new
    if isinstance(epochs, LinkedEpochs) and max(own.shape[1] for own in epochs.clusters) > LARGEST_CLUSTER:
        return same
    kept, flat = np.delete(all_of_them, apart), prior.variance[before + apart]
    epoch_variance = flat if prior.epoch_variance is None else np.concatenate([prior.epoch_variance, flat])
    stays = np.concatenate([np.arange(before), before + kept])
    return SplitPrior(PlainPrior(epochs, epoch_variance, basis[:, stays], prior.variance[stays]), flat, kept)


def _layers(prior: PlainPrior) -> tuple[Binned, ...]:
    """The epochs of a prior as layers."""
    epochs = prior.epochs
    if isinstance(epochs, LinkedEpochs):
        return epochs.layers
    if epochs is None or prior.epoch_variance is None:
        return ()
    m = len(prior.epoch_variance)
    if isinstance(epochs, UnitEpochs):
        return (Binned(epochs.member, np.asarray(epochs.member < m, dtype=np.float64), np.zeros(m)),)
    return (epochs,)
