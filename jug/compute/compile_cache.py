"""Compiled code: made by XLA, stored in the user's cache folder, and found there by the next process.

Beside XLA's files, an empty marker file shows that a model structure has been compiled for a padded size. XLA's own
keys need the traced program. A marker does not, so that the choice of a backend can look for it. A wrong marker only
makes the estimate of the time worse.
"""

import glob
import os
import re
import stat
import warnings
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, ParamSpec, TypeVar
from zlib import crc32

from jug.compute.jax_import import failures
from jug.core.execution.progress import report
from jug.core.execution.stopwatch import Stopwatch
from jug.io.folders import cache_folder
from jug.io.special_files import make_marker
from jug.model.declare import Component
from jug.model.parameters import Layout

if TYPE_CHECKING:
    from jug.compute.jax_protocol import Config, Jax, Jitted, Lowered, XlaOptions

Arguments = ParamSpec("Arguments")
Returned = TypeVar("Returned")

CPU_OPTIONS = {"xla_cpu_use_fusion_emitters": False}
"""An iteration with 100 parameters then compiles in 0.6 of the time and runs in 0.75 (jaxlib 0.10); numbers stay the
same."""

UNFUSED = {"xla_disable_hlo_passes": "fusion"}
"""For second derivatives on a CPU: XLA repeats a long chain of arithmetic in every loop that uses it. The code compiles
in half the time and runs in half the time where each operation is a loop of its own."""

CACHE_TROUBLE = r"Error (reading|writing) persistent compilation cache entry"
"""The beginning of JAX's warnings where an entry of its cache of compiled code is damaged, or cannot be written."""

_cache_lock = Lock()


def compiled_folder() -> Path:
    """Return the folder of compiled code."""
    return cache_folder() / "jax"


def is_cached(components: tuple[Component, ...], layout: Layout, size: int) -> bool:
    """Whether compiled code of a padded structure and size is on the disk, by its marker.

    Parameters
    ----------
    components : tuple of Component
    layout : Layout
        Both of the padded structure (`jug.compute.structure_padding`).
    size : int
        Padded number of TOAs.

    Returns
    -------
    bool
    """
    return os.path.exists(_marker(components, layout, size))


def mark_cached(components: tuple[Component, ...], layout: Layout, size: int) -> None:
    """Write the marker that `is_cached` looks for; do nothing where the folder cannot be written to.

    Parameters
    ----------
    components, layout, size
        As for `is_cached`.
    """
    make_marker(_marker(components, layout, size))


def _marker(components: tuple[Component, ...], layout: Layout, size: int) -> Path:
    structure = repr(([c.name for c in components], layout)).encode()
    return compiled_folder() / f"known-{crc32(structure):08x}-{size}"


COMPILING = "JAX compiles"
"""Text of the progress line during a compilation."""


def compiled_for(
    jax: "Jax",
    function: "Jitted[Arguments, Returned]",
    arguments: Iterable[object],
    stopwatch: Stopwatch | None = None,
    options: "XlaOptions" = CPU_OPTIONS,
    about: Hashable = None,
) -> Callable[Arguments, Returned]:
    """Compile a ``jax.jit`` function for the shapes and types of some arguments.

    Parameters
    ----------
    jax : module
    function : callable
        What ``jax.jit`` returned.
    arguments : iterable
        Arrays of the shapes and types that the function will get.
    stopwatch : Stopwatch, optional
        Gets the stages "trace" and "compile".
    options : mapping
        Options of XLA, which are used on a CPU.
    about : hashable, optional
        What the function is made of besides jug's own code. Where it is given, a later process finds the executable
        by it, without a trace (`jug.compute.stored_code`); the function then must not have arrays of its own, and may
        take over the memory of arguments only where they are given as arrays of NumPy.

    Returns
    -------
    callable
        The executable, for arguments of these shapes and types.

    Raises
    ------
    BackendError
        JAX cannot compile the function.
    """
    stopwatch, arguments = stopwatch or Stopwatch(), tuple(arguments)

    def compiled(cache: AbstractContextManager[None]) -> Callable[Arguments, Returned]:
        report(COMPILING, 0)
        with cache, failures("compile"):
            lower: Callable[..., Lowered[Arguments, Returned]] = function.lower
            lowered = lower(*arguments)
            stopwatch.lap("trace")
            executable = _compile_with_options(lowered, jax.default_backend(), options)
            stopwatch.lap("compile")
        report(COMPILING, 1, 1)
        return executable

    if about is not None and _is_usable(jax.config, folder := compiled_folder()):
        from jug.compute.stored_code import code_file, load_or_compile

        if (file := code_file(jax, folder, about, arguments, options)) is not None:
            found = load_or_compile(jax, file, lambda: compiled(_without_cache()))
            stopwatch.lap("compile")
            return found
    return compiled(compilation_cache(jax))


def _is_usable(config: "Config", folder: Path) -> bool:
    """Whether jug's own folder takes compiled code: the user has named no other to JAX, and it can be written to."""
    return not config.jax_compilation_cache_dir and config.jax_enable_compilation_cache and _is_writable(folder)


@contextmanager
def _without_cache() -> Iterator[None]:
    """Keep other threads from switching JAX's own cache on inside the ``with`` block."""
    with _cache_lock:
        yield


def _compile_with_options(
    lowered: "Lowered[Arguments, Returned]", platform: str, options: "XlaOptions"
) -> Callable[Arguments, Returned]:
    """Compile a lowered function; on a CPU with the options, where this XLA has them."""
    if platform == "cpu":
        try:
            return lowered.compile(compiler_options=dict(options))
        except RuntimeError as reason:
            if not any(option in str(reason) for option in options):
                raise
    return lowered.compile()


@contextmanager
def compilation_cache(jax: "Jax") -> Iterator[None]:
    """Store what XLA compiles inside the ``with`` block in jug's own cache folder.

    Where the user has set a cache folder of JAX, that one is used instead. Only one thread at a time is inside, because
    JAX's settings are those of the whole process. Code that cannot be read from jug's folder, or not be written to it,
    is compiled again without a warning. A damaged entry is deleted, so that new code takes its place. Most damaged
    entries are deleted before XLA reads them (`jug.compute.entry_sums`).

    Parameters
    ----------
    jax : module
    """
    from jug.compute.entry_sums import add_sums, remove_unsound

    config, names = jax.config, ("jax_compilation_cache_dir", "jax_persistent_cache_min_compile_time_secs")
    store, folder = jax.experimental.compilation_cache.compilation_cache, compiled_folder()
    with _cache_lock:
        if not _is_usable(config, folder):
            yield
            return
        remove_unsound(folder)
        # This filter stays: `warnings.catch_warnings` would also undo what another thread has set meanwhile.
        warnings.filterwarnings("always", message=CACHE_TROUBLE, category=UserWarning)
        shown = warnings.showwarning
        warnings.showwarning = _show_and_delete_damaged(folder, shown)
        chosen: tuple[str | float | None, ...] = (str(folder), 0.0)
        before: list[str | float | None] = [getattr(config, name) for name in names]
        try:
            for name, value in zip(names, chosen, strict=True):
                config.update(name, value)
            store.reset_cache()
            yield
        finally:
            warnings.showwarning = shown
            for name, value in zip(names, before, strict=True):
                config.update(name, value)
            store.reset_cache()
            add_sums(folder)


def _show_and_delete_damaged(folder: Path, shown: Callable[Arguments, None]) -> Callable[Arguments, None]:
    """Make a function that shows warnings, and deletes an entry where JAX warns that it is damaged.

    The warning names only the compiled function, so that entries of this function for other sizes are deleted too. JAX
    warns before it compiles, and then writes an entry only where there is none.
    """

    from jug.compute.entry_sums import remove_entry

    def show(*about: Arguments.args, **named: Arguments.kwargs) -> None:
        found = re.match(f"{CACHE_TROUBLE} for '([^']+)'", str(about[0] if about else named.get("message")))
        if found is None:
            shown(*about, **named)
        elif found[1] == "reading":
            for entry in folder.glob(f"{glob.escape(found[2])}-*-cache"):
                with suppress(OSError):
                    remove_entry(entry)

    return show


def _is_own(folder: Path) -> bool:
    """Whether this user owns a folder whose content is executed, and no other user can write to it or replace it."""
    if not hasattr(os, "getuid"):
        return True
    status, above = folder.stat(), folder.parent.stat()
    safe = above.st_uid in (os.getuid(), 0) and (not above.st_mode & stat.S_IWOTH or above.st_mode & stat.S_ISVTX)
    return bool(status.st_uid == os.getuid() and not status.st_mode & 0o022 and safe)


def _is_writable(folder: Path) -> bool:
    """Make the folder, for its owner alone because its content is executed; return whether it can be used."""
    from tempfile import TemporaryFile

    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_own(folder):
            return False
        with TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
