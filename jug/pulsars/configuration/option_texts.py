"""Checks of options of steps that are texts with a syntax: selections of TOAs, terms of a model, kinds of noise."""

from collections.abc import Callable

from jug.analysis.term_tests.term_candidates import candidates
from jug.errors import InputError
from jug.model.editing.noise_lines import new_noise
from jug.model.editing.reassembly import without_file_advice
from jug.model.editing.setting_lines import is_setting
from jug.model.known_terms import find_own_slot
from jug.model.reading.lines.unknown import suggest_keywords
from jug.model.registry import every_term
from jug.model.slots import known_keywords
from jug.obs.expression import check_expression
from jug.pulsars.one_pulsar.excision import words_of

SELECTIONS, PARAMETER_NAMES, TERMS, NEW_TERMS, NOISE_KINDS = (
    "selections of TOAs",
    "names of parameters",
    "terms with ranges and sums",
    "terms",
    "kinds of noise",
)


def _check_selections(value: object) -> None:
    for text in words_of(value):
        check_expression(text)


def _check_terms(value: object) -> None:
    words = value if isinstance(value, str) else words_of(value)
    for one in candidates(words) if words else ():
        _check_new_terms(list(one.terms))


def _check_new_terms(value: object) -> None:
    for term in words_of(value):
        keyword = (term.split() or [""])[0].upper()
        if not is_setting(keyword) and find_own_slot(keyword) is None:
            near = without_file_advice(suggest_keywords(keyword, known_keywords(every_term())))
            raise InputError(f"unknown keyword {keyword!r}", hint=near or "write keywords of a par file, as F2 or PX")


def _check_names(value: object) -> None:
    _check_new_terms([word for word in words_of(value) if "*" not in word])


def _check_noise(value: object) -> None:
    if words := words_of(value):
        new_noise(words, None, None)


_TEXT_CHECKS: dict[str, Callable[[object], None]] = {
    SELECTIONS: _check_selections,
    PARAMETER_NAMES: _check_names,
    TERMS: _check_terms,
    NEW_TERMS: _check_new_terms,
    NOISE_KINDS: _check_noise,
}


def problem_of_text(kind: str, value: object) -> tuple[str, str] | None:
    """Return what is wrong with the text of an option, or None.

    Parameters
    ----------
    kind : str
        The kind of the option, as ``SELECTIONS``. Other kinds are not checked.
    value : str or list of str

    Returns
    -------
    tuple of str or None
        What is wrong, and what to do.
    """
    try:
        if kind in _TEXT_CHECKS:
            _TEXT_CHECKS[kind](value)
    except InputError as error:
        return error.why, error.hint
    return None
