"""An interrupt for a part of a test; for whole tests there is pytest-timeout (pyproject.toml)."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

import pytest


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Fail the test (``pytest.fail``) when the lines inside take longer; not where the system has no alarm.

    What subprocesses they wait for are killed by `subprocess.run`. A limit inside another one leaves that as it was.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(number: int, frame: object) -> None:
        pytest.fail(f"no end after {seconds:g} s")

    begun, before = monotonic(), signal.signal(signal.SIGALRM, interrupt)
    left = signal.setitimer(signal.ITIMER_REAL, seconds)[0]
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, max(left - (monotonic() - begun), 1e-3) if left else 0.0)
        signal.signal(signal.SIGALRM, before)
