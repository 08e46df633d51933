"""Python's garbage collector and Python's end, for a process that starts, computes and ends.

At its end the system takes the memory back as a whole. Python itself would take down objects and modules one by one,
which is a thirtieth of the time of a short fit.
"""

import atexit
import gc
import os
import sys

CONTAINERS = 100_000
"""Number of new containers between two collections. Python's default, 700, costs time while modules are imported."""


def collect_rarely() -> None:
    """Run the garbage collector rarely, and not at the end of the process, which frees all memory anyway."""
    gc.set_threshold(CONTAINERS)
    atexit.register(gc.freeze)


class _Work:
    """What the process of the command has done."""

    code: int | None = None
    """The exit code, when all work is done."""


def end_as_a_whole() -> None:
    """End this process, once `all_done` has been called, without taking down objects and modules.

    What libraries register for the end after this call is done first, as always. Where something is registered before,
    as by a program that measures coverage, the process ends as Python ends it.
    """
    if not atexit._ncallbacks():
        atexit.register(_end)


def all_done(code: int) -> None:
    """Take note that all work of this process is done.

    Parameters
    ----------
    code : int
        The exit code of the process.
    """
    _Work.code = code


def _end() -> None:
    """End the process, unless there is an error, text that cannot be written, or a program that watches it."""
    if _Work.code is None or sys.gettrace() or sys.getprofile():
        return
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except (OSError, ValueError):  # Python tries again, and ends with its own message and code
        return
    os._exit(_Work.code)
