"""Chunks of rows that stay in a processor's cache, and groups of chunks that go over the cores.

Chunks and groups depend on the number of rows alone, never on the number of cores: sums over them have the same bits
on every machine. The anchor, the residuals and both backends use this one scheme. Arrays of more rows than memory
should hold are temporary files, which are mapped into memory (`jug.core.execution.mapped_arrays`).
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

from jug.core.array import Array
from jug.core.execution.progress import counting
from jug.core.execution.threads import MOST_FOR_CHUNKS, each

T = TypeVar("T")

CHUNK_ROWS = 4096
"""Rows from which there are chunks, and largest number of rows of one on JAX: with 100 parameters (3 MB of columns) the
fastest of 1024 to 65536."""

NUMPY_CHUNK_ROWS = 8192
"""Largest number of rows of a chunk on NumPy, whose operations on fewer rows spend more of their time in Python. On two
cores with 1 MB of cache each, fits of 10,000 to 10^6 TOAs with 50 to 100 parameters took 2 to 35% less CPU time than
with 4,096 (one of 30,000 with correlated noise took more on a busy machine, 4% less on a quiet one); with 16,384 some
of those of 10,000 and 30,000 took up to a quarter more."""

MAX_GROUPS = 16
"""Largest number of groups of chunks, so of Gram matrices in memory; on JAX also of cores that take part."""


THREADED_ROWS = 8192
"""Rows up to which `over_chunks` stays in one thread: threads cost 4 ms of CPU, an anchor of 6,000 rows 4.5 ms."""

STREAMED_ROWS = 1_500_000
"""Rows from which columns and anchor are mapped files: a fit of so many takes 1 GB in memory."""


def are_streamed(n_rows: int) -> bool:
    """Say whether arrays of so many rows are mapped files."""
    return n_rows > STREAMED_ROWS


def empty_rows(shape: int | tuple[int, ...]) -> Array:
    """Make an array without values; of many rows as a mapped temporary file.

    Parameters
    ----------
    shape : int or tuple of int
        The rows first.

    Returns
    -------
    array
        Its unit is what is written to it.

    Raises
    ------
    JugError
        The temporary folder has no room.
    """
    lengths = shape if isinstance(shape, tuple) else (shape,)
    if not are_streamed(lengths[0]):
        return np.empty(lengths)
    from jug.core.execution.mapped_arrays import mapped_array

    return mapped_array(lengths)


def joined_rows(parts: Sequence[Array]) -> Array:
    """Concatenate arrays by rows; the result has many rows as a mapped temporary file.

    Parameters
    ----------
    parts : sequence of arrays
        With the same dimensions after the rows.

    Returns
    -------
    array
        In the unit of the parts.

    Raises
    ------
    JugError
        The temporary folder has no room.
    """
    n = sum(map(len, parts))
    return np.concatenate(parts, out=empty_rows((n, *parts[0].shape[1:]))) if are_streamed(n) else np.concatenate(parts)


def are_many(n_rows: int) -> bool:
    """Say whether rows are more than one chunk."""
    return n_rows > CHUNK_ROWS


def chunks(n_rows: int) -> list[slice]:
    """Cut rows into the fewest chunks for NumPy, all of one size but the last; many rows into two at least.

    Parameters
    ----------
    n_rows : int

    Returns
    -------
    list of slice
    """
    count = max(1 + are_many(n_rows), -(-n_rows // NUMPY_CHUNK_ROWS))
    size = -(-n_rows // count)
    return [slice(start, min(start + size, n_rows)) for start in range(0, n_rows, size)]


def equal_chunk_rows(n_rows: int) -> int:
    """Return the rows of each chunk where all must be equal, as in compiled code: ``n_rows`` halved until they fit.

    Parameters
    ----------
    n_rows : int
        8 to 15 times a power of two, as a padded size is (`jug.compute.padding.padded_size`).

    Returns
    -------
    int
    """
    while n_rows > CHUNK_ROWS and n_rows % 2 == 0:
        n_rows //= 2
    return n_rows


def n_groups(n_chunks: int) -> int:
    """Return the number of groups of chunks."""
    return min(n_chunks, MAX_GROUPS)


def groups(n_rows: int) -> list[list[slice]]:
    """Cut rows into groups of consecutive chunks, as many chunks in each as can be.

    Parameters
    ----------
    n_rows : int

    Returns
    -------
    list of lists of slice
    """
    cut = chunks(n_rows)
    count = n_groups(len(cut))
    return [cut[i * len(cut) // count : (i + 1) * len(cut) // count] for i in range(count)]


def over_chunks(function: Callable[[slice], T], n_rows: int, what: str = "TOAs") -> list[T]:
    """Return the function of each chunk, worked out in `MOST_FOR_CHUNKS` threads where there are many rows.

    Parameters
    ----------
    function : callable
        ``(rows) -> result``; it must not depend on other chunks.
    n_rows : int
    what : str
        What the rows are, for those who are told of progress.

    Returns
    -------
    list
        In the order of the chunks.
    """
    cut = chunks(n_rows)
    if n_rows <= THREADED_ROWS:
        return [function(rows) for rows in cut]
    with counting(what, n_rows) as add:

        def of(i: int) -> T:
            found = function(cut[i])
            add(cut[i].stop - cut[i].start)
            return found

        return each(of, len(cut), MOST_FOR_CHUNKS)
