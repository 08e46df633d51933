"""Models with and without terms to be tested. The terms are not in a file, so warnings about them name the term."""

import re
import warnings
from collections.abc import Sequence

from jug.core.execution.given_warnings import give_warning
from jug.errors import InputWarning, JugWarning
from jug.model.known_terms import find_own_slot
from jug.model.timing_model import TimingModel


def with_terms(model: TimingModel, terms: Sequence[str]) -> TimingModel:
    """Add terms to a model, free unless their fit flags fix them.

    Parameters
    ----------
    model : TimingModel
    terms : sequence of str
        A line of a par file each. Without a value the parameter is free and begins at zero or at a typical value; with
        a value it is free and begins there; a fit flag decides whether it is free. A date, as GLEP, is fixed unless it
        has the flag 1, since no TOA depends on it while the other terms are zero.

    Returns
    -------
    TimingModel

    Raises
    ------
    InputError
        As `TimingModel.add`.
    """
    last = max(line.number for line in model.par.lines)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        larger = model.add([_with_flag(term) for term in terms])
    for one in caught:
        text = str(one.message).removeprefix(f"{model.par.path}: ")
        new = (line for line in larger.par.lines if line.number > last)
        own = [terms[line.number - last - 1] for line in new if f": {line.text!r}" in text]
        if own and isinstance(one.message, JugWarning):
            quoted = r": '[^']*'(?=$|; )"
            give_warning(InputWarning(f"term {own[0]}: {re.sub(quoted, '', text)}"))
        else:
            give_warning(one.message)
    return larger


def _with_flag(term: str) -> str:
    """Add the fit flag that the term has in a test."""
    words = term.split()
    slot = find_own_slot(words[0].upper()) if words else None
    if slot is None or slot.param.codec in ("mjd", "str") or not any(q.fit for q in slot.params):
        return term
    selected = slot.param.family is not None and slot.param.family.kind == "selected"
    skipped = 1 + ((3 if words[1:2] and words[1].upper() in ("MJD", "FREQ") else 2) if selected else 0)
    return f"{term} 1" if len(words) == skipped + len(slot.params) else term


def removed_for_a_test(model: TimingModel, names: Sequence[str]) -> TimingModel:
    """Remove parameters from a model for a test, without warnings, since the test is about their absence.

    Parameters
    ----------
    model : TimingModel
    names : sequence of str

    Returns
    -------
    TimingModel

    Raises
    ------
    InputError
        As `TimingModel.remove`.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        return model.remove(*names)
