"""Epochs that share no TOA: each is eliminated from the covariance separately (Sherman-Morrison)."""

from typing import NamedTuple

import numpy as np

from jug.core.array import Array, Datum, Epoch, Float, Int, K, N
from jug.core.blocks import Binned
from jug.core.index_sums import epoch_sums
from jug.core.namespace import Namespace


class UnitEpochs(NamedTuple):
    """Disjoint columns that are 1 on their rows: `jug.core.blocks.Binned` without values to multiply with.

    Parameters
    ----------
    member : (n,) int array
        Epoch of each row, m for none.
    """

    member: Int[Datum]


class DisjointInverse(NamedTuple):
    """D^-1 = (J^-1 + E^T w E)^-1, which is diagonal. `EpochInverse` describes the methods.

    Parameters
    ----------
    epoch : (n,) int array
        Epoch of each TOA, m for none.
    column : (n,) array or None
        v; None where it is 1 on the TOAs of all epochs.
    share : (m + 1,) array
        1/d of each epoch; 0 for none.
    weight : (m,) array
        E^T w E.
    grown : (m,) array
        J d.
    log_det : float
        log det (J D).
    """

    epoch: Int[Datum]
    column: Float[Datum] | None
    share: Float[Epoch]
    weight: Float[Epoch]
    grown: Float[Epoch]
    log_det: Float[()]

    def add_toas(self, xp: Namespace, rows: Array) -> Array:
        """E^T rows, (m + 1,) or (m + 1, k); the last one is that of the TOAs in no epoch."""
        return epoch_sums(xp, self.epoch, times_column(rows, self.column), self.share.shape[0] - 1)

    def give_to_toas(self, xp: Namespace, x: Array) -> Array:
        """E x, (n,) or (n, k)."""
        return times_column(x[self.epoch], self.column)

    def multiply(self, xp: Namespace, x: Array) -> Array:
        """D^-1 x, (m + 1,) or (m + 1, k)."""
        return self.share * x if x.ndim == 1 else self.share[:, None] * x

    def diagonal_at_toas(self, xp: Namespace) -> Float[Datum]:
        """The diagonal of E D^-1 E^T, (n,)."""
        return times_column(times_column(self.share[self.epoch], self.column), self.column)

    def elements_between(self, some: Int[N], others: Int[K]) -> Float[N, K]:
        """Elements of E D^-1 E^T, in NumPy, for the rows ``some`` and the columns ``others``."""
        column = np.ones(len(self.epoch)) if self.column is None else self.column
        left = np.outer(self.share[self.epoch[some]] * column[some], column[others])
        return np.where(self.epoch[some][:, None] == self.epoch[others], left, 0.0)

    def add_epoch_noise(self, xp: Namespace, x: Array) -> Array:
        """E^T K^-1 F of x = E^T w F, with K = N + E J E^T; (m, k) of (m + 1, k)."""
        return x[:-1] / self.grown[:, None]

    def epoch_diagonal(self, xp: Namespace) -> Float[Epoch]:
        """The diagonal of E^T K^-1 E with K = N + E J E^T, (m,)."""
        return self.weight / self.grown


def invert_epochs(
    xp: Namespace, epochs: Binned | UnitEpochs, variance: Float[Epoch], w: Float[Datum]
) -> DisjointInverse:
    """Factor D.

    Parameters
    ----------
    xp : Namespace
    epochs : Binned or UnitEpochs
    variance : (m,) array
        Prior variances J.
    w : (n,) array
        1/sigma^2.

    Returns
    -------
    DisjointInverse
    """
    epoch, column = epochs.member, epochs.values if isinstance(epochs, Binned) else None
    m = variance.shape[0]
    weight = epoch_sums(xp, epoch, times_column(times_column(w, column), column), m)[:m]
    grown = 1.0 + variance * weight
    share = xp.concatenate([variance / grown, xp.zeros(1)])
    return DisjointInverse(epoch, column, share, weight, grown, xp.sum(xp.log(grown)))


def times_column(rows: Array, column: Float[Datum] | None) -> Array:
    """Multiply rows by v; where v is None, which stands for 1, return them unchanged.

    Parameters
    ----------
    rows : (n,) or (n, k) array
        In any unit.
    column : (n,) array or None
        In any unit; None stands for 1.

    Returns
    -------
    (n,) or (n, k) array
        In the unit of ``rows`` times that of ``column``.
    """
    if column is None:
        return rows
    return rows * column if rows.ndim == 1 else rows * column[:, None]
