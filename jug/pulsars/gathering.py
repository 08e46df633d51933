"""`jug.gather`: the page and the list of all files of a run that was done in parts."""

import time
from collections.abc import Mapping
from os import PathLike
from pathlib import Path

from jug.core.arguments.kinds import path_text
from jug.data.opening import open_files
from jug.errors import JugError
from jug.obs.files import Files
from jug.pulsars.array_run import ArrayRun
from jug.pulsars.configuration.preparation import Sources, locked_folder, prepare_jobs
from jug.pulsars.jobs.job import Job
from jug.pulsars.jobs.pulsar_outcome import PULSAR_FAILED, PulsarOutcome, failed_outcome, outcome_of
from jug.pulsars.jobs.state import job_hash, package_versions, read_state, reusable_outcome
from jug.pulsars.run import finish

ABSENT = "no part of the run has done this pulsar as its files and options are now; jug run does what is missing"


def gather(source: Sources, output: str | PathLike[str], *, settings: Mapping[str, object] | None = None) -> ArrayRun:
    """Write the page and the list of all pulsars of a run that was done in parts; no pulsar is processed.

    Parameters
    ----------
    source : path, or paths
        A configuration, a folder, or par files, as for the parts.
    output : path
        The folder of the results.
    settings : mapping, optional
        Options of the steps, as for the parts.

    Returns
    -------
    ArrayRun
        A pulsar that no part has done counts as failed.

    Raises
    ------
    InputError
        The sources or settings cannot be used (``problems``), or the page or the list cannot be written.

    Examples
    --------
    >>> import jug, tempfile
    >>> par, _ = jug.data.example("NGC6440E")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = jug.run(par, folder, jobs=1, part=(1, 1))
    ...     found = jug.gather(par, folder)
    >>> found["1748-2021E"].state
    'done'
    """
    found, trouble = gather_through(source, output, settings=settings)
    if trouble is not None:
        raise trouble
    return found


def gather_through(
    source: Sources, output: str | PathLike[str], *, settings: Mapping[str, object] | None = None
) -> tuple[ArrayRun, JugError | None]:
    """Do what `gather` does, and return the outcomes even if the page or the list cannot be written.

    Parameters
    ----------
    source, output, settings
        As for `gather`.

    Returns
    -------
    found : ArrayRun
    trouble : JugError or None
        Why ``manifest.json`` or ``index.html`` could not be written.

    Raises
    ------
    InputError
        The sources or settings cannot be used; with all ``problems``.
    """
    started = time.monotonic()
    folder, packages, files = Path(path_text(output)), package_versions(), open_files()
    plan = prepare_jobs(source, output, settings)
    with locked_folder(folder):
        outcomes = {job.name: _outcome(job, packages, files) for job in plan}
        trouble = finish(folder, plan, outcomes, packages)
    return ArrayRun(folder, tuple(outcomes.values()), round(time.monotonic() - started, 3)), trouble


def _outcome(job: Job, packages: dict[str, str], files: Files) -> PulsarOutcome:
    """The outcome that a part has written for a pulsar; a failure if there is none."""
    kept = reusable_outcome(job, packages, files)
    if kept is not None:
        return kept
    content = read_state(job)
    try:
        found = outcome_of(content)
    except (KeyError, TypeError, ValueError, OverflowError):
        return failed_outcome(job.name, ABSENT)
    if found.state == PULSAR_FAILED and found.name == job.name and content["job"] == job_hash(job, packages):
        return found._replace(reused=True)
    return failed_outcome(job.name, ABSENT)
