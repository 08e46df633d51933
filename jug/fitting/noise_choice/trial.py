"""A model with some noise terms at the maximum of its likelihood."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from jug.core.array import Float, Parameter
from jug.fitting.noise.curvature import coordinate_scale
from jug.fitting.noise.likelihood_backend import EvaluatedLikelihood
from jug.fitting.noise.maximum import Point, climb
from jug.fitting.noise.objective import Objective
from jug.fitting.noise_choice.term import NoiseTerm
from jug.model.timing_model import TimingModel

Key = tuple[str, str]
"""The name of a term and the keyword of a parameter of it, or "" and the name of a parameter of the base."""


@dataclass(frozen=True, eq=False)
class Trial:
    """A maximum.

    Parameters
    ----------
    terms : tuple of NoiseTerm
    model : TimingModel
        With these terms, at start values.
    keys : tuple of Key
        Of the elements.
    objective : Objective
    point : Point
        The maximum, coordinates without unit.
    scale : (k,) array
        As in `jug.fitting.noise.maximum.Maximum`.
    """

    terms: tuple[NoiseTerm, ...]
    model: TimingModel
    keys: tuple[Key, ...]
    objective: Objective
    point: Point
    scale: Float[Parameter]

    @property
    def log_likelihood(self) -> float:
        """log L at the maximum, the timing parameters integrated over."""
        return -self.point.value

    @property
    def n_parameters(self) -> int:
        """Number of noise parameters."""
        return len(self.keys)

    @property
    def theta(self) -> Float[Parameter]:
        """The values in par units, (k,)."""
        likelihood, edges = self.objective.likelihood, self.objective.coordinates
        return np.clip(edges.theta(self.point.x), likelihood.low, likelihood.high)

    @property
    def likelihood(self) -> EvaluatedLikelihood:
        """The likelihood of theta."""
        return self.objective.likelihood

    @property
    def values(self) -> dict[Key, float]:
        """The values by key, par units."""
        return dict(zip(self.keys, self.theta.tolist(), strict=True))

    @property
    def scales(self) -> dict[Key, float]:
        """The scale by key."""
        return dict(zip(self.keys, self.scale.tolist(), strict=True))

    def term_values(self, term: NoiseTerm) -> dict[str, float]:
        """Return the values of a term by keyword, par units."""
        return {keyword: value for (name, keyword), value in self.values.items() if name == term.name}

    def with_values(self) -> TimingModel:
        """Return the model with the values of the maximum."""
        pairs = zip(self.objective.likelihood.names, self.theta, strict=True)
        return self.model.with_values({name: f"{value:.12g}" for name, value in pairs})


def climb_trial(start: Trial, values: Mapping[Key, float], scales: Mapping[Key, float]) -> Trial:
    """Climb to the maximum from other values.

    Parameters
    ----------
    start : Trial
        Of the same terms; its point is not used.
    values : mapping of Key to float
        Par units; absent ones are those of the model.
    scales : mapping of Key to float
        As of `Trial.scales`; where none of its parameters is there they are estimated.

    Returns
    -------
    Trial
    """
    objective = start.objective
    x = point_of(start, values)
    known = [scales.get(key) for key in start.keys]
    scale = None
    if any(one is not None for one in known):
        scale = np.array([0.3 if one is None else one for one in known])
    else:
        scale = coordinate_scale(objective, x, objective(x)[1])
    point, scale = climb(objective, x, scale=scale)
    return Trial(start.terms, start.model, start.keys, objective, point, scale)


def point_of(trial: Trial, values: Mapping[Key, float]) -> Float[Parameter]:
    """Return the coordinates of values by key.

    Parameters
    ----------
    trial : Trial
    values : mapping of Key to float
        Par units; absent ones are those of the model.

    Returns
    -------
    (k,) array
        In the coordinates of the search, no unit.
    """
    names = trial.objective.likelihood.names
    pairs = zip(trial.keys, names, strict=True)
    theta = np.array([values.get(key, trial.model.values[name]) for key, name in pairs])
    return trial.objective.coordinates.x(theta)
