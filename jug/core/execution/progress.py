"""Progress of long work: loops report it to a callback, where a caller has set one.

Without a callback nothing is reported. Of nested loops only the outermost one reports, because the user waits for its
end. The callback belongs to the context, which parts of the work in other threads (`each`) share.
"""

from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import TypeVar

T = TypeVar("T")

Progress = Callable[[str, int, int | None], None]
"""A callback. Its arguments are what is counted (or the name of a file), the number of parts (bytes) done, and the
number of all where it is known."""

_callback: ContextVar[Progress | None] = ContextVar("progress", default=None)


@contextmanager
def reported_to(callback: Progress | None) -> Iterator[None]:
    """Set the callback that is told of progress inside a with block; for None nothing is told.

    Parameters
    ----------
    callback : callable or None
        Called at the beginning of a loop and after each of its parts, which may be often: it is to be quick.
    """
    outer = _callback.get()
    _callback.set(callback)
    try:
        yield
    finally:
        _callback.set(outer)


def report(what: str, done: int, total: int | None = None) -> None:
    """Tell how far work has come.

    Parameters
    ----------
    what : str
        What is counted, in the plural: ``"grid points"``.
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
        What is counted, in the plural.
    total : int, optional
        Number of all parts.

    Yields
    ------
    callable
        ``(parts) -> None``: this number of further parts is done. Inside the with block nothing else is told.
    """
    callback = _callback.get()
    if callback is None or total == 1:
        yield _untold
        return
    told, done, lock = callback, 0, Lock()

    def add(parts: int) -> None:
        nonlocal done
        with lock:
            done += parts
            told(what, done, total)

    add(0)
    with reported_to(None):
        yield add


def counted(parts: Iterable[T], what: str, total: int | None = None) -> Iterator[T]:
    """Go through parts of work, and tell how many are done.

    Parameters
    ----------
    parts : iterable
    what : str
        What they are, in the plural.
    total : int, optional
        Their number; the length of ``parts`` when absent, where it has one.

    Yields
    ------
    object
        Each part. Until the loop over them ends, nothing else is told.
    """
    number = len(parts) if total is None and isinstance(parts, Sized) else total
    with counting(what, number) as add:
        for part in parts:
            yield part
            add(1)


def _untold(_parts: int) -> None:
    """Tell nothing."""
