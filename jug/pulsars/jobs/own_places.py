"""The files and folders of a run are its own: a link or a pipe in their place is refused or removed, not followed."""

import os
import re
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from jug.errors import Problem, Where
from jug.pulsars.jobs.job import Job

_TEMPORARY = re.compile(r"\..+\.[0-9a-f]{16}\.tmp")
"""Names under which `jug.io.staging` writes."""


def place_problems(folder: Path, names: Sequence[str], jobs: Iterable[Job]) -> Iterator[Problem]:
    """Yield a problem for each path of the run at which there is something other than its file or folder.

    Parameters
    ----------
    folder : Path
        Of all results.
    names : sequence of str
        Of the files in it.
    jobs : iterable of Job
        Each with its folder.

    Yields
    ------
    Problem
    """
    for path in (folder / name for name in names):
        mode = _mode(path)
        if mode and not stat.S_ISREG(mode):
            yield _problem(path, mode, "file")
    for path in (Path(job.folder) for job in jobs):
        mode = _mode(path)
        if mode and not stat.S_ISDIR(mode):
            yield _problem(path, mode, "folder")


def _problem(path: Path, mode: int, wanted: str) -> Problem:
    kinds = (stat.S_ISLNK, "a link"), (stat.S_ISDIR, "a folder"), (stat.S_ISREG, "a file")
    kind = next((word for test, word in kinds if test(mode)), "a pipe or a device")
    why = f"cannot write: this is {kind}, where a run has a {wanted} of its own"
    return Problem(why, Where(str(path)), "remove it, or name another folder (-o)")


def clear_old(job: Job, names: Iterable[str]) -> None:
    """Make the folder of a pulsar, and remove what a process left there that was killed while it wrote.

    Parameters
    ----------
    job : Job
    names : iterable of str
        The files that are written there. A link or a pipe that has such a name is removed too.
    """
    with suppress(OSError):
        os.makedirs(job.folder, exist_ok=True)
        for path in Path(job.folder).iterdir():
            if _TEMPORARY.fullmatch(path.name):
                path.unlink()
    for name in names:
        path = Path(job.folder, name)
        mode = _mode(path)
        if mode and not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            with suppress(OSError):
                path.unlink()


def _mode(path: Path) -> int:
    """The file type bits at a path, without following a link; 0 where nothing is there."""
    try:
        return os.lstat(path).st_mode
    except OSError:
        return 0
