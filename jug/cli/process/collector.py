"""Settings of Python's garbage collector for a process that starts, computes and ends."""

import atexit
import gc

CONTAINERS = 100_000
"""Number of new containers between two collections. Python's default is 700; an import makes many that stay in use."""


def collect_rarely() -> None:
    """Run the garbage collector rarely, and not at all when the process ends: its memory is freed then anyway."""
    gc.set_threshold(CONTAINERS)
    atexit.register(gc.freeze)
