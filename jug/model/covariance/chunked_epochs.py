"""Epochs by chunk of rows: those whose TOAs are all in one chunk, and those that are split between chunks."""

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from jug.core.array import Datum, Epoch, Float, Int, N
from jug.core.blocks import Binned
from jug.model.covariance.noise import Prior

MOST_SPLIT = 1000
"""Largest number of split epochs: each group of chunks has their products with all columns in memory. A file in the
order of time, or of receiver and then time, has one for each end of a chunk."""


class ChunkedEpochs(NamedTuple):
    """Epochs by chunk.

    Parameters
    ----------
    number : (n,) int array
        For each row, the position of its epoch in ``own`` of its chunk; -1 for a split epoch, and for no epoch.
    own : tuple of (k,) int arrays
        For each chunk, the epochs whose TOAs are all in it.
    split : (n,) int array
        For each row, the position of its epoch in ``split_epochs``; `len(split_epochs)` where it is not there.
    split_epochs : (s,) int array
        The epochs that are split.
    """

    number: Int[Datum]
    own: tuple[Int[Epoch], ...]
    split: Int[Datum]
    split_epochs: Int[Epoch]

    def epochs_inside(self, prior: Prior, i: int, rows: slice) -> Prior:
        """Return the epochs whose TOAs are all in a chunk, as correlated noise of its rows.

        Parameters
        ----------
        prior : Prior
            The epochs of all rows.
        i : int
            Number of the chunk.
        rows : slice
            Its rows.

        Returns
        -------
        Prior
        """
        assert isinstance(prior.epochs, Binned)
        assert prior.epoch_variance is not None
        own = self.own[i]
        member = np.where(self.number[rows] < 0, len(own), self.number[rows])
        block = Binned(member, prior.epochs.values[rows], np.zeros(len(own)))
        return Prior(block, prior.epoch_variance[own], None, None)

    def split_columns(self, values: Float[N], rows: slice) -> Binned:
        """Return the columns of the split epochs on the rows of a chunk, (rows, s).

        Parameters
        ----------
        values : (n,) array
            Of the epochs' columns.
        rows : slice
            Rows of the chunk.

        Returns
        -------
        Binned
        """
        return Binned(self.split[rows], values[rows], np.zeros(len(self.split_epochs)))


def epochs_by_chunk(prior: Prior, cut: list[list[slice]]) -> ChunkedEpochs | None:
    """Sort the epochs of correlated noise by the chunk that their TOAs are in.

    Parameters
    ----------
    prior : Prior
    cut : list of lists of slice
        Groups of chunks; together all rows.

    Returns
    -------
    ChunkedEpochs or None
        None without epochs, and where they share TOAs.
    """
    rows = [one for group in cut for one in group]
    return chunk_epochs(prior.epochs, rows) if isinstance(prior.epochs, Binned) else None


def chunk_epochs(epochs: Binned, cut: list[slice]) -> ChunkedEpochs:
    """Sort epochs by the chunk that their TOAs are in.

    Parameters
    ----------
    epochs : Binned
        m disjoint columns.
    cut : list of slice
        The rows of each chunk; together all rows.

    Returns
    -------
    ChunkedEpochs
    """
    m = len(epochs.shift)
    first, last = np.full(m + 1, -1), np.full(m + 1, -1)
    for i, rows in enumerate(cut):
        last[epochs.member[rows]] = i
    for i, rows in reversed(list(enumerate(cut))):
        first[epochs.member[rows]] = i
    across = first != last
    first[across] = len(cut)
    first[m], across[m] = len(cut), False
    order = np.argsort(first[:m], kind="stable")
    ends = np.searchsorted(first[order], np.arange(len(cut) + 1))
    number = np.full(m + 1, -1)
    own = tuple(order[a:b] for a, b in pairwise(ends.tolist()))
    for some in own:
        number[some] = np.arange(len(some))
    split_epochs = np.flatnonzero(across)
    place = np.full(m + 1, len(split_epochs))
    place[split_epochs] = np.arange(len(split_epochs))
    return ChunkedEpochs(number[epochs.member], own, place[epochs.member], split_epochs)
