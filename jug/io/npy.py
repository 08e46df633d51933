"""Arrays in NumPy's format ``.npy``, mapped into memory. A damaged file is always a ValueError.

`numpy.load` raises different exceptions for a damaged header, which depend on the place of the damage.
"""

import ast
import os
from os import PathLike
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

MAGIC = b"\x93NUMPY"
_LENGTH_BYTES = {1: 2, 2: 4, 3: 4}
"""Bytes of the length of the header, by the version of the format."""

_MOST_HEADER = 10_000
"""Largest length of a header that is read, bytes."""

StoredNumbers: TypeAlias = NDArray[Any]
"""An array of the data type that the file has."""


def map_npy(path: str | PathLike[str]) -> StoredNumbers:
    """Map the array of a file; only the pages that are used are read.

    Parameters
    ----------
    path : path-like

    Returns
    -------
    array
        In the unit of the file.

    Raises
    ------
    ValueError
        The file is damaged, or holds Python objects.
    OSError
        It cannot be read.
    """
    with open(path, "rb") as file:
        start = file.read(len(MAGIC) + 2)
        size = _LENGTH_BYTES.get(start[-2] if len(start) == len(MAGIC) + 2 else 0)
        if size is None or not start.startswith(MAGIC):
            raise ValueError("this is not a file of an array")
        header = file.read(min(_MOST_HEADER, int.from_bytes(file.read(size), "little")))
        offset = file.tell()
    try:
        fields = ast.literal_eval(header.decode())
        kind, shape = np.dtype(fields["descr"]), tuple(int(n) for n in fields["shape"])
        order: Literal["F", "C"] = "F" if fields["fortran_order"] else "C"
    except (ValueError, SyntaxError, TypeError, KeyError, OverflowError, MemoryError, RecursionError) as error:
        raise ValueError(f"its header is damaged ({type(error).__name__})") from None
    if kind.hasobject or not kind.itemsize or any(n < 0 for n in shape):
        raise ValueError("its header is damaged")
    try:
        return np.memmap(path, dtype=kind, mode="r", offset=offset, shape=shape, order=order).view(np.ndarray)
    except OSError as error:
        error.filename = error.filename or os.fspath(path)  # the error of a refused map does not name the file
        raise
    except OverflowError:
        raise ValueError("its header is damaged (OverflowError)") from None
