"""Processes that could be added to a model, but not estimated, because the data cannot show them."""

from collections.abc import Iterable

from jug.errors import FitError
from jug.fitting.noise.addition import names_with_new
from jug.fitting.noise.identifiable import refuse_unidentifiable
from jug.model.editing.noise_lines import PROCESS_WORDS
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


def refused_processes(model: TimingModel, toas: TOAs, words: Iterable[str]) -> dict[str, str]:
    """Find the processes that could be added, but not estimated.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    words : iterable of str
        Single kinds of noise that the model lacks.

    Returns
    -------
    dict of str to str
        The reason for each word.
    """
    found = {}
    for word in words:
        if word in PROCESS_WORDS:
            larger = model.add_noise(toas, word)
            try:
                refuse_unidentifiable(larger, toas, names_with_new(model, larger, ()))
            except FitError as reason:
                found[word] = str(reason)
    return found
