"""Sums over chunks for the noise only: products of the basis with itself and with the epochs.

They depend on the basis, the epochs and the white uncertainties. These do not change between iterations, and the sums
are stored with the basis: an iteration then forms a third of all products, with 120 modes and 50 parameters.
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Datum, Epoch, Float, Mode, Row
from jug.core.blocks import Binned, Dense
from jug.core.execution.chunks import are_many
from jug.core.execution.rows_on_demand import RowsOnDemand, SideBySide, WavesMade
from jug.core.execution.threads import map_in_threads, threads_for_chunks
from jug.model.covariance.binned_products import bin_sum, row_sums
from jug.model.covariance.chunked_epochs import ChunkedEpochs
from jug.model.covariance.noise import Prior

MOST_CACHED_BYTES = 100
"""Largest memory for each row, bytes, of stored products of epochs and basis; with 20 TOAs in an epoch and 120 modes
they take 50. Products of many rows that would take more are formed each time."""


class EpochsOfChunk(NamedTuple):
    """The epochs whose TOAs are all in one chunk.

    Parameters
    ----------
    block : Binned
        Their columns on the rows of the chunk.
    factor : (k,) array
        sqrt(Phi / (1 + Phi sum w v^2)) of each.
    half : (m, k) array or None
        Products of the modes with them, times this factor; None where they are not stored.
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
        The white uncertainties of the sums.
    prior : Prior
        The noise.
    cut : list of lists of slice
        The groups of chunks.
    gram : (m, m) array
        F^T w F of the basis, with the epochs of each chunk eliminated.
    log_det : float
        log det of these epochs, natural logarithm.
    chunks : tuple of EpochsOfChunk or None
        Of each chunk.
    cross : (m, s) array
        Products of the basis with the epochs that are split between chunks.
    size : (s,) array
        sum w v^2 of these.
    """

    sigma: Float[Datum]
    prior: Prior
    cut: list[list[slice]]
    gram: Float[Mode, Mode]
    log_det: float
    chunks: tuple[EpochsOfChunk | None, ...]
    cross: Float[Mode, Epoch]
    size: Float[Epoch]

    def _are_for(self, prior: Prior, sigma: Float[Datum], cut: list[list[slice]]) -> bool:
        """Whether the sums were made of this noise and these uncertainties, over the same chunks."""
        own = self.prior
        one, other = own.epoch_variance, prior.epoch_variance
        equal = one is other or (one is not None and other is not None and np.array_equal(one, other))
        same = own.epochs is prior.epochs and equal
        return same and self.cut == cut and np.array_equal(self.sigma, sigma)


class NoisePart(NamedTuple):
    """The sums of one chunk, as in `NoiseSums`."""

    gram: Float[Mode, Mode]
    log_det: float
    epochs: EpochsOfChunk | None
    cross: Float[Mode, Epoch]
    size: Float[Epoch]


def noise_sums(prior: Prior, sigma: Float[Datum], cut: list[list[slice]], parts: ChunkedEpochs | None) -> NoiseSums:
    """Form the sums of the noise, or return those that are stored with the basis.

    Parameters
    ----------
    prior : Prior
        Correlated noise on all rows.
    sigma : (n,) array
        White uncertainties, in the unit of the residuals.
    cut : list of lists of slice
        Groups of chunks.
    parts : ChunkedEpochs or None
        The epochs by chunk.

    Returns
    -------
    NoiseSums
    """
    if (kept := find_stored_sums(prior, sigma, cut)) is not None:
        return kept
    before = np.cumsum([0, *map(len, cut)]).tolist()

    def group(i: int) -> list[NoisePart]:
        waves: WavesMade = {}
        return [chunk_noise_sums(prior, sigma, parts, before[i] + j, rows, waves)[0] for j, rows in enumerate(cut[i])]

    most = threads_for_chunks(len(sigma), n_modes(prior), coupled=True)
    return add_noise_parts(prior, sigma, cut, map_in_threads(group, len(cut), most))


def find_stored_sums(prior: Prior, sigma: Float[Datum], cut: list[list[slice]]) -> NoiseSums | None:
    """Return the sums that the basis has kept.

    Parameters
    ----------
    prior : Prior
    sigma : (n,) array
        White uncertainties, in the unit of the residuals.
    cut : list of lists of slices
        As for `noise_sums`.

    Returns
    -------
    NoiseSums or None
        None where it has none of this noise, these uncertainties and these chunks.
    """
    kept = prior.basis.cached_sums if isinstance(prior.basis, RowsOnDemand) else None
    return kept if isinstance(kept, NoiseSums) and kept._are_for(prior, sigma, cut) else None


def add_noise_parts(
    prior: Prior, sigma: Float[Datum], cut: list[list[slice]], done: list[list[NoisePart]]
) -> NoiseSums:
    """Add the sums of all chunks, which the basis then keeps.

    Parameters
    ----------
    prior : Prior
    sigma : (n,) array
        White uncertainties, in the unit of the residuals.
    cut, done : lists of lists of slice, of NoisePart
        Each chunk of each group.

    Returns
    -------
    NoiseSums
    """
    total = _add_chunks([_add_chunks(own) for own in done])
    chunks = tuple(part.epochs for own in done for part in own)
    found = NoiseSums(sigma, prior, cut, total.gram, total.log_det, chunks, total.cross, total.size)
    if isinstance(prior.basis, RowsOnDemand):
        prior.basis.cached_sums = found
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


def whitened_basis(prior: Prior, rows: slice, root_w: Float[Row], waves: WavesMade | None = None) -> Dense:
    """Return the basis on some rows, each times the root of its weight.

    Parameters
    ----------
    prior : Prior
    rows : slice
    root_w : (rows,) array
        1 / sigma, in the inverse unit of the residuals.
    waves : dict, optional
        Receives the waves of these rows.

    Returns
    -------
    Dense
        (rows, m), without unit; without columns where there is no basis.
    """
    if prior.basis is None:
        return Dense(np.zeros((len(root_w), 0)))
    out = np.empty((n_modes(prior), len(root_w)))
    if isinstance(prior.basis, RowsOnDemand):
        prior.basis.fill(out, rows, root_w, {} if waves is None else waves)
    else:
        np.multiply(prior.basis[rows].T, root_w, out=out)
    return Dense(out.T)


def mode_epoch_products(epochs: EpochsOfChunk, basis: Dense, root_w: Float[Row]) -> Float[Mode, Epoch]:
    """Return the products of the whitened modes with the epochs of a chunk, times the factor of each.

    Parameters
    ----------
    epochs : EpochsOfChunk
    basis : Dense
        Of the rows of the chunk, whitened.
    root_w : (rows,) array
        1 / sigma, in the inverse unit of the residuals.

    Returns
    -------
    (m, k) array
        Without unit.
    """
    if epochs.half is not None:
        return epochs.half
    return row_sums(np, epochs.block, basis.matrix, root_w * epochs.block.values).T * epochs.factor


def _add_chunks(parts: list[NoisePart]) -> NoisePart:
    """The sums of several chunks, in order."""
    first, *others = parts
    gram, log_det, _, cross, size = first
    for one in others:
        gram, log_det, cross, size = gram + one.gram, log_det + one.log_det, cross + one.cross, size + one.size
    return NoisePart(gram, log_det, None, cross, size)


def chunk_noise_sums(
    prior: Prior, sigma: Float[Datum], parts: ChunkedEpochs | None, i: int, rows: slice, waves: WavesMade
) -> tuple[NoisePart, Dense]:
    """Form the sums over one chunk.

    Parameters
    ----------
    prior : Prior
    sigma : (n,) array
        White uncertainties, in the unit of the residuals.
    parts : ChunkedEpochs or None
        The epochs by chunk.
    i, rows : int, slice
        Number of the chunk, and its rows.
    waves : dict
        The waves of the previous chunk. The waves of this chunk replace them.

    Returns
    -------
    NoisePart
    Dense
        The whitened basis of these rows.
    """
    root_w, log_det, own = 1.0 / sigma[rows], 0.0, None
    basis, w = whitened_basis(prior, rows, root_w, waves), root_w * root_w
    gram = _basis_gram(prior, basis, rows, root_w, waves)
    if parts is None or not isinstance(prior.epochs, Binned):
        nothing = np.zeros((basis.matrix.shape[1], 0))
        return NoisePart(gram, log_det, None, nothing, np.zeros(0)), basis
    if len(parts.own[i]):
        whole = parts.epochs_inside(prior, i, rows)
        block, variance = whole.epochs, whole.epoch_variance
        assert isinstance(block, Binned)
        assert variance is not None
        grown = bin_sum(np, block, w * block.values**2) * variance + 1.0
        factor = np.sqrt(variance / grown)
        half = row_sums(np, block, basis.matrix, root_w * block.values).T * factor
        gram, log_det = gram - half @ half.T, float(np.sum(np.log(grown)))
        own = EpochsOfChunk(block, factor, half if _keeps(prior, sigma, parts) else None, rows)
    between = parts.split_columns(prior.epochs.values, rows)
    cross = row_sums(np, between, basis.matrix, root_w * between.values).T
    return NoisePart(gram, log_det, own, cross, bin_sum(np, between, w * between.values**2)), basis


def _keeps(prior: Prior, sigma: Float[Datum], parts: ChunkedEpochs) -> bool:
    """Whether the products of epochs and basis take little memory."""
    bytes_a_row = 8.0 * n_modes(prior) * sum(map(len, parts.own)) / len(sigma)
    return bytes_a_row <= MOST_CACHED_BYTES or not are_many(len(sigma))


def _basis_gram(prior: Prior, basis: Dense, rows: slice, root_w: Float[Row], waves: WavesMade) -> Float[Mode, Mode]:
    """The Gram matrix of the whitened basis of a chunk; for Fourier bases fewer sums than its elements are enough."""
    if isinstance(prior.basis, SideBySide) and waves:
        from jug.core.sinusoids import waves_gram

        if (gram := waves_gram(prior.basis, rows, root_w, waves)) is not None:
            return gram
    return np.asarray(basis.matrix.T @ basis.matrix)
