"""Reading of candidate terms as a user writes them: ``F2``, ``FD1-4``, ``M2+SINI``, ``JUMP -fe L-wide``."""

import re
from collections.abc import Container, Iterable
from typing import NamedTuple

from jug.core.arguments.kinds import split_at_commas
from jug.errors import InputError
from jug.model.editing.adding import START_VALUES

_NUMBER_RANGE = re.compile(r"([A-Za-z]+_?)([0-9]{1,9})-([0-9]{1,9})")

_PLUS = re.compile(r"\+(?=\s*[A-Za-z])")
_PLAIN = re.compile(r"[A-Za-z]\w*(\s+[-+]?[\d.]+([eEdD][-+]?\d+)?(\s+[01])?)?")
"""A keyword, with or without value and fit flag."""

MOST_IN_A_RANGE = 1000
"""Largest number of terms that one word may name."""


class Candidate(NamedTuple):
    """Terms that are tested together.

    Parameters
    ----------
    label : str
        The text as the user wrote it; for a range, the part that is tested.
    terms : tuple of str
        A line of a par file for each, with or without a value.
    """

    label: str
    terms: tuple[str, ...]

    @property
    def begins_at_zero(self) -> bool:
        """Whether the terms change no residual before they are fitted."""
        return not any(term.split()[0].upper() in START_VALUES or _has_value(term) for term in self.terms)


def candidates(words: Iterable[str], present: Container[str] = ()) -> tuple[Candidate, ...]:
    """Read candidate terms.

    Parameters
    ----------
    words : str or iterable of str
        One term each, or one text with commas between them. ``+`` joins terms, also with values, that are tested
        together. A range such as ``FD1-4`` means FD1, then FD1 and FD2, and so on: a candidate for each length.
    present : container of str
        Parameters that are left out of ranges.

    Returns
    -------
    tuple of Candidate

    Raises
    ------
    InputError
        A word is empty, or a range ends before it begins or has no term left.
    """
    out: list[Candidate] = []
    for word in split_at_commas(words):
        if not word:
            raise InputError("an empty term", hint="write F2,PX or JUMP -fe L-wide")
        match = _NUMBER_RANGE.fullmatch(word)
        if match is None:
            out.append(Candidate(word.strip(), _split_at_plus(word)))
            continue
        key, first, last = match[1].upper(), int(match[2]), int(match[3])
        if last < first:
            raise InputError(f"the range {word} ends before it begins", hint=f"write {key}{last}-{first}")
        if last - first >= MOST_IN_A_RANGE:
            raise InputError(f"the range {word} has more than {MOST_IN_A_RANGE} terms", hint="name fewer")
        numbers = [k for k in range(first, last + 1) if f"{key}{k}" not in present]
        if not numbers:
            raise InputError(f"the model has all of {word}", hint="name terms that it lacks")
        terms = tuple(f"{key}{k}" for k in numbers)
        for k, number in enumerate(numbers, 1):
            out.append(Candidate(terms[0] if k == 1 else f"{terms[0]}-{number}", terms[:k]))
    return tuple(dict.fromkeys(out))


def _split_at_plus(word: str) -> tuple[str, ...]:
    """Split a word at each ``+`` that joins terms, but not at one in a selector or an exponent."""
    parts_of_word = ((p.strip(), [part.strip() for part in _PLUS.split(p)]) for p in word.split(" + "))
    return tuple(
        t for p, parts in parts_of_word for t in (parts if " " not in p or all(map(_PLAIN.fullmatch, parts)) else [p])
    )


def _has_value(term: str) -> bool:
    words = term.split()[1:]
    skipped = (3 if words[0].upper() in ("MJD", "FREQ") else 2) if words and not _is_number(words[0]) else 0
    return any(_is_number(word) and float(word) != 0.0 for word in words[skipped : skipped + 1])


def _is_number(word: str) -> bool:
    return re.fullmatch(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", word) is not None
