"""The function that is minimised: -log L, less the log of priors, of the coordinates x, with its gradient."""

from collections.abc import Mapping
from copy import copy

import numpy as np

from jug.core.array import Float, Parameter
from jug.errors import FitError
from jug.fitting.noise.coordinates import Coordinates
from jug.fitting.noise.likelihood_backend import EvaluatedLikelihood
from jug.fitting.noise.lowest_value import LowestValue
from jug.model.timing_model import TimingModel
from jug.sampling.priors import ParameterPrior

UNDEFINED_VALUE = 1e12
"""Value where the likelihood is not finite: noise too strong for float64."""


class Objective:
    """-log L - log prior of x, and the number of its evaluations.

    Attributes
    ----------
    likelihood : EvaluatedLikelihood
        With noise parameters only.
    coordinates : Coordinates
        The ranges, narrowed to the ranges of uniform priors.
    n_calls : int
    lowest : LowestValue
        Of all evaluations, in these coordinates and in others.
    """

    def __init__(
        self,
        likelihood: EvaluatedLikelihood,
        coordinates: Coordinates,
        priors: Mapping[str, ParameterPrior] | None = None,
    ) -> None:
        self.likelihood, self.n_calls, self.lowest = likelihood, 0, LowestValue()
        k = len(likelihood.names)
        self._mean, self._per_sigma = np.zeros(k), np.zeros(k)
        low, high = coordinates.low.copy(), coordinates.high.copy()
        for name, prior in (priors or {}).items():
            i = likelihood.names.index(name)
            if prior.coordinate == "cos_i":
                raise FitError(f"a prior of cos i does not apply to {name}")
            if np.isfinite(prior.sigma):
                self._mean[i], self._per_sigma[i] = prior.mean, 1.0 / prior.sigma
            for edge, value in ((low, prior.low), (high, prior.high)):
                if not np.isfinite(value):
                    continue
                if coordinates.partner[i] >= 0:
                    hint = f"fix {likelihood.names[coordinates.partner[i]]}, or give a normal prior"
                    raise FitError(f"a range of {name} cannot be set while its spectral index is estimated; {hint}")
                theta = coordinates.theta(0.5 * (coordinates.low + coordinates.high))
                theta[i] = 10.0**value if prior.coordinate == "log10" else value
                edge[i] = coordinates.x(theta)[i]
        self.coordinates = coordinates._replace(low=low, high=high)

    def __call__(self, x: Float[Parameter]) -> tuple[float, Float[Parameter]]:
        """Evaluate the function and its gradient, (k,), at coordinates x, (k,)."""
        self.n_calls += 1
        theta = self.coordinates.theta(np.clip(x, self.coordinates.low, self.coordinates.high))
        inside = np.clip(theta, self.likelihood.low, self.likelihood.high)
        value, slope = self.likelihood.value_and_grad(inside)
        if not (np.isfinite(value) and np.all(np.isfinite(slope))):
            return UNDEFINED_VALUE, np.zeros(len(x))
        away = (inside - self._mean) * self._per_sigma
        found = -(slope - away * self._per_sigma) @ self.coordinates.jacobian(x)
        total = -value + 0.5 * float(away @ away)
        self.lowest.see(total, inside)
        return total, found

    def with_coordinates(self, coordinates: Coordinates) -> "Objective":
        """Return the same objective in other coordinates."""
        other = copy(self)
        other.coordinates, other.n_calls = coordinates, 0
        return other

    def with_timing_of(self, model: TimingModel) -> "Objective":
        """Return the same objective about the timing parameters of another model with the same lines."""
        other = copy(self)
        other.likelihood, other.n_calls = self.likelihood.with_timing_of(model), 0
        other.lowest = LowestValue()
        return other

    def log_likelihood(self, x: Float[Parameter]) -> float:
        """Evaluate log L, without priors, at coordinates x, (k,)."""
        return self.likelihood.value_and_grad(self.coordinates.theta(x))[0]
