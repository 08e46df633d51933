"""The output files of a command: checks before the work, and errors in writing that are raised after the report."""

import argparse
import os
from collections.abc import Sequence
from contextlib import suppress
from types import TracebackType
from typing import Self

from jug.cli.common.streams import report_to_standard_error
from jug.errors import InputError, JugError, Where
from jug.io.stream_names import STANDARD_OUTPUT, is_stream

PAR_WRITERS = ("fit", "noise", "convert", "edit")
"""The commands whose ``output`` is a par file. It may be the par file that was read."""


def check_outputs(args: argparse.Namespace, outputs: Sequence[str | None]) -> None:
    """Refuse an output that cannot be written, and an output that would overwrite an input or another output.

    Of a picture only the name is checked here. A picture that cannot be written does not prevent other outputs.

    Parameters
    ----------
    args : argparse.Namespace
        With ``command`` and, where the command has them, ``par``, ``tim``, ``files`` and ``output``. For commands in
        `PAR_WRITERS`, ``output`` may be the par file.
    outputs : sequence of str or None
        Paths; None for an absent option. ``-`` and ``/dev/stdout`` are standard output; reports then go to standard
        error. Pipes and devices may be named more than once.

    Raises
    ------
    InputError
        With the path and the reason.
    """
    pictures = _requested_pictures(args)
    shown = sum(path in STANDARD_OUTPUT for path in pictures)
    streams = shown + sum(path in STANDARD_OUTPUT for path in outputs)
    if streams + (args.json is True and shown > 0) > 1:
        raise InputError("standard output takes one file", hint="give the others a name")
    if streams:
        report_to_standard_error()
    taken = check_places(args, outputs)
    for path in pictures:
        if not is_stream(path):
            _claim_path(path, os.path.realpath(path), taken)


def check_places(args: argparse.Namespace, outputs: Sequence[str | None]) -> dict[str, str]:
    """Refuse an output file that cannot be written, or that would overwrite an input or another output.

    Parameters
    ----------
    args, outputs
        As in `check_outputs`.

    Returns
    -------
    dict of str to str
        The resolved path of each file of the command, and what the file is.

    Raises
    ------
    InputError
    """
    taken = _input_files(args)
    renewed = getattr(args, "output", None) if args.command in PAR_WRITERS else None
    for path in filter(None, outputs):
        if is_stream(path):
            continue
        real = _real_path(path)
        _check_place(path, real)
        if path == renewed and taken.get(real) == "the par file":
            del taken[real]
        _claim_path(path, real, taken)
    return taken


def _claim_path(path: str, real: str, taken: dict[str, str]) -> None:
    """Refuse a path that another file of the command has; else add it to them."""
    if real in taken:
        raise InputError(f"cannot write: this is {taken[real]}", Where(path), "give another name")
    taken[real] = "another output of this command"


def _input_files(args: argparse.Namespace) -> dict[str, str]:
    """The resolved path of each file that the command reads, and what the file is."""
    named = dict.fromkeys(getattr(args, "files", None) or (), "a file to be read")
    named |= {getattr(args, key, None): f"the {key} file" for key in ("par", "tim")}
    return {os.path.realpath(path): what for path, what in named.items() if path}


def check_folder(path: str | None) -> None:
    """Refuse a folder that is not writable or cannot be made; do nothing for None.

    Raises
    ------
    InputError
    """
    if path is None:
        return
    real, where = _real_path(path), Where(path)
    if os.path.exists(real) and not os.path.isdir(real):
        raise InputError("cannot write: a file has this name", where, "give the name of a folder")
    above = real if os.path.isdir(real) else os.path.dirname(real)
    if not os.path.isdir(above):
        raise InputError("cannot write: no such folder", where, "make the folder above it first")
    if not os.access(above, os.W_OK):
        raise InputError("cannot write: no permission to write in the folder", where)


def _requested_pictures(args: argparse.Namespace) -> list[str]:
    """The paths of the pictures that a command draws besides its output."""
    asked = (getattr(args, option, None) for option in ("plot", "plot_noise", "plot_spectra"))
    return [path for path in asked if path]


def _real_path(path: str) -> str:
    """The path with links resolved; a name that no file can have is refused."""
    try:
        real = os.path.realpath(path)
        with suppress(FileNotFoundError, NotADirectoryError):
            os.lstat(real)
    except OSError as error:  # the name is too long, or the working folder is gone
        raise InputError(f"cannot write: {error.strerror}", Where(path), "give another name") from None
    return real


def _check_place(path: str, real: str) -> None:
    where, folder = Where(path), os.path.dirname(real)
    if not os.path.isdir(folder):
        raise InputError("cannot write: no such folder", where, "make it first")
    if path.endswith(("/", os.sep)) or (os.path.exists(real) and not os.path.isfile(real)):
        raise InputError("cannot write: a folder has this name", where, "give another name")
    if not os.access(folder, os.W_OK):
        raise InputError("cannot write: no permission to write in the folder", where)


class LateFailure:
    """Keeps the first error in writing outputs, each in a ``with`` block, until the report is printed.

    Outputs are written before the report, because the reader of the report may end before them.
    """

    def __init__(self) -> None:
        self._error: BaseException | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> bool:
        if not isinstance(error, (JugError, OSError)):
            return False
        self._error = self._error or error
        return True

    def raise_first(self) -> None:
        """Raise the first error, if there was one.

        Raises
        ------
        JugError, OSError
            As it was raised in the block.
        """
        if self._error is not None:
            raise self._error
