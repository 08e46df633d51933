"""Output of the command to standard output and standard error."""

import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from jug.core import TYPE_CHECKING
from jug.io.standard_streams import writing_standard_output
from jug.text.control_characters import escape_controls

if TYPE_CHECKING:
    from argparse import Namespace
    from typing import NoReturn, TextIO

    from jug.text.json_types import JsonObject


class _Manner:
    """Which texts the command in this process writes, and where."""

    report = True
    """Whether reports are printed."""

    warn = True
    """Whether warnings are printed."""

    aside = False
    """Whether reports go to standard error, because a file goes to standard output."""

    clear: Callable[[], None] | None = None
    """Clears a line of progress before text is written."""


def be_quiet(*, listing: bool) -> None:
    """Print no warnings, and reports only where they were asked for as JSON.

    Parameters
    ----------
    listing : bool
        Whether the report is what was asked for.
    """
    _Manner.warn, _Manner.report = False, listing


def speak_aside() -> None:
    """Print reports on standard error from now on: standard output takes a file (``-o -``)."""
    _Manner.aside = True


def clear_first(function: Callable[[], None] | None) -> None:
    """Set what clears a line of progress before each text that is written; None where there is none.

    Parameters
    ----------
    function : callable or None
    """
    _Manner.clear = function


def speak_again() -> None:
    """Print everything from now on, reports on standard output: the beginning of a command."""
    _Manner.report, _Manner.warn, _Manner.aside = True, True, False


def print_report(args: "Namespace", text: str, content: "JsonObject") -> None:
    """Print the report of a command: text, or with ``--json`` the same as JSON.

    Parameters
    ----------
    args : argparse.Namespace
        With ``json``.
    text : str
    content : dict
    """
    if args.json:
        from jug.text.strict_json import json_text

        text = json_text(content)
    say(text)


def say(text: str, paint: Callable[[str], str] = str, *, asked: bool = False) -> None:
    """Write lines to standard output.

    Parameters
    ----------
    text : str
        Without the last newline.
    paint : callable
        Adds colours to the text, after control characters of the text itself have been escaped.
    asked : bool
        Whether the text is what the command is for, as a list of residuals; it is then written with ``--quiet`` too.

    Raises
    ------
    JugError
        Standard output is closed, or its device is full.
    BrokenPipeError
        Nobody reads standard output any more.
    """
    if not (_Manner.report or asked):
        return
    if _Manner.aside:
        if sys.stderr is not None:
            with suppress(OSError):
                _put(sys.stderr, text)
        return
    with writing_standard_output():
        _put(sys.stdout, text, paint)
        sys.stdout.flush()


def complain(text: str) -> None:
    """Write one line to standard error; where it is closed or full, nothing is written.

    Parameters
    ----------
    text : str
        Line ends in it become spaces.
    """
    if sys.stderr is not None:
        with suppress(OSError):  # its device is full, or nobody reads it: the exit code still says what happened
            _put(sys.stderr, f"jug: {' '.join(escape_controls(text).split())}")


def caution(text: str) -> None:
    """Write one line to standard error, as `complain`, unless the command was told to be quiet.

    Parameters
    ----------
    text : str
    """
    if _Manner.warn:
        complain(text)


def drop_output() -> None:
    """Send the rest of standard output to the null device.

    Python flushes standard output when it ends, and would complain about a reader that has gone.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def drop_unwritten_errors() -> None:
    """Send what standard error could not take to the null device.

    Python flushes standard error when it ends, and would end with the code 120.
    """
    if sys.stderr is None:
        return
    try:
        sys.stderr.flush()
    except OSError:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def hold_standard_streams() -> None:
    """Open the null device in place of each standard stream that is closed.

    Otherwise the next file that is opened, which may be a result, would get its number, and what a library writes to
    standard error would go into that file.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest free number, which is this one


def end_at_once(code: int) -> "NoReturn":
    """End the process without what libraries do at its end, which without memory or disk would fail with a traceback.

    Parameters
    ----------
    code : int
        The exit code.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(code)


@contextmanager
def one_line_warnings() -> Iterator[None]:
    """Show each different warning once, in one line, and none of NumPy's on arithmetic."""
    from jug.errors import JugWarning

    shown: set[str] = set()
    with warnings.catch_warnings():
        warnings.simplefilter("always", JugWarning)

        def show(
            message: Warning | str,
            category: type[Warning],
            filename: str,
            lineno: int,
            file: "TextIO | None" = None,
            line: str | None = None,
        ) -> None:
            if issubclass(category, RuntimeWarning):
                return  # of NumPy: what is not finite is found in the results (`jug.core.arithmetic`)
            if str(message) not in shown and _Manner.warn:
                shown.add(str(message))
                complain(f"warning: {message}")

        warnings.showwarning = show
        yield


def _put(stream: "TextIO", text: str, paint: Callable[[str], str] = str) -> None:
    """Write lines; control characters, and characters that the stream's encoding lacks, are escaped."""
    if _Manner.clear is not None:
        _Manner.clear()
    encoding = stream.encoding or "utf-8"
    stream.write(paint(escape_controls(text)).encode(encoding, "backslashreplace").decode(encoding) + "\n")
