"""The preparation of a run: its jobs, their checks, and the folder of its results."""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from os import PathLike
from pathlib import Path

from jug.core.arguments.kinds import expect, path_text
from jug.data.fetch import CacheError
from jug.data.lock import folder_lock
from jug.data.opening import open_files
from jug.errors import DataError, InputError, Where
from jug.pulsars.configuration.ephemerides import missing_ephemerides
from jug.pulsars.configuration.plan import OWN_FILES, plan_with_problems
from jug.pulsars.jobs.job import Job
from jug.pulsars.jobs.own_places import place_problems

Sources = str | PathLike[str] | Iterable[str | PathLike[str]]
"""A configuration, a folder, or par files."""


def prepare_jobs(source: Sources, output: str | PathLike[str], settings: Mapping[str, object] | None) -> list[Job]:
    """Make the jobs of a run, and the folder of its results.

    Parameters
    ----------
    source : path, or paths
    output : path
    settings : mapping, optional
        Options of the steps.

    Returns
    -------
    list of Job

    Raises
    ------
    InputError
        The sources or settings cannot be used; with all ``problems``. Nothing has been written then.
    """
    given, folder = source_paths(source), Path(path_text(output))
    expect(settings=({} if settings is None else settings, Mapping))
    plan, problems = plan_with_problems(given, folder, settings or {})
    problems += missing_ephemerides(plan, open_files())
    problems += place_problems(folder, OWN_FILES, plan)
    if problems:
        raise InputError.of(problems)
    _check_folder(folder)
    return plan


def source_paths(source: Sources) -> list[Path]:
    """Return the paths of the configuration, folders or par files; raise InputError if there is none."""
    several = [source] if isinstance(source, str | PathLike) else source
    expect(source=(several, Iterable))
    names = [path_text(one) for one in several]
    if not names:
        raise InputError("there is no par file", hint="name a configuration, a folder or par files")
    if "" in names:
        raise InputError("a name of what to run is empty", hint="write . for the folder in which jug runs")
    return [Path(name) for name in names]


def _check_folder(folder: Path) -> None:
    """Make the folder of the results."""
    where = Where(str(folder))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        why = "this is a link, but not to a folder" if folder.is_symlink() else "this is a file"
        raise InputError(f"cannot write: {why}", where, "name a folder") from None
    except OSError as error:
        raise InputError(f"cannot write: {error.strerror}", where, "name another folder") from error
    if not os.access(folder, os.W_OK):
        raise InputError("cannot write: no permission to write in the folder", where, "name another folder")


@contextmanager
def locked_folder(folder: Path, *, shared: bool = False) -> Iterator[None]:
    """Lock the folder of the results, so that two runs do not write into it at the same time.

    Parameters
    ----------
    folder : Path
    shared : bool
        Whether other parts of the same run may lock it too. They write other files.

    Yields
    ------
    None
        Once, while it is locked.

    Raises
    ------
    InputError
        Another run has locked it.
    """
    try:
        with folder_lock(folder, "jug run", "run.lock", shared=shared):
            yield
    except CacheError as error:
        raise InputError(error.why, error.where, "make room there, or name another folder (-o)") from error
    except DataError as error:
        raise InputError(error.why, error.where, error.hint) from error
