"""What a command prints on standard output and standard error."""

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


class _OutputRules:
    """Which texts the command in this process prints, and on which stream."""

    report = True
    """Whether reports are printed."""

    warn = True
    """Whether warnings are printed."""

    aside = False
    """Whether reports go to standard error, because a file goes to standard output."""

    clear: Callable[[], None] | None = None
    """Clears the line of progress before text is written."""


def set_quiet(*, listing: bool) -> None:
    """Suppress warnings from now on, and reports unless they are JSON.

    Parameters
    ----------
    listing : bool
        Whether the report is JSON that the user asked for.
    """
    _OutputRules.warn, _OutputRules.report = False, listing


def report_to_standard_error() -> None:
    """Print reports on standard error from now on, because a file goes to standard output (``-o -``)."""
    _OutputRules.aside = True


def set_line_clearer(function: Callable[[], None] | None) -> None:
    """Set the function that clears the line of progress before each text is written; None for no such line.

    Parameters
    ----------
    function : callable or None
    """
    _OutputRules.clear = function


def reset_output() -> None:
    """Print everything from now on, with reports on standard output, as at the beginning of a command."""
    _OutputRules.report, _OutputRules.warn, _OutputRules.aside = True, True, False


def print_report(args: "Namespace", text: str, content: "JsonObject") -> None:
    """Print the report of a command as text, or with ``--json`` as JSON.

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
    print_text(text)


def print_text(text: str, paint: Callable[[str], str] = str, *, even_if_quiet: bool = False) -> None:
    """Write lines to standard output.

    Parameters
    ----------
    text : str
        Without the last newline.
    paint : callable
        Adds colours to the text, after control characters of the text itself have been escaped.
    even_if_quiet : bool
        Whether the text is written with ``--quiet`` too, because the command is for it (a list of residuals).

    Raises
    ------
    JugError
        Standard output is closed, or its device is full.
    BrokenPipeError
        Nobody reads standard output any more.
    """
    if not (_OutputRules.report or even_if_quiet):
        return
    if _OutputRules.aside:
        if sys.stderr is not None:
            with suppress(OSError):
                _write_lines(sys.stderr, text)
        return
    with writing_standard_output():
        _write_lines(sys.stdout, text, paint)
        sys.stdout.flush()


def print_to_stderr(text: str) -> None:
    """Write one line to standard error; do nothing if it is closed or full.

    Parameters
    ----------
    text : str
        Line ends become spaces.
    """
    if sys.stderr is not None:
        with suppress(OSError):  # its device is full, or nobody reads it; the exit code still shows the error
            _write_lines(sys.stderr, f"jug: {' '.join(escape_controls(text).split())}")


def print_warning(text: str) -> None:
    """Write one line to standard error, as `print_to_stderr`, unless ``--quiet`` is given.

    Parameters
    ----------
    text : str
    """
    if _OutputRules.warn:
        print_to_stderr(text)


def drop_output() -> None:
    """Send the rest of standard output to the null device.

    Python flushes standard output when it ends, and would print an error if nobody reads it any more.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def drop_unwritten_errors() -> None:
    """Send text that could not be written to standard error to the null device.

    Python flushes standard error when it ends, and would end with the code 120.
    """
    if sys.stderr is None:
        return
    try:
        sys.stderr.flush()
    except OSError:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def open_missing_streams() -> None:
    """Open the null device in place of each standard stream that is closed.

    Otherwise the next file that is opened would get the number of that stream. It may be a result, and messages of a
    library to standard error would be written into it.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # it gets the lowest free number, which is this one


def end_at_once(code: int) -> "NoReturn":
    """End the process at once. Exit functions of libraries, which fail without memory or disk, do not run.

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
    """Show each different warning once, in one line; NumPy's warnings about arithmetic are not shown."""
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
                return  # NumPy's; jug checks that results are finite (`jug.core.arithmetic`)
            if str(message) not in shown and _OutputRules.warn:
                shown.add(str(message))
                print_to_stderr(f"warning: {message}")

        warnings.showwarning = show
        yield


def _write_lines(stream: "TextIO", text: str, paint: Callable[[str], str] = str) -> None:
    """Write lines. Control characters, and characters that the encoding of the stream lacks, are escaped."""
    if _OutputRules.clear is not None:
        _OutputRules.clear()
    encoding = stream.encoding or "utf-8"
    stream.write(paint(escape_controls(text)).encode(encoding, "backslashreplace").decode(encoding) + "\n")
