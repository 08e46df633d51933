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
        False where the command has no ``--at``, or a word is no number: nothing is added then.
    """
    at = getattr(args, "at", None)
    if not isinstance(at, str) or not all(map(_is_number, words)):
        return False
    args.at = ",".join([at, *words])
    return True


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True
