"""chi2 and its slope as functions of the timing parameters while the noise is held: C^-1 is factored once."""

from collections.abc import Callable
from types import ModuleType
from typing import NamedTuple

import numpy as np

from jug.core.blocks import Array
from jug.model.covariance.gaussian import Whitener, plain, weigh, whitener
from jug.model.covariance.noise import Prior, prior_of
from jug.model.declare import Component
from jug.model.evaluation.anchor import Anchor, Reference
from jug.model.evaluation.vjp import residuals_and_vjp
from jug.model.parameters import Layout

OFFSET_VARIANCE = 1e40
"""Prior variance of the overall offset, s^2 (`jug.model.covariance.marginalisation.log_likelihood`)."""


class FixedNoise(NamedTuple):
    """What the functions need: the anchor's arrays and the factors of C^-1, with the offset integrated over, in s."""

    ref: Reference
    by: Whitener


def hold(anchor: Anchor, offset: bool) -> FixedNoise:
    """Factor the noise of an anchor."""
    prior = prior_of(np, anchor.noise, np.ones(len(anchor.noise.sigma)))
    if offset and prior is not None:
        prior = joined(np, prior, level_of(anchor)[:, None], np.array([OFFSET_VARIANCE]))
    return FixedNoise(anchor.reference, whitener(np, anchor.noise.sigma**2, plain(prior)))


def joined(xp: ModuleType, prior: Prior | None, columns: Array, variance: Array) -> Prior | None:
    """A prior with more columns."""
    if columns.shape[1] == 0:
        return prior
    if prior is None:
        return Prior(None, None, columns, variance)
    if prior.basis is None:
        return prior._replace(basis=columns, variance=variance)
    both = xp.concatenate([prior.basis, columns], axis=1)
    return prior._replace(basis=both, variance=xp.concatenate([prior.variance, variance]))


def level_of(anchor: Anchor) -> Array:
    """What an overall offset moves, (rows,): 1 on TOAs, 0 on measured DMs."""
    offset_mask = anchor.reference.offset_mask
    return np.ones(len(anchor.noise.sigma)) if offset_mask is None else offset_mask


def seconds(xp: ModuleType, rows: Array, w: Array, rate: Array, offset: bool) -> Array:
    """Residuals in s, less their weighted mean where an offset is free; those of measured DMs as they are."""
    n = rate.shape[0]
    residual = rows[:n]
    mean = xp.sum(w[:n] * residual) / xp.sum(w[:n]) if offset else 0.0
    return xp.concatenate([(residual - mean) / rate, rows[n:]])


def per_turn(xp: ModuleType, rows: Array, rate: Array) -> Array:
    """Slopes by residuals in s as slopes by residuals in turns."""
    n = rate.shape[0]
    return xp.concatenate([rows[:n] / rate, rows[n:]])


def chi2_and_slope(
    xp: ModuleType, components: tuple[Component, ...], layout: Layout, held: FixedNoise, dx: Array
) -> tuple[Array, Callable[[], Array]]:
    """chi2 after a change ``dx`` (k,) of the parameters, and what gives J^T C^-1 r, half its derivative, (k,)."""
    residual, vjp = residuals_and_vjp(xp, components, layout, held.ref, dx)
    r = seconds(xp, residual, held.by.w, held.ref.rate, layout.offset)
    z = weigh(xp, held.by, r)
    return r @ z, lambda: vjp(per_turn(xp, z, held.ref.rate))
