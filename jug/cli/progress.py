"""Progress on a terminal: a line on standard error with the time left, when a command takes longer than two seconds."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from typing import TYPE_CHECKING

from jug.cli.streams import clear_first
from jug.core.progress import reported_to
from jug.errors import escaped

if TYPE_CHECKING:
    from tqdm import tqdm

AFTER_S = 2.0
"""No progress is shown earlier than so long after the beginning of the command, s."""

LOOP_S = 0.5
"""Nor is a loop shown that has not run for so long, so that short ones do not flicker, s."""

EVERY_S = 0.2
"""Least time between two changes of the line, s."""


@contextmanager
def shown_on_terminal() -> Iterator[None]:
    """Show progress inside a with block; standard error is a terminal."""
    line = ProgressLine()
    clear_first(line.close)
    try:
        with reported_to(line):
            yield
    finally:
        clear_first(None)
        line.close()


class ProgressLine:
    """The line of the loop that told last; a callback as `jug.core.progress.Progress` describes it."""

    def __init__(self) -> None:
        self.begun = self.since = time.monotonic()
        self.loop: tuple[str, int | None] = ("", None)
        self.bar: tqdm[None] | None = None
        self.lock = RLock()

    def __call__(self, what: str, done: int, total: int | None) -> None:
        """Show how far a loop has come, with the time left where its end is known."""
        with self.lock:
            now = time.monotonic()
            if (what, total) != self.loop or done == 0:
                self.close()
                self.loop, self.since = (what, total), now
            if total is not None and done >= total:
                self.close()
            elif self.bar is not None:
                self.bar.update(done - self.bar.n)
            elif now - self.begun > AFTER_S and (total is None or (done > 0 and now - self.since > LOOP_S)):
                self.bar = _bar(what, done, total, now - (self.begun if total is None else self.since))

    def close(self) -> None:
        """Clear the line, so that text can be written; the next call shows it again."""
        with self.lock:
            if self.bar is not None:
                self.bar.close()
                self.bar = None


def _bar(what: str, done: int, total: int | None, elapsed_s: float) -> "tqdm[None]":
    """A line of tqdm for a loop that began some time ago; its time left is by the mean rate."""
    from tqdm import tqdm

    tqdm.monitor_interval = 0  # no thread of tqdm's own
    tqdm.set_lock(RLock())  # the default one is for several processes, and takes a semaphore of the system
    bar = tqdm(
        desc=escaped(what),
        total=total,
        file=sys.stderr,
        leave=False,
        smoothing=0,
        mininterval=EVERY_S,
        miniters=1,
        unit="",
        unit_scale=total is not None and total >= PREFIXED_FROM,
        dynamic_ncols=True,
        delay=1e-9,  # tqdm does not write the line before it is set to what is done
        bar_format=None if total is not None else "{desc} [{elapsed}]" if done == 0 else "{desc}: {n_fmt} [{elapsed}]",
    )
    bar.n = done
    bar.start_t -= elapsed_s
    bar.refresh()
    return bar


PREFIXED_FROM = 100_000
"""Numbers from here on, as of bytes and TOAs, are written with k and M."""
