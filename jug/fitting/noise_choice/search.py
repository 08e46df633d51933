"""Additions of terms to a model, and removals, judged by a rule."""

from jug.fitting.noise_choice.adding import Added, conditional_gain, tried_term
from jug.fitting.noise_choice.criteria import ChoiceRule, Scores
from jug.fitting.noise_choice.model_bench import ModelBench
from jug.fitting.noise_choice.term import NoiseTerm
from jug.fitting.noise_choice.trial import Trial

MOST_CLIMBS, CLIMBED_SHARE = 3, 0.7
"""In a round at least so many terms are tried, and those whose gain is this share of the best one's."""


class Search:
    """Additions and removals among terms, by a rule."""

    def __init__(self, bench: ModelBench, terms: tuple[NoiseTerm, ...], rule: ChoiceRule, scores: Scores) -> None:
        self.bench, self.terms, self.rule, self.scores = bench, terms, rule, scores
        self._added: dict[tuple[int, str], Added] = {}

    def others(self, trial: Trial) -> list[NoiseTerm]:
        """The terms that a model lacks."""
        there = {term.name for term in trial.terms}
        return [term for term in self.terms if term.name not in there]

    def with_term(self, trial: Trial, term: NoiseTerm) -> Added:
        """A model with a term more.

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
            self._added[key] = tried_term(self.bench, trial, term)
        return self._added[key]

    def gain_alone(self, start: Trial, term: NoiseTerm) -> float:
        """Gain of log L of a term beside the start.

        Parameters
        ----------
        start : Trial
        term : NoiseTerm

        Returns
        -------
        float
            With all else as it is where no search was made.
        """
        known = self._added.get((id(start), term.name))
        return conditional_gain(self.bench, start, term) if known is None else known.gain

    def worth(self, one: Added) -> float:
        """By how much the criterion is better with the term; a term of no size costs its parameters."""
        without = self.scores.of(one.without)
        return -float("inf") if one.trial is None else self.scores.of(one.trial).by(self.rule, without)

    def best(self, trial: Trial, *, all_of_them: bool = False) -> tuple[Added | None, float]:
        """The best addition, and by how much it improves the criterion.

        Parameters
        ----------
        trial : Trial
        all_of_them : bool
            Climb with every term, not with the likeliest alone.

        Returns
        -------
        Added or None
        worth : float
            By how much the criterion is better; -inf where there is no addition.
        """
        others = self.others(trial)
        gains = {term.name: conditional_gain(self.bench, trial, term) for term in others}
        likely = sorted(others, key=lambda term: -gains[term.name])
        best: tuple[Added | None, float] = (None, -float("inf"))
        for place, term in enumerate(likely):
            # a term whose gain with all else fixed is far behind seldom comes first when all is at its best
            if not all_of_them and place >= MOST_CLIMBS and gains[term.name] < CLIMBED_SHARE * gains[likely[0].name]:
                break
            one = self.with_term(trial, term)
            worth = self.worth(one)
            if worth > best[1]:
                best = (one, worth)
        return best

    def removals(self, trial: Trial) -> list[Added]:
        """For each term of a model: the maximum without it."""
        found = []
        for term in trial.terms:
            rest = [other for other in trial.terms if other.name != term.name]
            smaller = self.bench.maximum(rest, trial.values, trial.scales)
            found.append(Added(term, smaller, trial if trial.log_likelihood > smaller.log_likelihood else None))
        return found
