"""Lines of the table of a choice for the models that were compared."""

from typing import NamedTuple

import numpy as np

from jug.fitting.noise_choice.adding import Added
from jug.fitting.noise_choice.criteria import Score, Scores
from jug.fitting.noise_choice.forward import TermSelection
from jug.fitting.noise_choice.model_forms import Chosen
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
        By Laplace's method; None where a prior is not normalised or the best amplitude of a term is 0.
    term : str
        The term in which it differs from the chosen model; empty for other kinds.
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
        rows.append(_row(f"with {one.term.name}", "with", score_with(one, scores), one.term.name))
    for form in chosen.forms:
        if form.score is None:
            nan = float("nan")
            rows.append(ModelRow(form.name, "form", nan, 0, nan, nan, None, problem=form.problem))
        else:
            rows.append(_row(form.name, "form", form.score)._replace(taken=form.taken))
    more = _number_not_in_all(start, chosen)
    per_parameter = float(np.log(scores.models.n_data))
    return tuple(
        row._replace(n_parameters=row.n_parameters + more, aic=row.aic + 2.0 * more, bic=row.bic + more * per_parameter)
        for row in rows
    )


def _number_not_in_all(start: Trial, chosen: Chosen) -> int:
    """Number of free timing parameters that some of the forms do not have."""
    own = set(start.model.free)
    forms = [form.trial.model.free for form in chosen.forms if form.trial is not None]
    return len(own - own.intersection(*map(set, forms)))


def _row(name: str, kind: str, found: Score, term: str = "") -> ModelRow:
    return ModelRow(name, kind, *found, term)


def score_with(one: Added, scores: Scores) -> Score:
    """Return the score of a model with a term added; a term whose best amplitude is 0 only adds parameters.

    Parameters
    ----------
    one : Added
    scores : Scores

    Returns
    -------
    Score
    """
    if one.trial is not None:
        return scores.of(one.trial, evidence=True)
    return scores.of(one.without, more=len(one.term.start))
