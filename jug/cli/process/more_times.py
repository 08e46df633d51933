"""Several times after ``--at``, separated by blanks."""

import argparse
from collections.abc import Sequence


def takes_more_times(args: argparse.Namespace, words: Sequence[str]) -> bool:
    """Add words that argparse has left over to the times of ``--at``.

    argparse's own lists would take the names of files that follow them too.

    Parameters
    ----------
    args : Namespace
        Its ``at`` gets the words, with commas between them.
    words : sequence of str

    Returns
    -------
    bool
        False where the command has no ``--at``, or a word is neither a number nor a date: nothing is added then.
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
