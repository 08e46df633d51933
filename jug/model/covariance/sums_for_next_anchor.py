"""The sums of the noise at one anchor, used again at the next anchor of a fit.

The sums are made of columns divided by uncertainties, so that the spin frequency cancels. From one anchor of a fit to
the next, only the direction to the pulsar changes the noise: DM noise depends on the frequency in the frame of the
barycentre. A change of the direction by 1e-9 rad changes it by 1e-13. To form the sums again would take as long as half
an iteration in a fit of 10^5 TOAs.
"""

import numpy as np

from jug.core.arithmetic import are_near
from jug.core.array import Datum, Float
from jug.core.blocks import Binned, Dense
from jug.core.execution.rows_on_demand import RowsOnDemand
from jug.model.covariance.noise import Noise, Prior, Process
from jug.model.covariance.noise_sums import EpochsOfChunk, NoiseSums

SAME_NOISE = 1e-12
"""Largest relative difference of columns and uncertainties between two anchors that use the same sums."""


def reuse_noise_sums(
    before: Noise, old_prior: Prior | None, after: Noise, prior: Prior | None, sigma: Float[Datum]
) -> None:
    """Store the sums of an earlier anchor with the basis of a new anchor, where the noise is the same.

    Parameters
    ----------
    before : Noise
        Of the earlier anchor.
    old_prior : Prior or None
        Its correlated noise, in turns.
    after, prior : Noise, Prior or None
        Of the new anchor.
    sigma : (rows,) array
        The new white uncertainties, turns and pc cm^-3.
    """
    if old_prior is None or prior is None:
        return
    old, new = old_prior.basis, prior.basis
    if not isinstance(old, RowsOnDemand) or not isinstance(new, RowsOnDemand):
        return
    if isinstance(sums := old.cached_sums, NoiseSums) and _is_same(before, after):
        chunks = tuple(one and _with_columns_of(one, prior) for one in sums.chunks)
        new.cached_sums = sums._replace(sigma=sigma, prior=prior, chunks=chunks)


def _is_same(one: Noise, other: Noise) -> bool:
    """Whether the noise is the same at two anchors; the variances of the bases, on which no sum depends, may differ."""
    if len(one.processes) != len(other.processes) or not are_near(one.sigma, other.sigma, SAME_NOISE):
        return False
    return all(map(_is_same_process, one.processes, other.processes))


def _is_same_process(one: Process, other: Process) -> bool:
    a, b = one.block, other.block
    if isinstance(a, Binned) and isinstance(b, Binned):
        same = np.array_equal(one.variance, other.variance) and np.array_equal(a.member, b.member)
        return same and are_near(a.values, b.values, SAME_NOISE)
    if not isinstance(a, Dense) or not isinstance(b, Dense):
        return False
    if isinstance(a.matrix, RowsOnDemand):
        return a.matrix.is_near(b.matrix, SAME_NOISE)
    return are_near(a.matrix, b.matrix, SAME_NOISE)


def _with_columns_of(epochs: EpochsOfChunk, prior: Prior) -> EpochsOfChunk:
    """The epochs of a chunk with the values of a prior, in the unit of this prior."""
    assert isinstance(prior.epochs, Binned)
    return epochs._replace(block=epochs.block._replace(values=prior.epochs.values[epochs.rows]))
