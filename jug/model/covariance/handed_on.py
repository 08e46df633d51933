"""The sums of the noise that one anchor has kept, for the next anchor of a fit.

They are made of columns over uncertainties, in which the spin frequency cancels. From one anchor of a fit to the next
only the direction changes the noise: the DM noise is that at the frequency in the frame of the barycentre, so that a
change of 1e-9 rad changes it by 1e-13. Without this a fit of 10^5 TOAs forms sums that take as long as half an
iteration.
"""

import numpy as np

from jug.core.arithmetic import are_near
from jug.core.array import Datum, Float
from jug.core.blocks import Binned, Dense
from jug.core.execution.rows_on_demand import RowsOnDemand
from jug.model.covariance.noise import Noise, Prior, Process
from jug.model.covariance.noise_sums import EpochsOfChunk, NoiseSums

SAME_NOISE = 1e-12
"""Largest difference of columns and uncertainties, over their size, at which the sums are taken for those of both."""


def hand_on(before: Noise, kept_by: Prior | None, after: Noise, prior: Prior | None, sigma: Float[Datum]) -> None:
    """Let the basis of an anchor keep the sums that the basis of an earlier one has, where the noise is the same.

    Parameters
    ----------
    before : Noise
        Of the earlier anchor.
    kept_by : Prior or None
        Its correlated noise, in turns.
    after, prior : Noise, Prior or None
        Of the new anchor.
    sigma : (rows,) array
        The new white uncertainties, turns and pc cm^-3.
    """
    if kept_by is None or prior is None:
        return
    old, new = kept_by.basis, prior.basis
    if not isinstance(old, RowsOnDemand) or not isinstance(new, RowsOnDemand):
        return
    if isinstance(sums := old.cached_sums, NoiseSums) and _is_same(before, after):
        chunks = tuple(one and _of_prior(one, prior) for one in sums.chunks)
        new.cached_sums = sums._replace(sigma=sigma, prior=prior, chunks=chunks)


def _is_same(one: Noise, other: Noise) -> bool:
    """Whether two noises are the same, up to the variances of the bases, on which the sums do not depend."""
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


def _of_prior(epochs: EpochsOfChunk, prior: Prior) -> EpochsOfChunk:
    """The epochs of a chunk with the columns of a prior in its unit."""
    assert isinstance(prior.epochs, Binned)
    return epochs._replace(block=epochs.block._replace(values=prior.epochs.values[epochs.rows]))
