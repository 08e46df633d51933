"""Standard input and output as files: the name ``-``."""

import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from jug.core import TYPE_CHECKING

if TYPE_CHECKING:
    from jug.errors import JugError


class _InputRead:
    """The bytes of standard input, which can be read only once; some commands read a par file twice."""

    stream: object = None
    content = b""


def standard_input() -> bytes:
    """Read standard input to its end; the same bytes again when it is asked for again.

    Raises
    ------
    JugError
        It is closed, or cannot be read.
    """
    if sys.stdin is None:
        raise _failure("cannot read standard input: it is closed")
    if _InputRead.stream is not sys.stdin:
        try:
            _InputRead.content = sys.stdin.buffer.read()
        except OSError as error:
            raise _failure(f"cannot read standard input: {error.strerror}") from error
        _InputRead.stream = sys.stdin
    return _InputRead.content


def to_standard_output(content: bytes) -> None:
    """Write bytes to standard output.

    Parameters
    ----------
    content : bytes

    Raises
    ------
    JugError
        It is closed, or its device is full.
    BrokenPipeError
        Nobody reads it any more.
    """
    with writing_standard_output():
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()


@contextmanager
def writing_standard_output() -> Iterator[None]:
    """Turn an OSError inside the ``with`` block into a JugError about standard output.

    Raises
    ------
    JugError
        It is closed, or its device is full.
    BrokenPipeError
        Nobody reads it any more.
    """
    try:
        if sys.stdout is None:
            raise OSError(errno.EIO, "it is closed")
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _failure(f"cannot write to standard output: {error.strerror}") from error


def _failure(text: str) -> "JugError":
    """Make the error; `jug.errors` is imported only where something fails."""
    from jug.errors import JugError

    return JugError(text)
