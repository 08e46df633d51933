"""As many BLAS threads as the work is worth, so that a small fit on a big machine is not slowed.

OpenBLAS hands a product to all its threads from some size on, and for a few megaflops their meeting costs more than the
work. Products below `ALONE` run on one thread by themselves. Nothing is done where the user has set the threads, nor
on a machine of few cores unless threadpoolctl is imported anyhow: the loss is less than the milliseconds of its import.

Looks that go over the cores by stretches of rows are another matter: there BLAS has one thread throughout, also for the
k x k algebra between them, whose last bits go by its threads from some 100 columns on.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from jug.core.threads import VARIABLES, blas_limit, cores

ALONE = 3e5
"""n k^2 up to which OpenBLAS uses one thread anyhow."""

PER_THREAD = 2.5e7
"""n k^2 worth one thread: 1 ms at 50 Gflop/s, 20 to 100 times what threads need to meet."""

MANY = 8
"""Cores from which on it pays to import threadpoolctl."""


def threads_for(work: float, n_cores: int, environ: Mapping[str, str], *, imported: bool) -> int | None:
    """Threads for products of n k^2 = ``work``; None: leave them as they are.

    Parameters
    ----------
    imported : bool
        Whether threadpoolctl is there already.
    """
    wanted = max(1, int(work / PER_THREAD))
    if work <= ALONE or wanted >= n_cores or any(environ.get(name) for name in VARIABLES):
        return None
    return wanted if imported or n_cores >= MANY else None


@contextmanager
def blas_threads(n_toa: int, n_col: int, *, chunked: bool = False) -> Iterator[None]:
    """Limit BLAS for the products of one problem; one thread where the rows go over the cores in chunks."""
    work = float(n_toa) * float(n_col) ** 2
    fitting = threads_for(work, cores(), os.environ, imported="threadpoolctl" in sys.modules)
    count = 1 if chunked else fitting
    if count is None:
        yield
        return
    with blas_limit(count):
        yield
