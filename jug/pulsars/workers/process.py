"""The parent's side of a worker process: give it a job, wait for the answer, and end it."""

import math
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from typing import IO

from jug.pulsars.jobs.job import Job
from jug.pulsars.jobs.pulsar_outcome import PulsarOutcome, failed_outcome, outcome_of
from jug.text.strict_json import json_text, read_json_text

LONGEST_WAIT_S = 86400.0
"""Longest wait in one call, s; the system allows at most 24 days."""

LAST_WORDS = 300
"""Number of last characters on standard error of a process that died, from which the reason quotes the last line."""


class WorkerProcess:
    """A process that does one pulsar after another. It is started for the first pulsar, and again after it has died.

    Parameters
    ----------
    seconds : float or None
        Longest time for a pulsar.
    memory_gb : float or None
        Limit of its address space.
    """

    def __init__(self, seconds: float | None, memory_gb: float | None) -> None:
        self.seconds, self.memory_gb = seconds, memory_gb
        self._process: subprocess.Popen[bytes] | None = None
        self._stderr_file: IO[bytes] | None = None

    def do(self, job: Job) -> PulsarOutcome:
        """Do a pulsar in the process.

        Parameters
        ----------
        job : Job

        Returns
        -------
        PulsarOutcome
            Failed if the process died, or took too long and was killed.
        """
        started = time.monotonic()
        process = self._running_process()
        assert process.stdin is not None
        try:
            process.stdin.write(json_text(job._asdict(), one_line=True).encode() + b"\n")
            process.stdin.flush()
            line = self._answer(process, started)
        except BrokenPipeError:
            line = b""
        if line.endswith(b"\n"):
            with suppress(KeyError, TypeError, ValueError):  # not an answer of jug: the process is ended below
                return outcome_of(read_json_text(line))
        late = self.seconds is not None and time.monotonic() - started >= self.seconds
        if late:
            process.kill()
        code = self.end()
        seconds = round(time.monotonic() - started, 3)
        if late:
            return failed_outcome(job.name, f"not done after {self.seconds:g} s, the limit of time", seconds)
        allowed = f" (limits.memory_gb is {self.memory_gb:g})" if self.memory_gb else ""
        return failed_outcome(job.name, f"its process {_text_of_end(code)}{allowed}{self._last_words()}", seconds)

    def _running_process(self) -> "subprocess.Popen[bytes]":
        if self._process is None or self._process.poll() is not None:
            self._discard_output()
            self._stderr_file = tempfile.TemporaryFile()  # noqa: SIM115 (kept open as long as the process lives)
            self._process = subprocess.Popen(
                [
                    sys.executable,
                    "-P",
                    "-m",
                    "jug.pulsars.workers.worker",
                    *([str(self.memory_gb)] if self.memory_gb else []),
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._stderr_file,
                start_new_session=True,  # Ctrl-C is for the parent, which ends its processes
                env={**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))},
            )
        return self._process

    def _answer(self, process: "subprocess.Popen[bytes]", started: float) -> bytes:
        """Read the answer, or its beginning if the process ends or runs out of time."""
        assert process.stdout is not None
        handle, found = process.stdout.fileno(), b""
        with selectors.DefaultSelector() as selector:
            selector.register(handle, selectors.EVENT_READ)
            while not found.endswith(b"\n"):
                left = math.inf if self.seconds is None else max(0.0, self.seconds - (time.monotonic() - started))
                ready = selector.select(min(left, LONGEST_WAIT_S))
                if not ready and left > LONGEST_WAIT_S:
                    continue
                block = os.read(handle, 1 << 16) if ready else b""
                if not block:
                    break
                found += block
        return found

    def end(self) -> int:
        """End the process.

        Returns
        -------
        int
            Its exit code; negative if a signal has ended it.
        """
        if self._process is None:
            return 0
        process, self._process = self._process, None
        try:
            code = process.wait(0.5 if process.poll() is None else 0.0)
        except subprocess.TimeoutExpired:
            process.kill()
            code = process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(BrokenPipeError):  # the buffer still has a job that could not be sent
                    stream.close()
        return code

    def _last_words(self) -> str:
        if self._stderr_file is None:
            return ""
        self._stderr_file.seek(0)
        words = self._stderr_file.read().decode("utf-8", "replace").strip()
        return f": {words[-LAST_WORDS:].splitlines()[-1]}" if words else ""

    def kill(self) -> None:
        """Kill the process, from any thread."""
        process = self._process
        if process is not None:
            process.kill()

    def close(self) -> None:
        """Kill the process, and discard its output."""
        self.kill()
        self.end()
        self._discard_output()

    def _discard_output(self) -> None:
        if self._stderr_file is not None:
            self._stderr_file.close()
            self._stderr_file = None


def _text_of_end(code: int) -> str:
    if code >= 0:
        return f"ended with exit code {code}"
    try:
        return f"was killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"was killed by signal {-code}"
