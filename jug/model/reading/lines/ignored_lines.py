"""Lines of a par file that the caller ignores: they become comments, and the result names them."""

from collections.abc import Iterable
from dataclasses import replace
from fnmatch import fnmatchcase

from jug.core.execution.given_warnings import give_warning
from jug.errors import InputWarning
from jug.io.par import ParFile
from jug.model.reading.findings import as_comment


def without_keywords(par: ParFile, keys: Iterable[str]) -> tuple[ParFile, tuple[str, ...]]:
    """Turn the lines of some keywords into comments.

    Parameters
    ----------
    par : ParFile
    keys : iterable of str
        Keywords in any case; ``*`` stands for anything (``WX*``).

    Returns
    -------
    par : ParFile
        With ``# ignored: ...`` in the place of each line, so that a par file written from it can be read without
        ``keys``.
    notes : tuple of str
        One sentence for each line.

    Warns
    -----
    InputWarning
        The file has no line with one of the keywords, or several with one that has no ``*``.
    """
    wanted = [key.strip().upper() for key in keys]
    notes: list[str] = []
    used: set[str] = set()
    lines = []
    for line in par.lines:
        hits = [key for key in wanted if line.key and fnmatchcase(line.key, key)]
        used.update(hits)
        lines.append(as_comment(line, "ignored") if hits else line)
        if hits:
            notes.append(f"{line.key} of line {line.number} is ignored, as asked")
    for key in wanted:
        if key not in used:
            give_warning(InputWarning(f"{par.path}: no line {key} to ignore"))
        numbers = [str(line.number) for line in par.lines if line.key == key]
        if len(numbers) > 1:
            many = f"{len(numbers)} lines are left out: {', '.join(numbers)}"
            why = f"--ignore {key} (ignore=[{key!r}]): {many}; to leave out one of them put '#' before it"
            give_warning(InputWarning(f"{par.path}: {why}"))
    return replace(par, lines=tuple(lines)), tuple(notes)
