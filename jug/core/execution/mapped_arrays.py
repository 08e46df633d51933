"""Arrays in temporary files that are mapped into memory.

The pages of a mapped file are the system's to write out and to read again, so that such arrays take none of the memory
of the process. The file has no name from the beginning: its space is free again when the array is, whatever ends the
process. Its space is taken at once, because a disk that is full would else end the process when a page is written.
"""

import errno
import math
import mmap
import os
from shutil import disk_usage
from tempfile import TemporaryFile, gettempdir
from typing import IO

import numpy as np

from jug.core.array import Array
from jug.errors import JugError
from jug.text.system_errors import explained


def mapped_array(shape: tuple[int, ...]) -> Array:
    """Make an array of float64 in a temporary file that has no name.

    Parameters
    ----------
    shape : tuple of int
        The rows first.

    Returns
    -------
    array
        Zeros; its unit is what is written to it.

    Raises
    ------
    JugError
        The temporary folder has no room.
    """
    count = math.prod(shape)
    size = 8 * count
    try:
        with TemporaryFile() as file:
            take_space(file, size)
            content = mmap.mmap(file.fileno(), size)
    except OSError as error:
        what = f"no room for a temporary file of {size / 1e6:.0f} MB, a column of {shape[0]} rows"
        raise JugError(f"{what}, in {gettempdir()}: {explained(error)}; TMPDIR names another folder") from error
    return np.frombuffer(content, np.float64, count).reshape(shape)


def take_space(file: IO[bytes], size: int) -> None:
    """Give a file its size, and space on the disk.

    Parameters
    ----------
    file : binary file
    size : int
        Bytes.

    Raises
    ------
    OSError
        There is no room.
    """
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file.fileno(), 0, size)
        return
    if disk_usage(gettempdir()).free < size:  # macOS and Windows have no such call
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    file.truncate(size)
