"""Progress of long work: loops report it to a callback, where a caller has set one.

Without a callback nothing is reported. Of nested loops only the outermost one reports, because the user waits for its
end. The callback belongs to the context, which other threads of the work (`map_in_threads`) share.
"""

from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import TypeVar

T = TypeVar("T")

Progress = Callable[[str, int, int | None], None]
"""A callback. Its arguments: the name of the parts (or of a file), the number of parts (bytes) done, and the number of
all parts where it is known."""

_callback: ContextVar[Progress | None] = ContextVar("progress", default=None)


@contextmanager
def reporting_to(callback: Progress | None) -> Iterator[None]:
    """Set the callback for progress inside a with block; with None nothing is reported.

    Parameters
    ----------
    callback : callable or None
        Called at the beginning of a loop and after each of its parts, which may be often: it should be fast.
    """
    outer = _callback.get()
    _callback.set(callback)
    try:
        yield
    finally:
        _callback.set(outer)


def report(what: str, done: int, total: int | None = None) -> None:
    """Report the progress of work.

    Parameters
    ----------
    what : str
        Name of the parts, in the plural: ``"grid points"``.
    done : int
        Number of parts done.
    total : int, optional
        Number of all parts; None where it is not known.
    """
    callback = _callback.get()
    if callback is not None:
        callback(what, done, total)


@contextmanager
def counting(what: str, total: int | None = None) -> Iterator[Callable[[int], None]]:
    """Count parts of work, which may be done in several threads.

    Parameters
    ----------
    what : str
        Name of the parts, in the plural.
    total : int, optional
        Number of all parts.

    Yields
    ------
    callable
        ``(parts) -> None``: this number of further parts is done. Inside the with block nothing else is reported.
    """
    callback = _callback.get()
    if callback is None or total == 1:
        yield _ignore
        return
    call, done, lock = callback, 0, Lock()

    def add(parts: int) -> None:
        nonlocal done
        with lock:
            done += parts
            call(what, done, total)

    add(0)
    with reporting_to(None):
        yield add


def report_each(parts: Iterable[T], what: str, total: int | None = None) -> Iterator[T]:
    """Iterate over parts of work, and report how many are done.

    Parameters
    ----------
    parts : iterable
    what : str
        Name of the parts, in the plural.
    total : int, optional
        Their number; the length of ``parts`` when absent, where it has one.

    Yields
    ------
    object
        Each part. Until the loop over them ends, nothing else is reported.
    """
    number = len(parts) if total is None and isinstance(parts, Sized) else total
    with counting(what, number) as add:
        for part in parts:
            yield part
            add(1)


def _ignore(_parts: int) -> None:
    """Report nothing."""
