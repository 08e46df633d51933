"""A model with terms to be tested, or without. The terms stand in no file, so warnings about them name the term."""

import re
import warnings
from collections.abc import Sequence

from jug.core.execution.given_warnings import give_warning
from jug.errors import InputWarning, JugWarning
from jug.model.timing_model import TimingModel


def with_terms(model: TimingModel, terms: Sequence[str]) -> TimingModel:
    """Add terms to a model, free.

    Parameters
    ----------
    model : TimingModel
    terms : sequence of str
        A line of a par file each, without its value.

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
        larger = model.add(terms, free=True)
    for one in caught:
        said = str(one.message).removeprefix(f"{model.par.path}: ")
        new = (line for line in larger.par.lines if line.number > last)
        own = [terms[line.number - last - 1] for line in new if f": {line.text!r}" in said]
        if own and isinstance(one.message, JugWarning):
            quoted = r": '[^']*'(?=$|; )"
            give_warning(InputWarning(f"term {own[0]}: {re.sub(quoted, '', said)}"))
        else:
            give_warning(one.message)
    return larger


def removed_for_a_test(model: TimingModel, names: Sequence[str]) -> TimingModel:
    """Take parameters out of a model for a test, without warnings: that the rest lacks them is what is tested.

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
