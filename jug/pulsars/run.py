"""`jug.run`: a whole array of pulsars, each through the same steps, in processes."""

import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from os import PathLike
from pathlib import Path

from jug.core.arguments.kinds import expect, path_text
from jug.core.execution.progress import counting
from jug.core.execution.threads import cores
from jug.data.fetch import CacheError
from jug.data.lock import locked
from jug.data.opening import open_files
from jug.errors import DataError, InputError, JugError, Where
from jug.io.files import write_text
from jug.pulsars.array_run import ArrayRun
from jug.pulsars.ephemerides import missing_ephemerides
from jug.pulsars.index_page import index_page
from jug.pulsars.job import Job
from jug.pulsars.manifest import manifest
from jug.pulsars.own_places import place_problems
from jug.pulsars.plan import OWN_FILES, planned
from jug.pulsars.pool import done_by_processes
from jug.pulsars.pulsar_outcome import PulsarOutcome
from jug.pulsars.state import kept_outcome, package_versions, write_state
from jug.text.strict_json import json_text

MANIFEST_FILE, INDEX_PAGE = "manifest.json", "index.html"


def run(
    source: str | PathLike[str] | Iterable[str | PathLike[str]],
    output: str | PathLike[str],
    *,
    jobs: int | None = None,
    settings: Mapping[str, object] | None = None,
    again: bool = False,
) -> ArrayRun:
    """Do the same steps for many pulsars: load, DMX, outliers, noise, fit, F-tests, files.

    Each pulsar has a folder in `output` with ``post.par``, ``fit.json`` and ``log.txt``; ``index.html`` shows all,
    ``manifest.json`` lists every file with its sha256 and what it came from. A pulsar whose files, options, data files
    and versions are those of an earlier run is not done again. One that fails, dies or takes too long costs no other.

    Parameters
    ----------
    source : path, or paths
        A configuration (TOML, docs/many_pulsars.md), YAML files of pint_pal, a folder with par and tim files, or par
        files.
    output : path
        The folder of the results; it is made.
    jobs : int, optional
        Number of processes; by default the number of cores.
    settings : mapping, optional
        Options of the steps, as ``{"fit": {"freeze_degenerate": True}}``, before those of the configuration.
    again : bool
        Do every pulsar, also those whose results are there.

    Returns
    -------
    ArrayRun

    Raises
    ------
    InputError
        What cannot be done, all of it (``problems``); nothing has been written then. Or the list of all files cannot be
        written, after the pulsars are done: a further run writes it, and does none of them again.

    Examples
    --------
    >>> import jug, tempfile
    >>> par, _ = jug.data.example("NGC6440E")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = jug.run(par, folder, jobs=1)
    >>> found["1748-2021E"].numbers["n_toa"]
    62
    """
    found, trouble = run_through(source, output, jobs=jobs, settings=settings, again=again)
    if trouble is not None:
        raise trouble
    return found


def run_through(
    source: str | PathLike[str] | Iterable[str | PathLike[str]],
    output: str | PathLike[str],
    *,
    jobs: int | None = None,
    settings: Mapping[str, object] | None = None,
    again: bool = False,
) -> tuple[ArrayRun, JugError | None]:
    """Do what `run` does, and return what is done also where the list of all files cannot be written.

    Parameters
    ----------
    source, output, jobs, settings, again
        As of `run`.

    Returns
    -------
    found : ArrayRun
    trouble : JugError or None
        Why ``manifest.json`` or ``index.html`` could not be written.

    Raises
    ------
    InputError
        What cannot be done, all of it; nothing has been written then.
    """
    started = time.monotonic()
    given = _sources(source)
    folder, packages = Path(path_text(output)), package_versions()
    count = process_count(jobs)
    expect(settings=({} if settings is None else settings, Mapping))
    plan = planned(given, folder, settings or {})
    if missing := list(missing_ephemerides(plan, open_files())):
        raise InputError.of(missing)
    if wrong := list(place_problems(folder, OWN_FILES, plan)):
        raise InputError.of(wrong)
    _check_folder(folder)
    with _held(folder):
        outcomes = {job.name: outcome for job, outcome in _done(plan, packages, count, again)}
        ordered = tuple(outcomes[job.name] for job in plan)
        trouble = _written(folder, json_text(manifest(plan, outcomes, packages)) + "\n", index_page(ordered))
    return ArrayRun(folder, ordered, round(time.monotonic() - started, 3)), trouble


def _written(folder: Path, listed: str, page: str) -> JugError | None:
    """Write the list of all files and the page of all pulsars, or return why they cannot be written."""
    try:
        write_text(folder / MANIFEST_FILE, listed)
        write_text(folder / INDEX_PAGE, page)
    except JugError as error:
        return error
    return None


def _done(
    plan: Sequence[Job], packages: dict[str, str], count: int, again: bool
) -> Iterator[tuple[Job, PulsarOutcome]]:
    """The outcome of each pulsar: those that are there already first."""
    files = open_files()
    with counting("pulsars", len(plan)) as tick:
        waiting = []
        for job in plan:
            kept = None if again else kept_outcome(job, packages, files)
            if kept is None:
                waiting.append(job)
            else:
                yield job, kept
                tick(1)
        for job, outcome in done_by_processes(waiting, count):
            trouble = write_state(job, packages, outcome)
            yield job, outcome._replace(state="failed", reason=trouble) if trouble else outcome
            tick(1)


def _sources(source: str | PathLike[str] | Iterable[str | PathLike[str]]) -> list[Path]:
    """The configuration, folders or par files."""
    several = [source] if isinstance(source, str | PathLike) else source
    expect(source=(several, Iterable))
    found = [Path(path_text(one)) for one in several]
    if not found:
        raise InputError("there is no par file", hint="name a configuration, a folder or par files")
    return found


def process_count(jobs: int | None) -> int:
    """Return the number of processes that is asked for; by default one a core.

    Raises
    ------
    InputError
        It is less than 1.
    """
    if jobs is None:
        return cores()
    expect(jobs=(jobs, int))
    if jobs < 1:
        raise InputError(f"jobs is {jobs}", hint="it is the number of processes, 1 or more")
    return jobs


def _check_folder(folder: Path) -> None:
    """Make the folder of the results."""
    where = Where(str(folder))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise InputError("cannot write: this is a file", where, "name a folder") from None
    except OSError as error:
        raise InputError(f"cannot write: {error.strerror}", where, "name another folder") from error
    if not os.access(folder, os.W_OK):
        raise InputError("cannot write: no permission to write in the folder", where, "name another folder")


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    """Hold the folder, so that two runs do not write into it together."""
    try:
        with locked(folder, "jug run", "run.lock"):
            yield
    except CacheError as error:
        raise InputError(error.why, error.where, "make room there, or name another folder (-o)") from error
    except DataError as error:
        raise InputError(error.why, error.where, error.hint) from error
