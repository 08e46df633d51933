"""A process that does pulsars of a run, one after another: ``python -m jug.pulsars.workers.worker [MEMORY_GB]``.

It reads a job, a line of JSON, from standard input, and writes the outcome, a line of JSON, to standard output. It ends
when its standard input is closed, as at the end of the parent, even in the middle of a pulsar.
"""

import os
import sys
import threading
from queue import SimpleQueue

from jug.core.execution.threads import THREAD_VARIABLES

MOST_BYTES = 1 << 62
"""Largest limit that is set, bytes. The system refuses a number beyond a C long."""


def work() -> None:
    """Do jobs until standard input is closed."""
    for name in THREAD_VARIABLES:
        os.environ[name] = "1"
    if len(sys.argv) > 1:
        _limit_memory(float(sys.argv[1]))
    answers = os.dup(1)
    os.dup2(2, 1)  # text that a library prints is not an answer
    lines: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_read, args=(lines,), daemon=True).start()
    from jug.pulsars.jobs.job import Job
    from jug.pulsars.one_pulsar.do_pulsar import do_pulsar
    from jug.text.strict_json import json_text, read_json_text

    while True:
        outcome = do_pulsar(Job(**read_json_text(lines.get())))
        _answer(answers, json_text(outcome._asdict(), one_line=True).encode() + b"\n")


def _answer(stream: int, content: bytes) -> None:
    while content:
        content = content[os.write(stream, content) :]


def _read(lines: SimpleQueue[str]) -> None:
    """Put the jobs into a queue; end the process when standard input is closed."""
    for line in sys.stdin:
        lines.put(line)
    os._exit(0)


def _limit_memory(gigabytes: float) -> None:
    """Limit the address space, so that a pulsar that needs more memory fails with an error."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    highest = resource.getrlimit(resource.RLIMIT_AS)[1]  # nobody but root may raise it
    limit = int(min(gigabytes * 1e9, MOST_BYTES if highest == resource.RLIM_INFINITY else highest))
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


if __name__ == "__main__":
    work()
