"""The map from the unit cube to the coordinates u of the priors, for nested samplers.

uniform     u = low + c (high - low)
Gaussian    u = mean + sigma Phi^-1(Phi(a) + c [Phi(b) - Phi(a)]),   a, b = (low, high - mean) / sigma
"""

from collections.abc import Callable

import numpy as np

from jug.core.array import Float, Parameter
from jug.errors import FitError
from jug.sampling.posterior import Posterior

ROUNDING = 1e-9
"""Largest error of the logarithm of the density of a normalised prior."""


def cube_of(posterior: Posterior) -> Callable[[Float[Parameter]], Float[Parameter]]:
    """Return the map from the unit cube to the coordinates u of the priors.

    Parameters
    ----------
    posterior : Posterior

    Returns
    -------
    callable
        ``(k,) -> (k,)``.

    Raises
    ------
    FitError
        A prior that is not normalised.
    """
    from scipy.special import ndtr, ndtri

    elements = posterior._priors.elements
    low, high = np.array([[e.low, e.high] for e in elements]).T
    per_sigma = np.array([e.per_sigma for e in elements])
    gaussian = per_sigma > 0.0
    for name, e in zip(posterior.names, elements, strict=True):
        if e.per_sigma == 0.0 and not abs(e.constant + np.log(e.high - e.low)) < ROUNDING:
            why = f"the prior of {name} is not normalised, which a nested sampler needs"
            raise FitError(f"{why}; give it one: --prior '{name}=uniform(LOW, HIGH)' (priors=)")
    mean, steep = np.array([e.mean for e in elements])[gaussian], per_sigma[gaussian]
    a, b = (ndtr((edge[gaussian] - mean) * steep) for edge in (low, high))
    start, width = low[~gaussian], (high[~gaussian] - low[~gaussian])

    def coordinates(c: Float[Parameter]) -> Float[Parameter]:
        found = np.empty(len(c))
        found[gaussian] = mean + ndtri(a + c[gaussian] * (b - a)) / steep
        found[~gaussian] = start + c[~gaussian] * width
        return found

    return coordinates
