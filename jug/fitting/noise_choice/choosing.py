"""The choice from the question to its result, step by step."""

from time import perf_counter

from jug.errors import FitError
from jug.fitting.fit import fit
from jug.fitting.fit_noise import noise
from jug.fitting.noise.result import NoiseFit
from jug.fitting.noise_choice.alternatives import compare_alternatives
from jug.fitting.noise_choice.criteria import ChoiceRule, Scores
from jug.fitting.noise_choice.forward import backward_selection, forward_selection
from jug.fitting.noise_choice.free_amplitudes import compare_free_amplitudes
from jug.fitting.noise_choice.model_forms import Chosen
from jug.fitting.noise_choice.model_rows import model_rows
from jug.fitting.noise_choice.noise_models import NoiseModels
from jug.fitting.noise_choice.reasons import CRITERION_TITLES
from jug.fitting.noise_choice.result import NoiseChoice
from jug.fitting.noise_choice.search import Search
from jug.fitting.noise_choice.term_rows import terms_of_table
from jug.fitting.noise_choice.terms import WantedTerms, find_terms
from jug.fitting.noise_choice.variants import compare_variants
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

DIRECTIONS = {"forward": forward_selection, "backward": backward_selection}


def choose_terms(
    model: TimingModel, toas: TOAs, wanted: WantedTerms, rule: ChoiceRule, *, direction: str, backend: str
) -> NoiseChoice:
    """Choose the noise terms of a model, and estimate their parameters.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    wanted : WantedTerms
    rule : ChoiceRule
    direction : str
        A key of `DIRECTIONS`.
    backend : str

    Returns
    -------
    NoiseChoice
    """
    began = perf_counter()
    question = find_terms(model, toas, wanted)
    models = NoiseModels(_with_fitted_timing(question.base, model, toas, backend), toas)
    scores = Scores(models, rule)
    start = models.maximum((), {}, {})
    selection = DIRECTIONS[direction](Search(models, question.terms, rule, scores), start)
    chosen = Chosen(models, selection.trial, scores.of(selection.trial))
    chosen = compare_variants(chosen, wanted.words, rule, scores)
    chosen = compare_free_amplitudes(chosen, wanted.words, rule)
    chosen = compare_alternatives(chosen, wanted.words, rule, may_take=wanted.asked)
    found, notes = _estimate_chosen(chosen, toas, backend)
    return NoiseChoice(
        model=chosen.trial.with_values() if found is None else found.model,
        chosen=tuple(sorted(term.name for term in chosen.trial.terms)),
        terms=terms_of_table(selection, rule, scores),
        models=model_rows(selection, start, chosen, scores),
        left_out=question.left_out,
        criterion=rule.criterion,
        threshold=rule.threshold,
        prior_set=rule.prior_set,
        direction=direction,
        noise=found,
        n_data=models.n_data,
        seconds=perf_counter() - began,
        notes=(*_notes_on_forms(chosen, rule), *notes),
    )


def _with_fitted_timing(base: TimingModel, model: TimingModel, toas: TOAs, backend: str) -> TimingModel:
    """The base with the timing parameters fitted with the noise of the par file."""
    if not model.free:
        return base
    fitted = fit(model, toas, backend=backend, noise=False).model
    return base.with_entries({**base.entries, **{name: fitted.entries[name] for name in model.free}})


def _estimate_chosen(chosen: Chosen, toas: TOAs, backend: str) -> tuple[NoiseFit | None, tuple[str, ...]]:
    """The parameters of the chosen model with their errors; a note where these cannot be given."""
    model = chosen.trial.with_values()
    try:
        return noise(model, toas, free=chosen.trial.likelihood.names, starts=1, backend=backend), ()
    except FitError as reason:
        return None, (f"errors cannot be given: {reason}",)


def _notes_on_forms(chosen: Chosen, rule: ChoiceRule) -> tuple[str, ...]:
    """Notes on forms that were taken, and on better ones that were not."""
    notes = []
    for form in chosen.forms:
        if form.taken:
            notes.append(f"{form.name}: taken, {CRITERION_TITLES[rule.criterion]} is smaller by {form.worth:.1f}")
        elif form.worth >= rule.threshold and form.trial is None:
            notes.append(f"{form.name}: better by the criterion, but no lines of a par file say it; look for its cause")
        elif form.worth >= rule.threshold:
            notes.append(f"{form.name}: better by the criterion, but another timing model; name its word to take it")
    return tuple(notes)
