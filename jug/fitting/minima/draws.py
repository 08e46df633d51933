"""Starts drawn from the covariance along the directions that the data determine least.

The covariance is scaled to unit uncertainties, so that it is the matrix of correlations. Its eigenvectors of large
eigenvalue are combinations of parameters that hardly change the residuals. A start is several times the uncertainty
along them away from the fit.
"""

from collections.abc import Iterator

import numpy as np

from jug.core.array import Float, Parameter
from jug.core.doubledouble import DoubleDouble
from jug.fitting.minima.start import Start
from jug.model.timing_model import TimingModel

SEED = 1
"""Seed of the draws, so that a search gives the same answer each time."""

N_DRAWS, SIGMAS = 8, (2.0, 5.0, 10.0)
"""Number of draws, and their distances from the fit in uncertainties, used in turn."""

WEAK_EIGENVALUE, MOST_WEAK_DIRECTIONS = 1.5, 4
"""Least eigenvalue of a weakly determined direction, and the largest number of them."""


def draw_starts(model: TimingModel, covariance: Float[Parameter, Parameter]) -> Iterator[Start]:
    """Yield models away from a fit along weakly determined directions.

    Parameters
    ----------
    model : TimingModel
        Fitted.
    covariance : (k, k) array
        Of its free parameters, kernel units squared.

    Yields
    ------
    Start
    """
    sigma = np.sqrt(np.diag(covariance))
    if not np.all(np.isfinite(covariance)) or not np.all(sigma > 0.0):
        return
    value, vector = np.linalg.eigh(covariance / np.outer(sigma, sigma))
    weak = [i for i in range(len(value))[::-1][:MOST_WEAK_DIRECTIONS] if value[i] > WEAK_EIGENVALUE]
    rng = np.random.default_rng(SEED)
    for n in range(N_DRAWS if weak else 0):
        size = SIGMAS[n % len(SIGMAS)]
        amplitude = rng.normal(size=len(weak))
        amplitude *= size / np.linalg.norm(amplitude)
        change = sigma * (vector[:, weak] @ (np.sqrt(value[weak]) * amplitude))
        yield Start(_move_model(model, change))


def _move_model(model: TimingModel, change: Float[Parameter]) -> TimingModel:
    """Change the free parameters, by changes in kernel units; half way to a bound where it would be passed."""
    values: dict[str, float | str | DoubleDouble[float]] = {}
    for name, dx in zip(model.free, change, strict=True):
        entry = model.entries[name]
        moved, (low, high) = entry.moved(float(dx)), entry.param.bounds
        value, old = moved.value, entry.value.hi
        if low is not None and value.hi <= low:
            values[name] = 0.5 * (old + low)
        elif high is not None and value.hi >= high:
            values[name] = 0.5 * (old + high)
        else:
            values[name] = value
    return model.with_values(values)
