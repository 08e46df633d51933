"""Noise lines that are added to a model before they are estimated."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from jug.core.arguments.kinds import split_at_commas
from jug.errors import InputError
from jug.fitting.checks import flagged_noise
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


class NoiseAddition(NamedTuple):
    """Noise to add before it is estimated: the arguments of `jug.TimingModel.add_noise`.

    Parameters
    ----------
    words : str, iterable of str, or None
        None: nothing.
    flag : str or None
    frequencies : mapping of str to int or None
    """

    words: str | Iterable[str] | None
    flag: str | None = None
    frequencies: Mapping[str, int] | None = None


def with_addition(
    model: TimingModel, toas: TOAs, free: str | Iterable[str] | None, addition: NoiseAddition
) -> tuple[TimingModel, str | Iterable[str] | None]:
    """Add noise lines to a model, and their names to what is estimated.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    free : str, iterable of str, or None
        As for `chosen_noise`.
    addition : NoiseAddition

    Returns
    -------
    model : TimingModel
    free : str, iterable of str, or None

    Raises
    ------
    InputError
        Noise that cannot be added; a flag or numbers of frequencies without words.
    """
    words, flag, frequencies = addition
    if words is None:
        if flag is not None or frequencies:
            given = "flag" if flag is not None else "frequencies"
            raise InputError(f"{given} applies to added noise, and none is added", hint="give add='white,red' too")
        return model, free
    larger = model.add_noise(toas, words, flag=flag, frequencies=frequencies)
    return larger, names_with_new(model, larger, free)


def names_with_new(before: TimingModel, after: TimingModel, free: str | Iterable[str] | None) -> tuple[str, ...]:
    """Add the lines that a model has more than before to what is estimated.

    Parameters
    ----------
    before, after : TimingModel
    free : str, iterable of str, or None
        As for `chosen_noise`.

    Returns
    -------
    tuple of str
        The names of ``free``, and those of the new lines.
    """
    there = {e.label for e in before.entries.values()}
    new = [e.name for e in after.entries.values() if e.param.sampled and e.label not in there]
    return tuple(dict.fromkeys((*(flagged_noise(after) if free is None else split_at_commas(free)), *new)))
