"""The profile of chi2 of one pulsar by parameters that it shares with others: chi2 minimised by its own parameters.

Let b be the whitened columns of its own parameters (including an overall offset and correlated noise), c those of the
shared parameters and r the whitened residuals, all at the minimum of chi2 by its own parameters, and Q the projection
orthogonal to the space of b. Then

    A = (Q c)^T (Q c),   s = (Q c)^T (Q r)

are half the second and the first derivative of the profile of chi2 by the shared parameters. The own parameters follow
a change d of the shared ones by -b^+ c d.
"""

from typing import NamedTuple

import numpy as np

from jug.compute.kernels import kernels
from jug.compute.normal_equations import with_offset
from jug.compute.solver import dense_matrix
from jug.compute.whitening import whiten_columns
from jug.core.array import Float, Int, K, M, N, Parameter, Toa
from jug.least_squares.problem import problem_of
from jug.model.evaluation.anchor import make_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


class SharedProfile(NamedTuple):
    """The profile of chi2 of one pulsar, in par units.

    Attributes
    ----------
    curvature : (q, q) array
        A.
    slope : (q,) array
        s.
    response : (k, q) array
        Derivative of each own free parameter by each shared parameter.
    """

    curvature: Float[N, N]
    slope: Float[N]
    response: Float[Parameter, N]


def shared_profile(model: TimingModel, toas: TOAs, shared: tuple[str, ...], pulse_number: Int[Toa]) -> SharedProfile:
    """Evaluate the profile of chi2 at the minimum by a pulsar's own parameters.

    Parameters
    ----------
    model : TimingModel
        At that minimum; its free parameters are its own parameters.
    toas : TOAs
    shared : tuple of str
        The shared parameters.
    pulse_number : (n,) int64 array
        Turns since the TZR point, as in the residuals of the fit.

    Returns
    -------
    SharedProfile
    """
    own = tuple(model.free)
    model = model.with_free((*own, *shared))
    anchor = make_anchor(model, toas, pulse_number)
    problem = problem_of(model, anchor, kernels("numpy", model.components, model.layout))
    found = problem.kernels.evaluate(problem.reference, np.zeros(len(model.free)))
    blocks = with_offset(np, found.blocks, found.residual, problem.offset, problem.offset_mask)
    matrix, white = whiten_columns(dense_matrix(blocks), found.residual, problem.sigma, problem.reference.prior)
    column = dict(zip(model.free, problem.columns.tolist(), strict=True))
    scale = {name: model.entries[name].scale for name in model.free}
    first = [0] * int(problem.offset)
    b = matrix[:, [*first, *(column[name] for name in own)]]
    c = matrix[:, [column[name] for name in shared]] * np.array([scale[name] for name in shared])
    basis, triangle = np.linalg.qr(b / _lengths(b))
    left = _project_out(basis, c)
    response = -np.linalg.solve(triangle, basis.T @ c) / _lengths(b)[:, None]
    own_scale = np.array([scale[name] for name in own])
    slope = left.T @ _project_out(basis, white[:, None])[:, 0]
    return SharedProfile(left.T @ left, slope, response[len(first) :] / own_scale[:, None])


def _lengths(columns: Float[M, N]) -> Float[N]:
    length = np.linalg.norm(columns, axis=0)
    return np.where(length > 0.0, length, 1.0)


def _project_out(basis: Float[M, K], columns: Float[M, N]) -> Float[M, N]:
    """Subtract the component in the space of a basis. The second pass removes the rounding errors of the first."""
    for _ in range(2):
        columns = columns - np.asarray(basis @ (basis.T @ columns))
    return columns
