"""Forms of chosen terms: other numbers of frequencies, a corner of red or DM noise, a chromatic index."""

from collections.abc import Iterator

import numpy as np

from jug.core.execution.progress import report
from jug.fitting.noise_choice.criteria import ChoiceRule, Scores
from jug.fitting.noise_choice.model_forms import Chosen, ModelForm, form_of
from jug.fitting.noise_choice.term import PROCESS_NAMES, NoiseTerm
from jug.fitting.noise_choice.trial import Key, Trial
from jug.model.noise.fourier import TEMPO2_DM_SHIFT

CORNER_KEYS = {"red": "TNREDCORNER", "dm": "TNDMCORNER"}
"""The corner in the spectrum of a term, by its word."""

CORNERS = (1.0, 4.0)
"""Corners from which the search begins, in 1/T."""

INDEX_RANGE, INDEX_POINTS = (0.5, 8.0), 10
"""Range of the chromatic index, and largest number of points of the search."""

INDEX_PRECISION = 0.02
"""Step of a chromatic index at which the search for its maximum ends."""


def compare_variants(chosen: Chosen, words: tuple[str, ...], rule: ChoiceRule, scores: Scores) -> Chosen:
    """Compare the chosen model with forms of its terms, and take each form that is better by the threshold.

    Parameters
    ----------
    chosen : Chosen
    words : tuple of str
        Of `jug.fitting.noise_choice.words.FORM_WORDS`.
    rule : ChoiceRule
    scores : Scores

    Returns
    -------
    Chosen
    """
    for word, make in (
        ("index", _forms_with_index),
        ("frequencies", _forms_with_frequencies),
        ("broken", _forms_with_corner),
    ):
        if word in words:
            for term in chosen.trial.terms:
                report(f"forms of {term.name}", 0)
                for form in make(chosen, term, rule, scores):
                    chosen = chosen.with_form(form, rule)
    return _drop_unworthy_terms(chosen, rule, scores) if any(form.taken for form in chosen.forms) else chosen


def _drop_unworthy_terms(chosen: Chosen, rule: ChoiceRule, scores: Scores) -> Chosen:
    """Remove the terms that no longer improve the criterion by the threshold, after terms have got other forms."""
    while len(chosen.trial.terms) > 1:
        trial, found = chosen.trial, []
        for term in trial.terms:
            rest = [one for one in trial.terms if one.name != term.name]
            smaller = chosen.models.maximum(rest, trial.values, trial.scales)
            less = -1 if term.word == "chrom" and chosen.score.n_parameters > trial.n_parameters else 0
            found.append(form_of(chosen, f"then without {term.name}", smaller, scores, rule, more=less))
        best = max(found, key=lambda form: form.worth)
        if best.worth <= -rule.threshold or best.trial is None or best.score is None:
            break
        chosen = Chosen(chosen.models, best.trial, best.score, (*chosen.forms, best._replace(taken=True)))
    return chosen


def _replace_term(chosen: Chosen, term: NoiseTerm, other: NoiseTerm) -> tuple[NoiseTerm, ...]:
    return (*(one for one in chosen.trial.terms if one.name != term.name), other)


def _forms_with_frequencies(chosen: Chosen, term: NoiseTerm, rule: ChoiceRule, scores: Scores) -> Iterator[ModelForm]:
    """Forms with half and twice as many frequencies; at most half the number of days with TOAs."""
    number = term.frequencies
    if number is None:
        return
    most = len(np.unique(np.floor(chosen.models.toas.mjd))) // 2
    trial = chosen.trial
    for other in (number // 2, 2 * number):
        if 2 <= other <= most:
            terms = _replace_term(chosen, term, term.with_frequencies(other))
            found = chosen.models.maximum(terms, trial.values, trial.scales)
            yield form_of(chosen, f"{term.name} with {other} frequencies", found, scores, rule)


def _forms_with_corner(chosen: Chosen, term: NoiseTerm, rule: ChoiceRule, scores: Scores) -> Iterator[ModelForm]:
    """Red or DM noise with a corner, below which its spectrum is flat; a corner of 0 is the power law."""
    key = CORNER_KEYS.get(term.word, "")
    if not key or key in term.start or any(key in line for line in term.lines):
        return
    trial = chosen.trial
    own = next(one for one in trial.terms if one.name == term.name)
    lines = (*own.lines, f"{key} {{{key}}}")
    broken = own._replace(lines=lines, start={**own.start, key: 0.0})
    terms, best = _replace_term(chosen, term, broken), None
    for corner in (*CORNERS, 0.0):
        if best is None or (corner or best.log_likelihood < trial.log_likelihood):
            values = {**trial.values, (term.name, key): corner}
            found = chosen.models.maximum(terms, values, trial.scales)
            best = found if best is None or found.log_likelihood > best.log_likelihood else best
    assert best is not None
    yield form_of(chosen, f"{term.name} with a corner", best, scores, rule)


def _forms_with_index(chosen: Chosen, term: NoiseTerm, rule: ChoiceRule, scores: Scores) -> Iterator[ModelForm]:
    """Chromatic noise with its index free, also in place of DM noise, whose index is 2."""
    words = {one.word for one in chosen.trial.terms}
    if term.word != "chrom" and not (term.word == "dm" and "chrom" not in words):
        return
    if any(CORNER_KEYS["dm"] in line for line in term.lines):
        return  # chromatic noise has no corner
    made = _chromatic_term(chosen, term)
    tried: dict[float, Trial] = {}

    def value(index: float) -> float:
        near = min(tried, key=lambda one: abs(one - index), default=None)
        values = made[1] if near is None else tried[near].values
        terms = _replace_term(chosen, term, _with_index(made[0], index))
        tried[index] = chosen.models.maximum(terms, {**chosen.trial.values, **values}, chosen.trial.scales)
        return -tried[index].log_likelihood

    from scipy.optimize import minimize_scalar

    value(made[2])
    options = {"xatol": INDEX_PRECISION, "maxiter": INDEX_POINTS}
    minimize_scalar(value, bounds=INDEX_RANGE, method="bounded", options=options)
    index = max(tried, key=lambda one: tried[one].log_likelihood)
    name = f"{'chromatic noise in place of DM noise' if term.word == 'dm' else term.name}, index {index:.2f}"
    yield form_of(chosen, name, tried[index], scores, rule, more=1)


def _chromatic_term(chosen: Chosen, term: NoiseTerm) -> tuple[NoiseTerm, dict[Key, float], float]:
    """The chromatic term that corresponds to a chromatic or a DM term, its values, and its index."""
    own = next(one for one in chosen.trial.terms if one.name == term.name)
    values = chosen.trial.term_values(own)
    if own.word == "chrom":
        given = [float(line.split()[1]) for line in own.lines if line.startswith("TNCHROMIDX")]
        return own, {}, given[0] if given else 4.0
    shift = TEMPO2_DM_SHIFT if chosen.models.base.settings.conventions.get("TNDM") == "TEMPO2" else 0.0
    lines = tuple(line.replace("TNDM", "TNCHROM") for line in own.lines)
    start = {"TNCHROMAMP": values["TNDMAMP"] + shift, "TNCHROMGAM": values["TNDMGAM"]}
    name = PROCESS_NAMES["chrom"]
    made = NoiseTerm(name, "chrom", (*lines, "TNCHROMIDX 2"), start)
    return made, {(name, key): value for key, value in start.items()}, 2.0


def _with_index(term: NoiseTerm, index: float) -> NoiseTerm:
    lines = tuple(line for line in term.lines if not line.startswith("TNCHROMIDX"))
    return term._replace(lines=(*lines, f"TNCHROMIDX {index:.6g}"))
