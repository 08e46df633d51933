"""Forward selection: the term that improves the criterion most is added, until none improves it by the threshold.

After each addition, each term that was added before is left out on trial. The one that improves the criterion least is
removed if it improves it by less than the threshold. Backward selection begins with all terms whose best amplitude is
above 0, and removes terms in this way.
"""

from typing import NamedTuple

from jug.core.execution.progress import report
from jug.fitting.noise_choice.adding import Added
from jug.fitting.noise_choice.search import Search
from jug.fitting.noise_choice.term import NoiseTerm
from jug.fitting.noise_choice.trial import Trial

MOST_ROUNDS = 60
"""Largest number of terms that are added in turn."""


class ChoiceStep(NamedTuple):
    """One addition or removal.

    Parameters
    ----------
    action : {"add", "drop"}
    term : str
    trial : Trial
        The model after it.
    worth : float
        Criterion without the term less that with it.
    """

    action: str
    term: str
    trial: Trial
    worth: float


class TermSelection(NamedTuple):
    """The end of a selection.

    Parameters
    ----------
    trial : Trial
        The chosen model.
    steps : tuple of ChoiceStep
    without : tuple of Added
        For each chosen term: the model without it, and with it.
    more : tuple of Added
        For each other term: the chosen model, and with it.
    alone : dict of str to float
        Gain of log L of each term added to the start, a lower limit.
    """

    trial: Trial
    steps: tuple[ChoiceStep, ...]
    without: tuple[Added, ...]
    more: tuple[Added, ...]
    alone: dict[str, float]


def forward_selection(search: Search, start: Trial) -> TermSelection:
    """Select the terms of a model, beginning without any.

    Parameters
    ----------
    search : Search
    start : Trial
        Without terms.

    Returns
    -------
    TermSelection
    """
    trial, steps, seen = start, [], set()
    for count in range(MOST_ROUNDS):
        report("noise terms to add", count)
        one, worth = search.best(trial)
        if one is None or one.trial is None or worth < search.rule.threshold:
            one, worth = search.best(trial, all_of_them=True)
            if one is None or one.trial is None or worth < search.rule.threshold:
                break
        trial = one.trial
        steps.append(ChoiceStep("add", one.term.name, trial, worth))
        trial, dropped = _drop_unworthy(search, trial, one.term)
        steps += dropped
        state = frozenset(term.name for term in trial.terms)
        if state in seen:
            break
        seen.add(state)
    return conclude_selection(search, start, trial, tuple(steps))


def _drop_unworthy(search: Search, trial: Trial, latest: NoiseTerm | None) -> tuple[Trial, list[ChoiceStep]]:
    """Remove, one by one, terms that improve the criterion by less than the threshold beside the others."""
    steps: list[ChoiceStep] = []
    while len(trial.terms) > 1 or (latest is None and trial.terms):
        removals = [one for one in search.removals(trial) if latest is None or one.term.name != latest.name]
        worths = [search.worth(one) for one in removals]
        place = min(range(len(worths)), key=worths.__getitem__)
        if worths[place] >= search.rule.threshold:
            break
        trial = removals[place].without
        steps.append(ChoiceStep("drop", removals[place].term.name, trial, worths[place]))
    return trial, steps


def backward_selection(search: Search, start: Trial) -> TermSelection:
    """Select the terms of a model, beginning with all of them.

    Parameters
    ----------
    search : Search
    start : Trial
        Without terms.

    Returns
    -------
    TermSelection
    """
    trial = start
    for count, term in enumerate(search.terms):
        report("noise terms put into the model", count, len(search.terms))
        one = search.with_term(trial, term)
        trial = one.trial or trial  # a term whose best amplitude is 0 is left out
    trial, steps = _drop_unworthy(search, trial, None)
    return conclude_selection(search, start, trial, tuple(steps))


def conclude_selection(search: Search, start: Trial, trial: Trial, steps: tuple[ChoiceStep, ...]) -> TermSelection:
    """Compare the chosen model with those without each of its terms, and with each other term.

    First each chosen term is removed and added again from its grid. Where this leads to a higher maximum, that one is
    taken.

    Parameters
    ----------
    search : Search
    start, trial : Trial
    steps : tuple of ChoiceStep

    Returns
    -------
    TermSelection
    """
    for _ in range(len(trial.terms) + 1):
        removals = search.removals(trial)
        again = [search.with_term(one.without, one.term).trial for one in removals]
        higher = [one for one in again if one is not None and one.log_likelihood > trial.log_likelihood + 1e-3]
        if not higher:
            break
        trial = max(higher, key=lambda one: one.log_likelihood)
    removals = [Added(one.term, one.without, trial) for one in search.removals(trial)]
    more = tuple(search.with_term(trial, term) for term in search.others(trial))
    alone = {term.name: search.gain_alone(start, term) for term in search.terms}
    return TermSelection(trial, steps, tuple(removals), more, alone)
