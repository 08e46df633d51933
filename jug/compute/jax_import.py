"""The import of JAX, when a function first needs it, with jug's own error where it fails."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, cast

from jug.core.execution.forks import forked_after_jax
from jug.core.execution.memory import address_space_left
from jug.core.execution.threads import cores
from jug.errors import BackendError, JugMemoryError
from jug.model.declare import Values

if TYPE_CHECKING:
    from jug.compute.jax_protocol import Jax

FAILURES = (RuntimeError, MemoryError, UserWarning)
"""The errors that JAX raises where it cannot compile or has too little memory (its own errors are RuntimeErrors), or,
where warnings are errors, where it cannot use a cache folder that the user has named."""


SPACE_MB, CORE_MB = 1500, 200
"""Address space of a small fit with JAX, MB: for the process and for each core. On two cores XLA aborted with 1.2 GB,
and ran with 2 GB."""

_used_in: list[int] = []
"""The process in which jug used JAX first; a forked process has the number of its parent here."""


class ForkedError(BackendError):
    """JAX was used before this process was forked."""


def is_forked() -> bool:
    """Whether this process was forked after jug, or the user's own code, had used JAX.

    Returns
    -------
    bool
    """
    return forked_after_jax() or (bool(_used_in) and _used_in[0] != os.getpid())


def check_process() -> None:
    """Refuse a process that was forked after JAX had been used.

    JAX has threads, which a fork does not copy. A call that waits for them in the new process never returns.

    Raises
    ------
    ForkedError
    """
    if is_forked():
        raise ForkedError(
            "JAX was used before this process was forked, and would never return here",
            "start the processes with multiprocessing.get_context('spawn') or 'forkserver', make the likelihood or fit "
            "in the new process alone, or use backend='numpy'",
        )


def import_jax() -> "Jax":
    """Import JAX and check that it has a device.

    Returns
    -------
    module
        ``jax``.

    Raises
    ------
    BackendError
        JAX cannot be imported, or finds no device, or XLA does not know a flag of XLA_FLAGS; or it was used before this
        process was forked.
    """
    check_process()
    _check_space()
    if (flags := os.environ.get("XLA_FLAGS")) and "jax" not in sys.modules:
        from jug.compute.xla_flags import check_xla_flags  # imported here because few users set flags

        check_xla_flags(flags)
    try:
        import jax
        import jax.experimental.compilation_cache.compilation_cache
        import jax.experimental.serialize_executable
        import jax.numpy
    except (ImportError, RuntimeError, AttributeError, OSError) as reason:
        raise BackendError(f"JAX cannot be imported ({reason})") from reason
    try:
        jax.devices()
    except (RuntimeError, AssertionError) as reason:  # an AssertionError where JAX_PLATFORMS names no device
        why = str(reason) or f"JAX_PLATFORMS={getattr(jax.config, 'jax_platforms', '')}"
        raise BackendError(f"JAX finds no device ({why})") from reason
    if not _used_in:
        _used_in.append(os.getpid())
    _register_pytrees()
    return cast("Jax", jax)


@cache
def _register_pytrees() -> None:
    """Register `Values` with JAX, so that its arrays are traced."""
    import jax

    jax.tree_util.register_dataclass(Values, data_fields=["nearest", "rest"], meta_fields=[])


def _check_space() -> None:
    """Refuse to load JAX where the limit of address space is so low that it would abort the process."""
    need = SPACE_MB + CORE_MB * cores()
    if "jax" not in sys.modules and address_space_left() < need:
        why = f"it needs {need} MB of address space (ulimit -v), and {address_space_left():.0f} MB are left"
        raise BackendError(f"JAX cannot be loaded: {why}") from JugMemoryError(why)


@contextmanager
def failures(action: str) -> Iterator[None]:
    """Turn a failure of JAX into a `BackendError` that begins with "JAX cannot" and the action.

    Parameters
    ----------
    action : str
        What JAX does inside the ``with`` block: "compile", "run the fit".

    Raises
    ------
    BackendError
        JAX failed, with the first line of its reason; or this process was forked after JAX had been used.
    """
    check_process()
    try:
        yield
    except FAILURES as reason:
        text = str(reason).strip().splitlines() or [type(reason).__name__]
        raise BackendError(f"JAX cannot {action} ({text[0]})") from reason
