"""Reading text files with clear errors, and writing any file as a whole or not at all.

Every output of jug goes through `write_bytes`, or through `jug.io.staging.stage` where two files must change together.
"""

import codecs
import os
from os import PathLike

from jug.errors import InputError, Where
from jug.io.staging import stage
from jug.io.standard_streams import standard_input, to_standard_output
from jug.io.stream_names import STANDARD_OUTPUT, STREAM, NamedText, TextTarget, Writable, is_stream
from jug.text.system_errors import error_hint

ENDLESS_DEVICES = ("/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")

_CONTROL = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1a")) + b"\x7f"
"""Bytes that a text file must not have (^Z, the end mark of old systems, is allowed)."""


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
    if isinstance(name, NamedText):
        return name.content
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


def write_text(path: TextTarget, text: str) -> None:
    """Write a text file (UTF-8) as a whole or not at all, or to a text file that is open.

    Parameters
    ----------
    path : path-like, or an open text file
    text : str
        Bytes that are not UTF-8, as a file name in it may have, are written as escape sequences.

    Raises
    ------
    InputError
        As `write_bytes`.
    """
    content = text.encode(errors="backslashreplace")
    if isinstance(path, Writable):
        path.write(content.decode())
    else:
        write_bytes(path, content)


def write_bytes(path: str | PathLike[str], content: bytes) -> None:
    """Write a file as a whole or not at all: to a new file in the same folder, which is then renamed.

    An existing file keeps its permissions, and a symbolic link stays a link. If several processes write one name, the
    last one replaces the others. Standard output (``-``, ``/dev/stdout``), pipes and devices are written to directly.

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
    except ValueError as problem:  # a null character in the name
        raise InputError(f"cannot write: {problem}", Where(name), "give another name") from None
    except OSError as problem:
        raise InputError(f"cannot write: {problem.strerror or problem}", Where(name), error_hint(problem)) from None
