"""A new file is complete on the disk under a temporary name before it takes its own."""

import errno
import os
import stat
from contextlib import suppress
from os import PathLike
from typing import BinaryIO, NamedTuple


class StagedFile(NamedTuple):
    """A file that is complete on the disk under a temporary name.

    Attributes
    ----------
    temporary, target : str
        Its present name and the name that it will have, in one folder.
    """

    temporary: str
    target: str

    def publish(self) -> None:
        """Give the file its name, in place of an older file. OSError leaves the older file as it was."""
        try:
            os.replace(self.temporary, self.target)
        except OSError:
            self.discard()
            raise
        sync_folder(os.path.dirname(self.target))

    def discard(self) -> None:
        """Remove the temporary file."""
        with suppress(OSError):
            os.unlink(self.temporary)


def stage(path: str | PathLike[str], content: bytes) -> StagedFile:
    """Write a new file beside `path`, ready to be published.

    Its name is random, and it must not exist yet (``O_EXCL``): no link in its place is followed, and no other process
    writes the same file. Its content is on the disk (fsync) when this returns.

    Parameters
    ----------
    path : path-like
        The name that the file will have. A symbolic link is followed.
    content : bytes

    Returns
    -------
    StagedFile

    Raises
    ------
    OSError
        The folder is missing, cannot be written to or is full; nothing is left in it.
    """
    target = os.path.realpath(os.fspath(path))
    if os.path.isdir(target) or os.fspath(path).endswith(("/", os.sep)):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), target)
    folder, name = os.path.split(target)
    temporary = os.path.join(folder, f".{os.fsencode(name)[:100].decode(errors='ignore')}.{os.urandom(8).hex()}.tmp")
    new = open_new(temporary)
    staged = StagedFile(temporary, target)
    complete = False
    try:
        with new as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if os.path.exists(target):
            os.chmod(temporary, stat.S_IMODE(os.stat(target).st_mode))
        complete = True
    finally:
        if not complete:
            staged.discard()
    return staged


def open_new(path: str | PathLike[str]) -> BinaryIO:
    """Open a file that does not exist yet for writing (``O_EXCL``); no link that has its name is followed.

    Parameters
    ----------
    path : path-like

    Returns
    -------
    binary file

    Raises
    ------
    OSError
        There is something of that name, or the folder cannot be written to.
    """
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666), "wb")


def sync_folder(folder: str | PathLike[str]) -> None:
    """Put a folder's list of names on the disk, so that a renamed file survives a power cut; no-op on Windows."""
    if os.name == "nt":
        return
    with suppress(OSError):  # some network file systems cannot do it; the file itself is written
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
