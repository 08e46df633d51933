"""Lines of the table of a choice for the terms, with their reasons."""

from typing import NamedTuple

from jug.fitting.noise_choice.adding import Added
from jug.fitting.noise_choice.criteria import ChoiceRule, Scores
from jug.fitting.noise_choice.forward import TermSelection
from jug.fitting.noise_choice.model_rows import score_with
from jug.fitting.noise_choice.reasons import reason_of_choice
from jug.fitting.noise_choice.savage_dickey import log_savage_dickey


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
        Number of its own parameters.
    likelihood_ratio : float
        Twice the gain: -2 log of the ratio of the likelihoods without and with it.
    delta_aic, delta_bic : float
        AIC and BIC of the model without the term, minus AIC and BIC of the model with the term.
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
    return tuple(_row_of_term(one, selection, rule, scores) for one in every)


def _row_of_term(one: Added, selection: TermSelection, rule: ChoiceRule, scores: Scores) -> TermRow:
    without, with_it = scores.of(one.without, evidence=True), score_with(one, scores)
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
        log_savage_dickey=log_savage_dickey(scores.models, one, rule.prior_set),
        reason=reason_of_choice(one, selection.alone.get(one.term.name, 0.0), with_it.by(rule, without), rule, chosen),
    )
