"""Checks of the paths that a run writes. A link or a pipe at such a path is refused or removed, never followed."""

import os
import re
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from jug.errors import Problem, Where
from jug.pulsars.jobs.job import Job

_TEMPORARY = re.compile(r"\..+\.[0-9a-f]{16}\.tmp")
"""Temporary names of files of `jug.io.staging`."""


def place_problems(folder: Path, names: Sequence[str], jobs: Iterable[Job]) -> Iterator[Problem]:
    """Yield a problem for each path of a run that is not the file or folder that it must be.

    Parameters
    ----------
    folder : Path
        Folder of all results.
    names : sequence of str
        Names of the files in it.
    jobs : iterable of Job
        Jobs with the folders of pulsars.

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
    """Make the folder of a pulsar, and remove temporary files of a process that was killed while it wrote.

    Parameters
    ----------
    job : Job
    names : iterable of str
        Names of files that will be written there. A link or a pipe with such a name is removed.
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
    """The mode of a path, without following a link; 0 if nothing is there."""
    try:
        return os.lstat(path).st_mode
    except OSError:
        return 0
