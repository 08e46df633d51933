"""The number of BLAS threads of a fit, so that a small fit on a machine with many cores is not slowed.

OpenBLAS uses all its threads for products above some size. For a few megaflops their synchronisation takes longer than
the product, and on a busy machine two threads of a small product wait for each other: B1855+09 took 0.96 s of CPU with
two and 0.37 s with one. Products below `ALONE` run on one thread in any case. The number is not changed where the user
has set it.

Where chunks of rows go over the cores (`jug.fitting.anchored_fit`), BLAS has one thread, also for the k x k algebra:
from about 100 columns on, the last bits of that algebra depend on the number of BLAS threads.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from jug.core.threads import VARIABLES, blas_limit, cores

ALONE = 3e5
"""n k^2 up to which OpenBLAS uses one thread anyhow."""

PER_THREAD = 2.5e7
"""n k^2 for each thread: 1 ms at 50 Gflop/s, 20 to 100 times the synchronisation of threads."""


def threads_for(work: float, n_cores: int, environ: Mapping[str, str]) -> int | None:
    """Return the number of threads for products of n k^2 = ``work``.

    Parameters
    ----------
    work : float
    n_cores : int
    environ : mapping
        Environment variables, in which the user may have set the number.

    Returns
    -------
    int or None
        None: do not change the number.
    """
    wanted = max(1, int(work / PER_THREAD))
    if work <= ALONE or wanted >= n_cores or any(environ.get(name) for name in VARIABLES):
        return None
    return wanted


@contextmanager
def blas_threads(n_toa: int, n_col: int) -> Iterator[None]:
    """Limit the BLAS threads for the products of one problem inside the ``with`` block.

    Parameters
    ----------
    n_toa, n_col : int
        Numbers of rows and of columns.

    Yields
    ------
    None
    """
    work = float(n_toa) * float(n_col) ** 2
    count = threads_for(work, cores(), os.environ)
    if count is None:
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
        Whether they do (`jug.compute.chunked_reference.is_chunked`).
    """
    if not chunked:
        yield
        return
    with blas_limit(1):
        yield
