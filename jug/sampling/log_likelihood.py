"""The log-likelihood of a vector of parameters as one JAX function with its gradient written out."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from jug.core.array import Datum, Epoch, Float, Mode, Parameter
from jug.core.blocks import to_dense
from jug.core.index_sums import store_once
from jug.model.covariance.log_density import density_slopes, log_density
from jug.model.covariance.log_likelihood import OFFSET_VARIANCE
from jug.model.covariance.noise import noise_of, prior_of
from jug.model.covariance.plain_prior import PlainPrior, make_plain_prior
from jug.model.evaluation.anchor import Anchor, Reference
from jug.model.evaluation.columns import binned_families
from jug.model.evaluation.evaluate import all_blocks, block_order, dm_residuals
from jug.model.evaluation.vjp import residuals_and_vjp
from jug.model.parameters import Layout, unpack
from jug.model.timing_model import TimingModel
from jug.sampling.disjoint_columns import orthonormal_columns
from jug.sampling.fixed_noise import (
    FixedNoise,
    chi2_and_slope,
    fix_noise,
    offset_mask_of,
    per_turn,
    seconds,
    with_columns,
)
from jug.sampling.one_by_one import GRADIENTS_TOGETHER, VALUES_TOGETHER, one_by_one
from jug.sampling.vector import Vector

if TYPE_CHECKING:
    from jug.compute.jax_protocol import Jax

FLAT_PRIOR_SIZE = 1e8
"""Prior width of parameters that are integrated over, in units of their uncertainty for white noise. Its contribution
to the value is subtracted again, so that the prior is flat."""


LEAST_OF_OFFSET = 1e-10
"""Least share of the offset's column that is orthogonal to the others, at which it is made orthogonal to them."""


class Data(NamedTuple):
    """The arrays of the log-likelihood function.

    Parameters
    ----------
    ref : Reference
    rows : (rows,) array
        Residuals at the anchor: phases in turns, then for wideband data those of the DMs, pc cm^-3.
    extra : (n, j) array
        Columns besides the noise: timing parameters that are integrated over, and the overall offset, s.
    extra_variance : (j,) array
        Prior variances of the coefficients of these columns, in their units squared.
    prior : PlainPrior or None
        Correlated noise with the extra columns, s, at the anchor.
    turned : (k, n) array or None
        The transpose of its basis; None where that changes with theta.
    fixed : FixedNoise or None
        The factors of C^-1, where the noise is fixed.
    constant : float
        Added to the value.
    origin, scale, low, high : (k,) arrays
        Of the vector.
    weight : (rows,) array or None
        0 on rows that padding added (`jug.sampling.batches.padded_data`), else 1; None without such rows.
    flat : (b,) array or None
        Prior variances of the extra columns that are epochs (`jug.sampling.compiled_data`), in the units of their
        coefficients squared; None without such epochs.
    """

    ref: Reference
    rows: Float[Datum]
    extra: Float[Datum, Mode]
    extra_variance: Float[Mode]
    prior: PlainPrior | None
    turned: Float[Mode, Datum] | None
    fixed: FixedNoise | None
    constant: float
    origin: Float[Parameter]
    scale: Float[Parameter]
    low: Float[Parameter]
    high: Float[Parameter]
    weight: Float[Datum] | None = None
    flat: Float[Mode] | None = None


LogLikelihood: TypeAlias = Callable[[Float[Parameter], Data], Float[()]]
"""``(theta, data) -> log L``."""

NoiseArrays: TypeAlias = tuple[Float[Datum], Float[Epoch] | None, Float[Mode] | None, Float[Datum, Mode] | None]
"""sigma^2, the variances of epochs and modes, and the basis, where theta can change them."""


ValueAndSlope: TypeAlias = tuple[Float[()], Float[Parameter] | None]

Evaluator: TypeAlias = Callable[[Float[Parameter], Data, bool], ValueAndSlope]
"""``(dx, data, with_slope) -> (log L, slope or None)``."""


class Density(NamedTuple):
    """``value(theta, data)``, and the memory that it needs, as a number of columns of the length of the data."""

    value: LogLikelihood
    width: int


def density(jax: "Jax", model: TimingModel, anchor: Anchor, layout: Layout, vector: Vector, data: Data) -> Density:
    """Make the function, to be compiled.

    Parameters
    ----------
    jax : module
    model : TimingModel
    anchor : Anchor
    layout : Layout
        Of ``vector.names``.
    vector : Vector
    data : Data
        Of the model (`jug.sampling.compiled_data`).

    Returns
    -------
    Density
    """
    jnp = jax.numpy
    evaluate = _evaluator(jax, model, layout, vector, moving=vector.n_timing > 0)

    def log_l(dx: Float[Parameter], data: Data) -> Float[()]:
        value: Float[()] = evaluate(dx, data, False)[0]
        return value

    def with_slope(dx: Float[Parameter], data: Data) -> ValueAndSlope:
        return evaluate(dx, data, True)

    n_toa = len(anchor.pulse_number)
    differentiable = jax.custom_vjp(one_by_one(jax, log_l, n_toa, VALUES_TOGETHER))
    differentiable.defvjp(one_by_one(jax, with_slope, n_toa, GRADIENTS_TOGETHER), lambda slope, g: (g * slope, None))

    def value(theta: Float[Parameter], data: Data) -> Float[()]:
        inside = jnp.all((theta >= data.low) & (theta <= data.high))
        dx = (jnp.clip(theta, data.low, data.high) - data.origin) * data.scale
        found: Float[()] = jnp.where(inside, differentiable(dx, data) + data.constant, -jnp.inf)
        return found

    width = 0 if data.prior is None or data.prior.basis is None else data.prior.basis.shape[1]
    return Density(value, width if data.fixed is None else 0)


def _evaluator(jax: "Jax", model: TimingModel, layout: Layout, vector: Vector, moving: bool) -> Evaluator:
    """``(dx, data, with_slope) -> (log L, slope or None)``; ``moving``: timing parameters are among the dx."""
    jnp, components = jax.numpy, model.components

    def noise_at(dx: Float[Parameter], data: Data) -> NoiseArrays:
        p, _ = unpack(jnp, layout, data.ref.p0, dx)
        noise = noise_of(jnp, components, p, data.ref.x)
        prior = with_columns(jnp, prior_of(jnp, noise, jnp.ones(noise.sigma.shape[0])), data.extra, data.extra_variance)
        sigma2 = noise.sigma**2 if data.weight is None else jnp.where(data.weight > 0.0, noise.sigma**2, 1.0)
        if prior is None:
            return sigma2, None, None, None
        epoch_variance, basis = prior.epoch_variance, prior.basis if vector.live_basis else None
        if data.flat is not None:
            parts = [part for part in (epoch_variance, data.flat) if part is not None]
            epoch_variance = jnp.concatenate(parts)
        if basis is not None and data.weight is not None:
            basis = basis * data.weight[:, None]
        return sigma2, epoch_variance, prior.variance, basis

    def with_fixed_noise(dx: Float[Parameter], data: Data, with_slope: bool) -> ValueAndSlope:
        assert data.fixed is not None
        chi2, slope = chi2_and_slope(jnp, components, layout, data.fixed, dx)
        return -0.5 * (chi2 + data.fixed.by.log_det), -slope() if with_slope else None

    def with_free_noise(dx: Float[Parameter], data: Data, with_slope: bool) -> ValueAndSlope:
        residual, vjp = residuals_and_vjp(jnp, components, layout, data.ref, dx) if moving else (data.rows, None)
        parts, back = jax.vjp(lambda dx: noise_at(dx, data), dx)
        prior = data.prior
        if prior is not None:
            basis = parts[3] if vector.live_basis else prior.basis
            prior = prior._replace(epoch_variance=parts[1], variance=parts[2], basis=basis)
        residual, w = store_once(jnp, residual), 1.0 / parts[0]
        r = seconds(jnp, residual, w if data.weight is None else w * data.weight, data.ref.rate, layout.offset)
        r = r if data.weight is None else r * data.weight
        value, factors = log_density(jnp, r, parts[0], prior, data.turned)
        if not with_slope:
            return value, None
        by = density_slopes(jnp, factors)
        wanted = by.sigma2, by.epoch_variance, by.variance, by.basis if vector.live_basis else None
        (slope,) = back(wanted)
        return value, slope + vjp(store_once(jnp, per_turn(jnp, by.r, data.ref.rate))) if vjp else slope

    return with_free_noise if vector.noisy else with_fixed_noise


def data_of(model: TimingModel, anchor: Anchor, vector: Vector, marginal: bool) -> Data:
    """Make the arrays with NumPy.

    Parameters
    ----------
    model : TimingModel
    anchor : Anchor
    vector : Vector
    marginal : bool
        Whether timing parameters are integrated over.

    Returns
    -------
    Data
    """
    ref, n = anchor.reference, len(anchor.noise.sigma)
    columns, variance, constant = np.zeros((n, 0)), np.zeros(0), 0.0
    offset = offset_mask_of(anchor)[:, None] if model.removes_mean else np.zeros((n, 0))
    if marginal and model.free:
        timing = timing_columns(model, anchor) * vector.sigma
        both = np.concatenate([timing, offset], axis=1)
        columns, log_volume, least = orthonormal_columns(both, anchor.noise.sigma)
        if least > LEAST_OF_OFFSET:  # FD and JUMPs may reproduce all but a millionth of the offset
            constant -= 0.5 * offset.shape[1] * float(np.log(2.0 * np.pi * OFFSET_VARIANCE))
            offset = np.zeros((n, 0))
        else:
            columns, log_volume, _ = orthonormal_columns(timing, anchor.noise.sigma)
        variance = np.full(columns.shape[1], FLAT_PRIOR_SIZE**2)
        constant += float(0.5 * np.sum(np.log(2.0 * np.pi * variance))) - log_volume
    if marginal:  # the integral is over par units, which do not depend on the noise
        steps = vector.sigma / np.array([model.entries[name].scale for name in model.free])
        constant += float(np.sum(np.log(steps)))
    columns = np.concatenate([columns, offset], axis=1)
    variance = np.append(variance, np.full(offset.shape[1], OFFSET_VARIANCE))
    prior = make_plain_prior(with_columns(np, prior_of(np, anchor.noise, np.ones(n)), columns, variance))
    rows = residual_rows(model, anchor)
    if not vector.noisy:
        fixed_noise = fix_noise(anchor, model.removes_mean)
        return Data(ref, rows, columns, variance, None, None, fixed_noise, constant, *_edges(vector))
    fixed = prior is not None and prior.basis is not None and not vector.live_basis
    turned = np.ascontiguousarray(prior.basis.T) if fixed and prior is not None and prior.basis is not None else None
    return Data(ref._replace(x=anchor.state.x), rows, columns, variance, prior, turned, None, constant, *_edges(vector))


def _edges(vector: Vector) -> tuple[Float[Parameter], Float[Parameter], Float[Parameter], Float[Parameter]]:
    """Origin, scale and range; they are data, so that compiled code can be used for models of the same structure."""
    return vector.origin, vector.scale, vector.low, vector.high


def residual_rows(model: TimingModel, anchor: Anchor) -> Float[Datum]:
    """Return the residuals at an anchor.

    Parameters
    ----------
    model : TimingModel
    anchor : Anchor

    Returns
    -------
    (rows,) array
        Turns; for wideband data those of the DMs follow, pc cm^-3.
    """
    ref = anchor.reference
    if ref.offset_mask is None:
        return ref.residual
    return np.concatenate([ref.residual, dm_residuals(np, model.components, ref.p0, anchor.state)])


def timing_columns(model: TimingModel, anchor: Anchor) -> Float[Datum, Parameter]:
    """Return the design matrix.

    Parameters
    ----------
    model : TimingModel
    anchor : Anchor

    Returns
    -------
    (rows, k) array
        s per kernel unit; for wideband data the rows of the DMs follow, pc cm^-3. Free parameters in their order.
    """
    ref = anchor.reference
    blocks = all_blocks(np, model.components, model.layout, ref.p0, anchor.state)
    matrix = np.concatenate([to_dense(b) for b in blocks], axis=1)
    columns = np.argsort(block_order(model.layout, binned_families(ref.x)))
    found: NDArray[np.float64] = (
        matrix[:, columns] / np.concatenate([ref.rate, np.ones(len(matrix) - len(ref.rate))])[:, None]
    )
    return found
