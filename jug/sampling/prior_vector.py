"""The priors of all elements of a likelihood's vector as arrays, and their coordinates u."""

from collections.abc import Mapping
from math import erf
from typing import NamedTuple

import numpy as np

from jug.core.array import Array, Float, Int, K, Parameter
from jug.core.namespace import Namespace
from jug.errors import FitError
from jug.model.parameters import Entry
from jug.sampling.coordinates import COS_I, LOG10, Coordinate
from jug.sampling.default_priors import default_prior
from jug.sampling.priors import ParameterPrior
from jug.sampling.vector import Vector

FAR_EDGE_SIGMA = 30.0
"""Distance of an edge from the origin, in uncertainties, above which it does not change the transform, because samples
do not reach it."""


class Element(NamedTuple):
    """The prior of one element of theta.

    Parameters
    ----------
    coordinate : Coordinate or None
        None where u is theta itself.
    low, high : float
        Edges of u, or infinite.
    mean, per_sigma : float
        Of a Gaussian in u; 0 for a uniform prior.
    constant : float
        Added to the log density in u.
    """

    coordinate: Coordinate | None
    low: float
    high: float
    mean: float
    per_sigma: float
    constant: float


class PriorVector(NamedTuple):
    """The priors of all elements.

    Parameters
    ----------
    elements : tuple of Element
    origin, value, scale : (k,) arrays
        theta and the par value at the origin, and the steps of theta in a par unit.
    plain : (j,) int array
        Elements whose u is theta itself.
    mapped : tuple of int
        The others.
    """

    elements: tuple[Element, ...]
    origin: Float[Parameter]
    value: Float[Parameter]
    scale: Float[Parameter]
    plain: Int[K]
    mapped: tuple[int, ...]

    def theta(self, xp: Namespace, u: Array) -> tuple[Array, Array]:
        """Convert u to theta.

        Parameters
        ----------
        xp : Namespace
        u : (k,) or (m, k) array
            Coordinates of the priors.

        Returns
        -------
        theta : array of the same shape
            Timing parameters in units of their uncertainty, noise parameters in par units.
        log_slope : number or (m,) array
            log |det dtheta/du|.
        """
        parts, slope = [u[..., self.plain]], 0.0 * u[..., 0]
        for i in self.mapped:
            coordinate, one = self.elements[i].coordinate, u[..., i : i + 1]
            assert coordinate is not None
            parts.append(self.origin[i] + (coordinate.value(xp, one) - self.value[i]) * self.scale[i])
            slope = slope + coordinate.log_slope(xp, one)[..., 0] + np.log(self.scale[i])
        order = np.argsort(np.array([*self.plain, *self.mapped]))
        return xp.concatenate(parts, axis=-1)[..., order], slope

    def coordinates(self, theta: Float[Parameter]) -> Float[Parameter]:
        """Convert theta, (k,), to u."""
        u = np.array(theta, dtype=np.float64)
        for i in self.mapped:
            coordinate = self.elements[i].coordinate
            assert coordinate is not None
            u[i] = coordinate.inverse(float(self.value[i] + (theta[i] - self.origin[i]) / self.scale[i]))
        return u

    def log_density(self, xp: Namespace, u: Array) -> Array:
        """Evaluate log p(u).

        Parameters
        ----------
        xp : Namespace
        u : (k,) or (m, k) array
            Coordinates of the priors.

        Returns
        -------
        number or (m,) array
            Natural logarithm, no unit.
        """
        mean = np.array([e.mean for e in self.elements])
        per_sigma = np.array([e.per_sigma for e in self.elements])
        constant = sum(e.constant for e in self.elements)
        return constant - 0.5 * xp.sum(((u - mean) * per_sigma) ** 2, axis=-1)


def prior_vector(vector: Vector, entries: list[Entry], given: Mapping[str, ParameterPrior]) -> PriorVector:
    """Make the priors of a vector.

    Parameters
    ----------
    vector : Vector
    entries : list of Entry
        Of its elements.
    given : mapping of str to ParameterPrior
        By name of the parameter; defaults for the others.

    Returns
    -------
    PriorVector

    Raises
    ------
    FitError
        A prior that is not possible for its parameter; a noise parameter without one.
    """
    value = np.array([e.value.hi + e.value.lo for e in entries])
    scale = np.array([e.scale for e in entries]) / vector.scale
    elements = []
    for i, entry in enumerate(entries):
        edges = [float(value[i] + (edge[i] - vector.origin[i]) / scale[i]) for edge in (vector.low, vector.high)]
        prior = given.get(entry.name) or default_prior(entry.param, *edges)
        if prior.coordinate == "value":
            elements.append(_plain_element(entry, prior, vector, i, scale[i]))
        else:
            elements.append(_mapped_element(entry, prior, edges))
    mapped = tuple(i for i, e in enumerate(elements) if e.coordinate is not None)
    plain = np.array([i for i in range(len(entries)) if i not in mapped], dtype=np.int64)
    return PriorVector(tuple(elements), vector.origin, value, scale, plain, mapped)


def _plain_element(entry: Entry, prior: ParameterPrior, vector: Vector, i: int, scale: float) -> Element:
    """Make the element whose u is theta: edges and mean are moved to theta, with all digits."""

    def theta(x: float) -> float:
        return float(vector.origin[i] + ((x - entry.value.hi) - entry.value.lo) * scale)

    low, high = max(vector.low[i], theta(prior.low)), min(vector.high[i], theta(prior.high))
    if not low < high:
        raise FitError(f"the prior of {entry.name} is outside its physical range")
    mean, sigma = theta(prior.mean), prior.sigma * scale
    if np.isfinite(sigma):
        a, b = ((edge - mean) / sigma / np.sqrt(2.0) for edge in (low, high))
        mass = 0.5 * (erf(b) - erf(a))
        if not mass > 0.0:
            raise FitError(f"the prior of {entry.name} is outside its physical range")
        constant = -np.log(sigma * np.sqrt(2.0 * np.pi)) - np.log(mass)
    else:
        mean = 0.0
        constant = -np.log(scale) if prior.improper else -np.log(high - low)
    if i < vector.n_timing:
        low = low if low > vector.origin[i] - FAR_EDGE_SIGMA else -np.inf
        high = high if high < vector.origin[i] + FAR_EDGE_SIGMA else np.inf
    return Element(None, float(low), float(high), mean, 1.0 / sigma, float(constant))


def _mapped_element(entry: Entry, prior: ParameterPrior, edges: list[float]) -> Element:
    """Make the element whose u is log10 of the parameter, or cos i; ``edges`` are those of the value."""
    if prior.coordinate == "log10":
        coordinate = LOG10
        low, high = max(prior.low, LOG10.inverse(edges[0])), min(prior.high, LOG10.inverse(edges[1]))
    elif entry.param.name in COS_I:
        coordinate = COS_I[entry.param.name]
        low, high = coordinate.low, coordinate.high
    else:
        raise FitError(f"{entry.name} is not an inclination; a prior of cos i is for {', '.join(COS_I)}")
    if not low < high:
        raise FitError(f"the prior of {entry.name} is outside its physical range")
    return Element(coordinate, low, high, 0.0, 0.0, -float(np.log(high - low)))
