"""The output files of a command: checks before the work, and errors of writing after the report."""

import argparse
import os
from collections.abc import Sequence
from contextlib import suppress
from types import TracebackType
from typing import Self

from jug.cli.common.streams import speak_aside
from jug.errors import InputError, JugError, Where
from jug.io.stream_names import STANDARD_OUTPUT, is_stream

PAR_WRITERS = ("fit", "noise", "convert", "edit")
"""The commands whose ``output`` is a par file, and may be the one that was read."""


def check_outputs(args: argparse.Namespace, outputs: Sequence[str | None]) -> None:
    """Refuse an output that cannot be written, and any that would overwrite an input or another output.

    Of pictures only the name is compared with the others: one that cannot be written costs no other output.

    Parameters
    ----------
    args : argparse.Namespace
        With ``command`` and, where the command has them, ``par``, ``tim``, ``files`` and ``output``. Of `PAR_WRITERS`
        ``output`` may be the par file.
    outputs : sequence of str or None
        Paths; None where an option is absent. ``-`` and ``/dev/stdout`` are standard output: reports then go to
        standard error. Pipes and devices may be named more than once.

    Raises
    ------
    InputError
        With the path and the reason.
    """
    pictures = _pictures(args)
    shown = sum(path in STANDARD_OUTPUT for path in pictures)
    streams = shown + sum(path in STANDARD_OUTPUT for path in outputs)
    if streams + (args.json is True and shown > 0) > 1:
        raise InputError("standard output takes one file", hint="give the others a name")
    if streams:
        speak_aside()
    taken = check_places(args, outputs)
    for path in pictures:
        if not is_stream(path):
            _take(path, os.path.realpath(path), taken)


def check_places(args: argparse.Namespace, outputs: Sequence[str | None]) -> dict[str, str]:
    """Refuse an output file that cannot be written, or that would overwrite an input or another one.

    Parameters
    ----------
    args, outputs
        As in `check_outputs`.

    Returns
    -------
    dict of str to str
        The files of the command without links, and what they are.

    Raises
    ------
    InputError
    """
    taken = _inputs(args)
    renewed = getattr(args, "output", None) if args.command in PAR_WRITERS else None
    for path in filter(None, outputs):
        if is_stream(path):
            continue
        real = _real(path)
        _check_place(path, real)
        if path == renewed and taken.get(real) == "the par file":
            del taken[real]
        _take(path, real, taken)
    return taken


def _take(path: str, real: str, taken: dict[str, str]) -> None:
    """Refuse a file that is taken; else it is from now on."""
    if real in taken:
        raise InputError(f"cannot write: this is {taken[real]}", Where(path), "give another name")
    taken[real] = "another output of this command"


def _inputs(args: argparse.Namespace) -> dict[str, str]:
    """The files that the command reads, without links, and what they are."""
    named = dict.fromkeys(getattr(args, "files", None) or (), "a file to be read")
    named |= {getattr(args, key, None): f"the {key} file" for key in ("par", "tim")}
    return {os.path.realpath(path): what for path, what in named.items() if path}


def check_folder(path: str | None) -> None:
    """Refuse a folder that cannot be written to, or be made; do nothing for None.

    Raises
    ------
    InputError
    """
    if path is None:
        return
    real, where = _real(path), Where(path)
    if os.path.exists(real) and not os.path.isdir(real):
        raise InputError("cannot write: a file has this name", where, "give the name of a folder")
    above = real if os.path.isdir(real) else os.path.dirname(real)
    if not os.path.isdir(above):
        raise InputError("cannot write: no such folder", where, "make the folder above it first")
    if not os.access(above, os.W_OK):
        raise InputError("cannot write: no permission to write in the folder", where)


def _pictures(args: argparse.Namespace) -> list[str]:
    """The pictures that a command draws besides its output."""
    asked = (getattr(args, option, None) for option in ("plot", "plot_noise", "plot_spectra"))
    return [path for path in asked if path]


def _real(path: str) -> str:
    """The path without links; a name that no file can have is refused."""
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
    """Keeps the failure of outputs, each written in a ``with`` block, until the report is printed.

    Outputs come first, because a reader of the report may go away. Of several failures the first one is told.
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

    def tell(self) -> None:
        """Raise the failure, if there was one.

        Raises
        ------
        JugError, OSError
            As it was raised in the block.
        """
        if self._error is not None:
            raise self._error
