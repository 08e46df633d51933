"""Lines of a par file that are left out on purpose: they become comments, and the result says so."""

import warnings
from collections.abc import Iterable
from dataclasses import replace
from fnmatch import fnmatchcase

from jug.errors import InputWarning
from jug.io.par import ParFile, ParLine


def without(par: ParFile, keys: Iterable[str]) -> tuple[ParFile, tuple[str, ...]]:
    """A par file without the lines of these keywords.

    Parameters
    ----------
    keys : iterable of str
        Keywords in any case; ``*`` stands for anything (``WX*``).

    Returns
    -------
    par : ParFile
        The lines stand there as comments, so that what is written from it can be read without `keys`.
    notes : tuple of str
        One for each line.
    """
    wanted = [key.strip().upper() for key in keys]
    notes: list[str] = []
    used: set[str] = set()
    lines = []
    for line in par.lines:
        hits = [key for key in wanted if line.key and fnmatchcase(line.key, key)]
        used.update(hits)
        lines.append(_silent(line) if hits else line)
        if hits:
            notes.append(f"{line.key} of line {line.number} is ignored, as asked")
    for key in wanted:
        if key not in used:
            warnings.warn(InputWarning(f"{par.path}: no line {key} to ignore"), stacklevel=3)
    return replace(par, lines=tuple(lines)), tuple(notes)


def _silent(line: ParLine) -> ParLine:
    text = f"# ignored: {line.text.strip()}"
    return ParLine(line.number, text, comment=text)
