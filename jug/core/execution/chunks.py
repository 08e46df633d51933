"""Chunks of rows that stay in a processor's cache, and groups of chunks that are distributed over the cores.

Chunks and groups depend only on the number of rows, never on the number of cores: sums over them have the same bits
on every machine. The anchor, the residuals and both backends use this one scheme. Arrays of very many rows are
temporary files that are mapped into memory (`jug.core.execution.mapped_arrays`).
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

from jug.core.array import Array
from jug.core.execution.progress import counting
from jug.core.execution.threads import map_in_threads, threads_for_chunks

T = TypeVar("T")

CHUNK_ROWS = 4096
"""Number of rows above which rows are cut into chunks, and largest chunk on JAX: with 100 parameters (3 MB of columns)
the fastest of 1024 to 65536."""

NUMPY_CHUNK_ROWS = 8192
"""Largest number of rows of a chunk on NumPy; with fewer rows more of the time is spent in Python. On two
cores with 1 MB of cache each, fits of 10,000 to 10^6 TOAs with 50 to 100 parameters took 2 to 35% less CPU time than
with 4,096 (one of 30,000 with correlated noise took more on a busy machine, 4% less on a quiet one); with 16,384 some
of those of 10,000 and 30,000 took up to a quarter more."""

MAX_GROUPS = 16
"""Largest number of groups of chunks, and so of Gram matrices in memory; on JAX also of cores in use."""


THREADED_ROWS = 8192
"""Rows up to which `over_chunks` uses one thread: threads take 4 ms of CPU, an anchor of 6,000 rows 4.5 ms."""

STREAMED_ROWS = 1_500_000
"""Rows above which columns and anchor are mapped files: a fit of so many takes 1 GB in memory."""


def are_streamed(n_rows: int) -> bool:
    """Whether arrays of so many rows are mapped files."""
    return n_rows > STREAMED_ROWS


def empty_rows(shape: int | tuple[int, ...]) -> Array:
    """Make an array without values; one of many rows is a mapped temporary file.

    Parameters
    ----------
    shape : int or tuple of int
        The rows first.

    Returns
    -------
    array
        In the unit of the values that are written to it.

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


def join_rows(parts: Sequence[Array]) -> Array:
    """Concatenate arrays by rows; a result of many rows is a mapped temporary file.

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
    """Whether rows are more than one chunk."""
    return n_rows > CHUNK_ROWS


def chunks(n_rows: int) -> list[slice]:
    """Cut rows into the fewest chunks for NumPy, all of one size except the last; many rows into at least two.

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


def groups(n_rows: int, layers: int = 1) -> list[list[slice]]:
    """Cut rows into groups of consecutive chunks, with the same number of chunks in each, up to one.

    Parameters
    ----------
    n_rows : int
    layers : int
        How often there are so many rows, one layer below the other: 2 for TOAs and their measured DMs. After each
        chunk of the first layer come the same rows of the others.

    Returns
    -------
    list of lists of slice
    """
    cut = chunks(n_rows)
    count = n_groups(len(cut))
    found = [cut[i * len(cut) // count : (i + 1) * len(cut) // count] for i in range(count)]
    if layers == 1:
        return found
    below = range(0, layers * n_rows, n_rows)
    return [[slice(at + one.start, at + one.stop) for one in group for at in below] for group in found]


def over_chunks(function: Callable[[slice], T], n_rows: int, what: str = "TOAs", *, columns: int = 0) -> list[T]:
    """Return the function of each chunk, computed in threads where there are many rows and columns.

    Parameters
    ----------
    function : callable
        ``(rows) -> result``; it must not depend on other chunks.
    n_rows : int
    what : str
        Name of the rows in reports of progress.
    columns : int
        Number of columns that are not in disjoint ranges of rows (`threads_for_chunks`).

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

        return map_in_threads(of, len(cut), threads_for_chunks(n_rows, columns))
