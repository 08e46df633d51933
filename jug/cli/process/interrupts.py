"""Ctrl-C while modules are imported: the command ends at once, in one line.

Python raises KeyboardInterrupt wherever it is. During an import it may interrupt the start of a module in C, such as
those of NumPy and JAX, and these may abort the process. This module imports little, so that `jug.__main__` can use it
before anything else.
"""

import os
import signal
import sys
from contextlib import suppress
from types import FrameType

from jug.cli.common.exit_codes import ExitCode

IMPORTING = "<frozen importlib."
"""The names of Python's own files that import a module begin with this."""


def watch_interrupts() -> None:
    """End this process at once at a Ctrl-C during an import; at other times Ctrl-C raises KeyboardInterrupt.

    Nothing changes where Ctrl-C is ignored (``nohup``, a script's ``&``) or has a handler that is not Python's own.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end_during_import)
        sys.unraisablehook = _end_if_dropped


def end_at_next_interrupt() -> None:
    """End this process at once at the next Ctrl-C, because it was interrupted before."""
    if signal.getsignal(signal.SIGINT) is _end_during_import:
        signal.signal(signal.SIGINT, _end)


def ignore_interrupts() -> None:
    """Ignore Ctrl-C from now on, because the work is done and Python ends."""
    if signal.getsignal(signal.SIGINT) in (_end_during_import, _end):
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _end_during_import(number: int, frame: FrameType | None) -> None:
    """Handle Ctrl-C: end the process if the interrupted function, or one that called it, imports a module."""
    while frame is not None:
        if frame.f_code.co_filename.startswith(IMPORTING):
            _end(number, frame)
        frame = frame.f_back
    raise KeyboardInterrupt


def _end_if_dropped(lost: "sys.UnraisableHookArgs") -> None:
    """Handle exceptions that Python shows and drops, as in a function of JAX that the garbage collector calls."""
    if lost.exc_type is KeyboardInterrupt:
        _end(signal.SIGINT, None)
    sys.__unraisablehook__(lost)


def _end(number: int, frame: FrameType | None) -> None:
    with suppress(OSError):  # standard error is closed; the exit code shows the interrupt
        os.write(2, b"jug: interrupted\n")
    os._exit(ExitCode.INTERRUPTED)
