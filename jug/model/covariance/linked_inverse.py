"""The covariance of epochs that share TOAs, factored cluster by cluster.

With E the columns of all epochs, J their prior variances and w = 1/sigma^2,

    D = J^-1 + E^T w E = J^-1/2 B J^-1/2,   B = 1 + J^1/2 E^T w E J^1/2 = L L^T

is zero between clusters. It has one small block for each cluster, which is factored separately, and the cost is linear
in the number of clusters. Woodbury's identity is used as in `jug.model.covariance.marginalisation`.
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Array, Datum, Epoch, Float, Int, K, N
from jug.core.index_sums import index_sums
from jug.core.namespace import Namespace
from jug.model.covariance.linked_epochs import LinkedEpochs

LEAST_VARIANCE = 1e-60
"""Prior variance, s^2 or turns^2, in place of smaller ones, with JAX: it has no effect, and its root has a slope."""


class LinkedInverse(NamedTuple):
    """D^-1 of epochs that share TOAs, in factors. `EpochInverse` describes the methods.

    Parameters
    ----------
    epochs : LinkedEpochs
    lower : tuple of (g, q, q) arrays
        L^-1 of the clusters.
    inner : tuple of (g, q, q) arrays
        E^T w E.
    deviation : (m,) array
        J^1/2.
    log_det : float
        log det (J D).
    """

    epochs: LinkedEpochs
    lower: tuple[Array, ...]
    inner: tuple[Array, ...]
    deviation: Float[Epoch]
    log_det: Float[()]

    def add_toas(self, xp: Namespace, rows: Array) -> Array:
        """E^T rows, (m,) or (m, k)."""
        return self.epochs.sums(xp, rows)

    def give_to_toas(self, xp: Namespace, x: Array) -> Array:
        """E x, (n,) or (n, k)."""
        return self.epochs.on_toas(xp, x)

    def multiply(self, xp: Namespace, x: Array) -> Array:
        """D^-1 x, (m,) or (m, k)."""
        return _scale_each_row(self.residual_rows(xp, x), self.deviation)

    def half(self, xp: Namespace, x: Array) -> Array:
        """Return L^-1 J^1/2 x, whose square is x^T D^-1 x.

        Parameters
        ----------
        xp : Namespace
        x : (m,) or (m, k) array
            In any unit.

        Returns
        -------
        (m,) or (m, k) array
            In the unit of ``x`` times that of J^1/2.
        """
        return self._blockwise(xp, self.lower, _scale_each_row(x, self.deviation))

    def residual_rows(self, xp: Namespace, x: Array) -> Array:
        """Return B^-1 J^1/2 x: the rows that whitening appends, as it does for a basis.

        Parameters
        ----------
        xp : Namespace
        x : (m,) or (m, k) array
            In any unit.

        Returns
        -------
        (m,) or (m, k) array
            In the unit of ``x`` times that of J^1/2.
        """
        blocks = tuple(_transpose_blocks(xp, low) @ low for low in self.lower)
        return self._blockwise(xp, blocks, _scale_each_row(x, self.deviation))

    def add_epoch_noise(self, xp: Namespace, x: Array) -> Array:
        """E^T K^-1 F of x = E^T w F, with K = N + E J E^T: x - E^T w E D^-1 x."""
        return x - self._blockwise(xp, self.inner, self.multiply(xp, x))

    def _blockwise(self, xp: Namespace, blocks: tuple[Array, ...], x: Array) -> Array:
        """The blocks times x."""
        columns = x if x.ndim == 2 else x[:, None]
        start, k = xp.concatenate([columns, xp.zeros((1, columns.shape[1]))]), columns.shape[1]
        pairs = zip(blocks, self.epochs.clusters, strict=True)
        found = xp.concatenate([(block @ start[own]).reshape(-1, k) for block, own in pairs])[self.epochs.place]
        return found if x.ndim == 2 else found[:, 0]

    def diagonal_at_toas(self, xp: Namespace, layers: tuple[int, ...] | None = None) -> Float[Datum]:
        """Return the diagonal of E D^-1 E^T.

        Parameters
        ----------
        xp : Namespace
        layers : tuple of int, optional
            Only these layers of epochs; all of them when absent.

        Returns
        -------
        (n,) array
            In the unit of D^-1.
        """
        members, cells = self.epochs.members(), self._cells(xp)
        chosen = range(len(members)) if layers is None else layers
        total: Array = 0.0 * self.epochs.layers[0].values
        for a in chosen:
            for b in chosen:
                values = self.epochs.layers[a].values * self.epochs.layers[b].values
                total = total + values * cells[_cell_index(xp, self.epochs, members[a], members[b])]
        return total

    def elements_between(self, some: Int[N], others: Int[K]) -> Float[N, K]:
        """Elements of E D^-1 E^T, in NumPy, for the rows ``some`` and the columns ``others``."""
        members, cells = self.epochs.members(), self._cells(np)
        total = np.zeros((len(some), len(others)))
        for a, left in zip(members, self.epochs.layers, strict=True):
            for b, right in zip(members, self.epochs.layers, strict=True):
                e, f = a[some][:, None], b[others][None, :]
                same = (self.epochs.home[e] == self.epochs.home[f]) & (self.epochs.home[e] >= 0)
                cell = np.where(same, self.epochs.row[e] + self.epochs.column[f], len(cells) - 1)
                total += left.values[some][:, None] * right.values[others] * cells[cell]
        return total

    def epoch_diagonal(self, xp: Namespace) -> Float[Epoch]:
        """The diagonal of E^T K^-1 E = A - A D^-1 A with A = E^T w E and K = N + E J E^T, (m,)."""
        parts = []
        padded = xp.concatenate([self.deviation, xp.zeros(1)])
        for low, inner, own in zip(self.lower, self.inner, self.epochs.clusters, strict=True):
            half = low @ (padded[own][:, :, None] * inner)
            parts.append((xp.einsum("gii->gi", inner) - xp.einsum("gki,gki->gi", half, half)).reshape(-1))
        return xp.concatenate(parts)[self.epochs.place]

    def _cells(self, xp: Namespace) -> Array:
        """The concatenated elements of D^-1 of all clusters, and a zero at the end for no epoch."""
        padded = xp.concatenate([self.deviation, xp.zeros(1)])
        parts = []
        for low, own in zip(self.lower, self.epochs.clusters, strict=True):
            scale = padded[own]
            parts.append((_transpose_blocks(xp, low) @ low * scale[:, :, None] * scale[:, None, :]).reshape(-1))
        return xp.concatenate([*parts, xp.zeros(1)])


def invert_linked(xp: Namespace, epochs: LinkedEpochs, variance: Float[Epoch], w: Float[Datum]) -> LinkedInverse:
    """Factor D.

    Parameters
    ----------
    xp : Namespace
    epochs : LinkedEpochs
    variance : (m,) array
        Prior variances J.
    w : (n,) array
        1/sigma^2.

    Returns
    -------
    LinkedInverse
    """
    sizes = [own.shape[0] * own.shape[1] ** 2 for own in epochs.clusters]
    members, total = epochs.members(), sum(sizes)
    cells = xp.zeros(total)
    for first, a in zip(members, epochs.layers, strict=True):
        for second, b in zip(members, epochs.layers, strict=True):
            cells = cells + index_sums(xp, _cell_index(xp, epochs, first, second), w * a.values * b.values, total)
    deviation = xp.sqrt(variance if xp is np else xp.clip(variance, LEAST_VARIANCE, np.inf))
    padded = xp.concatenate([deviation, xp.zeros(1)])
    inner, lower, start = [], [], 0
    log_det: Array = 0.0 * w[0]
    for own, size in zip(epochs.clusters, sizes, strict=True):
        q = own.shape[1]
        inner.append(cells[start : start + size].reshape(-1, q, q))
        scale = padded[own]
        root = xp.linalg.cholesky(xp.eye(q) + scale[:, :, None] * inner[-1] * scale[:, None, :])
        log_det = log_det + 2.0 * xp.sum(xp.log(xp.einsum("gii->gi", root)))
        lower.append(xp.linalg.solve(root, xp.eye(q) + 0.0 * root))
        start += size
    return LinkedInverse(epochs, tuple(lower), tuple(inner), deviation, log_det)


def _cell_index(xp: Namespace, epochs: LinkedEpochs, first: Int[Datum], second: Int[Datum]) -> Int[Datum]:
    """For each TOA, the place of its two epochs in the concatenated blocks; one past the end where it has none."""
    m = epochs.place.shape[0]
    none = sum(own.shape[0] * own.shape[1] ** 2 for own in epochs.clusters)
    inside = (first < m) & (second < m)
    return none + inside * (epochs.row[first] + epochs.column[second] - none)


def _scale_each_row(x: Array, factor: Float[Epoch]) -> Array:
    """Multiply each row by its own factor."""
    return x * factor if x.ndim == 1 else x * factor[:, None]


def _transpose_blocks(xp: Namespace, blocks: Array) -> Array:
    """The transpose of each block."""
    return xp.einsum("gij->gji", blocks)
