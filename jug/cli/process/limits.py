"""Limits of the process (ulimit) at which OpenBLAS would end it. They are read before NumPy is loaded."""

import os
import threading

from jug.core.execution.memory import address_space_left
from jug.core.execution.threads import THREAD_VARIABLES, workers
from jug.errors import JugMemoryError

LEAST_MB = 160
"""Address space, MB, of a fit of some thousand TOAs by NumPy with one thread; 145 MB were enough for 62 TOAs."""

THREAD_MB = 50
"""Address space, MB, that each further thread of BLAS takes."""

FEW_PROCESSES = 10_000
"""Limit of the number of processes below which jug tests whether threads can be started."""


def respect_limits() -> None:
    """Use one thread if a limit leaves no room for more.

    Raises
    ------
    JugMemoryError
        The limit of address space (``ulimit -v``) is too small for any fit. OpenBLAS would end the process.
    """
    try:
        import resource
    except ImportError:  # Windows has no such limits
        return
    threads = workers()
    processes = resource.getrlimit(resource.RLIMIT_NPROC)[0]
    too_few = threads > 1 and 0 <= processes < FEW_PROCESSES and not _can_start(threads)
    room = address_space_left()
    if too_few or room < LEAST_MB + THREAD_MB * (threads - 1):
        os.environ.update(dict.fromkeys(THREAD_VARIABLES, "1"))
    if room < LEAST_MB:
        left = f"the limit of this process leaves {room:.0f} MB"
        raise JugMemoryError(f"a fit needs {LEAST_MB} MB of memory at least, and {left}; raise it (ulimit -v)")


def _can_start(threads: int) -> bool:
    """Whether this number of threads can run at the same time."""
    done = threading.Event()
    started = []
    try:
        for _ in range(threads):
            one = threading.Thread(target=done.wait)
            one.start()
            started.append(one)
    except RuntimeError:
        return False
    finally:
        done.set()
        for one in started:
            one.join()
    return True
