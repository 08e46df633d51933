"""The normal equations of many rows with correlated noise, in chunks over the cores.

What `jug.model.covariance.marginalisation.equations` does for all rows at once: an epoch whose TOAs are in one chunk is
eliminated there, so that a chunk leaves a Gram matrix of the columns alone. Epochs that are split between chunks are
eliminated at the end, and then the basis. Arrays of all rows are made of neither the design matrix nor its products.
Products of the noise with itself are formed once for an anchor (`jug.model.covariance.noise_sums`).

Chunks and groups are the same however many cores there are, and so are the sums, to the last bit.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np

from jug.core.array import Array, Column, Datum, Epoch, Float, Mode
from jug.core.blocks import Binned, Block, Dense
from jug.core.execution import chunks
from jug.core.execution.threads import MOST_FOR_CHUNKS, map_in_threads
from jug.model.covariance.basis_elimination import without_basis
from jug.model.covariance.binned_products import row_sums
from jug.model.covariance.epoch_parts import MOST_SPLIT, EpochParts, epoch_parts
from jug.model.covariance.marginalisation import Equations, cross_of, gram_of, in_place, merge, product
from jug.model.covariance.noise import Prior
from jug.model.covariance.noise_sums import EpochsOfChunk, NoiseSums, n_modes, noise_sums, whitened_basis

ChunkColumns: TypeAlias = Callable[[slice], tuple[tuple[Block, ...], Float[Datum]]]
"""``(rows) -> columns, residuals`` of the rows of a chunk."""


class _ColumnSums(NamedTuple):
    """Sums over chunks of columns and residuals A, the epochs of each chunk eliminated.

    Parameters
    ----------
    gram : (k + 1, k + 1) array
        A^T w A.
    by_mode : (k + 1, m) array
        A^T w F with the basis.
    cross : (k + 1, s) array
        A^T w E with the split epochs.
    """

    gram: Float[Column, Column]
    by_mode: Float[Column, Mode]
    cross: Float[Column, Epoch]

    def plus(self, other: "_ColumnSums") -> "_ColumnSums":
        return _ColumnSums(self.gram + other.gram, self.by_mode + other.by_mode, self.cross + other.cross)


def chunked_equations(
    columns_of: ChunkColumns, prior: Prior, sigma: Float[Datum], cut: list[list[slice]] | None = None
) -> Equations | None:
    """Form the normal equations with correlated noise marginalised.

    Parameters
    ----------
    columns_of : callable
        Makes k columns and residuals for the rows of a chunk; called in several threads.
    prior : Prior
        Correlated noise on all rows.
    sigma : (n,) array
        White uncertainties, in the unit of the residuals.
    cut : list of lists of slice, optional
        Groups of chunks, `jug.core.execution.chunks.groups` when absent.

    Returns
    -------
    Equations or None
        None where the epochs share TOAs, or too many are split between chunks.
    """
    cut = chunks.groups(len(sigma)) if cut is None else cut
    parts = _parts(prior, [rows for group in cut for rows in group])
    if prior.epochs is not None and (parts is None or len(parts.split_epochs) > MOST_SPLIT):
        return None
    noise = noise_sums(prior, sigma, cut, parts)
    before = np.cumsum([0, *map(len, cut)]).tolist()

    def group(i: int) -> _ColumnSums:
        return _total([_column_sums(columns_of, noise, parts, before[i] + j, rows) for j, rows in enumerate(cut[i])])

    return _marginalised(_total(map_in_threads(group, len(cut), MOST_FOR_CHUNKS)), noise, parts, prior)


def _marginalised(total: _ColumnSums, noise: NoiseSums, parts: EpochParts | None, prior: Prior) -> Equations:
    """Join the sums of columns and noise, and eliminate the split epochs and the basis."""
    k = len(total.gram) - 1
    log_det: Array = np.asarray(noise.log_det)
    gram = np.block([[total.gram, total.by_mode], [total.by_mode.T, noise.gram]])
    if parts is not None and len(parts.split_epochs):
        assert prior.epoch_variance is not None
        variance = prior.epoch_variance[parts.split_epochs]
        grown = noise.size * variance + 1.0
        half = np.concatenate([total.cross, noise.cross]) * np.sqrt(variance / grown)
        gram, log_det = gram - half @ half.T, log_det + np.sum(np.log(grown))
    if n_modes(prior):
        gram, more = without_basis(np, gram, k + 1, prior)
        log_det = log_det + more
    return Equations(gram[:k, :k], gram[:k, k], gram[k, k], log_det)


def _parts(prior: Prior, cut: list[slice]) -> EpochParts | None:
    """The epochs by chunk; None where there are none, or they share TOAs."""
    return epoch_parts(prior.epochs, cut) if isinstance(prior.epochs, Binned) else None


def _total(sums: list[_ColumnSums]) -> _ColumnSums:
    """The sum, in order."""
    found = sums[0]
    for one in sums[1:]:
        found = found.plus(one)
    return found


def _column_sums(
    columns_of: ChunkColumns, noise: NoiseSums, parts: EpochParts | None, i: int, rows: slice
) -> _ColumnSums:
    """The sums over one chunk."""
    blocks, r = columns_of(rows)
    root, prior = 1.0 / noise.sigma[rows], noise.prior
    merged = merge(np, (*blocks, Dense(r[:, None])), beside=n_modes(prior))
    basis, place = whitened_basis(prior, rows, root), merged.place
    first, weight = merged.blocks[0], root * root
    if len(merged.blocks) == 1 and isinstance(first, Dense):  # whitened once for all products
        own, weight = first.matrix * root[:, None], root
        merged = merged._replace(blocks=(Dense(own),))
        gram, by_mode = in_place(own.T @ own, place), own.T @ basis.matrix
    else:
        gram = gram_of(np, merged, weight)
        by_mode = np.concatenate([product(np, block, basis, root) for block in merged.blocks])
    by_mode = by_mode if place is None else by_mode[place]
    epochs = noise.chunks[i]
    if epochs is not None:
        half = cross_of(np, merged, epochs.block, weight) * epochs.factor
        gram, by_mode = gram - half @ half.T, by_mode - half @ _of_modes(epochs, basis, root).T
    if parts is None or not isinstance(prior.epochs, Binned):
        return _ColumnSums(gram, by_mode, np.zeros((len(gram), 0)))
    return _ColumnSums(gram, by_mode, cross_of(np, merged, parts.between(prior.epochs.values, rows), weight))


def _of_modes(epochs: EpochsOfChunk, basis: Dense, root: Float[Datum]) -> Float[Mode, Epoch]:
    """Products of the whitened modes with the epochs of a chunk, times the factor of each."""
    if epochs.half is not None:
        return epochs.half
    return row_sums(np, epochs.block, basis.matrix, root * epochs.block.values).T * epochs.factor
