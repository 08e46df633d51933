"""Derivatives of a noise covariance by noise parameters, as derivatives of variances, and products with them."""

from typing import NamedTuple

import numpy as np

from jug.core.array import Datum, Float, Mode
from jug.core.blocks import Binned
from jug.core.index_sums import index_sums
from jug.errors import FitError
from jug.model.covariance.noise import Noise, noise_of
from jug.model.evaluation.anchor import Anchor
from jug.model.timing_model import TimingModel

RELATIVE_STEP = 1e-5
"""Step of the differences, relative to the value, or absolute for values below 1. The relative error is at most 1e-7,
for an amplitude whose log10 is -14."""


class VarianceSlopes(NamedTuple):
    """Derivatives by one parameter in par units, of C = diag(white) + sum B diag(prior) B^T.

    Parameters
    ----------
    white : (rows,) array
        Of the white variances.
    prior : tuple of (m,) arrays
        Of the prior variances of each process.
    """

    white: Float[Datum]
    prior: tuple[Float[Mode], ...]


def variance_slopes(model: TimingModel, anchor: Anchor, name: str) -> VarianceSlopes:
    """Differentiate the variances of an anchor by one noise parameter.

    Parameters
    ----------
    model : TimingModel
    anchor : Anchor
        Of the model.
    name : str

    Returns
    -------
    VarianceSlopes

    Raises
    ------
    FitError
        The parameter changes the columns of a process, for example TNCHROMIDX.
    """
    value = float(model.entries[name].value.hi)
    step = RELATIVE_STEP * max(abs(value), 1.0)

    def at(x: float) -> Noise:
        return noise_of(np, model.components, model.with_values({name: x}).kernel_values, anchor.state.x)

    low, high = at(value - step), at(value + step)
    pairs = list(zip(low.processes, high.processes, strict=True))
    if any(not np.array_equal(x, y) for a, b in pairs for x, y in zip(a.block, b.block, strict=True)):
        raise FitError(f"{name} changes the columns of its process: no Fisher matrix has it; leave it out (noise=)")
    prior = tuple((b.variance - a.variance) / (2.0 * step) for a, b in pairs)
    return VarianceSlopes((high.sigma**2 - low.sigma**2) / (2.0 * step), prior)


def times_slope(noise: Noise, slopes: VarianceSlopes, z: Float[Datum]) -> Float[Datum]:
    """Multiply a vector by the derivative of the covariance.

    Parameters
    ----------
    noise : Noise
    slopes : VarianceSlopes
    z : (rows,) array
        In any unit.

    Returns
    -------
    (rows,) array
        dC z, the unit of z times that of the white slopes.
    """
    found: Float[Datum] = slopes.white * z
    for process, slope in zip(noise.processes, slopes.prior, strict=True):
        if not slope.any():
            continue
        block = process.block
        if isinstance(block, Binned):
            along = index_sums(np, block.member, block.values * z, len(slope)) + block.shift * np.sum(z)
            found = found + block.values * np.append(slope * along, 0.0)[block.member] + block.shift @ (slope * along)
        else:
            found = found + block.matrix @ (slope * (z @ block.matrix))
    return found
