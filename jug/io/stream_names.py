"""Sources and targets other than plain files: standard streams, pipes, devices, and open text files."""

import os
import stat
from typing import Protocol, runtime_checkable

from jug.core.arguments.kinds import expect

STREAM = "-"
"""The name that stands for standard input and output."""

STANDARD_OUTPUT = (STREAM, "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")
"""Names of standard output."""

OPEN_FILES = ("/dev/stderr", "/dev/fd/", "/proc/self/fd/")
"""Beginnings of the names of files that a process has open."""


def is_stream(path: str) -> bool:
    """Whether an output is written directly, without a temporary file beside it: a pipe, a device, an open file.

    Parameters
    ----------
    path : str

    Returns
    -------
    bool
    """
    if path in STANDARD_OUTPUT:
        return True
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return False
    return path.startswith(OPEN_FILES) or not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


@runtime_checkable
class Readable(Protocol):
    """An open text file, an ``io.StringIO``, or anything else with ``read()``."""

    def read(self) -> str | bytes:
        """The whole text; bytes of it are UTF-8."""


@runtime_checkable
class Writable(Protocol):
    """An open text file, an ``io.StringIO``, or anything else with ``write(text)``."""

    def write(self, text: str, /) -> object:
        """Write a text."""


TextSource = str | os.PathLike[str] | Readable
"""The path of a file, or an open text file."""

TextTarget = str | os.PathLike[str] | Writable
"""The path of a file to write, or an open text file."""


class NamedText(str):
    """The name of an open text file with its content, since the file can be read only once.

    Parameters
    ----------
    name : str
    content : bytes
        Its text in UTF-8.
    """

    content: bytes

    def __new__(cls, name: str, content: bytes) -> "NamedText":
        """A str with the content as an attribute."""
        made = super().__new__(cls, name)
        made.content = content
        return made


def name_of_source(source: TextSource, name: str, argument: str) -> str:
    """Return the path of a file, or the name of an open text file with its text; `read_bytes` reads both.

    Parameters
    ----------
    source : path, or an open text file
    name : str
        Name for an open text file that has none, as ``"<par>"``.
    argument : str
        Name of the user's argument, for messages.

    Returns
    -------
    str

    Raises
    ------
    KindError
        The source is neither.
    """
    expect(**{argument: (source, (str, os.PathLike, Readable))})
    if not isinstance(source, Readable):
        return os.fspath(source)
    own, text = getattr(source, "name", name), source.read()
    return NamedText(own if isinstance(own, str) else name, text if isinstance(text, bytes) else text.encode())
