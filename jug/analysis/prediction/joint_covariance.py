"""The covariance of the free parameters of a model together with the overall offset of its residuals."""

import numpy as np

from jug.compute.solver import covariance, normal_equations
from jug.core.array import Float, N, Parameter
from jug.core.blocks import Dense
from jug.errors import FitError
from jug.model.covariance.noise import prior_of
from jug.model.evaluation.anchor import make_anchor
from jug.model.evaluation.design_matrix import design_matrix
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


def joint_covariance(model: TimingModel, toas: TOAs) -> tuple[tuple[str, ...], Float[N, N]]:
    """Compute (M^T C^-1 M)^-1, with M the design matrix at the model's own values and C the covariance of the noise.

    Parameters
    ----------
    model : TimingModel
        A fitted model.
    toas : TOAs
        The TOAs of the fit.

    Returns
    -------
    names : tuple of str
        Names of the k columns: ``Offset``, turns, if the model's mean is removed, and the free parameters.
    covariance : (k, k) array
        In turns and in the units of the values.

    Raises
    ------
    FitError
        The data do not determine the parameters.
    """
    found = design_matrix(model, toas)
    rows = found.matrix if found.dm is None else np.concatenate([found.matrix, found.dm])
    noise = make_anchor(model, toas).noise
    prior = prior_of(np, noise, np.ones(len(noise.sigma)))
    normal = normal_equations(np, (Dense(rows),), np.zeros(len(rows)), noise.sigma, prior)
    try:
        np.linalg.cholesky(normal.gram)
    except np.linalg.LinAlgError:
        raise FitError(
            "the data do not determine the free parameters: fix some of them (fit flag 0, --free or free=[...])"
        ) from None
    return found.names, covariance(normal)


def with_covariance(joint: Float[N, N], own: Float[Parameter, Parameter]) -> Float[N, N]:
    """Replace the covariance of the parameters in a joint covariance by that of a fit, which may be robust or scaled.

    The dependence of the offset on the parameters stays the same. The rest of its variance grows as theirs does on
    average, trace(V^-1 V') / k.

    Parameters
    ----------
    joint : (d + k, d + k) array
        From `joint_covariance`: d is 1 with an offset, otherwise 0.
    own : (k, k) array
        Of the parameters, in the same order and units.

    Returns
    -------
    (d + k, d + k) array
        Joint covariance, in the units of the one given.
    """
    d = len(joint) - len(own)
    size = np.sqrt(np.diagonal(joint)[d:])
    old, new = joint[d:, d:] / np.outer(size, size), own / np.outer(size, size)
    slope = np.linalg.solve(old, joint[d:, :d] / size[:, None])
    rest = joint[:d, :d] - (joint[:d, d:] / size) @ slope
    growth = float(np.trace(np.linalg.solve(old, new))) / len(own)
    out = np.empty_like(joint)
    out[d:, d:] = own
    out[d:, :d] = (new @ slope) * size[:, None]
    out[:d, d:] = out[d:, :d].T
    out[:d, :d] = slope.T @ new @ slope + growth * rest
    return out
