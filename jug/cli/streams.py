"""Output of the command to standard output and standard error."""

import errno
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from jug.errors import JugError, JugWarning, escaped


def say(text: str) -> None:
    """Write lines to standard output.

    Parameters
    ----------
    text : str
        Without the last newline.

    Raises
    ------
    JugError
        Standard output is closed, or its device is full.
    BrokenPipeError
        Nobody reads standard output any more.
    """
    try:
        if sys.stdout is None:
            raise OSError(errno.EIO, "it is closed")
        _put(sys.stdout, text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise JugError(f"cannot write to standard output: {error.strerror}") from error


def complain(text: str) -> None:
    """Write one line to standard error; where standard error is closed, nothing is written.

    Parameters
    ----------
    text : str
        Line ends in it become spaces.
    """
    if sys.stderr is not None:
        _put(sys.stderr, f"jug: {' '.join(escaped(text).split())}")


def json_text(content: object) -> str:
    """Format numbers, lists and dicts as strict JSON, without a newline at the end.

    Parameters
    ----------
    content : object
        What `json.dumps` takes; a number that is not finite is a ValueError.

    Returns
    -------
    str
    """
    import json

    return json.dumps(content, indent=1, allow_nan=False)


def drop_output() -> None:
    """Send the rest of standard output to the null device.

    Python flushes standard output when it ends, and would complain about a reader that has gone.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def one_line_warnings() -> Iterator[None]:
    """Show each different warning of jug once, in one line; other warnings are shown as usual."""
    shown: set[str] = set()
    with warnings.catch_warnings():
        warnings.simplefilter("always", JugWarning)
        usual = warnings.showwarning

        def show(
            message: Warning | str,
            category: type[Warning],
            filename: str,
            lineno: int,
            file: TextIO | None = None,
            line: str | None = None,
        ) -> None:
            if not issubclass(category, JugWarning):
                usual(message, category, filename, lineno, file, line)
            elif str(message) not in shown:
                shown.add(str(message))
                complain(f"warning: {message}")

        warnings.showwarning = show
        yield


def _put(stream: TextIO, text: str) -> None:
    """Write lines; control characters, and characters that the stream's encoding lacks, are escaped."""
    encoding = stream.encoding or "utf-8"
    stream.write(escaped(text).encode(encoding, "backslashreplace").decode(encoding) + "\n")
