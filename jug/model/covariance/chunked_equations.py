"""The normal equations of many rows with correlated noise, in chunks over the cores.

What `jug.model.covariance.marginalisation.equations` does for all rows at once: an epoch whose TOAs are in one chunk is
eliminated there, so that a chunk leaves a Gram matrix of the columns alone. Epochs that are split between chunks are
eliminated at the end, and then the basis. Arrays of all rows are made of neither the design matrix nor its products.

Chunks and groups are the same however many cores there are, and so are the sums, to the last bit.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np

from jug.core.array import Array, Column, Datum, Epoch, Float
from jug.core.blocks import Binned, Block, Dense
from jug.core.execution import chunks
from jug.core.execution.threads import MOST_FOR_CHUNKS, each
from jug.model.covariance.binned_products import bin_sum
from jug.model.covariance.epoch_parts import MOST_SPLIT, EpochParts, epoch_parts
from jug.model.covariance.marginalisation import Equations, cross_of, gram_of, merge, without_basis, without_epochs
from jug.model.covariance.noise import Prior

ChunkColumns: TypeAlias = Callable[[slice], tuple[tuple[Block, ...], Float[Datum], Float[Datum]]]
"""``(rows) -> columns, residuals, white uncertainties`` of the rows of a chunk."""


class _CorrelatedSums(NamedTuple):
    """Sums over chunks: Gram matrix of all columns, log det of their epochs; of split epochs E^T w A and E^T w E."""

    gram: Float[Column, Column]
    log_det: Float[()]
    cross: Float[Column, Epoch]
    size: Float[Epoch]

    def plus(self, other: "_CorrelatedSums") -> "_CorrelatedSums":
        gram, log_det = self.gram + other.gram, self.log_det + other.log_det
        return _CorrelatedSums(gram, log_det, self.cross + other.cross, self.size + other.size)


def chunked_equations(columns_of: ChunkColumns, prior: Prior, n_rows: int) -> Equations | None:
    """Form the normal equations with correlated noise marginalised.

    Parameters
    ----------
    columns_of : callable
        Makes k columns, residuals and uncertainties for the rows of a chunk; called in several threads.
    prior : Prior
        Correlated noise on all rows.
    n_rows : int

    Returns
    -------
    Equations or None
        None where the epochs share TOAs, or too many are split between chunks.
    """
    cut = chunks.groups(n_rows)
    parts = _parts(prior, [rows for group in cut for rows in group])
    if prior.epochs is not None and (parts is None or len(parts.split_epochs) > MOST_SPLIT):
        return None
    before = np.cumsum([0, *map(len, cut)])

    def group(i: int) -> _CorrelatedSums:
        sums = [_chunk_sums(columns_of, prior, parts, int(before[i]) + j, rows) for j, rows in enumerate(cut[i])]
        return _total(sums)

    total = _total(each(group, len(cut), MOST_FOR_CHUNKS))
    gram, log_det = total.gram, total.log_det
    if parts is not None and len(parts.split_epochs):
        assert prior.epoch_variance is not None
        variance = prior.epoch_variance[parts.split_epochs]
        grown = total.size * variance + 1.0
        half = total.cross * np.sqrt(variance / grown)
        gram, log_det = gram - half @ half.T, log_det + np.sum(np.log(grown))
    k = gram.shape[0] - 1 - (0 if prior.basis is None else prior.basis.shape[1])
    if prior.basis is not None:
        gram, more = without_basis(np, gram, k + 1, prior)
        log_det = log_det + more
    return Equations(gram[:k, :k], gram[:k, k], gram[k, k], log_det)


def _parts(prior: Prior, cut: list[slice]) -> EpochParts | None:
    """The epochs by chunk; None where there are none, or they share TOAs."""
    return epoch_parts(prior.epochs, cut) if isinstance(prior.epochs, Binned) else None


def _total(sums: list[_CorrelatedSums]) -> _CorrelatedSums:
    """The sum, in order."""
    found = sums[0]
    for one in sums[1:]:
        found = found.plus(one)
    return found


def _chunk_sums(
    columns_of: ChunkColumns, prior: Prior, parts: EpochParts | None, i: int, rows: slice
) -> _CorrelatedSums:
    """The sums over one chunk: columns, residuals, basis."""
    blocks, r, sigma = columns_of(rows)
    w = 1.0 / (sigma * sigma)
    blocks = (*blocks, Dense(r[:, None]))
    if prior.basis is not None:
        blocks = (*blocks, Dense(prior.basis[rows]))
    merged = merge(np, blocks)
    gram = gram_of(np, merged, w)
    nothing: Array = np.zeros(())
    if parts is None or not isinstance(prior.epochs, Binned):
        return _CorrelatedSums(gram, nothing, nothing, nothing)
    log_det = nothing
    if len(parts.own[i]):
        gram, log_det = without_epochs(np, gram, merged, w, parts.whole(prior, i, rows))
    if not len(parts.split_epochs):
        return _CorrelatedSums(gram, log_det, nothing, nothing)
    between = parts.between(prior.epochs.values, rows)
    return _CorrelatedSums(gram, log_det, cross_of(np, merged, between, w), bin_sum(np, between, w * between.values**2))
