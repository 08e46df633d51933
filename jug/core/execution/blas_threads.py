"""The number of BLAS threads of a fit, so that a small fit on a machine with many cores is not slowed.

OpenBLAS uses all its threads for products above some size. A thread that has no work waits actively: one Gram product
of 4,000 x 90 costs 1 ms of CPU with one thread and 40 ms with two, one of 14,000 x 130 6 ms and 90 ms. On a busy
machine two threads also wait for each other (10 ms and 32 ms of wall-clock time for the second). With matrices of at
most `ONE_THREAD_NUMBERS` numbers OpenBLAS uses one thread for products in any case, but not for all of the k x k
algebra. Small products have one thread also where the user has set a number, so that their results are the same to the
last bit for any number; for large ones the user's number is used.

The command `jug` has one thread from the start (`load_numpy_with_one_thread` of `jug.core.execution.threads`), and
more only here.

Where chunks of rows go over the cores (`jug.fitting.anchored_fit`), BLAS has one thread, also for the k x k algebra:
from about 100 columns on, the last bits of that algebra depend on the number of BLAS threads.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from jug.core.execution.threads import THREAD_VARIABLES, blas_limit, blas_threads_at_rest, cores

ONE_THREAD_NUMBERS = 9000
"""n k up to which OpenBLAS uses one thread in any case; for a matrix and a vector it uses more from 9,216 on."""

PER_THREAD = 2.5e9
"""Least n k^2 for each thread: 50 ms at 50 Gflop/s; two threads are used from 5e9 on. A fit of 1.4e9 took 1.16 times as
long on two cores with two threads as with one, and 1.3 times the CPU; one of 5e9 1.07 and 1.1."""


def threads_for(
    n_toa: int, n_col: int, n_cores: int, environ: Mapping[str, str], *, algebra: bool = False
) -> int | None:
    """Return the number of threads for the products of a design matrix.

    Parameters
    ----------
    n_toa, n_col : int
        Numbers of rows and of columns.
    n_cores : int
    environ : mapping
        Environment variables, in which the user may have set the number.
    algebra : bool
        As for `blas_threads`.

    Returns
    -------
    int or None
        None: do not change the number.
    """
    if n_toa * n_col <= ONE_THREAD_NUMBERS and not algebra:
        return None
    useful = int(n_toa * n_col**2 / PER_THREAD)
    if useful > 1 and any(environ.get(name) for name in THREAD_VARIABLES):
        return None
    return min(max(1, useful), n_cores)


@contextmanager
def blas_threads(n_toa: int, n_col: int, *, algebra: bool = False) -> Iterator[None]:
    """Limit the BLAS threads for the products of one problem inside the ``with`` block.

    Parameters
    ----------
    n_toa, n_col : int
        Numbers of rows and of columns.
    algebra : bool
        Whether the work includes algebra of small matrices and searches by SciPy. The threads are then limited for a
        small problem too. For a single fit of a small problem that would cost more than it saves.

    Yields
    ------
    None
    """
    count = threads_for(n_toa, n_col, cores(), os.environ, algebra=algebra)
    if count is None or count == blas_threads_at_rest():
        yield
        return
    with blas_limit(count):
        yield


@contextmanager
def blas_beside_chunks(chunked: bool) -> Iterator[None]:
    """Give BLAS one thread inside the ``with`` block where chunks of rows go over the cores.

    Parameters
    ----------
    chunked : bool
        Whether chunks go over the cores (`jug.compute.chunked_reference.is_chunked`).
    """
    if not chunked:
        yield
        return
    with blas_limit(1):
        yield
