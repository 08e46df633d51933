"""``jug tune``: measure this machine for the choice of ``backend="auto"`` (`jug.compute.cost_model`)."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, process_time, time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jug.compute.cost_model import Costs, FitSize, Rates, costs_to_json, place, saved_tables
from jug.compute.jax_import import import_jax
from jug.compute.jax_kernels import forget
from jug.compute.kernels import kernels
from jug.core.execution.progress import counted
from jug.core.execution.stopwatch import Stopwatch
from jug.data.cache import now
from jug.errors import BackendError
from jug.fitting.fit import fit
from jug.io.files import write_text
from jug.machine.timed_pulsar import pulsar
from jug.model.evaluation.anchor import Reference, make_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.text.strict_json import json_text

TIMED_SIZES = (
    *(FitSize(60, 8, 1), FitSize(1000, 12, 3), FitSize(1000, 60, 48), FitSize(4000, 30, 12), FitSize(4000, 120, 100)),
    *(FitSize(20_000, 20, 7), FitSize(20_000, 100, 20), FitSize(2000, 240, 117)),
    *(FitSize(1000, 30, 12, 40, True), FitSize(4000, 60, 40, 80, True), FitSize(10_000, 30, 12, 80, True)),
)
"""What is timed: numbers of TOAs, of parameters, of those in disjoint ranges, and of columns of correlated noise. The
shares differ, so that the rates of all kinds of columns are found."""

TIMED_ITERATIONS, TIMED_SECONDS = 5, 1.5
"""Largest number of iterations that are timed, and seconds for them, on each backend and size."""


class IterationTime(NamedTuple):
    """Seconds of the fastest warm iteration, and how much longer the first one took."""

    first: float
    warm: float


def timed_iterations(
    backend: str, model: TimingModel, reference: Reference, read: Callable[[], float]
) -> IterationTime:
    """Time the iterations of one backend on one problem.

    Parameters
    ----------
    backend : {"numpy", "jax"}
    model : TimingModel
    reference : Reference
        Of the model's anchor.
    read : callable
        The clock, s.

    Returns
    -------
    IterationTime
    """
    run = kernels(backend, model.components, model.layout, Stopwatch())
    data = run.to_device(reference)
    dx = np.zeros(len(model.free))
    times: list[float] = []
    while len(times) < TIMED_ITERATIONS + 1 and (len(times) < 3 or sum(times[1:]) < TIMED_SECONDS):
        start = read()
        run.iteration(data, dx, 0.0)
        times.append(read() - start)
    return IterationTime(max(times[0] - min(times[1:]), 0.0), min(times[1:]))


def timed_fit(backend: str, model: TimingModel, toas: TOAs, read: Callable[[], float]) -> tuple[float, int]:
    """Time a whole fit with compiled code, and count its iterations.

    Parameters
    ----------
    backend : {"numpy", "jax"}
    model : TimingModel
    toas : TOAs
    read : callable
        The clock, s.

    Returns
    -------
    seconds : float
        The least of three times.
    iterations : int
    """
    times, iterations = [], 0
    for _ in range(3):
        start = read()
        iterations = fit(model, toas, backend=backend).n_iter + 1
        times.append(read() - start)
    return min(times), iterations


def fitted(sizes: Sequence[FitSize], seconds: Sequence[float]) -> Rates:
    """Fit rates, none below zero, to measured times by least squares of relative errors.

    Parameters
    ----------
    sizes : sequence of FitSize
    seconds : sequence of float
        The time of one iteration at each size, s.

    Returns
    -------
    Rates
    """
    from scipy.optimize import nnls

    n, parameters, binned, noise, coupled = np.array(sizes, dtype=np.float64).T
    k = parameters + noise
    of_rows = n, n * k, n * k**2
    of_kinds = n * (parameters - binned), n * noise, n * k * coupled
    terms = np.stack([np.ones_like(n), *of_rows, k**3, *of_kinds], axis=1)
    measured = np.asarray(seconds, dtype=np.float64)
    scale = np.maximum(terms.max(axis=0), 1.0)
    found: NDArray[np.float64] = nnls(terms / scale / measured[:, None], np.ones(len(n)))[0] / scale
    return Rates(*(float(rate) for rate in found))


def measure(
    say: Callable[[str], None], read: Callable[[], float] = perf_counter, sizes: Sequence[FitSize] = TIMED_SIZES
) -> Costs:
    """Time both backends.

    Parameters
    ----------
    say : callable
        Takes a line for each size.
    read : callable
        The clock, s.
    sizes : sequence of FitSize

    Returns
    -------
    Costs

    Raises
    ------
    BackendError
        JAX cannot be used, so that there is no choice to measure for.
    """
    with_numpy: list[float] = []
    with_jax: list[IterationTime] = []
    around: list[float] = []
    loaded: list[float] = []
    with _empty_cache():
        for size in counted(sizes, "sizes measured"):
            model, toas = pulsar(*size[:4])
            reference = make_anchor(model, toas).reference
            with_numpy.append(timed_iterations("numpy", model, reference, read).warm)
            with_jax.append(timed_iterations("jax", model, reference, read))
            forget()
            loaded.append(timed_iterations("jax", model, reference, read).first)
            (alone, iterations), (whole, _) = (timed_fit(name, model, toas, read) for name in ("numpy", "jax"))
            around.append(whole - alone + iterations * (with_numpy[-1] - with_jax[-1].warm))
            ms = 1e3 * with_numpy[-1], 1e3 * with_jax[-1].warm
            noise = f" + {size.n_noise}" if size.n_noise else ""
            say(f"{size.n_toa:>6} TOAs x {f'{size.n_par}{noise}':>7}: NumPy {ms[0]:8.2f} ms, JAX {ms[1]:8.2f} ms")
    return Costs(
        fitted(sizes, with_numpy),
        fitted(sizes, [t.warm for t in with_jax]),
        _placing([size.n_toa for size in sizes], around),
        import_seconds(read),
        float(np.median([t.first for t in with_jax])),
        float(np.median(loaded)),
        f"measured on this machine {now()[:10]}",
        import_jax().default_backend(),
    )


def _placing(n_toa: Sequence[int], seconds: Sequence[float]) -> tuple[float, float]:
    """Return the time of a fit with JAX besides its iterations: at the smallest sizes, and more for each TOA."""
    order = np.argsort(n_toa, kind="stable")
    once, most = max(float(np.median(np.array(seconds)[order[:3]])), 0.0), int(order[-1])
    return once, max(seconds[most] - once, 0.0) / n_toa[most]


def import_seconds(read: Callable[[], float] = perf_counter) -> float:
    """Time the import of JAX and its first array, in a process of its own.

    Parameters
    ----------
    read : callable
        The clock, s: ``time.process_time``; for any other clock that process uses ``time.perf_counter``.

    Returns
    -------
    float
        Time, s.
    """
    stopwatch = "process_time" if read is process_time else "perf_counter"
    code = (
        f"import numpy, time; t = time.{stopwatch}(); import jax.numpy as n; n.ones(1); print(time.{stopwatch}() - t)"
    )
    words = [sys.executable, "-P", "-c", code]  # files of the working folder are not modules
    ran = [subprocess.run(words, capture_output=True, text=True, check=False) for _ in range(2)]
    if any(r.returncode for r in ran):
        raise BackendError(f"JAX cannot be imported ({(ran[0].stderr.splitlines() or ['no reason given'])[-1]})")
    return min(float(r.stdout) for r in ran)


def tune(say: Callable[[str], None], path: Path | None = None) -> Costs:
    """Measure the backends, and store the table of JAX's device beside those of other devices.

    Parameters
    ----------
    say : callable
        Takes a line of text for each size, and one at the end.
    path : Path, optional
        The file of the tables; that of this user when absent. It is written as a whole or not at all.

    Returns
    -------
    Costs
        What was measured.
    """
    path = place() if path is None else path
    start = time()
    table = measure(say)
    path.parent.mkdir(parents=True, exist_ok=True)
    tables = {**saved_tables(path), table.device: table}
    write_text(path, json_text({device: costs_to_json(t) for device, t in tables.items()}) + "\n")
    say(f"measured in {time() - start:.0f} s with JAX on the {table.device.upper()}, stored in {path}")
    return table


@contextmanager
def _empty_cache() -> Iterator[None]:
    """Use an empty folder for compiled code, so that compiling and loading can be told apart."""
    before = os.environ.get("JUG_CACHE")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["JUG_CACHE"] = folder
        try:
            yield
        finally:
            if before is None:
                del os.environ["JUG_CACHE"]
            else:
                os.environ["JUG_CACHE"] = before
