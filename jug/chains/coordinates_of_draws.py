"""Draws of z in the coordinates of the priors, with log likelihood and log posterior density."""

from typing import NamedTuple

import numpy as np

from jug.core.arithmetic import without_numpy_warnings
from jug.core.array import Float, K, M, N
from jug.sampling.posterior import Posterior
from jug.sampling.transforms import to_bounded


class CoordinateDraws(NamedTuple):
    """Draws of m chains.

    Parameters
    ----------
    values : (m, n, k) array
        In the coordinates of the priors: par units, or their log10.
    log_likelihood, log_posterior : (m, n) arrays
        Natural logarithms.
    """

    values: Float[M, N, K]
    log_likelihood: Float[M, N]
    log_posterior: Float[M, N]


@without_numpy_warnings
def draws_in_coordinates(posterior: Posterior, z: Float[M, N, K], value: Float[M, N]) -> CoordinateDraws:
    """Convert draws from the coordinates z to those of the priors.

    Parameters
    ----------
    posterior : Posterior
    z : (m, n, k) array
        Coordinates without bounds, no unit.
    value : (m, n) array
        Log density of z.

    Returns
    -------
    CoordinateDraws
    """
    flat = z.reshape(-1, z.shape[-1])
    _, more = posterior._at(np, flat)
    u, _ = to_bounded(np, posterior._by, flat)
    log_prior = np.asarray(posterior._priors.log_density(np, u)).reshape(value.shape)
    log_likelihood = value - np.asarray(more).reshape(value.shape)
    values = np.stack(list(posterior.samples(flat).values()), axis=-1).reshape(z.shape)
    return CoordinateDraws(values, log_likelihood, log_likelihood + log_prior)


def coordinates_of_u(posterior: Posterior, u: Float[N, K]) -> Float[N, K]:
    """Convert the coordinates u of the transforms to those of the result.

    Parameters
    ----------
    posterior : Posterior
    u : (n, k) array
        theta if a prior is simple in the parameter, else its log10 or cos i.

    Returns
    -------
    (n, k) array
        Par units, or their log10.
    """
    own = posterior._priors
    mapped = np.isin(np.arange(u.shape[1]), own.mapped)
    found: Float[N, K] = np.where(mapped, u, own.value + (u - own.origin) / own.scale)
    return found
