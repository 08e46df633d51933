"""Names that stand for no plain file: standard streams, pipes and devices."""

import os
import stat

STREAM = "-"
"""The name that stands for standard input and output."""

STANDARD_OUTPUT = (STREAM, "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")
"""Names of standard output."""

OPEN_FILES = ("/dev/stderr", "/dev/fd/", "/proc/self/fd/")
"""How the names of files begin that a process has open."""


def is_stream(path: str) -> bool:
    """Whether an output is written straight, without a temporary file beside it: a pipe, a device, an open file.

    Parameters
    ----------
    path : str

    Returns
    -------
    bool
    """
    if path in STANDARD_OUTPUT:
        return True
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return False
    return path.startswith(OPEN_FILES) or not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))
