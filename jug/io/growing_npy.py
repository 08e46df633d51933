"""Arrays in NumPy's format ``.npy`` to which rows are appended, for columns that do not fit into memory."""

from os import PathLike

import numpy as np
from numpy.typing import DTypeLike

from jug.io.npy import MAGIC, StoredNumbers
from jug.io.staging import open_new

_HEADER_BYTES = 128
"""Length of the header, with room for any number of rows; a multiple of 64, as the format asks for."""


class GrowingNpy:
    """A new file with an array that grows by rows; it can be read after `close`.

    Parameters
    ----------
    path : path-like
        There must be no such file.
    dtype : data type
    width : tuple of int
        Lengths of the dimensions after the rows.

    Raises
    ------
    OSError
        The file is there already, or cannot be written; of `append` and `close` too.
    """

    def __init__(self, path: str | PathLike[str], dtype: DTypeLike, width: tuple[int, ...] = ()) -> None:
        self.dtype, self.width, self.n_rows = np.dtype(dtype), width, 0
        self._file = open_new(path)
        self._file.write(bytes(_HEADER_BYTES))

    def append(self, rows: StoredNumbers) -> None:
        """Write more rows, (m, *width); numbers of another kind are converted."""
        self._file.write(np.ascontiguousarray(rows, self.dtype).reshape(-1).view(np.uint8).data)
        self.n_rows += len(rows)

    def close(self) -> None:
        """Write the header, which has the number of rows, and close the file."""
        try:
            shape = (self.n_rows, *self.width)
            fields = repr({"descr": self.dtype.str, "fortran_order": False, "shape": shape}).encode()
            start = MAGIC + bytes((1, 0)) + (_HEADER_BYTES - len(MAGIC) - 4).to_bytes(2, "little")
            self._file.seek(0)
            self._file.write((start + fields).ljust(_HEADER_BYTES - 1) + b"\n")
        finally:
            self._file.close()
