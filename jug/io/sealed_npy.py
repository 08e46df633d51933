"""Arrays in NumPy's format ``.npy`` with a checksum at the end, for files that jug computes and stores."""

import io
from os import PathLike
from zlib import crc32

import numpy as np

from jug.io.npy import StoredNumbers, map_npy

_CHECKSUM_BYTES = 4
"""Bytes of the checksum at the end of a file."""


def sealed_npy(array: StoredNumbers) -> bytes:
    """Return the bytes of a ``.npy`` file with their CRC-32 as four more bytes at the end.

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
