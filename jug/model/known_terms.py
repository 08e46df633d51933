"""The terms that a par file may use, found by `jug.model.term_index` without an import of the others.

A file of the package is imported where a line of the par file can call for one of its terms, or where a word of the par
file is a keyword that no term imported so far has. Keywords thus mean the same as with all terms. All terms are
imported (`jug.model.registry.every_term`) for what is about the others: an unknown keyword, a parameter that the model
does not use.
"""

from collections.abc import Iterable

from jug.io.codecs import plain_word
from jug.io.par import ParLine
from jug.model.declare import Component
from jug.model.registry import read_rows, terms_in
from jug.model.slots import Slot, find_slot, params_by_word
from jug.model.term_index import TERM_CALLS, TERM_KEYWORDS

ALWAYS = "*"
"""Stands in `TERM_CALLS` for a file with a term that needs no line."""


def _files_by_call() -> dict[str, list[str]]:
    """The files with a term that a keyword may call for, or a keyword and its word: ``BINARY=DD``."""
    files: dict[str, list[str]] = {}
    for home, calls in read_rows(TERM_CALLS):
        for one in calls.split():
            files.setdefault(one, []).append(home)
    return files


_HOMES = {word: home for home, words in read_rows(TERM_KEYWORDS) for word in words.split()}
"""The file of one term that has the keyword, by keywords without numbers."""

_CALLED_BY = _files_by_call()
"""See `_files_by_call`."""

_OPTIONS = {one.partition("=")[0] for one in _CALLED_BY if "=" in one}
"""Keywords whose words choose between terms."""


def terms_for(lines: Iterable[ParLine]) -> tuple[Component, ...]:
    """Import the terms of jug that a par file may use.

    Parameters
    ----------
    lines : iterable of ParLine
        Those that are read as parameters; further ones do no harm.

    Returns
    -------
    tuple of Component
        In the order of evaluation: those that may be in the model, and at least one with each keyword of the lines.
    """
    calls, words = {ALWAYS}, set[str]()
    for line in lines:
        found = _keywords_in(line.key)
        calls.update(found)
        words.update(found)
        for word in _OPTIONS.intersection(found) if line.args else ():
            calls.add(f"{word}={plain_word(line.args[0]).upper()}")
    called = frozenset(home for one in calls for home in _CALLED_BY.get(one, ()))
    missing = words - params_by_word(terms_in(called)).keys()
    return terms_in(called.union(_HOMES[word] for word in missing))


def find_own_slot(key: str) -> Slot | None:
    """Find the parameters of a keyword among all terms of jug, importing those with such a keyword.

    Parameters
    ----------
    key : str
        The keyword in capitals.

    Returns
    -------
    Slot or None
        As `find_slot`.
    """
    words = _keywords_in(key)
    return find_slot(key, terms_in({_HOMES[word] for word in words})) if words else None


def _keywords_in(key: str) -> list[str]:
    """The keywords of which this may be a member: with a number after it, or ``_`` and a number."""
    stem = key.rstrip("0123456789")
    found = [key[:end] for end in range(len(stem), len(key) + 1) if key[:end] in _HOMES]
    return [*found, stem[:-1]] if stem.endswith("_") and stem[:-1] in _HOMES else found
