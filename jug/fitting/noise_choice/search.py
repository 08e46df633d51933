"""Additions of terms to a model, and removals, judged by a rule."""

from jug.fitting.noise_choice.adding import Added, add_term, conditional_gain
from jug.fitting.noise_choice.criteria import ChoiceRule, Scores
from jug.fitting.noise_choice.noise_models import NoiseModels
from jug.fitting.noise_choice.term import NoiseTerm
from jug.fitting.noise_choice.trial import Trial

MOST_CLIMBS, CLIMBED_SHARE = 3, 0.7
"""Least number of terms that are tried in a round, and least gain of further ones, as a share of the largest gain."""


class Search:
    """Additions and removals among terms, by a rule."""

    def __init__(self, models: NoiseModels, terms: tuple[NoiseTerm, ...], rule: ChoiceRule, scores: Scores) -> None:
        self.models, self.terms, self.rule, self.scores = models, terms, rule, scores
        self._added: dict[tuple[int, str], Added] = {}

    def others(self, trial: Trial) -> list[NoiseTerm]:
        """The terms that a model lacks."""
        there = {term.name for term in trial.terms}
        return [term for term in self.terms if term.name not in there]

    def with_term(self, trial: Trial, term: NoiseTerm) -> Added:
        """Add a term to a model, and find the maximum.

        Parameters
        ----------
        trial : Trial
        term : NoiseTerm

        Returns
        -------
        Added
        """
        key = (id(trial), term.name)
        if key not in self._added:
            self._added[key] = add_term(self.models, trial, term)
        return self._added[key]

    def gain_alone(self, start: Trial, term: NoiseTerm) -> float:
        """Return the gain of log L of a term added to the start.

        Parameters
        ----------
        start : Trial
        term : NoiseTerm

        Returns
        -------
        float
            With all else fixed where no maximum was searched.
        """
        known = self._added.get((id(start), term.name))
        return conditional_gain(self.models, start, term) if known is None else known.gain

    def worth(self, one: Added) -> float:
        """Return the criterion without a term less that with it; -inf where its best amplitude is 0."""
        without = self.scores.of(one.without)
        return -float("inf") if one.trial is None else self.scores.of(one.trial).by(self.rule, without)

    def best(self, trial: Trial, *, all_of_them: bool = False) -> tuple[Added | None, float]:
        """Find the best addition, and by how much it improves the criterion.

        Parameters
        ----------
        trial : Trial
        all_of_them : bool
            Climb with every term, not only with the most promising ones.

        Returns
        -------
        Added or None
        worth : float
            By how much the criterion is better; -inf where there is no addition.
        """
        others = self.others(trial)
        gains = {term.name: conditional_gain(self.models, trial, term) for term in others}
        likely = sorted(others, key=lambda term: -gains[term.name])
        best: tuple[Added | None, float] = (None, -float("inf"))
        for place, term in enumerate(likely):
            # a term with a much smaller gain with all else fixed is seldom the best one at the maximum
            if not all_of_them and place >= MOST_CLIMBS and gains[term.name] < CLIMBED_SHARE * gains[likely[0].name]:
                break
            one = self.with_term(trial, term)
            worth = self.worth(one)
            if worth > best[1]:
                best = (one, worth)
        return best

    def removals(self, trial: Trial) -> list[Added]:
        """Remove each term of a model in turn, and find the maximum without it."""
        found = []
        for term in trial.terms:
            rest = [other for other in trial.terms if other.name != term.name]
            smaller = self.models.maximum(rest, trial.values, trial.scales)
            found.append(Added(term, smaller, trial if trial.log_likelihood > smaller.log_likelihood else None))
        return found
