"""Arrays with a row for each TOA: in memory, or of many rows in temporary files that are mapped into memory.

The pages of a mapped file are the system's to write out and to read again, so that such arrays take none of the memory
of the process. The file has no name from the beginning: its space is free again when the array is, whatever ends the
process. Its space is taken at once, because a disk that is full would else end the process when a page is written.
"""

import math
import mmap
import os
from collections.abc import Sequence
from shutil import disk_usage
from tempfile import TemporaryFile, gettempdir
from typing import IO, Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from jug.core.array import Array
from jug.errors import JugError
from jug.text.system_errors import explained

STREAMED_ROWS = 1_500_000
"""Rows from which arrays of columns and anchor are mapped files: a fit of so many takes 1 GB in memory."""

Rows = NDArray[Any]
"""An array of the kind of numbers that is asked for."""


def are_streamed(n_rows: int) -> bool:
    """Say whether arrays of so many rows are mapped files."""
    return n_rows > STREAMED_ROWS


def empty_rows(shape: int | tuple[int, ...], dtype: DTypeLike = np.float64) -> Rows:
    """Make an array without values; of many rows as a mapped temporary file.

    Parameters
    ----------
    shape : int or tuple of int
        The rows first.
    dtype : data type

    Returns
    -------
    array

    Raises
    ------
    JugError
        The temporary folder has no room.
    """
    lengths = shape if isinstance(shape, tuple) else (shape,)
    return _mapped(lengths, np.dtype(dtype)) if are_streamed(lengths[0]) else np.empty(lengths, dtype)


def joined_rows(parts: Sequence[Array]) -> Array:
    """Concatenate arrays by rows; the result has many rows as a mapped temporary file.

    Parameters
    ----------
    parts : sequence of (n_i, ...) arrays

    Returns
    -------
    (n, ...) array

    Raises
    ------
    JugError
        The temporary folder has no room.
    """
    n = sum(map(len, parts))
    if not are_streamed(n):
        return np.concatenate(parts)
    return np.concatenate(parts, out=empty_rows((n, *parts[0].shape[1:]), np.result_type(*parts)))


def _mapped(shape: tuple[int, ...], dtype: np.dtype[Any]) -> Rows:
    """An array in a temporary file that has no name."""
    count = math.prod(shape)
    size = count * dtype.itemsize
    try:
        with TemporaryFile() as file:
            _take_space(file, size)
            content = mmap.mmap(file.fileno(), size)
    except OSError as error:
        what = f"no room for a temporary file of {size / 1e6:.0f} MB, a column of {shape[0]} rows"
        raise JugError(f"{what}, in {gettempdir()}: {explained(error)}; TMPDIR names another folder") from error
    return np.frombuffer(content, dtype, count).reshape(shape)


def _take_space(file: IO[bytes], size: int) -> None:
    """Give a file its size, and space on the disk; OSError where there is none."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file.fileno(), 0, size)
        return
    import errno

    if disk_usage(gettempdir()).free < size:  # macOS and Windows have no such call
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    file.truncate(size)
