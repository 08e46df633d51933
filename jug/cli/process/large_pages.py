"""Memory of a process of the command: the system gives it in large pages, and freed memory stays with the process."""

from contextlib import suppress
from math import isinf

from jug.core.execution.memory import address_space_left, data_left

HEAP_BYTES = 31_000_000
"""Bytes of the heap in large pages; below 32 MiB, the largest threshold of glibc."""


def take_large_pages() -> None:
    """Let arrays that are made from now on lie in large pages, without taking memory for it.

    Linux gives memory page by page, at the first write into each. With pages of 4 kB this takes a tenth of the time of
    a short fit. NumPy asks for pages of 2 MB for an array of 4 MB or more, wherever it lies. The first array here is
    mapped. When it is freed, glibc raises two thresholds (``man mallopt``, M_MMAP_THRESHOLD): smaller blocks then come
    from the heap, which keeps what is freed. The second array lies on the heap, whose memory keeps the large pages.
    Nothing is written into either. Nothing is done where the process has a limit of memory.
    """
    import numpy as np

    if isinf(address_space_left()) and isinf(data_left()):
        with suppress(MemoryError):
            for _ in range(2):
                np.empty(HEAP_BYTES, np.uint8)
