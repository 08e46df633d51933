"""Arrays in NumPy's format ``.npy``, mapped into memory. A damaged file is always a ValueError.

`numpy.load` evaluates the header in several ways, and what it raises for a damaged one depends on where it is damaged.
"""

import ast
import io
from os import PathLike
from typing import Any, Literal, TypeAlias
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

MAGIC = b"\x93NUMPY"
_LENGTH_BYTES = {1: 2, 2: 4, 3: 4}
_MOST_HEADER = 10_000
_CHECKSUM_BYTES = 4

StoredNumbers: TypeAlias = NDArray[Any]
"""An array of the kind of numbers that the file has, which its reader knows."""


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
    except (ValueError, SyntaxError, TypeError, KeyError, MemoryError, RecursionError) as error:
        raise ValueError(f"its header is damaged ({type(error).__name__})") from None
    if kind.hasobject or not kind.itemsize or any(n < 0 for n in shape):
        raise ValueError("its header is damaged")
    try:
        return np.memmap(path, dtype=kind, mode="r", offset=offset, shape=shape, order=order).view(np.ndarray)
    except OverflowError:
        raise ValueError("its header is damaged (OverflowError)") from None


def sealed_npy(array: StoredNumbers) -> bytes:
    """Format an array with the CRC-32 of all before it as the last four bytes, for a file that is kept.

    Parameters
    ----------
    array : array
        In any unit.

    Returns
    -------
    bytes
    """
    buffer = io.BytesIO()
    np.save(buffer, array)
    content = buffer.getvalue()
    return content + crc32(content).to_bytes(_CHECKSUM_BYTES, "little")


def map_sealed_npy(path: str | PathLike[str]) -> StoredNumbers:
    """Map the array of a file of `sealed_npy`, after its checksum has been checked.

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
        The file is damaged, or has no checksum.
    OSError
        It cannot be read.
    """
    with open(path, "rb") as file:
        content = file.read()
    if crc32(content[:-_CHECKSUM_BYTES]) != int.from_bytes(content[-_CHECKSUM_BYTES:], "little"):
        raise ValueError("its checksum is not that of its content")
    return map_npy(path)
