"""chi2 and its slope as functions of the timing parameters with fixed noise: C^-1 is factored once."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from jug.core.array import Datum, Float, Mode, Parameter
from jug.core.index_sums import store_once
from jug.core.namespace import Namespace
from jug.model.covariance.gaussian import Whitener, weigh_residuals, whitener
from jug.model.covariance.log_likelihood import OFFSET_VARIANCE
from jug.model.covariance.noise import Prior, prior_of
from jug.model.covariance.plain_prior import make_plain_prior
from jug.model.declare import Component
from jug.model.evaluation.anchor import Anchor, Reference
from jug.model.evaluation.vjp import residuals_and_vjp
from jug.model.parameters import Layout


class FixedNoise(NamedTuple):
    """The arrays of the anchor, and the factors of C^-1 in s, with the offset integrated over."""

    ref: Reference
    by: Whitener


def fix_noise(anchor: Anchor, offset: bool) -> FixedNoise:
    """Factor the noise covariance of an anchor.

    Parameters
    ----------
    anchor : Anchor
    offset : bool
        Whether an overall offset is integrated over.

    Returns
    -------
    FixedNoise
    """
    prior = prior_of(np, anchor.noise, np.ones(len(anchor.noise.sigma)))
    mask = offset_mask_of(anchor)
    if offset and prior is not None:
        prior = with_columns(np, prior, mask[:, None], np.array([OFFSET_VARIANCE]))
    by = whitener(np, anchor.noise.sigma**2, make_plain_prior(prior))
    if offset and prior is None:  # `seconds` removes the weighted mean; only the determinant of the offset is added
        by = by._replace(log_det=by.log_det + np.log(OFFSET_VARIANCE * np.sum(by.w * mask)))
    return FixedNoise(anchor.reference, by)


def with_columns(
    xp: Namespace, prior: Prior | None, columns: Float[Datum, Mode], variance: Float[Mode]
) -> Prior | None:
    """Add columns to the basis of a prior.

    Parameters
    ----------
    xp : Namespace
    prior : Prior or None
    columns : (rows, j) array
        In the unit of the residuals over that of the coefficients.
    variance : (j,) array
        Prior variance of each column's coefficient.

    Returns
    -------
    Prior or None
    """
    if columns.shape[1] == 0:
        return prior
    if prior is None:
        return Prior(None, None, columns, variance)
    if prior.basis is None or prior.variance is None:
        return prior._replace(basis=columns, variance=variance)
    both = xp.concatenate([prior.basis, columns], axis=1)
    return prior._replace(basis=both, variance=xp.concatenate([prior.variance, variance]))


def offset_mask_of(anchor: Anchor) -> Float[Datum]:
    """Return 1 on the rows that an overall offset moves (TOAs), and 0 on measured DMs, (rows,)."""
    offset_mask = anchor.reference.offset_mask
    return np.ones(len(anchor.noise.sigma)) if offset_mask is None else offset_mask


def seconds(xp: Namespace, rows: Float[Datum], w: Float[Datum], rate: Float[Datum], offset: bool) -> Float[Datum]:
    """Convert residuals in turns to s, and subtract their weighted mean where an offset is free.

    Parameters
    ----------
    xp : Namespace
    rows : (rows,) array
        Phase residuals, turns; then DM residuals, pc cm^-3, which stay as they are.
    w : (rows,) array
        Weights.
    rate : (n,) array
        Pulse frequency at each TOA, Hz.
    offset : bool
        Whether an offset is free.

    Returns
    -------
    (rows,) array
        Time residuals, s; DM residuals, pc cm^-3.
    """
    n = rate.shape[0]
    residual = rows[:n]
    mean = xp.sum(w[:n] * residual) / xp.sum(w[:n]) if offset else 0.0
    return xp.concatenate([(residual - mean) / rate, rows[n:]])


def per_turn(xp: Namespace, rows: Float[Datum], rate: Float[Datum]) -> Float[Datum]:
    """Convert derivatives by residuals in s to derivatives by residuals in turns.

    Parameters
    ----------
    xp : Namespace
    rows : (rows,) array
        Derivatives by the residuals of the TOAs, s^-1; then by DM residuals, which stay as they are.
    rate : (n,) array
        Pulse frequency at each TOA, Hz.

    Returns
    -------
    (rows,) array
        Derivatives by residuals in turns.
    """
    n = rate.shape[0]
    return xp.concatenate([rows[:n] / rate, rows[n:]])


def chi2_and_slope(
    xp: Namespace, components: tuple[Component, ...], layout: Layout, fixed: FixedNoise, dx: Float[Parameter]
) -> tuple[Float[()], Callable[[], Float[Parameter]]]:
    """Evaluate chi2 after a change of the parameters.

    Parameters
    ----------
    xp : Namespace
    components : tuple of Component
    layout : Layout
    fixed : FixedNoise
    dx : (k,) array
        Change from the anchor, kernel units.

    Returns
    -------
    chi2 : float
        No unit.
    half_slope : callable
        ``() -> J^T C^-1 r``, (k,): half the derivative of chi2.
    """
    residual, vjp = residuals_and_vjp(xp, components, layout, fixed.ref, dx)
    residual = store_once(xp, residual)
    r = seconds(xp, residual, fixed.by.w, fixed.ref.rate, layout.offset)
    z = weigh_residuals(xp, fixed.by, r)
    z = store_once(xp, z)
    return r @ z, lambda: vjp(store_once(xp, per_turn(xp, z, fixed.ref.rate)))
