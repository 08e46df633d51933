"""Work in threads, a core each: NumPy, BLAS and XLA let go of Python's lock while they compute.

What is done in which thread depends on the load; what comes out does not, as long as the work is cut in the same way
whatever the number of threads, and each part is done by itself. So nothing here tells the work how many threads there
are, and BLAS, which would cut its products by its own threads, gets one for each.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from threading import Lock, local
from typing import Any, TypeVar

T = TypeVar("T")

VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS")
"""Where a user says how many threads there shall be."""

_here = local()
_lock = Lock()
_limits: list[int] = []
_before: list[tuple[Any, int]] = []  # each BLAS that is loaded, and its threads when the first limit came


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def workers() -> int:
    """Threads for large problems: a core each, no more than the user gives BLAS, and one in what is such a thread."""
    if getattr(_here, "busy", False):
        return 1
    given = (os.environ.get(name, "").split(",")[0].strip() for name in VARIABLES)
    return min([cores(), *(int(text) for text in given if text.isdigit() and int(text) > 0)])


def each(work: Callable[[int], T], count: int) -> list[T]:
    """``[work(0), ..., work(count - 1)]``, over the cores; after a failure, or Ctrl-C, no part is begun any more."""
    threads = min(workers(), count)
    if threads < 2:
        return [work(i) for i in range(count)]
    from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait

    with blas_limit(1), ThreadPoolExecutor(threads, initializer=_start) as pool:
        parts = [pool.submit(copy_context().run, work, i) for i in range(count)]
        try:
            wait(parts, return_when=FIRST_EXCEPTION)
        finally:
            for part in parts:
                part.cancel()
        return [part.result() for part in parts]  # parts begin in their order: one that failed is before any cancelled


def _start() -> None:
    _here.busy = True


@contextmanager
def blas_limit(threads: int) -> Iterator[None]:
    """BLAS with no more threads than this, in the whole process.

    What users' threads want at once is counted: the smallest limit holds while any is inside, and when the last one
    leaves, BLAS has what it had when the first one came. (An OpenBLAS over OpenMP has a limit for each thread.)
    """
    from threadpoolctl import ThreadpoolController

    found = ThreadpoolController().select(user_api="blas")
    apart = found.select(threading_layer="openmp")
    with apart.limit(limits=threads):
        with _lock:
            if not _limits:
                shared = [library for library in found.lib_controllers if library not in apart.lib_controllers]
                _before.extend((library, library.num_threads) for library in shared)
            _limits.append(threads)
            _set_blas()
        try:
            yield
        finally:
            with _lock:
                _limits.remove(threads)
                _set_blas()
                if not _limits:
                    _before.clear()


def _set_blas() -> None:
    for library, threads in _before:
        # threadpoolctl 3.8 heeds the thread that came first alone, until it is told that nobody has
        free = getattr(library, "clear_controlling_thread", lambda force: None)
        free(force=True)
        library.set_num_threads(min([threads, *_limits]))
        free(force=True)
