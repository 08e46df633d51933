"""Progress on a terminal: a line on standard error with the time left, if a command takes longer than two seconds.

A loop reports each part that is done. A thread also updates the line between the reports, and before the first report,
for instance while JAX compiles.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, RLock, Thread
from typing import TYPE_CHECKING

from jug.cli.common.streams import set_line_clearer
from jug.core.execution.progress import reporting_to
from jug.text.control_characters import escape_controls

if TYPE_CHECKING:
    from tqdm import tqdm

AFTER_S = 2.0
"""Time after the start of the command before which no progress is shown, s."""

LOOP_S = 0.5
"""Time that a loop runs before its progress is shown, s. The line of a shorter loop would flicker."""

EVERY_S = 0.2
"""Least time between two changes of the line, s."""

TICK_S = 0.5
"""Time between two updates of the line while a loop reports nothing, s."""

UNKNOWN_SIZE = (80, 24)
"""Columns and lines for a terminal whose size is unknown, as of a pty of width 0."""


@contextmanager
def progress_on_terminal() -> Iterator[None]:
    """Show progress inside a with block, on standard error, which is a terminal."""
    line, ended = ProgressLine(), Event()
    set_line_clearer(line.close)
    thread = Thread(target=_tick_until_ended, args=(line, ended), daemon=True)
    thread.start()
    try:
        with reporting_to(line):
            yield
    finally:
        ended.set()
        thread.join()
        set_line_clearer(None)
        line.close()


def _tick_until_ended(line: "ProgressLine", ended: Event) -> None:
    """Update the line in steps of `TICK_S` until the command has ended."""
    while not ended.wait(TICK_S):
        line.tick()


class ProgressLine:
    """The line of the loop that reported last; a callback as in `jug.core.execution.progress.Progress`."""

    def __init__(self) -> None:
        self.begun = self.since = self.cleared = time.monotonic()
        self.loop: tuple[str, int | None] = ("", None)
        self.bar: tqdm[None] | None = None
        self.waiting = False
        self.lock = RLock()

    def __call__(self, what: str, done: int, total: int | None) -> None:
        """Show the progress of a loop, with the time left if the total is known."""
        with self.lock:
            now = time.monotonic()
            if (what, total) != self.loop or done == 0:
                self.close()
                self.loop, self.since = (what, total), now
            self.waiting = done == 0
            if total is not None and done >= total:
                self.close()
            elif self.bar is not None:
                self.bar.update(done - self.bar.n)
            elif now - self.begun > AFTER_S and (total is None or now - self.since > LOOP_S):
                self.bar = _bar(what, done, total, now - (self.begun if total is None else self.since))

    def tick(self) -> None:
        """Show a loop of which no part is done yet, with the time that has passed."""
        with self.lock:
            now = time.monotonic()
            if self.bar is not None:
                self.bar.refresh()
            elif self.waiting and now - self.begun > AFTER_S and now - max(self.since, self.cleared) > LOOP_S:
                what, total = self.loop
                self.bar = _bar(what, 0, total, now - self.since)

    def close(self) -> None:
        """Clear the line, so that text can be written; the next call shows it again."""
        with self.lock:
            self.cleared = time.monotonic()
            if self.bar is not None:
                self.bar.close()
                self.bar = None


def _bar(what: str, done: int, total: int | None, elapsed_s: float) -> "tqdm[None]":
    """A line of tqdm for a loop that began some time ago. The time left follows from the mean rate."""
    from tqdm import tqdm

    tqdm.monitor_interval = 0  # no thread of tqdm's own
    tqdm.set_lock(RLock())  # the default one is for several processes, and takes a semaphore of the system
    known = _has_width()
    bar = tqdm(
        desc=escape_controls(what),
        total=total,
        file=sys.stderr,
        leave=False,
        smoothing=0,
        mininterval=EVERY_S,
        miniters=1,
        unit="",
        unit_scale=total is not None and total >= PREFIXED_FROM,
        dynamic_ncols=known,
        ncols=None if known else UNKNOWN_SIZE[0],
        nrows=None if known else UNKNOWN_SIZE[1],
        delay=1e-9,  # tqdm must not write the line before `n` is set below
        bar_format=None if total is not None else "{desc} [{elapsed}]" if done == 0 else "{desc}: {n_fmt} [{elapsed}]",
    )
    bar.n = done
    bar.start_t -= elapsed_s
    bar.refresh()
    return bar


def _has_width() -> bool:
    """Whether the width of the terminal of standard error is known. tqdm writes nothing at a width of 0."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns > 0
    except (OSError, ValueError):
        return True


PREFIXED_FROM = 100_000
"""Least number (of bytes, of TOAs) that is written with k or M."""
