"""Priors in the format of enterprise: ``Uniform(pmin=..., pmax=...)`` in the units of its columns."""

import numpy as np

from jug.conversion.enterprise_keys import EnterpriseKey
from jug.sampling.prior_text import prior_text
from jug.sampling.priors import ParameterPrior


def enterprise_prior(prior: ParameterPrior, key: EnterpriseKey) -> str:
    """Return a prior in the format of enterprise, or in the format of jug (par units) if enterprise has no such prior.

    Parameters
    ----------
    prior : ParameterPrior
    key : EnterpriseKey

    Returns
    -------
    str
        ``Uniform(pmin=0.01, pmax=10.0)``; ``LinearExp`` is uniform in 10 to the power of the column.
    """

    in_log10 = prior.coordinate == "log10"
    if prior.coordinate == "cos_i" or prior.improper:
        return prior_text(prior)
    if np.isfinite(prior.sigma):
        plain = not key.log10 and not in_log10 and not np.isfinite(prior.low)
        mean, sigma = key.factor * prior.mean + key.shift, abs(key.factor) * prior.sigma
        return f"Normal(mu={mean!r}, sigma={sigma!r})" if plain else prior_text(prior)
    if in_log10 and not key.log10:
        return prior_text(prior)
    if in_log10:
        more = float(np.log10(key.factor)) + key.shift
        return _range("Uniform", prior.low + more, prior.high + more)
    if not key.log10:
        return _range("Uniform", *(key.factor * edge + key.shift for edge in (prior.low, prior.high)))
    if not prior.low > 0.0:
        return prior_text(prior)
    return _range("LinearExp", *key.of(np.array([prior.low, prior.high])).tolist())


def _range(kind: str, *edges: float) -> str:
    low, high = sorted(round(float(edge), 12) for edge in edges)
    return f"{kind}(pmin={low!r}, pmax={high!r})"
