"""The import of JAX: when a function first needs it, and with jug's own error where it fails."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from jug.errors import BackendError

FAILURES = (RuntimeError, MemoryError, UserWarning)
"""The errors that JAX raises where it cannot compile or has too little memory (its own errors are RuntimeErrors), or,
where warnings are errors, where it cannot use a cache folder that the user has named."""


def import_jax() -> Any:
    """Import JAX and check that it has a device.

    Returns
    -------
    module
        ``jax``.

    Raises
    ------
    BackendError
        JAX cannot be imported, or finds no device.
    """
    try:
        import jax
        import jax.experimental.compilation_cache.compilation_cache
        import jax.numpy
    except (ImportError, RuntimeError, AttributeError, OSError) as reason:
        raise BackendError(f"JAX cannot be imported ({reason})") from reason
    try:
        jax.devices()
    except (RuntimeError, AssertionError) as reason:  # an AssertionError where JAX_PLATFORMS names no device
        why = str(reason) or f"JAX_PLATFORMS={getattr(jax.config, 'jax_platforms', '')}"
        raise BackendError(f"JAX finds no device ({why})") from reason
    return jax


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
        JAX failed; the message has the first line of its reason.
    """
    try:
        yield
    except FAILURES as reason:
        text = str(reason).strip().splitlines() or [type(reason).__name__]
        raise BackendError(f"JAX cannot {action} ({text[0]})") from reason
