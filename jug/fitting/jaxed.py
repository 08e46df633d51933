"""A look of a fit compiled by JAX: one function from the change of the parameters to the step.

The arrays of a problem are padded to a few sizes (`jug.fitting.pieces`, `jug.fitting.alike`) and stay on the device for
the whole fit, so that they are no buffers to give away; vectors of parameters are, where a gradient of their size comes
back (`jug.fitting.likelihood`, `jug.fitting.gridpoints`). A call sends the change of the parameters and brings back
residuals, the normal equations and the step. What XLA compiles is kept in the user's cache folder, where the next
process finds it.
"""

import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from jug.errors import BackendError
from jug.fitting.backend import import_jax, in_pieces
from jug.fitting.clock import Clock
from jug.fitting.kept import compiled_folder, note
from jug.fitting.look import Looked, solved, step_of, sums_of, together
from jug.fitting.pieces import padded, padded_size, piece, piece_size, trimmed
from jug.fitting.stretches import STRETCHES, Stretch, looked
from jug.model.anchor import Reference
from jug.model.declare import Component
from jug.model.evaluate import evaluate
from jug.model.table import Layout

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
def _executables(components: tuple[Component, ...], plan: Layout) -> dict[Any, Any]:
    """What has been compiled in this process for one structure, by shapes."""
    return {}


def compilations(components: tuple[Component, ...], plan: Layout) -> int:
    """How often a structure has been compiled in this process."""
    return len(_executables(components, plan))


def forget() -> None:
    """Let go of all that this process has compiled."""
    _executables.cache_clear()


def compiled(components: tuple[Component, ...], plan: Layout, n_toa: int) -> bool:
    """Whether this structure has been compiled for this number of TOAs in this process."""
    return any(size == padded_size(n_toa) for size, _ in _executables(components, plan))


def place(reference: Reference, clock: Clock, device: Any = None) -> Placed:
    """Pad a reference and send it to a device (JAX's default one)."""
    jax = import_jax()
    clock.restart()
    n = len(reference.turns)
    size = padded_size(n)
    with failures("place the arrays"), jax.enable_x64(True):
        there = jax.device_put(padded(reference, size), device)
    leaves, tree = jax.tree.flatten(there)
    clock.lap("to the device")
    return Placed(there, n, size, (tree, *((leaf.shape, leaf.dtype, leaf.sharding) for leaf in leaves)))


def jax_look(components: tuple[Component, ...], plan: Layout, clock: Clock) -> Callable[[Placed, Any, float], Looked]:
    """`Kernels.look` with JAX."""
    jax = import_jax()
    known = _executables(components, plan)

    def look(placed: Placed, dx: Any, damping: float) -> Looked:
        clock.restart()
        cut = _cut(placed)
        last = np.int64(0) if cut > 1 else np.float64(damping)
        given = (placed.reference, np.asarray(dx, dtype=np.float64), last)
        with jax.enable_x64(True):
            key = placed.size, placed.shapes
            if key not in known:
                part = stretch_function(components, plan, placed.size, cut)
                made = part if cut > 1 else look_function(components, plan, placed.size)
                known[key] = compiled_for(jax, jax.jit(made), given, clock)
                note(components, plan, placed.size)
            if cut > 1:
                found = _over_cores(jax, plan, known[key], placed, given[1], damping, cut)
                clock.lap("compute")
                return found
            with failures("run the fit"):
                turns, step = known[key](*given)
                clock.lap("dispatch")
                jax.block_until_ready(step)
                clock.lap("compute")
                turns, step = trimmed(turns, placed.n, placed.size), jax.tree.map(np.asarray, step)
        clock.lap("to the host")
        return Looked(turns, step if np.isfinite(step.chi2) else None, None)

    return look


def _cut(placed: Placed) -> int:
    """The number of stretches into which the rows are cut: 1 for all at once, and away from the CPU."""
    rows: Any = placed.reference.turns
    if not in_pieces(placed.reference) or any(device.platform != "cpu" for device in rows.devices()):
        return 1
    return min(placed.size // piece_size(placed.size), STRETCHES)


def _over_cores(jax: Any, plan: Layout, run: Any, placed: Placed, dx: Any, damping: float, cut: int) -> Looked:
    """A look by stretches: XLA takes the loop over the pieces of each on one core."""
    length = placed.size // cut

    def stretch(i: int) -> Stretch:
        with jax.enable_x64(True):  # a setting of each thread
            made: Stretch = jax.tree.map(np.asarray, run(placed.reference, dx, np.int64(i * length)))
            return made

    with failures("run the fit"):
        found = looked(plan, stretch, cut, damping)
    return found._replace(turns=trimmed(found.turns, placed.n, placed.size))


def stretch_function(components: tuple[Component, ...], plan: Layout, size: int, cut: int = 1) -> Callable[..., Any]:
    """The function ``(reference, dx, begin) -> Stretch``: of ``cut`` stretches the one that begins at a row."""
    jax = import_jax()
    jnp = jax.numpy
    length = piece_size(size)

    def rows(a: Any, start: Any) -> Any:
        return jax.lax.dynamic_slice_in_dim(a, start, length)

    def stretch(ref: Reference, dx: Any, begin: Any) -> Stretch:
        def one(gram: Any, start: Any) -> Any:
            part = piece(jnp, ref, size, rows, start)
            turns, blocks = evaluate(jnp, components, plan, part, dx)
            e, mean = sums_of(jnp, turns, blocks, part.sigma, plan.offset)
            return gram + e.gram, (turns, (e.slope, e.chi2, mean, e.gram[0]))

        k = len(plan.free) + int(plan.offset)
        starts = begin + jnp.arange(0, size // cut, length)
        gram, (turns, parts) = jax.lax.scan(one, jnp.zeros((k, k)), starts)
        return Stretch(turns.reshape(-1), gram, parts)

    return stretch


def look_function(components: tuple[Component, ...], plan: Layout, size: int) -> Callable[..., Any]:
    """The function that is compiled: ``(reference, dx, damping) -> (turns, Step)``."""
    jax = import_jax()
    jnp = jax.numpy

    def whole(ref: Reference, dx: Any, damping: Any) -> Any:
        turns, blocks = evaluate(jnp, components, plan, ref, dx)
        return turns, step_of(jnp, blocks, turns, ref.sigma, ref.prior, damping, plan.offset, ref.level)

    def by_pieces(ref: Reference, dx: Any, damping: Any) -> Any:
        turns, gram, parts = stretch_function(components, plan, size)(ref, dx, 0)
        return turns, solved(jnp, together(jnp, gram, parts, plan.offset), plan.offset, damping)

    def look(ref: Reference, dx: Any, damping: Any) -> Any:
        run = by_pieces if in_pieces(ref) and piece_size(size) < size else whole
        return run(ref, dx, damping)

    return look


def compiled_for(
    jax: Any,
    function: Any,
    given: tuple[Any, ...],
    clock: Clock | None = None,
    options: Mapping[str, Any] = CPU_OPTIONS,
) -> Any:
    """The executable of a ``jax.jit`` function for arguments like those given, with ``options`` on a CPU.

    Raises
    ------
    BackendError
        It cannot be compiled.
    """
    clock = clock or Clock()
    with compilation_cache(jax), failures("compile"):
        lowered = function.lower(*given)
        clock.lap("trace")
        made = _lowered_compiled(lowered, jax.default_backend(), options)
        clock.lap("compile")
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
