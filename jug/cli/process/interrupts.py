"""Ctrl-C while modules are imported: the command ends at once, in one line.

Python raises KeyboardInterrupt wherever it is. In the middle of an import that is the start of a module in C, such as
those of NumPy and JAX, which may end the process with an abort. This module imports little, so that
`jug.__main__` can use it before anything else.
"""

import os
import signal
import sys
from contextlib import suppress
from types import FrameType

from jug.cli.common.exit_codes import ExitCode

IMPORTING = "<frozen importlib."
"""Beginning of the names of Python's own files that import a module."""


def watch_interrupts() -> None:
    """End this process at once at a Ctrl-C during an import; elsewhere it stays a KeyboardInterrupt.

    Nothing changes where Ctrl-C is ignored (``nohup``, a script's ``&``) or has a handler that is not Python's own.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end_during_import)
        sys.unraisablehook = _end_where_it_is_lost


def end_at_next_interrupt() -> None:
    """End this process at once at a Ctrl-C from now on: it was interrupted before."""
    if signal.getsignal(signal.SIGINT) is _end_during_import:
        signal.signal(signal.SIGINT, _end)


def ignore_interrupts() -> None:
    """Ignore Ctrl-C from now on: the work is done, and Python ends."""
    if signal.getsignal(signal.SIGINT) in (_end_during_import, _end):
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _end_during_import(number: int, frame: FrameType | None) -> None:
    """The handler: walk from the interrupted function to those that called it."""
    while frame is not None:
        if frame.f_code.co_filename.startswith(IMPORTING):
            _end(number, frame)
        frame = frame.f_back
    raise KeyboardInterrupt


def _end_where_it_is_lost(lost: "sys.UnraisableHookArgs") -> None:
    """The hook of exceptions that Python shows and drops, as in JAX's function that the garbage collector calls."""
    if lost.exc_type is KeyboardInterrupt:
        _end(signal.SIGINT, None)
    sys.__unraisablehook__(lost)


def _end(number: int, frame: FrameType | None) -> None:
    with suppress(OSError):  # standard error is closed: the exit code says it
        os.write(2, b"jug: interrupted\n")
    os._exit(ExitCode.INTERRUPTED)
