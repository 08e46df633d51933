"""One damped Gauss-Newton step from residuals and a design matrix given in blocks.

With r the residuals, J their derivatives and W = diag(1/sigma^2), the step minimises |r + J dx|^2_W + lambda |D dx|^2:

    (J^T W J + lambda D^2) dx = -J^T W r,   D^2 = diag(J^T W J)

(Levenberg 1944; Marquardt 1963; scaling as in More 1978). Columns are scaled to unit length, so the matrix has a unit
diagonal. It is formed block by block, and factored by Cholesky; a binned family costs O(n) and needs no dense (n, k)
array. Where `digits_left` shows that digits are lost, `step_by_svd` uses a singular-value decomposition of the design
matrix, and names the degenerate parameters. No timing model is used; ``xp`` is numpy or jax.numpy.
"""

from typing import NamedTuple

import numpy as np

from jug.compute.whitening import whiten_columns
from jug.core.array import Array, Column, Datum, Float, Int, N, Parameter
from jug.core.blocks import Block, to_dense
from jug.core.namespace import Namespace
from jug.errors import DegenerateError
from jug.model.covariance.marginalisation import Equations, equations
from jug.model.covariance.noise import Prior

PIVOT_MIN = 1e-11
"""Below this squared pivot of the scaled Gram matrix (1 - R^2 of a column on the others) float64 normal equations
keep fewer than five digits; the step is then taken by SVD."""

PROBED_COLUMNS = 30
"""From this number of columns on the pivots are not enough: each column may be independent of those before it while all
together are nearly degenerate (Kahan 1966, Can. Math. Bull. 9, 757), as sines and cosines closer than one cycle are."""

SINGULAR = 1e-13
"""Ratio of singular values of the scaled matrix below which two directions cannot be told apart in float64."""


class Normal(NamedTuple):
    """Scaled normal equations.

    Parameters
    ----------
    gram : (k, k) array
        Gram matrix of the whitened columns, scaled to a unit diagonal.
    slope : (k,) array
        Scaled J^T W r.
    scale : (k,) array
        Length of each whitened column (1 where it is zero).
    chi2 : float
        r^T C^-1 r, the best offset removed where one is free.
    log_det : float
        log det C less log det N.
    """

    gram: Float[Column, Column]
    slope: Float[Column]
    scale: Float[Column]
    chi2: Float[()]
    log_det: Float[()]


class Step(NamedTuple):
    """A step and its prediction by the linear model.

    Parameters
    ----------
    dx : (k,) array
        The step, kernel units.
    decrease : float
        Predicted decrease of chi2.
    chi2 : float
        chi2 at the start (`Normal.chi2`).
    pivot : float
        Smallest squared pivot. From `PROBED_COLUMNS` on, 1 / max |G^-1 v| for a vector v of irregular signs, where this
        is smaller. NaN where the factorisation failed.
    normal : Normal
    """

    dx: Float[Parameter]
    decrease: Float[()]
    chi2: Float[()]
    pivot: Float[()]
    normal: Normal


def normal_equations(
    xp: Namespace,
    blocks: tuple[Block, ...],
    r: Float[Datum],
    sigma: Float[Datum],
    prior: Prior | None = None,
    offset: bool = False,
) -> Normal:
    """Return normal equations with correlated noise marginalised, scaled to a unit diagonal.

    Parameters
    ----------
    xp : Namespace
    blocks : tuple of blocks
        The design matrix, (n, k).
    r, sigma : (n,) arrays
        Residuals and white uncertainties.
    prior : Prior, optional
        Correlated noise.
    offset : bool
        Whether the first column is a free offset. Its best value is then removed from the residuals: ``chi2`` is that
        of the rest, and the slope's first element is zero.

    Returns
    -------
    Normal
    """
    if prior is None:
        return scaled_equations(xp, equations(xp, blocks, r, sigma, None), offset)
    from jug.model.covariance.equations_with_noise import equations_with_noise  # white noise has none

    return scaled_equations(xp, equations_with_noise(xp, blocks, r, sigma, prior), offset)


def scaled_equations(xp: Namespace, e: Equations, offset: bool) -> Normal:
    """Scale normal equations to a unit diagonal.

    Parameters
    ----------
    xp : Namespace
    e : Equations
    offset : bool
        Whether the first column is a free offset; its best value is then removed from ``chi2`` and ``slope``.

    Returns
    -------
    Normal
    """
    gram, slope, chi2 = e.gram, e.slope, e.chi2
    if offset:
        shift = -slope[0] / gram[0, 0]
        chi2 = chi2 + shift * slope[0]
        slope = slope + gram[:, 0] * shift
    diagonal = xp.diagonal(gram)
    scale = xp.where(diagonal > 0.0, xp.sqrt(xp.abs(diagonal)), 1.0)
    return Normal(gram / (scale[:, None] * scale), slope / scale, scale, chi2, e.log_det)


def damped_step(xp: Namespace, normal: Normal, damping: Float[()] | float) -> Step:
    """Solve the scaled normal equations with damping.

    Parameters
    ----------
    xp : Namespace
    normal : Normal
    damping : float
        Added to the unit diagonal.

    Returns
    -------
    Step
    """
    k, right = normal.scale.shape[0], -normal.slope[:, None]
    if k >= PROBED_COLUMNS:
        right = xp.stack([right[:, 0], xp.cos(xp.arange(k).astype(float) ** 2.0)], axis=1)
    lower, half = _factor_and_solve(xp, normal.gram + (damping + _zero_columns(xp, normal)) * xp.eye(k), right)
    pivot = xp.min(xp.diagonal(lower)) ** 2
    y, *probe = xp.linalg.solve(lower.T, half).T
    if k >= PROBED_COLUMNS:
        pivot = xp.minimum(pivot, 1.0 / xp.max(xp.abs(probe[0])))
    decrease = -(2.0 * xp.sum(normal.slope * y) + y @ (normal.gram @ y))
    return Step(y / normal.scale, decrease, normal.chi2, pivot, normal)


def _factor_and_solve(xp: Namespace, matrix: Float[Column, Column], right: Float[Column, N]) -> tuple[Array, Array]:
    """The lower factor L, and L^-1 times the right side; NaN on both backends where there is no factor."""
    if xp is not np:
        from jug.model.covariance.triangular import factor_and_solve  # for JAX alone

        return factor_and_solve(xp, matrix, right)
    try:
        lower = np.asarray(np.linalg.cholesky(matrix), np.float64)
    except np.linalg.LinAlgError:
        lower = np.full_like(matrix, np.nan)
    return lower, np.asarray(np.linalg.solve(lower, right), np.float64)


def _zero_columns(xp: Namespace, normal: Normal) -> Float[Column]:
    """Return 1 for columns that are zero, so that the factor exists; the caller refuses such columns."""
    return xp.where(xp.diagonal(normal.gram) > 0.0, 0.0, 1.0)


def covariance(normal: Normal) -> Float[Column, Column]:
    """Return the covariance, (k, k), kernel units squared: the inverse of the Gram matrix."""
    inverse = np.linalg.inv(np.asarray(normal.gram))
    inverse = 0.5 * (inverse + inverse.T)
    found: Float[Column, Column] = inverse / np.outer(normal.scale, normal.scale)
    return found


def pseudo_covariance(normal: Normal) -> Float[Column, Column]:
    """Return the pseudo-inverse of the Gram matrix, (k, k), kernel units squared.

    Eigenvalues of the size of rounding errors, positive or negative, are left out, so that no variance is negative.
    """
    value, vector = np.linalg.eigh(np.asarray(normal.gram))
    kept = value > SINGULAR * value[-1]
    inverse = (vector[:, kept] / value[kept]) @ vector[:, kept].T
    found: Float[Column, Column] = inverse / np.outer(normal.scale, normal.scale)
    return found


def step_by_svd(
    blocks: tuple[Block, ...],
    r: Float[Datum],
    sigma: Float[Datum],
    names: tuple[str, ...],
    prior: Prior | None = None,
    offset: bool = False,
) -> tuple[Float[Column], float, Float[Column, Column]]:
    """Return step, predicted decrease of chi2 and covariance, by SVD of the scaled, whitened, dense matrix.

    Correlated noise is removed first, epochs one by one and bases by a QR decomposition, at a cost linear in the rows.

    Parameters
    ----------
    blocks : tuple of blocks
        The design matrix, (n, k).
    r, sigma : (n,) arrays
        Residuals and white uncertainties.
    names : tuple of str
        Of the columns, for messages.
    prior : Prior, optional
        Correlated noise.
    offset : bool
        Whether the first column is a free offset. The decrease of chi2 by it is then not part of ``decrease``.

    Returns
    -------
    dx : (k,) array
        The step, kernel units.
    decrease : float
        Predicted decrease of chi2, no unit.
    covariance : (k, k) array
        Kernel units squared.

    Raises
    ------
    DegenerateError
        Degenerate parameters; the message names them.
    """
    matrix, white = whiten_columns(dense_matrix(blocks), r, sigma, prior)
    scale = np.linalg.norm(matrix, axis=0)
    if offset:
        unit = matrix[:, 0] / scale[0]
        white = white - unit * (unit @ white)
    u, s, vt = np.linalg.svd(matrix / scale, full_matrices=False)
    if s[-1] < SINGULAR * s[0]:
        raise DegenerateError(_degenerate(vt[-1], names))
    projected = u.T @ white
    inverse = (vt.T / s**2) @ vt
    return -(vt.T @ (projected / s)) / scale, float(projected @ projected), inverse / np.outer(scale, scale)


def _degenerate(direction: Float[Column], names: tuple[str, ...]) -> str:
    """The message that names the parameters with a large share in a direction of the design matrix."""
    share = np.abs(direction)
    involved = [names[i] for i in np.argsort(-share, kind="stable") if share[i] > 0.05 * share.max()]
    return (
        f"{', '.join(involved)} cannot be told apart with these TOAs: a combination of them changes no residual; "
        "fix one of them (fit flag 0, --free or free=[...])"
    )


def digits_left(step: Step) -> float:
    """Return `Step.pivot`, or 1 / max |G^-1 v| where this is smaller.

    Several small pivots together leave fewer digits than the smallest alone. Position, parallax and spin of a few days
    do so with fewer columns than `PROBED_COLUMNS`.

    Parameters
    ----------
    step : Step
        Undamped.

    Returns
    -------
    float
        No unit.
    """
    k, pivot = len(step.normal.scale), float(step.pivot)
    if k >= PROBED_COLUMNS or not pivot > PIVOT_MIN or len(columns_without_effect(step.normal)):
        return pivot
    probe = np.linalg.solve(np.asarray(step.normal.gram), np.cos(np.arange(k) ** 2.0))
    return min(pivot, 1.0 / float(np.max(np.abs(probe))))


def columns_without_effect(normal: Normal) -> Int[N]:
    """Return the indices of the columns that are zero or not finite, (m,)."""
    diagonal = np.diagonal(np.asarray(normal.gram))
    return np.flatnonzero(~(diagonal > 0.0))


def dense_matrix(blocks: tuple[Block, ...]) -> Float[Datum, Parameter]:
    """Return all columns in one (n, k) array."""
    return np.concatenate([to_dense(b) for b in blocks], axis=1)
