"""Which noise parameters are estimated: names, words as ``efac`` and ``red``, or the lines with a fit flag."""

from collections.abc import Iterable

from jug.core.arguments.kinds import split_at_commas
from jug.errors import FitError
from jug.fitting.checks import flagged_noise
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel

NOISE_WORDS = {
    "efac": ("EFAC", "TNGLOBALEF", "DMEFAC"),
    "equad": ("EQUAD", "TNEQ", "TNGLOBALEQ", "TNSQ", "DMEQUAD"),
    "ecorr": ("ECORR", "TNSECORR"),
    "dmefac": ("DMEFAC",),
    "dmequad": ("DMEQUAD",),
    "red": ("TNREDAMP", "TNREDGAM", "RNAMP", "RNIDX"),
    "dm": ("TNDMAMP", "TNDMGAM"),
    "chrom": ("TNCHROMAMP", "TNCHROMGAM"),
    "sw": ("TNSWAMP", "TNSWGAM", "TDSWLOGSIG", "TDSWLOGELL", "TDSWLOGGAMP", "TDSWLOGP"),
    "qp": ("TNQPDMAMP", "TNQPDMFREQ", "TNQPDMWIDTH"),
    "band": ("TNBANDAMP", "TNBANDGAM", "TNBANDDMAMP", "TNBANDDMGAM"),
    "group": ("TNGROUPAMP", "TNGROUPGAM"),
}
"""The keywords of the noise parameters that a word stands for."""

NOISE_WORDS |= {"white": NOISE_WORDS["efac"] + NOISE_WORDS["equad"]}


def chosen_noise(model: TimingModel, free: str | Iterable[str] | None) -> tuple[str, ...] | None:
    """Find the noise parameters to estimate.

    Parameters
    ----------
    model : TimingModel
    free : str, iterable of str, or None
        Words of `NOISE_WORDS` and names of parameters, in a text with commas between them; None: those with a fit flag.

    Returns
    -------
    tuple of str or None
        Names in the order of the model; None: all that the likelihood depends on, where no line has a fit flag.

    Raises
    ------
    FitError
        A word without a line in the model; a name that is not in the model, or not that of a noise parameter.
    """
    noise = {e.name: e for e in model.entries.values() if e.param.sampled}
    if not noise:
        hint = "add some: --add white,ecorr,red (jug.noise(..., add='white,ecorr,red'))"
        raise FitError(f"{model.par.path}: the model has no noise line; {hint}")
    if free is None:
        return flagged_noise(model) or None
    wanted: set[str] = set()
    for word in split_at_commas(free):
        wanted |= _names_of_word(model, noise, word)
    if not wanted:
        raise FitError("there is no noise parameter to estimate: free names none")
    return tuple(name for name in noise if name in wanted)


def _names_of_word(model: TimingModel, noise: dict[str, Entry], word: str) -> set[str]:
    """The noise parameters of a word, or the one of a name."""
    keywords = NOISE_WORDS.get(word.lower())
    if keywords is None:
        try:
            name = model.entry(word).name
        except FitError as reason:
            raise FitError(f"{reason}; words are {', '.join(NOISE_WORDS)}") from None
        if name not in noise:
            raise FitError(f"{name} is not a noise parameter; those of this model are {', '.join(noise)}")
        return {name}
    found = {name for name, e in noise.items() if e.param.name in keywords}
    if not found:
        raise FitError(f"{model.par.path}: no line of the model is {word} noise ({', '.join(keywords)})")
    return found
