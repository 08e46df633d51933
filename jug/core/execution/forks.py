"""Find out whether this process was forked after JAX had started, by jug or by the user's own code."""

import os
import sys

_after_jax: list[int] = []
"""Number of the process that was forked after JAX had started; processes that it forks inherit the list."""


def _remember() -> None:
    """In a new process: note that JAX had started before. No lock is taken, as its holder may not exist here."""
    bridge = sys.modules.get("jax._src.xla_bridge")
    if getattr(bridge, "_backends", None):
        _after_jax.append(os.getpid())


def watch_forks() -> None:
    """Note from now on in each new process whether JAX had started before the fork."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=_remember)


def forked_after_jax() -> bool:
    """Whether this process was forked after JAX had started.

    Returns
    -------
    bool
        Also False where jug was imported only after the fork.
    """
    return bool(_after_jax)
