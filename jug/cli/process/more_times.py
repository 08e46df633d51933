"""Several times after ``--at``, separated by blanks."""

import argparse
from collections.abc import Sequence


def add_more_times(args: argparse.Namespace, words: Sequence[str]) -> bool:
    """Add words that argparse has left over to the times of ``--at``.

    A list in argparse (``nargs``) would also take the names of files after the times.

    Parameters
    ----------
    args : Namespace
        Its ``at`` gets the words, with commas between them.
    words : sequence of str

    Returns
    -------
    bool
        False if the command has no ``--at``, or a word is neither a number nor a date; then nothing is added.
    """
    at = getattr(args, "at", None)
    if not isinstance(at, str) or not all(map(_is_time, words)):
        return False
    args.at = ",".join([at, *words])
    return True


def _is_time(word: str) -> bool:
    from jug.core.written_times import ISO

    try:
        float(word)
    except ValueError:
        return ISO.fullmatch(word) is not None
    return True
