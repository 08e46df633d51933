"""Pulsars done by several processes. Each process takes the next pulsar that waits."""

import errno
from collections.abc import Iterator, Sequence
from queue import Empty, Queue, SimpleQueue
from threading import Thread

from jug.pulsars.jobs.job import Job
from jug.pulsars.jobs.pulsar_outcome import PulsarOutcome
from jug.pulsars.workers.limited_process import LimitedProcess

NO_MORE = "no further thread or process can be started; raise the limit of processes (ulimit -u), or take fewer"

FoundByThread = tuple[Job, PulsarOutcome] | Exception | None
"""What a thread puts into the queue: outcomes, an error of the machine, and None at its end."""


def outcomes_from_processes(jobs: Sequence[Job], count: int) -> Iterator[tuple[Job, PulsarOutcome]]:
    """Do jobs in processes, and yield each when it is done.

    Parameters
    ----------
    jobs : sequence of Job
        Their step ``limits`` has the limits of time and memory.
    count : int
        Number of processes.

    Yields
    ------
    tuple of Job and PulsarOutcome
        If the iteration ends early, the processes are killed.

    Raises
    ------
    OSError, MemoryError
        No process can be started.
    """
    waiting: Queue[Job] = Queue()
    for job in jobs:
        waiting.put(job)
    found: SimpleQueue[FoundByThread] = SimpleQueue()
    running: list[_Runner] = []
    try:
        for _ in range(min(count, len(jobs))):
            running.append(_Runner(waiting, found))
            running[-1].begin()
        left, working = len(jobs), len(running)
        while left:
            one = found.get()
            if isinstance(one, Exception):
                raise one
            if one is None:
                working -= 1
                assert working, "every thread has ended before its work: its own error is on standard error"
            else:
                left -= 1
                yield one
    finally:
        for runner in running:
            runner.stop()


class _Runner(Thread):
    """A thread that gives jobs to a process until none is waiting, and then puts None into the queue."""

    def __init__(self, waiting: Queue[Job], found: "SimpleQueue[FoundByThread]") -> None:
        super().__init__(daemon=True)
        self.waiting, self.found = waiting, found
        self.process = LimitedProcess()
        self.stopped = False

    def begin(self) -> None:
        """Start the thread; raise OSError if the system allows no more threads."""
        try:
            self.start()
        except RuntimeError:
            raise OSError(errno.EAGAIN, NO_MORE) from None

    def run(self) -> None:
        """Do jobs; put an error of the machine into the queue, for instance if no process can be started."""
        try:
            while not self.stopped:
                job = self.waiting.get_nowait()
                self.found.put((job, self.process.do(job)))
        except Empty:
            pass
        except BlockingIOError:
            self.found.put(OSError(errno.EAGAIN, NO_MORE))
        except (OSError, MemoryError) as error:
            self.found.put(error)
        finally:
            self.process.close()
            self.found.put(None)

    def stop(self) -> None:
        """Kill the process, and wait for the thread."""
        self.stopped = True
        self.process.kill()
        if self.ident is not None:  # it was started
            self.join(10.0)
