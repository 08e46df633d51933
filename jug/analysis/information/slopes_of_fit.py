"""Derivatives of fitted timing parameters x by noise parameters y and by the TOAs, from second derivatives in NumPy.

With the residuals r, J = dr/dx and s = C^-1 r,

    d^2 ln L / dx dx = -J^T C^-1 J - s^T d^2r/dx dx        d^2 ln L / dx dy = J^T C^-1 (dC/dy) s

The term of d^2r/dx dx is a central difference of J^T s: it is a small part, and has 8 digits or more. The equations are
solved for the coefficients of orthonormal columns, J = Q R, so that dependent parameters (T0 and OM) keep their digits.
Parameters that change the columns of a noise process (TNCHROMIDX, SWP) also change C with x: then d^2 ln L is computed
by automatic differentiation.
"""

import numpy as np

from jug.analysis.information.variance_slopes import times_slope, variance_slopes
from jug.core.array import Column, Datum, Float, Parameter
from jug.model.covariance.gaussian import weigh_residuals
from jug.model.evaluation.anchor import Anchor
from jug.model.evaluation.vjp import residuals_and_vjp
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.sampling.fixed_noise import FixedNoise, fix_noise, offset_mask_of, per_turn, seconds
from jug.sampling.likelihood import Likelihood
from jug.sampling.log_likelihood import residual_rows, timing_columns
from jug.sampling.vector import Vector, layout_of

STEP_OF_X = 0.01
"""Step of the differences, in uncertainties."""


def slopes_of_fit(model: TimingModel, toas: TOAs, anchor: Anchor, vector: Vector) -> Float[Parameter, Column]:
    """Differentiate the values of a fit by the implicit function theorem.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    anchor : Anchor
        The anchor of both.
    vector : Vector
        With the k free timing parameters of the model and j noise parameters.

    Returns
    -------
    (k, j + rows) array
        Steps of the vector, by noise parameters in par units, and by the arrival times, per s.
    """
    k = vector.n_timing
    fixed = fix_noise(anchor, model.removes_mean)
    by, columns, mask = fixed.by, timing_columns(model, anchor) * vector.scale[:k], offset_mask_of(anchor)
    if model.removes_mean and by.basis is None:  # white noise: the offset is the weighted mean
        columns = columns - mask[:, None] * (((by.w * mask) @ columns) / np.sum(by.w * mask))
    q, triangle = np.linalg.qr(columns * np.sqrt(by.w)[:, None])
    q /= np.sqrt(by.w)[:, None]
    weighted = np.array([weigh_residuals(np, by, column) for column in q.T])
    if vector.live_basis:
        like = Likelihood(model, toas, vector.names[k:], False, {}, "jax")
        second = np.linalg.solve(triangle.T, like.hessian(like.start)[:k])
        own, mixed = np.linalg.solve(triangle.T, second[:, :k].T), second[:, k:]
    else:
        s = weigh_residuals(np, by, seconds(np, residual_rows(model, anchor), by.w, fixed.ref.rate, model.removes_mean))
        curved = np.linalg.solve(triangle.T, _curvature(model, fixed, vector, s))
        own = -weighted @ q - np.linalg.solve(triangle.T, curved.T)
        slopes = [times_slope(anchor.noise, variance_slopes(model, anchor, name), s) for name in vector.names[k:]]
        mixed = weighted @ np.array(slopes).reshape(len(slopes), len(s)).T
    found: Float[Parameter, Column] = -np.linalg.solve(triangle, np.linalg.solve(own, np.hstack([mixed, -weighted])))
    return found


def _curvature(model: TimingModel, fixed: FixedNoise, vector: Vector, s: Float[Datum]) -> Float[Parameter, Parameter]:
    """s^T d^2r/dx dx, in steps of the vector."""
    k = vector.n_timing
    layout, scale = layout_of(model, vector.names[:k]), vector.scale[:k]
    turns = per_turn(np, s, fixed.ref.rate)

    def slope(dx: Float[Parameter]) -> Float[Parameter]:
        by_kernel_unit: Float[Parameter] = residuals_and_vjp(np, model.components, layout, fixed.ref, dx)[1](turns)
        return by_kernel_unit * scale

    found = np.array([slope(step) - slope(-step) for step in np.diag(STEP_OF_X * scale)]) / (2.0 * STEP_OF_X)
    symmetric: Float[Parameter, Parameter] = 0.5 * (found + found.T)
    return symmetric
