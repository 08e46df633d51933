"""Epochs that share TOAs, as those of ECORR lines whose selections overlap, and the clusters that they form.

Epochs that share a TOA, directly or through others, are a cluster. A TOA is in at most one epoch of each layer, so that
one index for each TOA and layer is enough, and no dense columns are made. `jug.model.covariance.linked_inverse` has the
algebra, in small blocks for the clusters. Clusters of similar size have one table, and are factored together.
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Array, Datum, Epoch, Int, K, N
from jug.core.blocks import Binned
from jug.core.execution.memory import MB, require_memory
from jug.core.index_sums import epoch_sums
from jug.core.namespace import Namespace

COPIES = 8
"""Copies of the blocks of all clusters at the peak of a fit."""


class LinkedEpochs(NamedTuple):
    """Layers of epochs, and the clusters that they form.

    Epochs are numbered through all layers; m, the number of all epochs, stands for no epoch.

    Parameters
    ----------
    layers : tuple of Binned
        Disjoint columns each.
    clusters : tuple of (g, q) int arrays
        Epochs of the clusters of up to q epochs, filled up with m; q is a power of two.
    row, column : (m + 1,) int arrays
        The start of the row of an epoch in the concatenated blocks of all clusters, and its position in a row.
    place : (m,) int array
        The position of an epoch in the concatenated members of all clusters.
    home : (m + 1,) int array
        The cluster of an epoch; -1 for none.
    """

    layers: tuple[Binned, ...]
    clusters: tuple[Int[N, K], ...]
    row: Int[Epoch]
    column: Int[Epoch]
    place: Int[Epoch]
    home: Int[Epoch]

    def members(self) -> list[Int[Datum]]:
        """Number the epochs of the TOAs through all layers.

        Returns
        -------
        list of (n,) int array
            The epoch of each TOA in each layer.
        """
        found, before, m = [], 0, self.place.shape[0]
        for layer in self.layers:
            k = layer.shift.shape[0]
            found.append(layer.member + before + (layer.member == k) * (m - before - k))
            before += k
        return found

    def sums(self, xp: Namespace, rows: Array) -> Array:
        """Add the TOAs of each epoch: E^T rows.

        Parameters
        ----------
        xp : Namespace
        rows : (n,) or (n, k) array
            In any unit.

        Returns
        -------
        (m,) or (m, k) array
            In the unit of ``rows``.
        """
        parts = []
        for layer in self.layers:
            values = layer.values if rows.ndim == 1 else layer.values[:, None]
            k = layer.shift.shape[0]
            parts.append(epoch_sums(xp, layer.member, rows * values, k)[:k])
        return xp.concatenate(parts)

    def on_toas(self, xp: Namespace, x: Array) -> Array:
        """Add for each TOA the values of its epochs: E x.

        Parameters
        ----------
        xp : Namespace
        x : (m,) or (m, k) array
            In any unit.

        Returns
        -------
        (n,) or (n, k) array
            In the unit of ``x``.
        """
        end = xp.concatenate([x, xp.zeros((1, *x.shape[1:]))])
        pairs = zip(self.members(), self.layers, strict=True)
        parts = [end[member] * (b.values if x.ndim == 1 else b.values[:, None]) for member, b in pairs]
        return sum(parts[1:], parts[0])


def link_epochs(layers: tuple[Binned, ...]) -> LinkedEpochs:
    """Find the clusters of epochs.

    Parameters
    ----------
    layers : tuple of Binned, in NumPy
        Without shifts.

    Returns
    -------
    LinkedEpochs

    Raises
    ------
    JugMemoryError
        The blocks need more memory than is free.
    """
    m = sum(layer.shift.shape[0] for layer in layers)
    empty = np.zeros(0, dtype=np.int64)
    one = LinkedEpochs(layers, (), empty, empty, np.zeros(m, dtype=np.int64), empty)
    home = _cluster_of_epochs(np.stack(one.members()), m)
    sizes = np.bincount(home)
    power = 1 << np.ceil(np.log2(sizes)).astype(np.int64)
    cells = int(np.sum(power**2))
    option = "--convention ECORR=TEMPO2 (conventions={'ECORR': 'TEMPO2'})"
    hint = f"let fewer ECORR lines cover the same TOAs, or take tempo2's epochs: {option}"
    require_memory(8.0 * COPIES * cells / MB, f"{m} epochs of noise that share TOAs", hint)
    order = np.argsort(home, kind="stable")
    rank = np.empty(m, dtype=np.int64)
    rank[order] = np.arange(m) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    row, column = np.full(m + 1, cells), np.zeros(m + 1, dtype=np.int64)
    place, clusters, cell, slot = np.zeros(m, dtype=np.int64), [], 0, 0
    for q in sorted(set(power.tolist())):
        mine = np.flatnonzero(power == q)
        number = np.full(len(sizes), -1)
        number[mine] = np.arange(len(mine))
        epochs = np.flatnonzero(power[home] == q)
        at = number[home[epochs]]
        table = np.full((len(mine), q), m)
        table[at, rank[epochs]] = epochs
        clusters.append(table)
        row[epochs] = cell + at * q * q + rank[epochs] * q
        column[epochs] = rank[epochs]
        place[epochs] = slot + at * q + rank[epochs]
        cell, slot = cell + len(mine) * q * q, slot + len(mine) * q
    return LinkedEpochs(layers, tuple(clusters), row, column, place, np.append(home, -1))


def _cluster_of_epochs(members: Int[K, Datum], m: int) -> Int[Epoch]:
    """The cluster of each of ``m`` epochs, from the epochs of each TOA in each layer."""
    parent = list(range(m))

    def root(e: int) -> int:
        while parent[e] != e:
            parent[e] = parent[parent[e]]
            e = parent[e]
        return e

    for a, first in enumerate(members):
        for second in members[a + 1 :]:
            both = (first < m) & (second < m)
            for pair in np.unique(first[both] * m + second[both]).tolist():
                low, high = sorted((root(pair // m), root(pair % m)))
                parent[high] = low
    roots = np.array([root(e) for e in range(m)], dtype=np.int64)
    return np.searchsorted(np.flatnonzero(np.bincount(roots)), roots)
