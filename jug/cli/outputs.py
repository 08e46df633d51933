"""Checks of the output files of a command, before any work is done."""

import argparse
import os
from collections.abc import Sequence

from jug.cli.streams import speak_aside
from jug.errors import InputError, Where
from jug.io.stream_names import STANDARD_OUTPUT, is_stream


def check_outputs(args: argparse.Namespace, outputs: Sequence[str | None]) -> None:
    """Refuse an output that cannot be written, or that would overwrite an input or another output.

    Parameters
    ----------
    args : argparse.Namespace
        With ``par`` and, where the command has them, ``tim`` and ``output``. ``output`` may be the par file.
    outputs : sequence of str or None
        Paths; None where an option is absent. ``-`` and ``/dev/stdout`` are standard output: reports then go to
        standard error. Pipes and devices may be named more than once.

    Raises
    ------
    InputError
        With the path and the reason.
    """
    if (streams := sum(path in STANDARD_OUTPUT for path in outputs)) > 1:
        raise InputError("standard output takes one file", hint=f"give names for {streams - 1} of them")
    if streams:
        speak_aside()
    taken = {os.path.realpath(args.tim): "the tim file"} if getattr(args, "tim", None) else {}
    for path in filter(None, outputs):
        if is_stream(path):
            continue
        where, real = Where(path), os.path.realpath(path)
        _check_place(path, real)
        if real in taken:
            raise InputError(f"cannot write: this is {taken[real]}", where, "give another name")
        if path != getattr(args, "output", None) and real == os.path.realpath(args.par):
            raise InputError("cannot write: this is the par file", where, "give another name")
        taken[real] = "another output of this command"


def _check_place(path: str, real: str) -> None:
    where, folder = Where(path), os.path.dirname(real)
    if not os.path.isdir(folder):
        raise InputError("cannot write: no such folder", where, "make it first")
    if os.path.exists(real) and not os.path.isfile(real):
        raise InputError("cannot write: a folder has this name", where)
    if not os.access(folder, os.W_OK):
        raise InputError("cannot write: no permission to write in the folder", where)
