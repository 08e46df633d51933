"""The models with some of the terms: each is made once, and integrates over the same timing parameters."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np

from jug.core.array import Datum, Float
from jug.fitting.noise.likelihood_backend import evaluated_likelihood
from jug.fitting.noise.maximum import Point
from jug.fitting.noise.objective import Objective
from jug.fitting.noise.scales import coordinates_of
from jug.fitting.noise_choice.conditional import ConditionalNoise
from jug.fitting.noise_choice.term import NoiseTerm
from jug.fitting.noise_choice.term_columns import TermColumns, columns_of_term
from jug.fitting.noise_choice.trial import Key, Trial, climb_trial, point_of
from jug.model.covariance.gaussian import Whitener
from jug.model.evaluation.anchor import make_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.sampling.noise_likelihood import NoiseLikelihood


class NoiseModels:
    """Makes the models with some of the terms, and finds their maxima.

    Attributes
    ----------
    base : TimingModel
        Without the terms; its timing parameters are the values about which all models are linear.
    toas : TOAs
    n_data : int
        TOAs, and measured DMs.
    """

    def __init__(self, base: TimingModel, toas: TOAs) -> None:
        self.base, self.toas = base, toas
        self.n_data = len(make_anchor(base, toas).noise.sigma)
        self._columns: dict[tuple[str, tuple[str, ...]], TermColumns | None] = {}
        self._made: dict[frozenset[tuple[str, ...]], Trial] = {}
        self._whitened: tuple[Trial, Whitener, Float[Datum]] | None = None

    def columns(self, term: NoiseTerm) -> TermColumns | None:
        """Return the columns of a term; None where no TOA depends on it."""
        key = (term.name, term.lines)
        if key not in self._columns:
            self._columns[key] = columns_of_term(self.base, self.toas, term)
        return self._columns[key]

    def prepare(self, terms: Iterable[NoiseTerm]) -> Trial:
        """Make a model with terms, at their start values."""
        ordered = tuple(sorted(terms, key=lambda term: term.name))
        key = frozenset((term.name, *term.lines) for term in ordered)
        if key not in self._made:
            self._made[key] = self._make(ordered)
        return self._made[key]

    def maximum(self, terms: Iterable[NoiseTerm], values: Mapping[Key, float], scales: Mapping[Key, float]) -> Trial:
        """Climb to a maximum of a model with terms.

        Parameters
        ----------
        terms : iterable of NoiseTerm
        values : mapping of Key to float
            Where the climb begins, par units.
        scales : mapping of Key to float
            As of `Trial.scales`.

        Returns
        -------
        Trial
        """
        return climb_trial(self.prepare(terms), values, scales)

    def at(self, trial: Trial, values: Mapping[Key, float]) -> Trial:
        """Evaluate a trial at other values, without a climb.

        Parameters
        ----------
        trial : Trial
        values : mapping of Key to float
            Par units.

        Returns
        -------
        Trial
        """
        x = point_of(trial, values)
        return replace(trial, point=Point(x, *trial.objective(x)))

    def conditional(self, trial: Trial, term: NoiseTerm) -> ConditionalNoise | None:
        """Return the likelihood of a term added to a trial, with all else fixed.

        Parameters
        ----------
        trial : Trial
        term : NoiseTerm

        Returns
        -------
        ConditionalNoise or None
            None where the term has too many columns.
        """
        columns = self.columns(term)
        if columns is None or columns.matrix is None:
            return None
        return ConditionalNoise(columns, *self._inverse(trial))

    def _inverse(self, trial: Trial) -> tuple[Whitener, Float[Datum]]:
        """C^-1 and C^-1 r of a trial. The arrays of the last trial are stored."""
        kept = self._whitened
        if kept is None or kept[0] is not trial:
            likelihood = trial.likelihood
            if not isinstance(likelihood, NoiseLikelihood):
                likelihood = NoiseLikelihood(trial.model, self.toas, likelihood.names, True)
            kept = (trial, *likelihood.factor_covariance(trial.theta))
            self._whitened = kept
        return kept[1], kept[2]

    def _make(self, terms: tuple[NoiseTerm, ...]) -> Trial:
        model, keys = self.base, {e.name: ("", e.name) for e in self.base.entries.values()}
        for term in terms:
            larger = model.add(term.lines_with())
            keys |= {e.name: (term.name, e.param.name) for e in larger.entries.values() if e.name not in model.entries}
            model = larger
        likelihood = evaluated_likelihood(model, self.toas, None, True)
        edges = coordinates_of(model, make_anchor(model, self.toas), likelihood.names)
        objective = Objective(likelihood, edges)
        x = edges.x(np.array([model.values[name] for name in likelihood.names]))
        own = tuple(keys[name] for name in likelihood.names)
        return Trial(terms, model, own, objective, Point(x, np.inf, np.zeros(len(x))), np.ones(len(x)))
