"""Work in threads, a core each: NumPy, BLAS and XLA let go of Python's lock while they compute.

What is done in which thread depends on the load; what comes out does not, as long as the work is cut in the same way
whatever the number of threads, and each part is done by itself. So nothing here tells the work how many threads there
are, and BLAS, which would cut its products by its own threads, gets one for each.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from functools import cache
from threading import local
from typing import Any, TypeVar

T = TypeVar("T")

VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS")
"""Where a user says how many threads there shall be."""

_here = local()


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
    """``[work(0), ..., work(count - 1)]``, over the cores."""
    threads = min(workers(), count)
    if threads < 2:
        return [work(i) for i in range(count)]
    from concurrent.futures import ThreadPoolExecutor

    with one_blas_thread(), ThreadPoolExecutor(threads, initializer=_start) as pool:
        parts = [pool.submit(copy_context().run, work, i) for i in range(count)]
        return [part.result() for part in parts]


def _start() -> None:
    _here.busy = True


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """BLAS with one thread."""
    with _libraries().limit(limits=1, user_api="blas"):
        yield


@cache
def _libraries() -> Any:
    """The BLAS that is loaded."""
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
