"""Matrices of many rows that are made chunk by chunk where they are used, and are never in memory as a whole.

A Fourier basis of 10^6 TOAs and 120 columns takes 1 GB, and writing it to memory and reading it again takes longer than
making it anew: a sum over chunks of rows makes each chunk in the processor's cache. A matrix of few rows is in memory
(`RowsInMemory`). Both have a place in which a sum over all rows stores results for the next sum.
"""

from abc import ABC, abstractmethod
from typing import TypeAlias

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin
from numpy.typing import DTypeLike

from jug.core.array import Complex, Float, K, N
from jug.core.execution.chunks import over_chunks

WavesMade: TypeAlias = dict[tuple[float, int], tuple[Float[N], Complex[K, N]]]
"""Times, and the powers of a wave at these times, by angular frequency (rad/s) and number of powers."""


class RowsOnDemand(NDArrayOperatorsMixin, ABC):
    """A matrix whose rows are made on access; NumPy's functions take it as an array.

    Parameters
    ----------
    shape : (int, int)
        Numbers of rows and columns.

    Attributes
    ----------
    cached_sums : object
        Results that a sum over all rows stores for the next sum; not part of the matrix, and not pickled.
    """

    ndim = 2
    dtype = np.dtype(np.float64)
    cached_sums: object = None

    def __init__(self, shape: tuple[int, int]) -> None:
        self.shape = shape

    def __getstate__(self) -> dict[str, object]:
        """Leave the stored results out of a pickle."""
        return {**self.__dict__, "cached_sums": None}

    def __getitem__(self, rows: slice) -> Float[N, K]:
        """Make some rows, column after column in memory."""
        out = np.empty((self.shape[1], len(range(*rows.indices(len(self))))))
        self.fill(out, rows, 1.0, {})
        return out.T

    @abstractmethod
    def fill(self, out: Float[K, N], rows: slice, factor: Float[N] | float, waves: WavesMade) -> None:
        """Make some rows times a factor.

        Parameters
        ----------
        out : (k, rows) array
            Receives the rows, transposed. Its unit is the unit of the matrix times that of ``factor``.
        rows : slice
        factor : (rows,) array or float
            In any unit.
        waves : dict
            The waves that other matrices have made for the same rows. Waves that are absent are added.
        """

    def is_near(self, other: object, share: float) -> bool:
        """Whether another matrix is known to have the same elements, within a relative difference.

        Parameters
        ----------
        other : object
        share : float
            Largest difference of two elements over their size, no unit.

        Returns
        -------
        bool
            Also False where all rows would have to be compared.
        """
        return other is self

    def __len__(self) -> int:
        return self.shape[0]

    @property
    def T(self) -> Float[K, N]:
        """The whole transposed matrix."""
        return np.asarray(self).T

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: object, **options: object) -> object:
        """Make all rows, and apply the function to them."""
        made = (np.asarray(one) if isinstance(one, RowsOnDemand) else one for one in inputs)
        return getattr(ufunc, method)(*made, **options)

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> Float[N, K]:
        """Make all rows, chunk by chunk, on several cores."""
        out = np.empty(self.shape[::-1])

        def fill(rows: slice) -> None:
            out[:, rows] = self[rows].T

        over_chunks(fill, len(self), "rows of noise", columns=self.shape[1])
        return out.T if dtype is None else out.T.astype(dtype, copy=False)


class RowsInMemory(RowsOnDemand):
    """A matrix of few rows, which is in memory.

    Parameters
    ----------
    matrix : (n, k) array
        In any unit.
    """

    def __init__(self, matrix: Float[N, K]) -> None:
        self._matrix = matrix
        super().__init__(matrix.shape)

    def __getitem__(self, rows: slice) -> Float[N, K]:
        """Take some rows, without a copy."""
        found: Float[N, K] = self._matrix[rows]
        return found

    def fill(self, out: Float[K, N], rows: slice, factor: Float[N] | float, waves: WavesMade) -> None:
        """Multiply some rows by a factor.

        Parameters
        ----------
        out : (k, rows) array
            Receives the rows, transposed. Its unit is the unit of the matrix times that of ``factor``.
        rows : slice
        factor : (rows,) array or float
            In any unit.
        waves : dict
            Not used.
        """
        np.multiply(self._matrix[rows].T, factor, out=out)

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> Float[N, K]:
        """The matrix itself, or a copy where one is asked for."""
        made = self._matrix if dtype is None else self._matrix.astype(dtype, copy=False)
        return made.copy() if copy and made is self._matrix else made


class SideBySide(RowsOnDemand):
    """The columns of several matrices, each row times a factor.

    Parameters
    ----------
    matrices : list of (n, k) arrays or RowsOnDemand
        In one unit.
    factor : (n,) array
        Factor of each row. The unit of the product is the unit of the matrices times the unit of the factor.
    """

    def __init__(self, matrices: list[Float[N, K]], factor: Float[N]) -> None:
        self.matrices, self._factor = matrices, factor
        self._ends = np.cumsum([0, *(matrix.shape[1] for matrix in matrices)]).tolist()
        super().__init__((len(factor), self._ends[-1]))

    def of_rows(self, rows: slice, factor: Float[N] | float) -> Float[N]:
        """Return the factor of some rows times another one.

        Parameters
        ----------
        rows : slice
        factor : (rows,) array or float
            In any unit.

        Returns
        -------
        (rows,) array
            In the unit of the matrix times that of the factor.
        """
        both: Float[N] = factor * self._factor[rows]
        return both

    def fill(self, out: Float[K, N], rows: slice, factor: Float[N] | float, waves: WavesMade) -> None:
        """Make some rows, each matrix in its place.

        Parameters
        ----------
        out : (k, rows) array
            Receives the rows, transposed. Its unit is the unit of the matrix times that of ``factor``.
        rows : slice
        factor : (rows,) array or float
            In any unit.
        waves : dict
            The waves that other matrices have made for the same rows. Waves that are absent are added.
        """
        both = self.of_rows(rows, factor)
        for matrix, start, end in zip(self.matrices, self._ends, self._ends[1:], strict=False):
            if isinstance(matrix, RowsOnDemand):
                matrix.fill(out[start:end], rows, both, waves)
            else:
                np.multiply(matrix[rows].T, both, out=out[start:end])
