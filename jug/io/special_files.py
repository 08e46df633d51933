"""Files that are not written in one piece: copies, files that were received, locks, markers, and whole folders.

Together with `jug.io.files` the only place of the package where a file is opened for writing, moved or copied.
"""

import os
from os import PathLike
from pathlib import Path
from typing import TextIO

from jug.io.staging import StagedFile, open_new, sync_folder


def copy_new(source: str | PathLike[str], target: str | PathLike[str]) -> None:
    """Copy a file of any size to a name that does not exist yet. OSError as `open_new`.

    Parameters
    ----------
    source, target : str or path
    """
    with open(source, "rb") as origin, open_new(target) as file:
        while block := origin.read(1 << 20):
            file.write(block)
        file.flush()
        os.fsync(file.fileno())


def staged(path: str | PathLike[str], target: str | PathLike[str]) -> StagedFile:
    """Put a received file on the disk (fsync), ready to be published under another name. OSError as usual.

    Parameters
    ----------
    path : path-like
        A complete file, on the file system of the target.
    target : path-like
        The name that it will have.

    Returns
    -------
    StagedFile
    """
    with open(path, "rb+") as file:
        os.fsync(file.fileno())
    return StagedFile(os.fspath(path), os.fspath(target))


def publish_folder(room: Path, target: Path) -> None:
    """Give a folder that is complete its name. OSError if something other than an empty folder has it.

    Parameters
    ----------
    room, target : Path
        Its present name and the name that it will have, on one file system.
    """
    os.rename(room, target)
    sync_folder(target.parent)


def open_own(path: str | PathLike[str]) -> TextIO:
    """Open a file for reading and writing that nobody else may read, and make it if it is missing. OSError as usual.

    Parameters
    ----------
    path : path-like
        A link in its place is not followed.

    Returns
    -------
    text file
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    return os.fdopen(handle, "r+", encoding="utf-8")


def make_marker(path: Path) -> None:
    """Make an empty file, if nothing has its name; what cannot be written is left.

    Parameters
    ----------
    path : Path
    """
    try:
        open_new(path).close()
    except OSError:
        return
