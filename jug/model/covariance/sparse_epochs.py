"""The columns of epochs as sparse matrices of SciPy, for sums over epochs that are made many times."""

import numpy as np

from jug.core.array import Datum, Epoch, Float, Int, Mode
from jug.core.blocks import Binned
from jug.model.covariance.disjoint_epochs import UnitEpochs
from jug.model.covariance.linked_epochs import LinkedEpochs

ROWS_AT_ONCE = 512
"""Rows of the data that stay in the processor's cache with their columns."""


class SparseEpochs:
    """E, the columns of all epochs, as sparse matrices."""

    def __init__(self, epochs: Binned | UnitEpochs | LinkedEpochs, n: int, m: int) -> None:
        """Make the matrices of m epochs on n rows."""
        from scipy.sparse import csr_array

        row, column, self._values = _elements(epochs, n, m)
        m += not isinstance(epochs, LinkedEpochs)  # `EpochInverse.add_toas` has one more, for the TOAs in no epoch
        self._row_of = row
        order = np.argsort(column, kind="stable")
        starts = np.searchsorted(column[order], np.arange(m + 1))
        self._transposed = csr_array((self._values[order], row[order], starts), shape=(m, n))
        self._order = order
        whole = csr_array((self._values, (row, column)), shape=(n, m))
        self._parts = [whole[start : start + ROWS_AT_ONCE] for start in range(0, n, ROWS_AT_ONCE)]

    def sums(self, factor: Float[Datum], rows: Float[Datum, Mode]) -> Float[Epoch, Mode]:
        """Add the rows of each epoch.

        Parameters
        ----------
        factor : (n,) array
            By which each row is multiplied, in any unit.
        rows : (n, k) array
            In any unit.

        Returns
        -------
        (m, k) array
            In the unit of the two together.
        """
        self._transposed.data[:] = (self._values * factor[self._row_of])[self._order]
        found: Float[Epoch, Mode] = self._transposed @ rows
        return found

    def give_to_rows(self, start: int, x: Float[Epoch, Mode]) -> Float[Datum, Mode]:
        """Add for each of some rows the values of its epochs: E x.

        Parameters
        ----------
        start : int
            The first row, a multiple of `ROWS_AT_ONCE`; the last one is before the next multiple.
        x : (m, k) array
            In any unit.

        Returns
        -------
        (r, k) array
            In the unit of ``x``.
        """
        found: Float[Datum, Mode] = self._parts[start // ROWS_AT_ONCE] @ x
        return found


def _elements(
    epochs: Binned | UnitEpochs | LinkedEpochs, n: int, m: int
) -> tuple[Int[Datum], Int[Datum], Float[Datum]]:
    """Row, column and value of each element of E."""
    if isinstance(epochs, LinkedEpochs):
        pairs = [(member, layer.values) for member, layer in zip(epochs.members(), epochs.layers, strict=True)]
    else:
        pairs = [(epochs.member, epochs.values if isinstance(epochs, Binned) else np.ones(n))]
    inside = [np.flatnonzero(member < m) for member, _ in pairs]
    column = np.concatenate([member[rows] for (member, _), rows in zip(pairs, inside, strict=True)])
    values = np.concatenate([value[rows] for (_, value), rows in zip(pairs, inside, strict=True)])
    return np.concatenate(inside), column, np.asarray(values, dtype=np.float64)
