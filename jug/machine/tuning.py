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

from jug.compute.cost_json import costs_to_json
from jug.compute.cost_model import SHIPPED_COSTS, Costs, FitSize
from jug.compute.cost_tables import cost_file, saved_tables
from jug.compute.jax_import import import_jax
from jug.compute.jax_kernels import forget_compiled_code
from jug.compute.kernels import kernels
from jug.core.execution.progress import report_each
from jug.core.execution.stopwatch import Stopwatch
from jug.data.cache import now
from jug.errors import BackendError
from jug.fitting.fit import fit
from jug.io.files import write_text
from jug.machine.fitted_costs import common_costs, fit_rates, transfer_costs
from jug.machine.timed_pulsar import simulated_pulsar
from jug.model.evaluation.anchor import Reference, make_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.text.strict_json import json_text

TIMED_SIZES = tuple(
    size._replace(binary=True)
    for size in (
        *(FitSize(60, 8, 1), FitSize(1000, 12, 3), FitSize(1000, 60, 48), FitSize(4000, 30, 12)),
        *(FitSize(4000, 120, 100), FitSize(20_000, 20, 7), FitSize(20_000, 100, 20), FitSize(2000, 240, 117)),
        *(FitSize(1000, 30, 12, 40, True), FitSize(4000, 60, 40, 80, True), FitSize(10_000, 30, 12, 80, True)),
        FitSize(10_000, 60, 30, 0, True),
    )
)
"""Sizes of the timed fits: number of TOAs, number of parameters, number of parameters in disjoint ranges, number of
columns of correlated noise, whether rows are coupled, as by the measured DMs of the last fit, and a binary in all. The
shares of the kinds of columns differ, so that the rates of all kinds are found."""

TIMED_ITERATIONS, TIMED_SECONDS = 5, 1.5
"""Largest number of iterations that are timed, and seconds for them, on each backend and size."""


class IterationTime(NamedTuple):
    """Seconds of the fastest iteration after the first (`warm`), and the additional seconds of the first one."""

    first: float
    warm: float


class SizeTime(NamedTuple):
    """The times that were measured at one size.

    Parameters
    ----------
    numpy, jax : float
        The fastest warm iteration, s.
    compiling, loading : float
        Additional time of the first iteration with JAX, without and with compiled code on the disk, s.
    fit_numpy, fit_jax : float
        A whole fit with compiled code, s.
    iterations : int
        Iterations of this fit.
    """

    numpy: float
    jax: float
    compiling: float
    loading: float
    fit_numpy: float
    fit_jax: float
    iterations: int

    @property
    def besides(self) -> float:
        """Time of the fit with NumPy without its iterations, s."""
        return self.fit_numpy - self.iterations * self.numpy

    @property
    def transfer(self) -> float:
        """Time of the fit with JAX minus the time with NumPy, both without the iterations, s."""
        return self.fit_jax - self.iterations * self.jax - self.besides


def time_iterations(backend: str, model: TimingModel, reference: Reference, read: Callable[[], float]) -> IterationTime:
    """Time the iterations of one backend on one problem.

    Parameters
    ----------
    backend : {"numpy", "jax"}
    model : TimingModel
    reference : Reference
        The reference values of the model's anchor.
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


def time_fit(backend: str, model: TimingModel, toas: TOAs, read: Callable[[], float]) -> tuple[float, int]:
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
        The shortest of three times.
    iterations : int
    """
    times, iterations = [], 0
    for _ in range(3):
        start = read()
        iterations = fit(model, toas, backend=backend).n_iter + 1
        times.append(read() - start)
    return min(times), iterations


def measure(
    say: Callable[[str], None], read: Callable[[], float] = perf_counter, sizes: Sequence[FitSize] = TIMED_SIZES
) -> Costs:
    """Time both backends.

    Parameters
    ----------
    say : callable
        Called with a line of text for each size.
    read : callable
        The clock, s.
    sizes : sequence of FitSize

    Returns
    -------
    Costs

    Raises
    ------
    BackendError
        JAX cannot be used, so that there is no choice of a backend.
    """
    with _empty_cache():
        times = [_size_time(size, read, say) for size in report_each(sizes, "sizes measured")]
    once, each, noise = transfer_costs(sizes, [t.transfer for t in times])
    return Costs(
        fit_rates(sizes, [t.numpy for t in times], SHIPPED_COSTS.numpy),
        fit_rates(sizes, [t.jax for t in times], SHIPPED_COSTS.jax),
        (once, each),
        import_seconds(read),
        float(np.median([t.compiling for t in times])),
        float(np.median([t.loading for t in times])),
        f"measured on this machine {now()[:10]}",
        import_jax().default_backend(),
        common_costs(sizes, [t.besides for t in times], [t.fit_numpy for t in times], SHIPPED_COSTS.besides),
        noise,
    )


def _size_time(size: FitSize, read: Callable[[], float], say: Callable[[str], None]) -> SizeTime:
    """Time iterations and whole fits of one size; code is compiled first, then loaded."""
    model, toas = simulated_pulsar(size)
    reference = make_anchor(model, toas).reference
    with_numpy = time_iterations("numpy", model, reference, read).warm
    with_jax = time_iterations("jax", model, reference, read)
    forget_compiled_code()
    loading = time_iterations("jax", model, reference, read).first
    (alone, iterations), (whole, _) = (time_fit(name, model, toas, read) for name in ("numpy", "jax"))
    columns = f"{size.n_par}" + (f" + {size.n_noise}" if size.n_noise else "")
    ms = 1e3 * alone, 1e3 * whole
    say(f"{size.n_toa:>6} TOAs x {columns:>7}: a fit takes NumPy {ms[0]:8.2f} ms, JAX {ms[1]:8.2f} ms")
    return SizeTime(with_numpy, with_jax.warm, with_jax.first, loading, alone, whole, iterations)


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
        Called with a line of text for each size, and one at the end.
    path : Path, optional
        The file of the tables; when absent, the file of this user. The file is written as a whole or not at all.

    Returns
    -------
    Costs
        The measured costs.
    """
    path = cost_file() if path is None else path
    start = time()
    table = measure(say)
    path.parent.mkdir(parents=True, exist_ok=True)
    tables = {**saved_tables(path), table.device: table}
    write_text(path, json_text({device: costs_to_json(t) for device, t in tables.items()}) + "\n")
    say(f"measured in {time() - start:.0f} s with JAX on the {table.device.upper()}, stored in {path}")
    return table


@contextmanager
def _empty_cache() -> Iterator[None]:
    """Use an empty folder for compiled code, so that compiling and loading are measured separately."""
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
