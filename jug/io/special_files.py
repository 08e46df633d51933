"""Files other than those written at once from memory: copies, received files, locks, markers, and whole folders.

Only this module and `jug.io.files` open files for writing, move or copy them.
"""

import os
from os import PathLike
from pathlib import Path
from typing import TextIO

from jug.io.staging import StagedFile, open_new, sync_folder


def copy_new(source: str | PathLike[str], target: str | PathLike[str]) -> None:
    """Copy a file of any size to a name that does not exist yet; OSError as from `open_new`.

    Parameters
    ----------
    source, target : str or path
    """
    with open(source, "rb") as origin, open_new(target) as file:
        while block := origin.read(1 << 20):
            file.write(block)
        file.flush()
        os.fsync(file.fileno())


def stage_received_file(path: str | PathLike[str], target: str | PathLike[str]) -> StagedFile:
    """Put a received file on the disk (fsync), ready to be published under another name; OSError if that fails.

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


def publish_folder(temporary: Path, target: Path) -> None:
    """Rename a complete folder; OSError if something other than an empty folder has the new name.

    Parameters
    ----------
    temporary, target : Path
        The present name and the new name of the file, on one file system.
    """
    os.rename(temporary, target)
    sync_folder(target.parent)


def open_private_file(path: str | PathLike[str]) -> TextIO:
    """Open a file for reading and writing that only its owner may read; make it if it is missing. OSError if it fails.

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
    """Make an empty file, if nothing has its name; a failure is ignored.

    Parameters
    ----------
    path : Path
    """
    try:
        open_new(path).close()
    except OSError:
        return
