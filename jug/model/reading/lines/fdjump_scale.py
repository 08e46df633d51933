"""FDJUMP_SCALE of tempo2 with FDJUMPLOG of PINT, where the two agree, as in files for both programs."""

from collections.abc import Iterable

from jug.io.codecs import plain_word
from jug.io.par import ParLine

_SAME_SCALE = {"LOG": ("Y", "YES", "T", "TRUE", "1"), "LINEAR": ("N", "NO", "F", "FALSE", "0")}
"""The words of FDJUMPLOG by the word of FDJUMP_SCALE."""


def repeats_fdjumplog(args: tuple[str, ...], lines: Iterable[ParLine]) -> bool:
    """Whether FDJUMP_SCALE agrees with FDJUMPLOG, which is Y without a line, as in PINT 1.1.8.

    Parameters
    ----------
    args : tuple of str
        The words of the line FDJUMP_SCALE.
    lines : iterable of ParLine
        The lines FDJUMPLOG.

    Returns
    -------
    bool
    """
    words = [plain_word(line.args[0]).upper() for line in lines if line.args] or ["Y"]
    return len(args) == 1 and all(word in _SAME_SCALE.get(args[0].upper(), ()) for word in words)
