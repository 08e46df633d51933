"""Reading text files with clear errors, and writing any file as a whole or not at all.

Every output of jug goes through `write_bytes`, or through `stage` where two files must change together.
"""

import codecs
import errno
import os
import stat
from contextlib import suppress
from os import PathLike
from typing import BinaryIO, NamedTuple

from jug.errors import InputError, Where
from jug.io.standard_streams import standard_input, to_standard_output
from jug.io.stream_names import STANDARD_OUTPUT, STREAM, is_stream

ENDLESS_DEVICES = ("/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")

_CONTROL = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1a")) + b"\x7f"
"""Bytes that no text file holds (^Z, the end mark of old systems, is let through)."""


def read_text(path: str | PathLike[str], what: str, error: type[InputError]) -> str:
    """The text of a file, with ``\\n`` for every kind of line end.

    Parameters
    ----------
    path : path-like
        The file.
    what : str
        Its intended kind ("par file"), for the message.
    error : type of InputError
        The exception to raise.

    Returns
    -------
    str

    Raises
    ------
    InputError
        Of type `error`: the file is missing, a directory, unreadable, empty, binary or not UTF-8.
    """
    return decode(read_bytes(path, what, error), os.fspath(path), what, error)


def read_bytes(path: str | PathLike[str], what: str, error: type[InputError]) -> bytes:
    """Read the bytes of a file.

    Parameters
    ----------
    path : path-like
    what : str
        Its intended kind ("par file"), for the message.
    error : type of InputError
        The exception to raise.

    Returns
    -------
    bytes

    Raises
    ------
    InputError
        Of type `error`: the file is missing, a directory or unreadable.
    """
    name = os.fspath(path)
    if name == STREAM:
        return standard_input()
    try:
        if os.path.realpath(name) in ENDLESS_DEVICES:
            raise OSError("a device without an end")
        with open(name, "rb") as file:
            return file.read()
    except FileNotFoundError:
        why, hint = f"no such {what}", "check the name and the folder"
    except IsADirectoryError:
        why, hint = f"a directory, where a {what} is expected", "give the file inside it"
    except PermissionError:
        why, hint = f"no permission to read the {what}", "change its permissions (chmod u+r)"
    except (OSError, ValueError) as problem:
        why, hint = f"cannot read the {what} ({problem})", "check the name and the disk"
    raise error(why, Where(name), hint) from None


def decode(content: bytes, name: str, what: str, error: type[InputError]) -> str:
    r"""Decode the bytes of a text file.

    Parameters
    ----------
    content : bytes
    name : str
        Name of the file, for messages.
    what, error
        As in `read_text`.

    Returns
    -------
    str
        With ``\n`` for every kind of line end.

    Raises
    ------
    InputError
        Of type `error`: empty, binary or not UTF-8.
    """
    return clean(content, name, what, error).decode()


def clean(content: bytes, name: str, what: str, error: type[InputError]) -> bytes:
    r"""Check that bytes are UTF-8 text, and normalise their line ends.

    Parameters
    ----------
    content : bytes
    name : str
        Name of the file, for messages.
    what, error
        As in `read_text`.

    Returns
    -------
    bytes
        With ``\n`` for every kind of line end, without a byte order mark.

    Raises
    ------
    InputError
        Of type `error`: empty, binary, or not UTF-8 elsewhere than in comments.

    Warns
    -----
    InputWarning
        For bytes in comments that are not UTF-8 (`jug.io.latin_comments`).
    """
    if not content or content.isspace():
        raise error(f"empty {what}", Where(name, max(1, content.count(b"\n"))), "it holds no text at all")
    if len(content.translate(None, _CONTROL)) != len(content):
        place = next(i for i, byte in enumerate(content) if byte in _CONTROL)
        line = content.count(b"\n", 0, place) + 1
        raise error(f"a binary file (byte 0x{content[place]:02x}), where a {what} is expected", Where(name, line))
    content = content.removeprefix(codecs.BOM_UTF8)
    if not content.isascii():
        try:
            content.decode()
        except UnicodeDecodeError:
            from jug.io.latin_comments import with_latin_comments  # such files are rare

            content = with_latin_comments(content, name, what, error)
    return content.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in content else content


def write_text(path: str | PathLike[str], text: str) -> None:
    """Write a text file (UTF-8) as a whole or not at all.

    Parameters
    ----------
    path : path-like
    text : str

    Raises
    ------
    InputError
        As `write_bytes`.
    """
    write_bytes(path, text.encode())


def write_bytes(path: str | PathLike[str], content: bytes) -> None:
    """Write a file as a whole or not at all: to a new file in the same folder, which is then renamed.

    An existing file keeps its permissions; a symbolic link stays one. Of several writers of one name the last wins.
    Standard output (``-``, ``/dev/stdout``), pipes and devices are written to as they are.

    Parameters
    ----------
    path : path-like
        The file.
    content : bytes

    Raises
    ------
    InputError
        The folder is missing or cannot be written to; an existing file is then unchanged.
    """
    name = os.fspath(path)
    if name in STANDARD_OUTPUT:
        to_standard_output(content)
        return
    try:
        if is_stream(name):
            with open(name, "ab") as stream:
                stream.write(content)
            return
        stage(path, content).publish()
    except FileNotFoundError:
        raise InputError("cannot write: no such folder", Where(name), "make it first") from None
    except IsADirectoryError:
        raise InputError("cannot write: a directory has this name", Where(name), "give another name") from None
    except OSError as problem:
        raise InputError(f"cannot write: {problem.strerror or problem}", Where(name)) from None


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

    Its name is random and it must not exist yet (``O_EXCL``), so that no link that somebody put there is followed and
    no other writer has the same one. Its content is on the disk (fsync) when this returns.

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
    if os.path.isdir(target):
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
    """Open a file that does not exist yet for writing (``O_EXCL``), so that no link that has its name is followed.

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
