"""What sums over chunks have of the noise alone: products of the basis with itself and with the epochs.

They depend on the basis, the epochs and the white uncertainties, and on no parameter that changes from one iteration to
the next. The basis keeps them, so that an iteration, or the likelihood at the same anchor, forms only its own columns'
products with themselves and with the noise: with 120 modes and 50 parameters a third of the products.
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Array, Datum, Epoch, Float, Mode, Row
from jug.core.blocks import Binned, Dense
from jug.core.execution.chunks import are_many
from jug.core.execution.rows_on_demand import RowsOnDemand, SideBySide, WavesMade
from jug.core.execution.threads import MOST_FOR_CHUNKS, map_in_threads
from jug.model.covariance.binned_products import bin_sum, row_sums
from jug.model.covariance.epoch_parts import EpochParts
from jug.model.covariance.noise import Prior

MOST_KEPT_BYTES = 100
"""Largest memory for each row, bytes, of the products of epochs and basis, which are kept; with 20 TOAs an epoch and
120 modes they take 50. Where those of many rows would take more they are formed each time."""


class EpochsOfChunk(NamedTuple):
    """The epochs that lie whole in a chunk.

    Parameters
    ----------
    block : Binned
        Their columns on the rows of the chunk.
    factor : (k,) array
        sqrt(Phi / (1 + Phi sum w v^2)) of each.
    half : (m, k) array or None
        Products of the modes with them, times this factor; None where they are not kept.
    rows : slice
        The rows of the chunk.
    """

    block: Binned
    factor: Float[Epoch]
    half: Float[Mode, Epoch] | None
    rows: slice


class NoiseSums(NamedTuple):
    """Sums of the noise over all chunks.

    Parameters
    ----------
    sigma : (n,) array
        The white uncertainties for which they are.
    prior : Prior
        The noise.
    gram : (m, m) array
        F^T w F of the basis, the epochs of each chunk eliminated.
    log_det : float
        Of these epochs, natural logarithm.
    chunks : tuple of EpochsOfChunk or None
        Of each chunk.
    cross : (m, s) array
        Products of the basis with the epochs that are split between chunks.
    size : (s,) array
        sum w v^2 of these.
    """

    sigma: Float[Datum]
    prior: Prior
    gram: Float[Mode, Mode]
    log_det: float
    chunks: tuple[EpochsOfChunk | None, ...]
    cross: Float[Mode, Epoch]
    size: Float[Epoch]

    def are_for(self, prior: Prior, sigma: Float[Datum]) -> bool:
        """Say whether they are those of this noise and these uncertainties.

        Parameters
        ----------
        prior : Prior
        sigma : (n,) array
            White uncertainties, in the unit of the residuals.

        Returns
        -------
        bool
        """
        own = self.prior
        same = own.epochs is prior.epochs and _equal(own.epoch_variance, prior.epoch_variance)
        return same and np.array_equal(self.sigma, sigma)


def _equal(one: Array | None, other: Array | None) -> bool:
    return one is other or (one is not None and other is not None and np.array_equal(one, other))


class _NoisePart(NamedTuple):
    """The sums of one chunk."""

    gram: Float[Mode, Mode]
    log_det: float
    epochs: EpochsOfChunk | None
    cross: Float[Mode, Epoch]
    size: Float[Epoch]


def noise_sums(prior: Prior, sigma: Float[Datum], cut: list[list[slice]], parts: EpochParts | None) -> NoiseSums:
    """Form the sums of the noise, or take those that the basis has kept.

    Parameters
    ----------
    prior : Prior
        Correlated noise on all rows.
    sigma : (n,) array
        White uncertainties, in the unit of the residuals.
    cut : list of lists of slice
        Groups of chunks.
    parts : EpochParts or None
        The epochs by chunk.

    Returns
    -------
    NoiseSums
    """
    basis = prior.basis
    kept = basis.cached_sums if isinstance(basis, RowsOnDemand) else None
    if isinstance(kept, NoiseSums) and kept.are_for(prior, sigma):
        return kept
    before = np.cumsum([0, *map(len, cut)]).tolist()
    bytes_a_row = 0.0 if parts is None else 8.0 * n_modes(prior) * sum(map(len, parts.own)) / len(sigma)
    keeps = bytes_a_row <= MOST_KEPT_BYTES or not are_many(len(sigma))

    def group(i: int) -> tuple[_NoisePart, list[EpochsOfChunk | None]]:
        own = [_part(prior, sigma, parts, before[i] + j, rows, keeps) for j, rows in enumerate(cut[i])]
        return _sum(own), [one.epochs for one in own]

    done = map_in_threads(group, len(cut), MOST_FOR_CHUNKS)
    total = _sum([part for part, _ in done])
    chunks = tuple(one for _, epochs in done for one in epochs)
    found = NoiseSums(sigma, prior, total.gram, total.log_det, chunks, total.cross, total.size)
    if isinstance(basis, RowsOnDemand):
        basis.cached_sums = found
    return found


def n_modes(prior: Prior) -> int:
    """Count the modes of the basis.

    Parameters
    ----------
    prior : Prior

    Returns
    -------
    int
    """
    return 0 if prior.basis is None else prior.basis.shape[1]


def whitened_basis(prior: Prior, rows: slice, root: Float[Row], waves: WavesMade | None = None) -> Dense:
    """Return the basis on some rows, each times the root of its weight.

    Parameters
    ----------
    prior : Prior
    rows : slice
    root : (rows,) array
        1 / sigma, in the inverse unit of the residuals.
    waves : dict, optional
        Gets the waves of these rows.

    Returns
    -------
    Dense
        (rows, m), without unit; without columns where there is no basis.
    """
    if prior.basis is None:
        return Dense(np.zeros((len(root), 0)))
    out = np.empty((n_modes(prior), len(root)))
    if isinstance(prior.basis, RowsOnDemand):
        prior.basis.fill(out, rows, root, {} if waves is None else waves)
    else:
        np.multiply(prior.basis[rows].T, root, out=out)
    return Dense(out.T)


def _sum(parts: list[_NoisePart]) -> _NoisePart:
    """The sums of several chunks, in order."""
    first, *others = parts
    gram, log_det, _, cross, size = first
    for one in others:
        gram, log_det, cross, size = gram + one.gram, log_det + one.log_det, cross + one.cross, size + one.size
    return _NoisePart(gram, log_det, None, cross, size)


def _part(prior: Prior, sigma: Float[Datum], parts: EpochParts | None, i: int, rows: slice, keeps: bool) -> _NoisePart:
    """The sums over one chunk."""
    waves: WavesMade = {}
    root, log_det, own = 1.0 / sigma[rows], 0.0, None
    basis, w = whitened_basis(prior, rows, root, waves), root * root
    gram = _basis_gram(prior, basis, rows, root, waves)
    if parts is None or not isinstance(prior.epochs, Binned):
        nothing = np.zeros((basis.matrix.shape[1], 0))
        return _NoisePart(gram, log_det, None, nothing, np.zeros(0))
    if len(parts.own[i]):
        whole = parts.whole(prior, i, rows)
        block, variance = whole.epochs, whole.epoch_variance
        assert isinstance(block, Binned)
        assert variance is not None
        grown = bin_sum(np, block, w * block.values**2) * variance + 1.0
        factor = np.sqrt(variance / grown)
        half = row_sums(np, block, basis.matrix, root * block.values).T * factor
        gram, log_det = gram - half @ half.T, float(np.sum(np.log(grown)))
        own = EpochsOfChunk(block, factor, half if keeps else None, rows)
    between = parts.between(prior.epochs.values, rows)
    cross = row_sums(np, between, basis.matrix, root * between.values).T
    return _NoisePart(gram, log_det, own, cross, bin_sum(np, between, w * between.values**2))


def _basis_gram(prior: Prior, basis: Dense, rows: slice, root: Float[Row], waves: WavesMade) -> Float[Mode, Mode]:
    """The Gram matrix of the whitened basis of a chunk; Fourier bases need fewer sums than it has elements."""
    if isinstance(prior.basis, SideBySide) and waves:
        from jug.core.execution.sinusoids import waves_gram

        if (gram := waves_gram(prior.basis, rows, root, waves)) is not None:
            return gram
    return np.asarray(basis.matrix.T @ basis.matrix)
