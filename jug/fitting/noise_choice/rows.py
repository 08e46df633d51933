"""The lines of the table of a choice: the models that were compared, in numbers, and the terms with their reasons."""

from typing import NamedTuple

import numpy as np

from jug.fitting.noise_choice.adding import Added
from jug.fitting.noise_choice.criteria import ChoiceRule, Score, Scores
from jug.fitting.noise_choice.forms import Chosen
from jug.fitting.noise_choice.forward import TermSelection
from jug.fitting.noise_choice.reasons import reason_of_choice
from jug.fitting.noise_choice.savage_dickey import log_savage_dickey
from jug.fitting.noise_choice.trial import Trial


class ModelRow(NamedTuple):
    """A model that was compared.

    Parameters
    ----------
    name : str
    kind : {"start", "step", "chosen", "without", "with", "form"}
        Without any term; after a step; the chosen one; that without one of its terms, or with another; another form.
    log_likelihood, aic, bic : float
        At the maximum; NaN where there is no such model.
    n_parameters : int
        Noise parameters, and the timing parameters that not all models have.
    log_evidence : float or None
        By Laplace's method; None where a prior is not normalised or a term has no size.
    term : str
        The term that it lacks or has more than the chosen model; empty for others.
    taken : bool
        Of a form: whether it became the chosen model.
    problem : str
        Why there is no such model.
    """

    name: str
    kind: str
    log_likelihood: float
    n_parameters: int
    aic: float
    bic: float
    log_evidence: float | None
    term: str = ""
    taken: bool = False
    problem: str = ""


class TermRow(NamedTuple):
    """A term that was to be chosen or not.

    Parameters
    ----------
    name, word : str
        ``red noise`` and ``red``.
    chosen : bool
    gain : float
        Rise of log L with it, beside the other chosen terms.
    n_parameters : int
        Its own.
    likelihood_ratio : float
        Twice the gain: -2 log of the ratio of the likelihoods when it drops out.
    delta_aic, delta_bic : float
        By how much these are smaller with it.
    delta_log_evidence : float or None
        By how much the evidence rises with it.
    log_savage_dickey : float or None
        Log of the ratio of evidences with and without it, by Savage and Dickey.
    reason : str
        Why it was chosen, or not.
    """

    name: str
    word: str
    chosen: bool
    gain: float
    n_parameters: int
    likelihood_ratio: float
    delta_aic: float
    delta_bic: float
    delta_log_evidence: float | None
    log_savage_dickey: float | None
    reason: str


def model_rows(selection: TermSelection, start: Trial, chosen: Chosen, scores: Scores) -> tuple[ModelRow, ...]:
    """Make the lines of the models.

    Parameters
    ----------
    selection : TermSelection
    start : Trial
    chosen : Chosen
        With the forms that were compared.
    scores : Scores

    Returns
    -------
    tuple of ModelRow
    """
    rows = [_row("no term", "start", scores.of(start, evidence=True))]
    for step in selection.steps[:-1]:
        sign = "+" if step.action == "add" else "-"
        rows.append(_row(f"{sign} {step.term}", "step", scores.of(step.trial, evidence=True)))
    if selection.trial.terms:
        rows.append(_row("chosen terms", "chosen", scores.of(selection.trial, evidence=True)))
    for one in selection.without if len(selection.trial.terms) > 1 else ():
        rows.append(_row(f"without {one.term.name}", "without", scores.of(one.without, evidence=True), one.term.name))
    for one in selection.more:
        rows.append(_row(f"with {one.term.name}", "with", _with(one, scores), one.term.name))
    for form in chosen.forms:
        if form.score is None:
            nan = float("nan")
            rows.append(ModelRow(form.name, "form", nan, 0, nan, nan, None, problem=form.problem))
        else:
            rows.append(_row(form.name, "form", form.score)._replace(taken=form.taken))
    more = _not_in_all(start, chosen)
    per_parameter = float(np.log(scores.bench.n_data))
    return tuple(
        row._replace(n_parameters=row.n_parameters + more, aic=row.aic + 2.0 * more, bic=row.bic + more * per_parameter)
        for row in rows
    )


def _not_in_all(start: Trial, chosen: Chosen) -> int:
    """The number of free timing parameters of the models that some form of them lacks."""
    own = set(start.model.free)
    forms = [form.trial.model.free for form in chosen.forms if form.trial is not None]
    return len(own - own.intersection(*map(set, forms)))


def _row(name: str, kind: str, found: Score, term: str = "") -> ModelRow:
    return ModelRow(name, kind, *found, term)


def _with(one: Added, scores: Scores) -> Score:
    """The numbers of a model with a term more; a term of no size adds parameters only."""
    if one.trial is not None:
        return scores.of(one.trial, evidence=True)
    return scores.of(one.without, more=len(one.term.start))


def terms_of_table(selection: TermSelection, rule: ChoiceRule, scores: Scores) -> tuple[TermRow, ...]:
    """Make the lines of the terms: the chosen ones, then the others by their gain.

    Parameters
    ----------
    selection : TermSelection
    rule : ChoiceRule
    scores : Scores

    Returns
    -------
    tuple of TermRow
    """
    kept = {term.name for term in selection.trial.terms}
    every = sorted((*selection.without, *selection.more), key=lambda one: (one.term.name not in kept, -one.gain))
    return tuple(_term(one, selection, rule, scores) for one in every)


def _term(one: Added, selection: TermSelection, rule: ChoiceRule, scores: Scores) -> TermRow:
    without, with_it = scores.of(one.without, evidence=True), _with(one, scores)
    evidence = None
    if with_it.log_evidence is not None and without.log_evidence is not None:
        evidence = with_it.log_evidence - without.log_evidence
    chosen = any(term.name == one.term.name for term in selection.trial.terms)
    return TermRow(
        name=one.term.name,
        word=one.term.word,
        chosen=chosen,
        gain=one.gain,
        n_parameters=len(one.term.start),
        likelihood_ratio=2.0 * one.gain,
        delta_aic=without.aic - with_it.aic,
        delta_bic=without.bic - with_it.bic,
        delta_log_evidence=evidence,
        log_savage_dickey=log_savage_dickey(scores.bench, one, rule.prior_set),
        reason=reason_of_choice(one, selection.alone.get(one.term.name, 0.0), with_it.by(rule, without), rule, chosen),
    )
