"""Matrices of many rows that are made chunk by chunk where they are used, and never stand in memory as a whole.

A Fourier basis of 10^6 TOAs and 120 columns takes 1 GB, and more time to write to memory and read again than to make
anew: a sum over chunks of rows makes each chunk in the processor's cache.
"""

from abc import ABC, abstractmethod

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin
from numpy.typing import DTypeLike

from jug.core.array import Float, K, N
from jug.core.execution.chunks import over_chunks


class RowsOnDemand(NDArrayOperatorsMixin, ABC):
    """A matrix whose rows are made when they are asked for; for NumPy's functions an array like others.

    Parameters
    ----------
    shape : (int, int)
        Numbers of rows and columns.
    """

    ndim = 2
    dtype = np.dtype(np.float64)

    def __init__(self, shape: tuple[int, int]) -> None:
        self.shape = shape

    @abstractmethod
    def __getitem__(self, rows: slice) -> Float[N, K]:
        """Make some rows, column after column in memory."""

    def __len__(self) -> int:
        return self.shape[0]

    @property
    def T(self) -> Float[K, N]:
        """The transposed matrix, all of it."""
        return np.asarray(self).T

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: object, **options: object) -> object:
        """Make all rows, and do with them what is asked for."""
        made = (np.asarray(one) if isinstance(one, RowsOnDemand) else one for one in inputs)
        return getattr(ufunc, method)(*made, **options)

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> Float[N, K]:
        """Make all rows, a chunk at a time over the cores."""
        out = np.empty(self.shape[::-1])

        def fill(rows: slice) -> None:
            out[:, rows] = self[rows].T

        over_chunks(fill, len(self), "rows of noise")
        return out.T if dtype is None else out.T.astype(dtype, copy=False)


class SideBySide(RowsOnDemand):
    """The columns of several matrices, each row times a factor.

    Parameters
    ----------
    matrices : list of (n, k) arrays or RowsOnDemand
        In one unit.
    factor : (n,) array
        Of each row; the unit is that of the matrices times this one's.
    """

    def __init__(self, matrices: list[Float[N, K]], factor: Float[N]) -> None:
        self._matrices, self._factor = matrices, factor
        self._ends = np.cumsum([0, *(matrix.shape[1] for matrix in matrices)]).tolist()
        super().__init__((len(factor), self._ends[-1]))

    def __getitem__(self, rows: slice) -> Float[N, K]:
        factor = self._factor[rows]
        out = np.empty((self._ends[-1], len(factor)))
        for matrix, start, end in zip(self._matrices, self._ends, self._ends[1:], strict=False):
            np.multiply(matrix[rows].T, factor, out=out[start:end])
        return out.T
