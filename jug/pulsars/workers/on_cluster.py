"""Pulsars done by the workers of a dask cluster. The workers return the files, and only this process writes them."""

import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from typing import TYPE_CHECKING

from jug.errors import JugError
from jug.obs.files import Files
from jug.pulsars.jobs.fingerprints import file_hashes, is_same_data
from jug.pulsars.jobs.job import Job
from jug.pulsars.jobs.pulsar_outcome import PULSAR_FAILED, PulsarOutcome, failed_outcome, outcome_of
from jug.pulsars.one_pulsar.outputs import write_received
from jug.pulsars.workers.cluster import cluster_client
from jug.pulsars.workers.cluster_worker import pulsar_on_worker
from jug.text.json_types import JsonObject

if TYPE_CHECKING:
    from distributed import Client, Future

LOOK_S, ASK_S = 0.1, 1.0
"""Time between two checks for finished pulsars, and longest wait for one of them in a check, s."""

LOST_SCHEDULER = "the scheduler of the cluster was lost before this pulsar was done; run the same command again"
OTHER_FILES = "its worker has read other files than are here: {}; workers need the same files at the same paths"


def outcomes_from_cluster(
    jobs: Sequence[Job], executor: str, packages: Mapping[str, str], files: Files
) -> Iterator[tuple[Job, PulsarOutcome]]:
    """Do jobs on a cluster, and yield each outcome when its files are written on this machine.

    If a worker dies, another one does the pulsar, as often as the scheduler allows
    (``distributed.scheduler.allowed-failures``, 3).

    Parameters
    ----------
    jobs : sequence of Job
    executor : str
        ``dask://HOST:PORT``.
    packages : mapping of str to str
        The versions that each worker must have.
    files : Files
        The data files of this machine.

    Yields
    ------
    tuple of Job and PulsarOutcome
        If the scheduler is lost, all pulsars that are not done have failed.

    Raises
    ------
    JugError
        The cluster cannot be used.
    """
    if not jobs:
        return
    with cluster_client(executor, packages) as client:
        given = dict(packages)
        waiting = [(job, client.submit(pulsar_on_worker, job._asdict(), given, pure=False)) for job in jobs]
        while waiting:
            ended = [(job, future) for job, future in waiting if future.done() or client.status != "running"]
            for job, future in ended:
                waiting.remove((job, future))
                yield job, _outcome(client, job, future, files)
                future.release()
            if not ended:
                time.sleep(LOOK_S)


def _outcome(client: "Client", job: Job, future: "Future", files: Files) -> PulsarOutcome:
    """The outcome of a pulsar, after its files are written."""
    found = _result(client, future)
    if isinstance(found, str):
        return failed_outcome(job.name, found)
    content, made = found
    outcome = outcome_of(content)
    if outcome.state != PULSAR_FAILED and (other := _differing_file(outcome, files)):
        return failed_outcome(job.name, OTHER_FILES.format(other), outcome.seconds)
    try:
        write_received(job, outcome, made)
    except (JugError, OSError) as error:
        return failed_outcome(job.name, str(error), outcome.seconds)
    return outcome


def _result(client: "Client", future: "Future") -> tuple[JsonObject, dict[str, bytes]] | str:
    """The result of a worker, or the reason as text if there is none. If the worker died, wait for another one."""
    from distributed import KilledWorker

    while client.status == "running" and not future.cancelled():
        try:
            error = future.exception(timeout=ASK_S)
            if error is None:
                found: tuple[JsonObject, dict[str, bytes]] = future.result(timeout=ASK_S)
                return found
        except (OSError, KilledWorker, CancelledError):  # not finished yet, or the connection is being lost: try again
            time.sleep(LOOK_S)
            continue
        if isinstance(error, KilledWorker):
            return f"{error.allowed_failures + 1} workers have died, one after the other, while they did it"
        return f"its worker could not do it ({type(error).__name__}: {error})"
    return LOST_SCHEDULER


def _differing_file(outcome: PulsarOutcome, files: Files) -> str:
    """The first file whose content on the worker differs from that on this machine; empty if there is none."""
    for path, sha in file_hashes(outcome.inputs).items():
        if sha != outcome.inputs[path]:
            return path
    return next((name for name, sha in outcome.data.items() if not is_same_data({name: sha}, files)), "")
