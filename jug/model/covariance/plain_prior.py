"""Correlated noise without values of 1 to multiply with, for the likelihood (`jug.model.covariance.gaussian`)."""

from typing import NamedTuple

import numpy as np

from jug.core.array import Datum, Epoch, Float, Mode
from jug.core.blocks import Binned
from jug.model.covariance.disjoint_epochs import UnitEpochs
from jug.model.covariance.linked_epochs import LinkedEpochs
from jug.model.covariance.noise import Prior


class PlainPrior(NamedTuple):
    """Correlated noise as `whitener` takes it: the fields of `jug.model.covariance.noise.Prior`.

    Parameters
    ----------
    epochs : Binned, UnitEpochs, LinkedEpochs or None
        Without values where these are 1 on the TOAs of all epochs, which saves the products with them.
    epoch_variance : (m,) array or None
        Prior variance of the coefficient of each epoch.
    basis : (n, k) array or None
        All other columns.
    variance : (k,) array or None
        Prior variance of the coefficient of each of these.
    """

    epochs: Binned | UnitEpochs | LinkedEpochs | None
    epoch_variance: Float[Epoch] | None
    basis: Float[Datum, Mode] | None
    variance: Float[Mode] | None


def make_plain_prior(prior: Prior | None) -> PlainPrior | None:
    """Leave out the values of the epochs of a prior where all of them are 1.

    Parameters
    ----------
    prior : Prior or None, in NumPy

    Returns
    -------
    PlainPrior or None
    """
    if prior is None:
        return None
    if isinstance(prior.epochs, Binned):
        inside = prior.epochs.member < prior.epochs.shift.shape[0]
        if not np.any(prior.epochs.values[inside] != 1.0):
            return PlainPrior(UnitEpochs(prior.epochs.member), *prior[1:])
    return PlainPrior(*prior)
