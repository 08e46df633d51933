"""A look of a fit compiled by JAX: one function from the change of the parameters to the step.

The arrays of a problem are padded to a few sizes (`jug.compute.chunks`, `jug.compute.structure_padding`) and stay on
the device for the whole fit, so that they are no buffers to give away; vectors of parameters are, where a gradient of
their size comes back (`jug.sampling.likelihood`, `jug.analysis.grid_points`). A call sends the change of the parameters
and brings back residuals, the normal equations and the step. What XLA compiles is kept in the user's cache folder,
where the next process finds it.
"""

import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from jug.compute.chunked_evaluation import STRETCHES, Stretch, combined
from jug.compute.chunks import chunk, chunk_rows, padded, padded_size, trimmed
from jug.compute.compile_cache import compiled_folder, note
from jug.compute.kernels import import_jax, in_chunks
from jug.compute.normal_equations import Iteration, solved, step_of, sums_of, together
from jug.core.stopwatch import Stopwatch
from jug.errors import BackendError
from jug.model.declare import Component
from jug.model.evaluation.anchor import Reference
from jug.model.evaluation.evaluate import evaluate
from jug.model.parameters import Layout

FAILURES = (RuntimeError, MemoryError, UserWarning)
"""What JAX raises where it cannot compile or has no room (its own errors are RuntimeErrors), or, where warnings are
errors, cannot use a cache folder that the user has named."""

CPU_OPTIONS = {"xla_cpu_use_fusion_emitters": False}
"""A look of 100 parameters then compiles in 0.6 of the time and runs in 0.75 (jaxlib 0.10); numbers stay the same."""

UNFUSED = {"xla_disable_hlo_passes": "fusion"}
"""For second derivatives on a CPU: XLA repeats a long chain of arithmetic in every loop that uses it, so that code
compiles in half the time and runs in half where each operation is a loop of its own."""

CACHE_TROUBLE = r"Error (reading|writing) persistent compilation cache entry"
"""How JAX's warnings begin where an entry of its cache of compiled code is damaged, or cannot be written."""

_cache_lock = Lock()


class Placed(NamedTuple):
    """A padded reference on the device, the TOAs it stands for, and its shapes, by which compiled code is found."""

    reference: Reference
    n: int
    size: int
    shapes: tuple[Any, ...]


@cache
def _executables(components: tuple[Component, ...], layout: Layout) -> dict[Any, Any]:
    """What has been compiled in this process for one structure, by shapes."""
    return {}


def compilations(components: tuple[Component, ...], layout: Layout) -> int:
    """How often a structure has been compiled in this process."""
    return len(_executables(components, layout))


def forget() -> None:
    """Let go of all that this process has compiled."""
    _executables.cache_clear()


def compiled(components: tuple[Component, ...], layout: Layout, n_toa: int) -> bool:
    """Whether this structure has been compiled for this number of TOAs in this process."""
    return any(size == padded_size(n_toa) for size, _ in _executables(components, layout))


def place(reference: Reference, stopwatch: Stopwatch, device: Any = None) -> Placed:
    """Pad a reference and send it to a device (JAX's default one)."""
    jax = import_jax()
    stopwatch.restart()
    n = len(reference.residual)
    size = padded_size(n)
    with failures("place the arrays"), jax.enable_x64(True):
        there = jax.device_put(padded(reference, size), device)
    leaves, tree = jax.tree.flatten(there)
    stopwatch.lap("to the device")
    return Placed(there, n, size, (tree, *((leaf.shape, leaf.dtype, leaf.sharding) for leaf in leaves)))


def jax_iteration(
    components: tuple[Component, ...], layout: Layout, stopwatch: Stopwatch
) -> Callable[[Placed, Any, float], Iteration]:
    """`Kernels.look` with JAX."""
    jax = import_jax()
    known = _executables(components, layout)

    def iteration(placed: Placed, dx: Any, damping: float) -> Iteration:
        stopwatch.restart()
        cut = _cut(placed)
        last = np.int64(0) if cut > 1 else np.float64(damping)
        given = (placed.reference, np.asarray(dx, dtype=np.float64), last)
        with jax.enable_x64(True):
            key = placed.size, placed.shapes
            if key not in known:
                part = stretch_function(components, layout, placed.size, cut)
                made = part if cut > 1 else iteration_function(components, layout, placed.size)
                known[key] = compiled_for(jax, jax.jit(made), given, stopwatch)
                note(components, layout, placed.size)
            if cut > 1:
                found = _over_cores(jax, layout, known[key], placed, given[1], damping, cut)
                stopwatch.lap("compute")
                return found
            with failures("run the fit"):
                residual, step = known[key](*given)
                stopwatch.lap("dispatch")
                jax.block_until_ready(step)
                stopwatch.lap("compute")
                residual, step = trimmed(residual, placed.n, placed.size), jax.tree.map(np.asarray, step)
        stopwatch.lap("to the host")
        return Iteration(residual, step if np.isfinite(step.chi2) else None, None)

    return iteration


def _cut(placed: Placed) -> int:
    """The number of stretches into which the rows are cut: 1 for all at once, and away from the CPU."""
    rows: Any = placed.reference.residual
    if not in_chunks(placed.reference) or any(device.platform != "cpu" for device in rows.devices()):
        return 1
    return min(placed.size // chunk_rows(placed.size), STRETCHES)


def _over_cores(jax: Any, layout: Layout, run: Any, placed: Placed, dx: Any, damping: float, cut: int) -> Iteration:
    """A look by stretches: XLA takes the loop over the pieces of each on one core."""
    length = placed.size // cut

    def stretch(i: int) -> Stretch:
        with jax.enable_x64(True):  # a setting of each thread
            made: Stretch = jax.tree.map(np.asarray, run(placed.reference, dx, np.int64(i * length)))
            return made

    with failures("run the fit"):
        found = combined(layout, stretch, cut, damping)
    return found._replace(residual=trimmed(found.residual, placed.n, placed.size))


def stretch_function(components: tuple[Component, ...], layout: Layout, size: int, cut: int = 1) -> Callable[..., Any]:
    """The function ``(reference, dx, begin) -> Stretch``: of ``cut`` stretches the one that begins at a row."""
    jax = import_jax()
    jnp = jax.numpy
    length = chunk_rows(size)

    def rows(a: Any, start: Any) -> Any:
        return jax.lax.dynamic_slice_in_dim(a, start, length)

    def stretch(ref: Reference, dx: Any, begin: Any) -> Stretch:
        def one(gram: Any, start: Any) -> Any:
            part = chunk(jnp, ref, size, rows, start)
            residual, blocks = evaluate(jnp, components, layout, part, dx)
            e, mean = sums_of(jnp, residual, blocks, part.sigma, layout.offset)
            return gram + e.gram, (residual, (e.slope, e.chi2, mean, e.gram[0]))

        k = len(layout.free) + int(layout.offset)
        starts = begin + jnp.arange(0, size // cut, length)
        gram, (residual, parts) = jax.lax.scan(one, jnp.zeros((k, k)), starts)
        return Stretch(residual.reshape(-1), gram, parts)

    return stretch


def iteration_function(components: tuple[Component, ...], layout: Layout, size: int) -> Callable[..., Any]:
    """The function that is compiled: ``(reference, dx, damping) -> (turns, Step)``."""
    jax = import_jax()
    jnp = jax.numpy

    def whole(ref: Reference, dx: Any, damping: Any) -> Any:
        residual, blocks = evaluate(jnp, components, layout, ref, dx)
        return residual, step_of(jnp, blocks, residual, ref.sigma, ref.prior, damping, layout.offset, ref.offset_mask)

    def by_chunks(ref: Reference, dx: Any, damping: Any) -> Any:
        residual, gram, parts = stretch_function(components, layout, size)(ref, dx, 0)
        return residual, solved(jnp, together(jnp, gram, parts, layout.offset), layout.offset, damping)

    def iteration(ref: Reference, dx: Any, damping: Any) -> Any:
        run = by_chunks if in_chunks(ref) and chunk_rows(size) < size else whole
        return run(ref, dx, damping)

    return iteration


def compiled_for(
    jax: Any,
    function: Any,
    given: tuple[Any, ...],
    stopwatch: Stopwatch | None = None,
    options: Mapping[str, Any] = CPU_OPTIONS,
) -> Any:
    """The executable of a ``jax.jit`` function for arguments like those given, with ``options`` on a CPU.

    Raises
    ------
    BackendError
        It cannot be compiled.
    """
    stopwatch = stopwatch or Stopwatch()
    with compilation_cache(jax), failures("compile"):
        lowered = function.lower(*given)
        stopwatch.lap("trace")
        made = _lowered_compiled(lowered, jax.default_backend(), options)
        stopwatch.lap("compile")
    return made


def _lowered_compiled(lowered: Any, platform: str, options: Mapping[str, Any]) -> Any:
    """The executable; on a CPU with the options where this XLA knows them."""
    if platform == "cpu":
        try:
            return lowered.compile(compiler_options=dict(options))
        except RuntimeError as reason:
            if not any(option in str(reason) for option in options):
                raise
    return lowered.compile()


@contextmanager
def failures(what: str) -> Iterator[None]:
    """Say a failure of JAX in the words of jug."""
    try:
        yield
    except FAILURES as reason:
        text = str(reason).strip().splitlines() or [type(reason).__name__]
        raise BackendError(f"JAX cannot {what} ({text[0]})") from reason


@contextmanager
def compilation_cache(jax: Any) -> Iterator[None]:
    """Keep what XLA compiles in jug's own cache folder, for jug alone; where the user has named a folder, there.

    One thread at a time, as JAX's settings are those of the whole process. Code that cannot be read from jug's folder,
    or not be written to it, is compiled anew without a word.
    """
    config, names = jax.config, ("jax_compilation_cache_dir", "jax_persistent_cache_min_compile_time_secs")
    store, folder = jax.experimental.compilation_cache.compilation_cache, compiled_folder()
    with _cache_lock:
        if config.jax_compilation_cache_dir or not config.jax_enable_compilation_cache or not _made(folder):
            yield
            return
        # stays: `warnings.catch_warnings` would put back what another thread has set meanwhile
        warnings.filterwarnings("ignore", message=CACHE_TROUBLE, category=UserWarning)
        before = [getattr(config, name) for name in names]
        try:
            for name, value in zip(names, (str(folder), 0.0), strict=True):
                config.update(name, value)
            store.reset_cache()
            yield
        finally:
            for name, value in zip(names, before, strict=True):
                config.update(name, value)
            store.reset_cache()


def _made(folder: Path) -> bool:
    """Whether a folder is there or can be made, for its owner alone (what lies in it is run), and be written to."""
    from tempfile import TemporaryFile

    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
