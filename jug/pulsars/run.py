"""`jug.run`: the same steps for all pulsars of an array, in processes or on a cluster."""

import time
from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path

from jug.core.arguments.kinds import expect, path_text
from jug.core.execution.progress import counting
from jug.core.execution.threads import cores
from jug.data.opening import open_files
from jug.errors import InputError, JugError
from jug.io.files import write_text
from jug.obs.files import Files
from jug.pulsars.array_run import ArrayRun
from jug.pulsars.configuration.preparation import Sources, locked_folder, prepare_jobs
from jug.pulsars.index_page import index_page
from jug.pulsars.jobs.job import Job
from jug.pulsars.jobs.pulsar_outcome import PULSAR_FAILED, PulsarOutcome
from jug.pulsars.jobs.state import package_versions, reusable_outcome, write_state
from jug.pulsars.manifest import manifest
from jug.pulsars.one_pulsar.outputs import write_failure
from jug.pulsars.workers.cluster import cluster_address
from jug.pulsars.workers.on_cluster import outcomes_from_cluster
from jug.pulsars.workers.parts import part_of
from jug.pulsars.workers.pool import outcomes_from_processes
from jug.text.strict_json import json_text

MANIFEST_FILE, INDEX_PAGE = "manifest.json", "index.html"


def run(
    source: Sources,
    output: str | PathLike[str],
    *,
    jobs: int | None = None,
    settings: Mapping[str, object] | None = None,
    again: bool = False,
    executor: str | None = None,
    part: tuple[int, int] | None = None,
) -> ArrayRun:
    """Do the same steps for many pulsars: load, DMX, outliers, noise, fit, F-tests, files.

    Each pulsar has a folder in `output` with ``post.par``, ``fit.json`` and ``log.txt``. ``index.html`` shows all, and
    ``manifest.json`` lists every file with its sha256 and its sources. A pulsar whose files, options, data files and
    versions are those of an earlier run is not done again. A pulsar that fails or takes too long does not stop others.

    Parameters
    ----------
    source : path, or paths
        A configuration (TOML, docs/many_pulsars.md), YAML files of pint_pal, a folder of par and tim, or par files.
    output : path
        The folder of the results; it is made.
    jobs : int, optional
        Number of processes; by default the number of cores.
    settings : mapping, optional
        Options of the steps, as ``{"fit": {"freeze_degenerate": True}}``. They replace those of the configuration.
    again : bool
        Whether pulsars are done whose results exist already.
    executor : str, optional
        ``"dask://HOST:PORT"``: the workers of this dask cluster process the pulsars, instead of processes here.
    part : tuple of two int, optional
        ``(2, 10)``: do only the second of ten parts of the pulsars, and write no list of all files (see `gather`).

    Returns
    -------
    ArrayRun

    Raises
    ------
    JugError
        dask is not installed.
    InputError
        The sources or settings cannot be used; with all ``problems``, and nothing has been written. Or, after the
        pulsars are done, the list of all files cannot be written; another run then writes only the list.

    Examples
    --------
    >>> import jug, tempfile
    >>> par, _ = jug.data.example("NGC6440E")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = jug.run(par, folder, jobs=1)
    >>> found["1748-2021E"].numbers["n_toa"], found.failed, found.summary()[:6], list(found.to_json())
    (62, (), 'Pulsar', ['folder', 'seconds', 'pulsars'])
    """
    found, trouble = run_through(
        source, output, jobs=jobs, settings=settings, again=again, executor=executor, part=part
    )
    if trouble is not None:
        raise trouble
    return found


def run_through(
    source: Sources,
    output: str | PathLike[str],
    *,
    jobs: int | None = None,
    settings: Mapping[str, object] | None = None,
    again: bool = False,
    executor: str | None = None,
    part: tuple[int, int] | None = None,
) -> tuple[ArrayRun, JugError | None]:
    """Do what `run` does, and return the outcomes even if the list of all files cannot be written.

    Parameters
    ----------
    source, output, jobs, settings, again, executor, part
        As for `run`.

    Returns
    -------
    found : ArrayRun
    trouble : JugError or None
        Why ``manifest.json`` or ``index.html`` could not be written.

    Raises
    ------
    InputError
        The sources or settings cannot be used; with all ``problems``. Nothing has been written then.
    """
    started = time.monotonic()
    folder, packages = Path(path_text(output)), package_versions()
    place = place_of_work(jobs, executor)
    plan = prepare_jobs(source, output, settings)
    own = plan if part is None else part_of(plan, part)
    with locked_folder(folder, shared=part is not None):
        outcomes = dict(_outcomes_by_name(own, packages, place, again))
        trouble = None if part is not None else finish(folder, plan, outcomes, packages)
    ordered = tuple(outcomes[job.name] for job in own)
    return ArrayRun(folder, ordered, round(time.monotonic() - started, 3)), trouble


def finish(
    folder: Path, plan: Sequence[Job], outcomes: Mapping[str, PulsarOutcome], packages: dict[str, str]
) -> JugError | None:
    """Write the list of all files and the page of all pulsars.

    Parameters
    ----------
    folder : Path
    plan : sequence of Job
    outcomes : mapping of str to PulsarOutcome
        The outcome of every job, by its name.
    packages : dict of str to str

    Returns
    -------
    JugError or None
        The error if they cannot be written.
    """
    listed = json_text(manifest(plan, outcomes, packages)) + "\n"
    try:
        write_text(folder / MANIFEST_FILE, listed)
        write_text(folder / INDEX_PAGE, index_page(tuple(outcomes[job.name] for job in plan)))
    except JugError as error:
        return error
    return None


def _outcomes_by_name(
    plan: Sequence[Job], packages: dict[str, str], place: int | str, again: bool
) -> Iterator[tuple[str, PulsarOutcome]]:
    """Names and outcomes of the pulsars: first existing results, then those that are done now, with progress."""
    files = open_files()
    waiting = []
    for job in plan:
        kept = None if again else reusable_outcome(job, packages, files)
        if kept is None:
            waiting.append(job)
        else:
            yield job.name, kept
    with counting("pulsars", len(waiting)) as tick:
        for job, outcome in outcomes_from(place, waiting, packages, files):
            if outcome.state == PULSAR_FAILED:
                write_failure(job, outcome.reason)  # a process that was killed has not written it
            trouble = write_state(job, packages, outcome)
            yield job.name, outcome._replace(state=PULSAR_FAILED, reason=trouble) if trouble else outcome
            tick(1)


def outcomes_from(
    place: int | str, jobs: Sequence[Job], packages: dict[str, str], files: Files
) -> Iterator[tuple[Job, PulsarOutcome]]:
    """Do jobs in processes on this machine or on a cluster, and return an iterator over their outcomes.

    Parameters
    ----------
    place : int or str
        As returned by `place_of_work`.
    jobs : sequence of Job
    packages : dict of str to str
        The versions that a cluster must have.
    files : Files
        The data files of this machine.

    Returns
    -------
    iterator of tuple of Job and PulsarOutcome
    """
    return (
        outcomes_from_processes(jobs, place)
        if isinstance(place, int)
        else outcomes_from_cluster(jobs, place, packages, files)
    )


def place_of_work(jobs: int | None, executor: str | None) -> int | str:
    """Return where pulsars are done: the number of processes on this machine, or the address of a cluster.

    Parameters
    ----------
    jobs : int, optional
    executor : str, optional

    Returns
    -------
    int or str

    Raises
    ------
    InputError
        Both are given, or one is not valid.
    """
    if executor is None:
        return _process_count(jobs)
    expect(executor=(executor, str))
    cluster_address(executor)
    if jobs is not None:
        hint = "leave jobs out; the cluster takes as many pulsars at once as its workers have threads"
        raise InputError("jobs is the number of processes on this machine, and executor names a cluster", hint=hint)
    return executor


def _process_count(jobs: int | None) -> int:
    """The number of processes; by default one for each core."""
    if jobs is None:
        return cores()
    expect(jobs=(jobs, int))
    if jobs < 1:
        raise InputError(f"jobs is {jobs}", hint="it is the number of processes, 1 or more")
    return jobs
