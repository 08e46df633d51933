"""The address space that this process may still take."""

import math
import os
from collections.abc import Iterator
from pathlib import Path

MB = 1e6


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


def _numbers(path: str) -> Iterator[int]:
    """The numbers in the first line of a file; none where it cannot be read."""
    try:
        lines = Path(path).read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeDecodeError):
        return
    for line in lines[:1]:
        yield from (int(word) for word in line.split() if word.isdigit())
