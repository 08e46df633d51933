"""Arrays in temporary files that are mapped into memory.

The operating system writes the pages of a mapped file to the disk and reads them again, so that such arrays need no
memory of the process. The file has no name: its space becomes free with the array, however the process ends. All its
space is reserved at the beginning, because a full disk would otherwise end the process when a page is written.
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
from jug.text.system_errors import explain_error


def mapped_array(shape: tuple[int, ...]) -> Array:
    """Make an array of float64 in a temporary file that has no name.

    Parameters
    ----------
    shape : tuple of int
        The rows first.

    Returns
    -------
    array
        Zeros, in the unit of the values that are written to it.

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
        raise JugError(f"{what}, in {gettempdir()}: {explain_error(error)}; TMPDIR names another folder") from error
    return np.frombuffer(content, np.float64, count).reshape(shape)


def take_space(file: IO[bytes], size: int) -> None:
    """Give a file its size, and reserve its space on the disk.

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
