"""A model with terms to be tested, or without. The terms stand in no file, so warnings about them name the term."""

import re
import warnings
from collections.abc import Sequence

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
        text = str(one.message)
        place = re.match(rf"{re.escape(str(model.par.path))}:(\d+): ", text)
        number = int(place[1]) if place else 0
        if place and last < number <= last + len(terms) and isinstance(one.message, JugWarning):
            said = re.sub(r": '[^']*'(?=$|; )", "", text[place.end() :])
            warnings.warn(InputWarning(f"term {terms[number - last - 1]}: {said}"), stacklevel=2)
        else:
            warnings.warn(one.message, stacklevel=2)
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
