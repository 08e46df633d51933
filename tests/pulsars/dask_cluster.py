"""A dask cluster on this machine, of processes that can be killed one by one."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

START_S = 120.0
"""Longest time for a scheduler or a worker to start, s; a busy machine takes ten."""


class DaskCluster:
    """A scheduler and workers of one thread each, without the processes that would start them again.

    Parameters
    ----------
    folder : Path
        For what they write.
    count : int
        Number of workers.
    preload : Path, optional
        Lines of Python that each worker runs first.
    settings : str
        More settings of dask, in environment variables.
    """

    def __init__(self, folder: Path, count: int, preload: Path | None = None, **settings: str) -> None:
        self.folder, self.count, self.preload, self.settings = folder, count, preload, settings
        self.scheduler: subprocess.Popen[bytes] | None = None
        self.workers: list[subprocess.Popen[bytes]] = []
        self.executor, self.n_started = "", 0
        folder.mkdir(exist_ok=True)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        for process in (*self.workers, self.scheduler):
            end(process)

    def start(self) -> None:
        """Start what is not there; workers of a scheduler that is gone end, and new ones take their place."""
        if self.scheduler is None or self.scheduler.poll() is not None:
            for worker in self.workers:
                end(worker)
            place = self._path("scheduler.json")
            place.unlink(missing_ok=True)
            words = [
                "scheduler",
                "--host",
                "127.0.0.1",
                "--port",
                "0",
                "--no-dashboard",
                "--scheduler-file",
                str(place),
            ]
            self.scheduler = self._begun(*words)
        self.workers = [worker for worker in self.workers if worker.poll() is None]
        while len(self.workers) < self.count:
            words = ["worker", "--scheduler-file", str(self._path("scheduler.json")), "--nthreads", "1", "--no-nanny"]
            words += ["--no-dashboard", "--local-directory", str(self.folder)]
            words += ["--preload", str(self.preload)] if self.preload else []
            self.workers.append(self._begun(*words))
        self._wait()

    def _path(self, name: str) -> Path:
        return self.folder / name

    def _begun(self, *words: str) -> "subprocess.Popen[bytes]":
        self.n_started += 1
        with self._path(f"log{self.n_started}.txt").open("wb") as log:
            command = [sys.executable, "-m", "dask", *words]
            environment = {**os.environ, **self.settings}
            return subprocess.Popen(command, stdout=log, stderr=log, env=environment)

    def _wait(self) -> None:
        """Wait until all workers are known to the scheduler."""
        from distributed import Client

        place, begun = self._path("scheduler.json"), time.monotonic()
        while not place.exists() or not place.read_text().strip():
            assert time.monotonic() - begun < START_S, "the scheduler has not started"
            time.sleep(0.05)
        with Client(scheduler_file=str(place), set_as_default=False, timeout=START_S) as client:
            self.executor = client.scheduler.address.replace("tcp://", "dask://")
            client.wait_for_workers(self.count, timeout=START_S)


def end(process: "subprocess.Popen[bytes] | None") -> None:
    """Kill a process, and wait for its end."""
    if process is not None:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
        process.wait(timeout=START_S)
