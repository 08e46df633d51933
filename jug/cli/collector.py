"""Python's collector of reference cycles, set for a process that starts, computes and ends."""

import atexit
import gc

CONTAINERS = 100_000
"""New containers between two collections. Importing makes many of them and no rubbish; Python's own number is 700."""


def collect_rarely() -> None:
    """Look for rubbish rarely, and not at all when the process ends, and all of its memory with it."""
    gc.set_threshold(CONTAINERS)
    atexit.register(gc.freeze)
