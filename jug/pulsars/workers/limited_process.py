"""A worker process with limits of time and memory. It is replaced if the next pulsar has other limits."""

from jug.pulsars.jobs.job import Job
from jug.pulsars.jobs.pulsar_outcome import PulsarOutcome
from jug.pulsars.workers.process import WorkerProcess


class LimitedProcess:
    """Does one pulsar after another in a process. The process is replaced if the next pulsar has other limits."""

    def __init__(self) -> None:
        self._process: WorkerProcess | None = None

    def do(self, job: Job) -> PulsarOutcome:
        """Do a pulsar in the process.

        Parameters
        ----------
        job : Job
            Its step ``limits`` has the limits of time and memory.

        Returns
        -------
        PulsarOutcome
            Failed if the process died, or took too long and was killed.
        """
        limits = job.options("limits")
        wanted = (limits.get("seconds"), limits.get("memory_gb"))
        if self._process is not None and (self._process.seconds, self._process.memory_gb) != wanted:
            self.close()
        if self._process is None:
            self._process = WorkerProcess(*wanted)
        return self._process.do(job)

    def kill(self) -> None:
        """Kill the process, from any thread."""
        process = self._process
        if process is not None:
            process.kill()

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            process.close()
