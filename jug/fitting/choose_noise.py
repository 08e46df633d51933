"""`choose_noise`: which noise terms the data need."""

from collections.abc import Iterable, Mapping

from jug.core.arguments.kinds import expect
from jug.errors import InputError
from jug.fitting.blas_threads_of_fit import with_blas_threads_of_fit
from jug.fitting.noise_choice.choosing import DIRECTIONS, choose_terms
from jug.fitting.noise_choice.criteria import rule_of
from jug.fitting.noise_choice.result import NoiseChoice
from jug.fitting.noise_choice.terms import WantedTerms
from jug.fitting.noise_choice.words import read_choice_words
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


@with_blas_threads_of_fit
def choose_noise(
    model: TimingModel,
    toas: TOAs,
    words: str | Iterable[str] | None = None,
    *,
    criterion: str = "bic",
    threshold: float | None = None,
    direction: str = "forward",
    prior_set: str = "wide",
    flag: str | None = None,
    frequencies: Mapping[str, int] | None = None,
    backend: str = "auto",
) -> NoiseChoice:
    """Choose the noise terms that the data need, and estimate their parameters.

    Parameters
    ----------
    model, toas : TimingModel, TOAs
        Noise lines of the model to which a word applies may be left out; others stay and are estimated too.
    words : str or iterable of str, optional
        ``ecorr`` (each backend), ``red``, ``dm``, ``chrom``, ``sw``, ``qp``, ``band``, ``group``, and forms of a chosen
        term, ``frequencies``, ``broken``, ``index``, ``free``, ``dmx``, ``waves``; all when absent.
    criterion, threshold : {"bic", "aic", "evidence"}, float, optional
        A term is chosen where it lowers the criterion (-2 log Z for the evidence) by this: 6, a factor 20, if absent.
    direction : {"forward", "backward"}
        From none of the terms, or from all.
    prior_set : {"wide", "enterprise", "discovery"}
        Of the evidence (`jug.sampling.prior_sets`).
    flag : str, optional
        Flag by whose values TOAs are grouped; by backend when absent.
    frequencies : mapping of str to int, optional
        Numbers of frequencies by word.
    backend : {"auto", "numpy", "jax"}
        Of the timing fits.

    Returns
    -------
    NoiseChoice

    Raises
    ------
    FitError
        A word in ``words``, of noise that these TOAs cannot show.
    InputError
        An unknown word.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> [(row.name, row.chosen) for row in jug.choose_noise(model, toas, "red").terms]
    [('red noise', False)]
    """
    named, asked = read_choice_words(words)
    if direction not in DIRECTIONS:
        raise InputError(f"direction={direction!r} is not a way to choose", hint=f"one of {', '.join(DIRECTIONS)}")
    rule = rule_of(criterion, threshold, prior_set)
    wanted = WantedTerms(named, asked, flag, dict(frequencies or {}))
    expect(model=(model, TimingModel), toas=(toas, TOAs))
    return choose_terms(model, toas, wanted, rule, direction=direction, backend=backend)
