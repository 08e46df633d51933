"""The terms that a par file may use, found by `jug.model.term_index` without an import of the others.

A file of the package is imported where a line of the par file can call for one of its terms, or has a keyword that no
such term has. Keywords thus mean the same as with all terms. All terms are imported (`jug.model.registry.every_term`)
for what is about the others: an unknown keyword, a parameter that the model does not use.
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


_DECIMAL_DIGITS = "0123456789"


def _lists_by_key(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The second texts by the first ones."""
    lists: dict[str, list[str]] = {}
    for key, text in pairs:
        lists.setdefault(key, []).append(text)
    return lists


_FILE_OF_KEYWORD = {word: file for file, words in read_rows(TERM_KEYWORDS) for word in words.split()}
"""The file of one term that has the keyword, by keywords without the number of a member."""

_BY_STEM = _lists_by_key((word.rstrip(_DECIMAL_DIGITS), word) for word in _FILE_OF_KEYWORD)
"""These keywords by what is before the digits at their end: A1 by A."""

_CALLED_BY = _lists_by_key((one, file) for file, calls in read_rows(TERM_CALLS) for one in calls.split())
"""The files with a term that a keyword may call for, or a keyword and its word: ``BINARY=DD``."""

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
    words, options = set[str](), {ALWAYS}
    for line in lines:
        found = _keywords_in(line.key)
        words.update(found)
        if line.args and not _OPTIONS.isdisjoint(found):
            options.update(f"{word}={plain_word(line.args[0]).upper()}" for word in found)
    called = frozenset(file for one in words | options for file in _CALLED_BY.get(one, ()))
    missing = words - params_by_word(terms_in(called)).keys()
    return terms_in(called.union(_FILE_OF_KEYWORD[word] for word in missing))


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
    return find_slot(key, terms_in({_FILE_OF_KEYWORD[word] for word in words})) if words else None


def _keywords_in(key: str) -> list[str]:
    """The keywords of which this may be a member: with a number after it, or ``_`` and a number."""
    stem = key.rstrip(_DECIMAL_DIGITS)
    found = [word for word in _BY_STEM.get(stem, ()) if key.startswith(word)]
    return [*found, stem[:-1]] if stem[-1:] == "_" and stem[:-1] in _FILE_OF_KEYWORD else found
