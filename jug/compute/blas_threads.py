"""The number of BLAS threads of a fit, so that a small fit on a machine with many cores is not slowed.

OpenBLAS uses all its threads for products above some size. For a few megaflops their synchronisation takes longer than
the product. Products below `ALONE` run on one thread in any case. The number is not changed where the user has set it,
nor on a machine with few cores unless threadpoolctl is imported already, because its import takes longer.

Where chunks of rows go over the cores, BLAS has one thread throughout, also for the k x k algebra: from about 100
columns on, the last bits of that algebra depend on the number of BLAS threads.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from jug.core.threads import VARIABLES, blas_limit, cores

ALONE = 3e5
"""n k^2 up to which OpenBLAS uses one thread anyhow."""

PER_THREAD = 2.5e7
"""n k^2 for each thread: 1 ms at 50 Gflop/s, 20 to 100 times the synchronisation of threads."""

MANY = 8
"""Cores from which on it pays to import threadpoolctl."""


def threads_for(work: float, n_cores: int, environ: Mapping[str, str], *, imported: bool) -> int | None:
    """Return the number of threads for products of n k^2 = ``work``.

    Parameters
    ----------
    work : float
    n_cores : int
    environ : mapping
        Environment variables, in which the user may have set the number.
    imported : bool
        Whether threadpoolctl is imported already.

    Returns
    -------
    int or None
        None: do not change the number.
    """
    wanted = max(1, int(work / PER_THREAD))
    if work <= ALONE or wanted >= n_cores or any(environ.get(name) for name in VARIABLES):
        return None
    return wanted if imported or n_cores >= MANY else None


@contextmanager
def blas_threads(n_toa: int, n_col: int, *, chunked: bool = False) -> Iterator[None]:
    """Limit the BLAS threads for the products of one problem inside the ``with`` block.

    Parameters
    ----------
    n_toa, n_col : int
        Numbers of rows and of columns.
    chunked : bool
        Whether chunks of rows go over the cores; BLAS then has one thread.
    """
    work = float(n_toa) * float(n_col) ** 2
    fitting = threads_for(work, cores(), os.environ, imported="threadpoolctl" in sys.modules)
    count = 1 if chunked else fitting
    if count is None:
        yield
        return
    with blas_limit(count):
        yield
