"""Settings of Python's garbage collector for a process that starts, computes and ends."""

import atexit
import gc

CONTAINERS = 100_000
"""Number of new containers between two collections. Python's default, 700, costs time while modules are imported."""


def collect_rarely() -> None:
    """Run the garbage collector rarely, and not at the end of the process, which frees all memory anyway."""
    gc.set_threshold(CONTAINERS)
    atexit.register(gc.freeze)
