"""Work in threads, at most one for each core: NumPy, BLAS and XLA release Python's lock while they compute.

Which thread does which part depends on the load. The results do not, as long as the parts are the same for any number
of threads and do not depend on each other. The work therefore does not know the number of threads, and BLAS, which
would divide its products among its own threads, gets one thread.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from contextvars import copy_context
from functools import lru_cache
from importlib import import_module
from threading import Lock, local
from typing import TYPE_CHECKING, TypeVar

from jug.core.whole_number import is_whole_number

T = TypeVar("T")

THREAD_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS")
"""Environment variables by which a user sets the number of threads."""

_thread = local()
_lock = Lock()
_limits: list[int] = []
_given_one = False  # whether `load_numpy_with_one_thread` has done so

if TYPE_CHECKING:
    from typing import Protocol

    from threadpoolctl import ThreadpoolController

    class Blas(Protocol):
        """A library of threadpoolctl."""

        filepath: str
        num_threads: int

        def set_num_threads(self, threads: int, /) -> None:
            """Limit its threads."""


_before: list[tuple["Blas", int]] = []  # each BLAS that is loaded, and its threads when the first limit came
_with_scipy: list["Blas"] = []  # each BLAS at the first call of `limit_new_blas`


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def workers() -> int:
    """Return the number of threads for large problems: one a core, at most the user's limit for BLAS; 1 in a thread."""
    if getattr(_thread, "busy", False):
        return 1
    given = (os.environ.get(name, "").split(",")[0].strip() for name in THREAD_VARIABLES)
    return min([cores(), *(int(text) for text in given if is_whole_number(text) and int(text) > 0)])


MOST_FOR_CHUNKS = 2
"""Largest number of threads for chunks of rows on NumPy; `threads_for_chunks` says for which.

On 16 cores an iteration of 300,000 TOAs and 100 parameters (DMX, or all columns dense) took 0.51 and 0.83 s in one
thread, 0.52 and 0.59 s in 2, 0.83 and 0.71 s in 4, 1.06 and 0.89 s in 16. Operations on 4,096 rows are short, and
between them threads wait for Python's lock. XLA does not take that lock."""


THREADED_COLUMNS = 30
"""Columns, except those in disjoint ranges (DMX), below which chunks of rows have one thread on NumPy. On 2 cores with
5 to 13 columns two threads took 1.1 to 1.6 times as long for a fit as one, with 30 to 125 of them 0.65 to 1.0."""

CHUNKED_NUMBERS, COUPLED_NUMBERS = 1e6, 7e6
"""Numbers of a matrix (rows times columns) from which fits in two threads are faster than in one: with white noise, and
with correlated noise, whose columns count too."""


def threads_for_chunks(n_rows: int, n_columns: int, *, coupled: bool = False) -> int:
    """Return the largest number of threads for chunks of rows on NumPy.

    Operations on the rows of a chunk are short, and between them two threads wait for Python's lock. What they share is
    the work on matrices.

    Parameters
    ----------
    n_rows : int
    n_columns : int
        Columns of the matrix that are not in disjoint ranges of rows.
    coupled : bool
        Whether there is correlated noise, whose columns are among them.

    Returns
    -------
    int
        1 or `MOST_FOR_CHUNKS`.
    """
    least = COUPLED_NUMBERS if coupled else CHUNKED_NUMBERS
    return MOST_FOR_CHUNKS if n_columns >= THREADED_COLUMNS and n_rows * n_columns >= least else 1


def map_in_threads(work: Callable[[int], T], count: int, most: int | None = None) -> list[T]:
    """Return ``[work(0), ..., work(count - 1)]``, computed in threads on the cores.

    Parameters
    ----------
    work : callable
        ``(i) -> result`` of one part; after a failure, or Ctrl-C, no other part begins.
    count : int
        Number of parts.
    most : int, optional
        Largest number of threads.

    Returns
    -------
    list
        In the order of the parts.
    """
    threads = min(workers(), count if most is None else min(count, most))
    if threads < 2:
        with blas_limit(1) if count > 1 else nullcontext():  # as beside threads, so that the results are the same
            return [work(i) for i in range(count)]
    from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait

    with blas_limit(1), ThreadPoolExecutor(threads, initializer=_start) as pool:
        parts = [pool.submit(copy_context().run, work, i) for i in range(count)]
        try:
            wait(parts, return_when=FIRST_EXCEPTION)
        finally:
            for part in parts:
                part.cancel()
        return [
            part.result() for part in parts
        ]  # parts start in order, so a failed one comes before every cancelled one


def _start() -> None:
    _thread.busy = True


def load_numpy_with_one_thread() -> None:
    """Load NumPy with one thread of BLAS, for a process of jug's own; `blas_limit` gives it more for large products.

    OpenBLAS makes its threads when it is loaded. They wait actively, for 20 to 40 ms of CPU after each product. This
    function does nothing where the user has set the number of threads, or NumPy is loaded.
    """
    global _given_one
    if "numpy" in sys.modules or any(os.environ.get(name) for name in THREAD_VARIABLES):
        return
    os.environ.update(dict.fromkeys(THREAD_VARIABLES, "1"))
    try:
        import_module("numpy")
    finally:
        for name in THREAD_VARIABLES:
            del os.environ[name]
    _given_one = True


def blas_threads_at_rest() -> int:
    """Return the number of threads that BLAS has outside of `blas_limit`: 1, the user's number, or one a core."""
    given = {os.environ.get(name, "").split(",")[0].strip() for name in THREAD_VARIABLES} - {""}
    return 1 if _given_one or given == {"1"} else cores()


@contextmanager
def blas_limit(threads: int) -> Iterator[None]:
    """Limit the threads of BLAS in the whole process inside the ``with`` block.

    Several threads of a user may be inside at the same time: the smallest limit applies, and after the last one has
    left, BLAS has its first number again. (An OpenBLAS with OpenMP has a limit for each thread.) Where
    jug has loaded NumPy with one thread, the limit may be any number up to that of the cores.

    Parameters
    ----------
    threads : int
        Largest number of threads.
    """
    if threads == 1 and _given_one and not _limits:  # it has one
        yield
        return
    found = _loaded_blas(len(sys.modules))
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


@lru_cache(maxsize=1)
def _loaded_blas(n_modules: int) -> "ThreadpoolController":
    """The libraries of BLAS of this process. With many libraries the search takes 2.5 ms, so that it is repeated only
    where the number of imported modules is another one."""
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController().select(user_api="blas")


def _set_blas() -> None:
    for library, threads in _before:
        most = cores() if _given_one and _limits else threads
        _give(library, min([most, *_limits]))


def _give(library: "Blas", threads: int) -> None:
    # in threadpoolctl 3.8 only the first thread that called it has an effect, until that is cleared
    free = getattr(library, "clear_controlling_thread", lambda force: None)
    free(force=True)
    library.set_num_threads(threads)
    free(force=True)


def limit_new_blas() -> None:
    """Give SciPy's BLAS the number of threads of NumPy's BLAS; to be called after the import of SciPy.

    SciPy's packages have an OpenBLAS of their own. Where it is loaded inside `blas_limit`, or after
    `load_numpy_with_one_thread`, it uses all cores: 300 searches by L-BFGS-B with 14 parameters took 0.82 s of CPU
    with two threads and 0.16 s with one, `jug noise` of B1855+09 9.6 and 5.1 s, because a thread of OpenBLAS waits
    actively while the function is evaluated.
    """
    with _lock:
        if not _with_scipy:
            from threadpoolctl import ThreadpoolController

            found = ThreadpoolController().select(user_api="blas").lib_controllers
            _with_scipy.extend(one for one in found if getattr(one, "threading_layer", "") != "openmp")
        limited = {library.filepath for library, _ in _before}
        for library in _with_scipy:
            if _limits and library.filepath not in limited:
                _before.append((library, 1 if _given_one else library.num_threads))
            elif _given_one and not _limits:
                _give(library, 1)
        if _limits:
            _set_blas()
