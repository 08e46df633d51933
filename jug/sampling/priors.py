"""Priors of parameters by name, in par units, for `jug.posterior`."""

from typing import Literal, NamedTuple

import numpy as np

from jug.errors import FitError


class ParameterPrior(NamedTuple):
    """The prior of a parameter, uniform or Gaussian in a coordinate between two edges.

    Parameters
    ----------
    coordinate : {'value', 'log10', 'cos_i'}
        The parameter in par units, its log10, or the cosine of the inclination.
    low, high : float
        Range of the coordinate.
    mean, sigma : float
        Of the Gaussian; infinite ``sigma`` for a uniform prior.
    improper : bool
        Whether it is not normalised, with a density of 1 per par unit.
    """

    coordinate: Literal["value", "log10", "cos_i"]
    low: float
    high: float
    mean: float = 0.0
    sigma: float = np.inf
    improper: bool = False


def _check_range(low: float, high: float) -> tuple[float, float]:
    if not -np.inf < low < high < np.inf:
        raise FitError(f"a prior from {low:.15g} to {high:.15g}: two finite values are needed, the lower one first")
    return float(low), float(high)


def _check_positive(value: float) -> float:
    if not 0.0 < value < np.inf:
        raise FitError(f"a prior with {value:g} where a positive number is needed")
    return float(value)


def uniform(low: float, high: float) -> ParameterPrior:
    """Uniform between two values in par units.

    Parameters
    ----------
    low, high : float
        In par units.

    Returns
    -------
    ParameterPrior
    """
    return ParameterPrior("value", *_check_range(low, high))


def normal(mean: float, sigma: float) -> ParameterPrior:
    """Gaussian of a mean and a standard deviation in par units, cut at the physical range.

    Parameters
    ----------
    mean, sigma : float
        In par units.

    Returns
    -------
    ParameterPrior
    """
    return ParameterPrior("value", -np.inf, np.inf, mean, _check_positive(sigma))


def log_uniform(low: float, high: float) -> ParameterPrior:
    """Uniform in log10 between two positive values in par units.

    Parameters
    ----------
    low, high : float
        In par units.

    Returns
    -------
    ParameterPrior
    """
    low, high = _check_range(_check_positive(low), high)
    return ParameterPrior("log10", float(np.log10(low)), float(np.log10(high)))


def half_normal(sigma: float) -> ParameterPrior:
    """Gaussian about 0 with a standard deviation in par units, for values above 0."""
    return ParameterPrior("value", 0.0, np.inf, 0.0, _check_positive(sigma))


def physical() -> ParameterPrior:
    """Flat over the physical range of a parameter, of density 1 per par unit (not normalised)."""
    return ParameterPrior("value", -np.inf, np.inf, improper=True)


def cos_i() -> ParameterPrior:
    """Uniform in the cosine of the inclination, for SINI, STIGMA, SHAPMAX (cos i from 0 to 1) and KIN (-1 to 1)."""
    return ParameterPrior("cos_i", -1.0, 1.0)
