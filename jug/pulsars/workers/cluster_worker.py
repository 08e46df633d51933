"""The work of a worker of a dask cluster: do one pulsar in a separate process, and return its files to the parent.

The process has the limits of time and memory of its pulsar, and one thread. If it dies, the worker goes on. It writes
into a temporary folder of the worker; only the parent writes results. After a pulsar the process waits up to `IDLE_S`
for the next one.
"""

import os
import tempfile
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from threading import Lock, Timer

from jug.pulsars.jobs.job import Job
from jug.pulsars.jobs.pulsar_outcome import PulsarOutcome, failed_outcome
from jug.pulsars.jobs.state import package_versions
from jug.pulsars.workers.limited_process import LimitedProcess
from jug.text.json_types import JsonObject

IDLE_S = 30.0
"""Time that a process waits for another pulsar, s."""

_lock = Lock()
_idle: list[LimitedProcess] = []


def pulsar_on_worker(words: JsonObject, packages: Mapping[str, str]) -> tuple[JsonObject, dict[str, bytes]]:
    """Do one pulsar in a process of a worker.

    Parameters
    ----------
    words : dict
        The job, of `Job._asdict`. Its folder is on the parent, and nothing is written to it.
    packages : mapping of str to str
        The versions of the parent, of `package_versions`.

    Returns
    -------
    outcome : dict
        Of `PulsarOutcome._asdict`.
    files : dict of str to bytes
        The content of each file that was made, by its name.
    """
    job = Job(**words)
    if differing := version_differences(packages, package_versions()):
        return failed_outcome(job.name, f"a worker of the cluster has other versions: {differing}")._asdict(), {}
    try:
        with tempfile.TemporaryDirectory(prefix="jug-", dir=_own_folder()) as room:
            outcome = _do_in_process(job._replace(folder=os.path.join(room, job.name)))
            made = Path(room, job.name)
            files = {path.name: path.read_bytes() for path in made.iterdir()} if made.is_dir() else {}
    except (OSError, MemoryError) as error:
        return failed_outcome(job.name, f"its worker could not do it: {error or 'not enough memory'}")._asdict(), {}
    return outcome._asdict(), files


def version_differences(here: Mapping[str, str], there: Mapping[str, str]) -> str:
    """List the versions of a worker that differ from those of the parent, as text; empty if none differs.

    Parameters
    ----------
    here, there : mapping of str to str

    Returns
    -------
    str
    """
    different = (name for name in here if there.get(name) != here[name])
    return ", ".join(f"{name} {there.get(name, 'missing')} (here {here[name]})" for name in different)


def _own_folder() -> str:
    """The folder of this worker, which dask removes even if the worker is killed."""
    from distributed import get_worker

    return str(get_worker().local_directory)


def _do_in_process(job: Job) -> PulsarOutcome:
    with _lock:
        process = _idle.pop() if _idle else LimitedProcess()
    try:
        return process.do(job)
    finally:
        with _lock:
            _idle.append(process)
        timer = Timer(IDLE_S, partial(_end_idle, process))
        timer.daemon = True
        timer.start()


def _end_idle(process: LimitedProcess) -> None:
    """End a process that has waited long enough, unless it is in use again."""
    with _lock:
        if process not in _idle:
            return
        _idle.remove(process)
    process.close()
