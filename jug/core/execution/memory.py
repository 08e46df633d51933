"""The memory that this process may still take, in which pages it takes it, and errors before work that needs more."""

import math
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

from jug.errors import JugMemoryError
from jug.text.name_lists import toa_count

MB = 1e6
"""Bytes in a megabyte."""

SMALL_MB = 200
"""Memory, MB, below which work is not checked: the libraries take as much."""

LINE_BYTES, TEXT_COPIES = 1000, 3
"""Memory from the tim file to the end of a fit: bytes for each TOA, and copies of its text; 1.1 kB were measured for a
TOA without flags on a line of 54 bytes."""

FIT_BYTES = 600
"""Memory of a fit for each TOA, in addition to the TOAs themselves; 480 bytes were measured with 5 parameters, and a
limit of address space has to be larger by a quarter."""

STREAMED_FIT_BYTES = 170
"""The same with white noise where columns and anchor are mapped files (`jug.core.execution.chunks`); 140 bytes were
measured with 10 parameters, verdict included."""

DENSE_COPIES = 8
"""Copies of a dense basis of noise in a fit at its peak; measured with 40 columns on 50,000 and 200,000 TOAs."""

BATCH_BYTES = 3e7
"""Largest memory for the points of a grid, or the vectors of a likelihood, that are evaluated at once."""

COLUMNS_OF_A_POINT, COLUMNS_OF_A_GRID_POINT = 20, 60
"""Numbers for each TOA that a likelihood, beside its dense basis, and a point of a grid are taken to need."""

ARROW_MB, ARROW_CORE_MB = 400, 100
"""Address space, MB, of pyarrow for a small table, and for each of its threads, one a core: with two cores and 250 MB
it sometimes aborted the process, with 400 MB it could not start its threads, with 450 MB it could."""

HEAP_BYTES = 31_000_000
"""Bytes of the heap in large pages; below 32 MiB, the largest threshold of glibc."""

_CGROUP_FOLDER = "/sys/fs/cgroup"


def address_space_left() -> float:
    """Return the MB of address space that the limit of this process leaves (``ulimit -v``); infinity without one."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return math.inf
    space = resource.getrlimit(resource.RLIMIT_AS)[0]
    if space == resource.RLIM_INFINITY:
        return math.inf
    pages = next(_numbers("/proc/self/statm"), 0)
    return max(0.0, (space - pages * os.sysconf("SC_PAGE_SIZE")) / MB)


def data_left() -> float:
    """Return the MB of private memory that the limit of this process leaves (``ulimit -d``); infinity without one."""
    try:
        import resource
    except ImportError:
        return math.inf
    limit = resource.getrlimit(resource.RLIMIT_DATA)[0]
    if limit == resource.RLIM_INFINITY:
        return math.inf
    return max(0.0, (limit - sum(_fields("/proc/self/status", "VmData:")) * 1024) / MB)


def take_large_pages() -> None:
    """Let arrays that are made from now on lie in large pages, without taking memory for it.

    Linux gives memory page by page, at the first write into each. With pages of 4 kB this takes a tenth of the time of
    a short fit. NumPy asks for pages of 2 MB for an array of 4 MB or more, wherever it lies. The first array here is
    mapped. When it is freed, glibc raises two thresholds (``man mallopt``, M_MMAP_THRESHOLD): smaller blocks then come
    from the heap, which keeps what is freed. The second array lies on the heap, whose memory keeps the large pages.
    Nothing is written into either. Nothing is done where the process has a limit of memory.
    """
    import numpy as np  # a message about memory does not need it

    if math.isinf(address_space_left()) and math.isinf(data_left()):
        with suppress(MemoryError):
            for _ in range(2):
                np.empty(HEAP_BYTES, np.uint8)


@cache
def take_large_pages_once() -> None:
    """Call `take_large_pages` in a process that has not done so; each fit asks for it.

    Else glibc gives memory that a fit frees back to the system each time: a fit of 8,000 TOAs and 120 columns of noise
    in Python then took 1.5 times as long.
    """
    take_large_pages()


def require_space_for_arrow() -> None:
    """Raise an error where the limit of address space is so low that loading pyarrow could abort the process.

    Raises
    ------
    JugMemoryError
    """
    need = ARROW_MB + ARROW_CORE_MB * (os.cpu_count() or 1)
    left = address_space_left()
    if "pyarrow" not in sys.modules and left < need:
        raise JugMemoryError(
            f"pyarrow needs {need} MB of address space, and the limit of this process leaves {left:.0f} MB; raise it "
            "(ulimit -v), or take another format"
        )


def memory_left() -> float:
    """Return the MB that this process may still take, by the lowest limit of machine, container and process.

    Infinity where the system gives no numbers.
    """
    left = [address_space_left(), data_left()]
    if available := _fields("/proc/meminfo", "MemAvailable:"):
        left.append((available[0] + sum(_fields("/proc/meminfo", "SwapFree:"))) * 1024 / MB)
    group = [next(_numbers(f"{_CGROUP_FOLDER}/{name}"), None) for name in ("memory.max", "memory.current")]
    if group[0] is not None and group[1] is not None:
        cache = sum(_fields(f"{_CGROUP_FOLDER}/memory.stat", "inactive_file"))
        left.append((group[0] - group[1] + cache) / MB)
    return max(0.0, min(left))


def require_memory(mb: float, work: str, way_out: str) -> None:
    """Raise an error before work that needs more memory than is left.

    Parameters
    ----------
    mb : float
        Memory that it needs at its peak, MB.
    work : str
        Subject of the sentence in the error: "10000000 TOAs".
    way_out : str
        The hint how to need less.

    Raises
    ------
    JugMemoryError
    """
    if mb < SMALL_MB:
        return
    left = memory_left()
    if mb > left:
        sizes = f"about {mb / 1000:.2g} GB of memory, and {left / 1000:.2g} GB are left"
        raise JugMemoryError(f"{work} need {sizes}; {way_out}")


def points_at_once(n_toa: int, columns: int) -> int:
    """Return how many points of a grid, or vectors of a likelihood, fit into `BATCH_BYTES`; one at least.

    Parameters
    ----------
    n_toa, columns : int
        Each point takes so many columns of so many float64.

    Returns
    -------
    int
    """
    return max(1, int(BATCH_BYTES / (8.0 * n_toa * columns)))


def require_for_lines(lines: int, size: int) -> None:
    """Raise an error before reading more TOAs than fit into memory.

    Parameters
    ----------
    lines, size : int
        Lines and bytes of their tim files.

    Raises
    ------
    JugMemoryError
    """
    need = (LINE_BYTES * lines + TEXT_COPIES * size) / MB
    require_memory(need, toa_count(lines), "take fewer of them (fewer files, FMIN and FMAX), or a larger machine")


def require_for_fit(n_toa: int, *, streamed: bool = False) -> None:
    """Raise an error before a fit of more TOAs than fit into memory.

    Parameters
    ----------
    n_toa : int
    streamed : bool
        Whether the noise is white, and columns and anchor are mapped files.

    Raises
    ------
    JugMemoryError
    """
    size = STREAMED_FIT_BYTES if streamed else FIT_BYTES
    require_memory(size * n_toa / MB, f"{toa_count(n_toa)} in a fit", "take fewer of them, or a larger machine")


def _fields(path: str, name: str) -> list[int]:
    """The number after a word at the beginning of a line."""
    return [int(words[1]) for words in map(str.split, _lines(path)) if len(words) > 1 and words[0] == name]


def _numbers(path: str) -> Iterator[int]:
    """The numbers in the first line of a file."""
    for line in _lines(path)[:1]:
        yield from (int(word) for word in line.split() if word.isdigit())


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeDecodeError):
        return []
