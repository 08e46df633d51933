"""Free timing parameters in place of a process, or the reverse: DMX and DM noise, free sinusoids and power laws.

Such models differ in timing parameters. Parameters that both models have are integrated over in both. For the d others
the best values are taken: with flat priors of density 1 per par unit, and the covariance S of the parameters,

    log L(best) = log L(integrated) - (d log 2 pi + log det S) / 2

These d count as parameters in AIC and BIC. Their flat priors are not normalised, so that there is no evidence.
"""

import warnings
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import numpy as np

from jug.compute.kernels import kernels
from jug.core.execution.progress import report
from jug.errors import FitError, JugError
from jug.fitting.fit import fit
from jug.fitting.noise_choice.adding import add_term
from jug.fitting.noise_choice.criteria import ChoiceRule, score
from jug.fitting.noise_choice.model_forms import Chosen, ModelForm
from jug.fitting.noise_choice.noise_models import NoiseModels
from jug.fitting.noise_choice.term import PROCESS_NAMES, NoiseTerm, term_of_entries
from jug.fitting.noise_choice.trial import Trial
from jug.least_squares.problem import problem_of
from jug.model.evaluation.anchor import make_anchor
from jug.model.timing_model import TimingModel

WAVE_FAMILIES = {"red": "WaveX", "dm": "DMWaveX", "chrom": "CMWaveX"}
"""Free sinusoids that can take the place of a process."""

MOST_TRIED_WAVES = 30
"""Largest number of frequencies of free sinusoids."""


class Other(NamedTuple):
    """An alternative: its name, its base, the chosen terms that stay, the term that is added."""

    name: str
    base: TimingModel
    terms: tuple[NoiseTerm, ...]
    new: NoiseTerm | None = None


def compare_alternatives(chosen: Chosen, words: tuple[str, ...], rule: ChoiceRule, *, may_take: bool) -> Chosen:
    """Compare the chosen model with free timing parameters in place of its processes, and the reverse.

    Parameters
    ----------
    chosen : Chosen
    words : tuple of str
    rule : ChoiceRule
    may_take : bool
        Whether a better one, which has other timing parameters, becomes the chosen model.

    Returns
    -------
    Chosen
    """
    for name, make in _list_alternatives(chosen, words):
        report(name, 0)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                form = _compare_alternative(chosen, make(), rule)
        except JugError as reason:
            form = ModelForm(name, chosen.models, None, None, -float("inf"), problem=str(reason))
        chosen = chosen.with_form(form, rule, may_take=may_take)
    return chosen


def _list_alternatives(chosen: Chosen, words: tuple[str, ...]) -> Iterator[tuple[str, Callable[[], Other]]]:
    """The alternatives: name, and a function that makes it."""
    base, terms = chosen.models.base, chosen.trial.terms
    by_word = {term.word: term for term in terms}
    if "dmx" in words and any(e.param.name == "DMX" and e.free for e in base.entries.values()):
        name = "DM noise in place of DMX"
        yield name, lambda: _without_dmx(chosen, name)
    elif "dmx" in words and "dm" in by_word:
        yield "DMX in place of DM noise", lambda: _with_dmx(chosen)
    for word, kind in WAVE_FAMILIES.items() if "waves" in words else ():
        term = by_word.get(word)
        if term is not None:
            number = min(term.frequencies or MOST_TRIED_WAVES, MOST_TRIED_WAVES)
            name = f"{number} {kind} in place of {term.name}"
            yield name, partial(_with_waves, chosen, name, term, (kind, number))


def _with_waves(chosen: Chosen, name: str, term: NoiseTerm, waves: tuple[str, int]) -> Other:
    """A base with free sinusoids in place of a term."""
    kind, number = waves
    rest = tuple(one for one in chosen.trial.terms if one.name != term.name)
    return Other(name, chosen.models.base.add_waves(kind, number, float(np.ptp(chosen.models.toas.mjd))), rest)


def _with_dmx(chosen: Chosen) -> Other:
    """A base with DMX; the derivatives of DM, which the bins can fit, are fixed."""
    base = chosen.models.base
    taken = [e.name for e in base.entries.values() if e.free and e.name in ("DM1", "DM2", "DM3")]
    less = base.freeze(*taken) if taken else base
    rest = tuple(term for term in chosen.trial.terms if term.word not in ("dm", "qp"))
    return Other("DMX in place of DM noise", less.add_dmx(chosen.models.toas), rest)


def _without_dmx(chosen: Chosen, name: str) -> Other:
    """A base with free DM, DM1 and DM2 in place of DMX, fitted with DM noise."""
    base, toas = chosen.models.base, chosen.models.toas
    mean = float(np.mean([float(e.value.hi) for e in base.entries.values() if e.param.name == "DMX"]))
    dm = base.values["DM"] + mean
    less = base.remove("DMX_*").set(DM=f"{dm:.12g}")
    less = less.add([key for key in ("DM1", "DM2") if key not in less.entries]).free("DM", "DM1", "DM2")
    with_noise = less.add_noise(toas, "dm")
    new = [e for e in with_noise.entries.values() if e.name not in less.entries and e.line is not None]
    term = term_of_entries(PROCESS_NAMES["dm"], "dm", new)
    fitted = fit(with_noise, toas, noise=False).model
    return Other(name, fitted.remove(*[e.name for e in new]), chosen.trial.terms, term)


def _compare_alternative(chosen: Chosen, other: Other, rule: ChoiceRule) -> ModelForm:
    """Find the maximum of an alternative, and its score beside the chosen model."""
    models = NoiseModels(other.base, chosen.models.toas)
    trial = models.maximum(other.terms, chosen.trial.values, chosen.trial.scales)
    if other.new is not None:
        trial = add_term(models, trial, other.new).trial or trial
    mine, its = set(chosen.models.base.free), set(other.base.free)
    gain = log_likelihood_at_best(models, trial, its - mine)
    gain -= log_likelihood_at_best(chosen.models, chosen.trial, mine - its)
    more = trial.n_parameters + len(its - mine) - chosen.trial.n_parameters - len(mine - its)
    found = score(chosen.score.log_likelihood + gain, chosen.score.n_parameters + more, models.n_data, None)
    return ModelForm(other.name, models, trial, found, found.by(rule, chosen.score))


def log_likelihood_at_best(models: NoiseModels, trial: Trial, names: set[str]) -> float:
    """Evaluate log L with some timing parameters at their best values, and the others integrated over.

    Parameters
    ----------
    models : NoiseModels
    trial : Trial
    names : set of str
        Free timing parameters.

    Returns
    -------
    float
        Natural logarithm.

    Raises
    ------
    FitError
        Parameters that the data do not determine.
    """
    if not names:
        return trial.log_likelihood
    model = trial.with_values()
    anchor = make_anchor(model, models.toas)
    problem = problem_of(model, anchor, kernels("numpy", model.components, model.layout))
    covariance = problem.covariance(problem.iteration(np.zeros(len(model.free)), 0.0))
    places = [i for i, name in enumerate(model.free) if name in names]
    sigma = np.sqrt(np.diag(covariance)[places])
    sign, log_det = np.linalg.slogdet(covariance[np.ix_(places, places)] / np.outer(sigma, sigma))
    if sign <= 0.0 or not np.all(sigma > 0.0):
        raise FitError("the data do not determine all of its timing parameters")
    steps = sigma / np.array([model.entries[model.free[i]].scale for i in places])
    volume = float(log_det) + 2.0 * float(np.sum(np.log(steps)))
    return trial.log_likelihood - 0.5 * (len(places) * float(np.log(2.0 * np.pi)) + volume)
