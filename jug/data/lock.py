"""A lock that allows one process at a time to fill a folder; readers need none, because files are replaced whole."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from jug.data.fetch import cannot_write
from jug.errors import DataError, Where
from jug.io.special_files import open_private_file

NAME = "update.lock"


@contextmanager
def folder_lock(
    folder: Path, command: str = "jug data update", name: str = NAME, *, shared: bool = False
) -> Iterator[None]:
    """Hold the lock of a folder, which is made if it is missing.

    The system releases the lock when the process ends, however it ends. A link in place of the lock file is not
    followed.

    Parameters
    ----------
    folder : Path
    command : str
        The command that holds the lock, for the message.
    name : str
        Name of the lock file.
    shared : bool
        Whether several processes may hold it at the same time, but then none exclusively. On Windows a lock is always
        exclusive.

    Yields
    ------
    None
        Once, while the lock is held.

    Raises
    ------
    DataError
        Another process holds it, or the folder cannot be written to.
    """
    path = folder / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        opened = open_private_file(path)
    except OSError as error:
        raise cannot_write(folder, error) from None
    with opened as file:
        if not _take(file.fileno(), shared):
            file.seek(0)
            who = file.read(80).strip() or "another process"
            raise DataError(
                f"another `{command}` is running in this folder ({who})", Where(str(folder)), "wait for it to end"
            )
        try:
            file.truncate(0)
            os.lseek(file.fileno(), 0, os.SEEK_SET)
            os.write(file.fileno(), f"process {os.getpid()}\n".encode())  # nothing is left that closing would write
        except OSError as error:
            raise cannot_write(folder, error) from None
        yield


if sys.platform == "win32":
    import msvcrt

    def _take(handle: int, shared: bool) -> bool:
        os.lseek(handle, 1 << 20, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _take(handle: int, shared: bool) -> bool:
        try:
            fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
