"""The normal equations of many rows with correlated noise, in chunks over the cores.

`jug.model.covariance.marginalisation.equations` does the same for all rows at once. Here an epoch whose TOAs are all in
one chunk is eliminated in that chunk, which then returns a Gram matrix of the columns only. Epochs that are split
between chunks are eliminated at the end, and then the basis. Neither the design matrix nor a product with it is stored
for all rows. Products of the noise with itself are formed once for each anchor (`jug.model.covariance.noise_sums`).

Chunks and groups do not depend on the number of cores, so the sums are the same to the last bit.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np

from jug.core.array import Array, Column, Datum, Epoch, Float, Int, Mode
from jug.core.blocks import Binned, Block, Dense
from jug.core.execution import chunks
from jug.core.execution.rows_on_demand import WavesMade
from jug.core.execution.threads import map_in_threads, threads_for_chunks
from jug.model.covariance.basis_elimination import without_basis
from jug.model.covariance.chunked_epochs import MOST_SPLIT, ChunkedEpochs, epochs_by_chunk
from jug.model.covariance.marginalisation import Equations, block_product, cross_of, gram_of, merge, to_original_order
from jug.model.covariance.noise import Prior
from jug.model.covariance.noise_sums import (
    EpochsOfChunk,
    NoisePart,
    NoiseSums,
    add_noise_parts,
    chunk_noise_sums,
    find_stored_sums,
    mode_epoch_products,
    n_modes,
    whitened_basis,
)


class ChunkRows(NamedTuple):
    """Columns and residuals of the rows of a chunk.

    Parameters
    ----------
    blocks : tuple of blocks
        The columns.
    residual : (rows,) array
        In the unit of the white uncertainties.
    place : (j,) int array or None
        For each column its position among those of the first chunk of the group, where others are zero; None for all.
    """

    blocks: tuple[Block, ...]
    residual: Float[Datum]
    place: Int[Column] | None = None


ChunkColumns: TypeAlias = Callable[[slice], ChunkRows]
"""``(rows) -> columns, residuals`` of the rows of a chunk."""


class ColumnSums(NamedTuple):
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

    def plus(self, other: "ColumnSums") -> "ColumnSums":
        """Add the sums over other chunks."""
        return ColumnSums(self.gram + other.gram, self.by_mode + other.by_mode, self.cross + other.cross)


def chunked_equations(
    columns_of: ChunkColumns, prior: Prior, sigma: Float[Datum], cut: list[list[slice]] | None = None, n_dense: int = 0
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
    n_dense : int
        Number of columns that are not in disjoint ranges of rows, for the number of threads.

    Returns
    -------
    Equations or None
        None where the epochs share TOAs, or too many are split between chunks.
    """
    cut = chunks.groups(len(sigma)) if cut is None else cut
    parts = epochs_by_chunk(prior, cut)
    if prior.epochs is not None and (parts is None or len(parts.split_epochs) > MOST_SPLIT):
        return None
    noise, before = find_stored_sums(prior, sigma, cut), np.cumsum([0, *map(len, cut)]).tolist()

    def group(i: int) -> tuple[list[NoisePart], ColumnSums]:
        made, found = list[NoisePart](), list[ColumnSums]()
        waves: WavesMade = {}  # the measured DMs of a chunk have the times of its TOAs
        for j, rows in enumerate(cut[i], before[i]):
            if noise is not None:
                epochs, basis = noise.chunks[j], whitened_basis(prior, rows, 1.0 / sigma[rows], waves)
            else:
                part, basis = chunk_noise_sums(prior, sigma, parts, j, rows, waves)
                epochs = part.epochs
                made.append(part)
            made_here = columns_of(rows)
            sums = _column_sums(made_here, _ChunkNoise(prior, sigma, parts, epochs, basis), rows)
            place = made_here.place
            found.append(sums if place is None else _spread(sums, place, len(found[0].gram) - 1))
        return made, _add_sums(found)

    threads = threads_for_chunks(len(sigma), n_dense + n_modes(prior), coupled=True)
    done = map_in_threads(group, len(cut), threads)
    noise = noise or add_noise_parts(prior, sigma, cut, [made for made, _ in done])
    return eliminate_noise(_add_sums([sums for _, sums in done]), noise, parts, prior)


def eliminate_noise(total: ColumnSums, noise: NoiseSums, parts: ChunkedEpochs | None, prior: Prior) -> Equations:
    """Join the sums of columns and noise, and eliminate the split epochs and the basis.

    Parameters
    ----------
    total : ColumnSums
    noise : NoiseSums
    parts : ChunkedEpochs or None
        The epochs by chunk.
    prior : Prior
        Correlated noise on all rows.

    Returns
    -------
    Equations
    """
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


def _spread(sums: ColumnSums, place: Int[Column], k: int) -> ColumnSums:
    """The sums of some columns in their places among k columns; the sums of the other columns are zero."""
    at = np.append(place, k)
    gram = np.zeros((k + 1, k + 1))
    by_mode, cross = (np.zeros((k + 1, one.shape[1])) for one in (sums.by_mode, sums.cross))
    gram[np.ix_(at, at)], by_mode[at], cross[at] = sums
    return ColumnSums(gram, by_mode, cross)


def _add_sums(sums: list[ColumnSums]) -> ColumnSums:
    """The sum, in order."""
    found = sums[0]
    for one in sums[1:]:
        found = found.plus(one)
    return found


class _ChunkNoise(NamedTuple):
    """The noise on the rows of a chunk."""

    prior: Prior
    sigma: Float[Datum]
    parts: ChunkedEpochs | None
    epochs: EpochsOfChunk | None
    basis: Dense


def _column_sums(own: ChunkRows, noise: _ChunkNoise, rows: slice) -> ColumnSums:
    """The sums over one chunk."""
    blocks, r, _ = own
    prior, _, parts, epochs, basis = noise
    root_w = 1.0 / noise.sigma[rows]
    merged = merge(np, (*blocks, Dense(r[:, None])), beside=n_modes(prior))
    place = merged.place
    first, weight = merged.blocks[0], root_w * root_w
    if len(merged.blocks) == 1 and isinstance(first, Dense):  # whitened once for all products
        white, weight = first.matrix * root_w[:, None], root_w
        merged = merged._replace(blocks=(Dense(white),))
        gram, by_mode = to_original_order(white.T @ white, place), white.T @ basis.matrix
    else:
        gram = gram_of(np, merged, weight)
        by_mode = np.concatenate([block_product(np, block, basis, root_w) for block in merged.blocks])
    by_mode = by_mode if place is None else by_mode[place]
    if epochs is not None:
        half = cross_of(np, merged, epochs.block, weight) * epochs.factor
        gram, by_mode = gram - half @ half.T, by_mode - half @ mode_epoch_products(epochs, basis, root_w).T
    if parts is None or not isinstance(prior.epochs, Binned) or not len(parts.split_epochs):
        return ColumnSums(gram, by_mode, np.zeros((len(gram), 0)))
    return ColumnSums(gram, by_mode, cross_of(np, merged, parts.split_columns(prior.epochs.values, rows), weight))
