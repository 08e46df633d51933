"""The step of rows with correlated noise or measured DMs whose sums JAX has formed on the CPU, by NumPy.

Products of the noise with itself are those that NumPy forms once for an anchor (`jug.model.covariance.noise_sums`), so
that compiled code has neither them nor the algebra of k x k: LAPACK would have to be loaded for it.
"""

from typing import NamedTuple

import numpy as np

from jug.compute.chunked_reference import row_groups
from jug.compute.coupled_sums import CoupledRows, CoupledSums, about_common_mean
from jug.compute.solver import Step, damped_step, scaled_equations
from jug.core.array import Datum, Epoch, Float, Int, Mode
from jug.core.execution import chunks
from jug.model.covariance.chunked_epochs import MOST_SPLIT, ChunkedEpochs, epochs_by_chunk
from jug.model.covariance.chunked_equations import ColumnSums, eliminate_noise
from jug.model.covariance.marginalisation import Equations
from jug.model.covariance.noise import Prior
from jug.model.covariance.noise_sums import (
    EpochsOfChunk,
    NoiseSums,
    mode_epoch_products,
    n_modes,
    noise_sums,
    whitened_basis,
)
from jug.model.evaluation.anchor import Reference
from jug.model.parameters import Layout


class HostNoise(NamedTuple):
    """Correlated noise as the step needs it.

    Parameters
    ----------
    prior : Prior
        Without padding.
    sums : NoiseSums
    parts : ChunkedEpochs or None
        The epochs by chunk.
    order : (e,) int array
        The epochs whose TOAs are all in one chunk.
    factor : (e,) array
        As in `jug.model.covariance.noise_sums.EpochsOfChunk`.
    half : (m, e) array
        Products of the modes with these epochs, times this factor.
    """

    prior: Prior
    sums: NoiseSums
    parts: ChunkedEpochs | None
    order: Int[Epoch]
    factor: Float[Epoch]
    half: Float[Mode, Epoch]


def host_noise(reference: Reference) -> HostNoise | None:
    """Form what the steps from an anchor have in common, or take the sums that are stored with its basis.

    Parameters
    ----------
    reference : Reference
        Without padding.

    Returns
    -------
    HostNoise or None
        None without correlated noise.
    """
    prior, sigma = reference.prior, reference.sigma
    if prior is None:
        return None
    one = [[slice(0, len(sigma))]]
    cut = row_groups(reference) if chunks.are_many(len(reference.residual)) else one
    parts = epochs_by_chunk(prior, cut)
    if parts is not None and len(parts.split_epochs) > MOST_SPLIT:
        cut, parts = one, epochs_by_chunk(prior, one)
    sums = noise_sums(prior, sigma, cut, parts)
    own = [epochs for epochs in sums.chunks if epochs is not None]
    order = np.concatenate([*(() if parts is None else parts.own), np.zeros(0, dtype=np.intp)])
    factor = np.concatenate([*(epochs.factor for epochs in own), np.zeros(0)])
    half = np.concatenate([*(_half(prior, sigma, epochs) for epochs in own), np.zeros((n_modes(prior), 0))], axis=1)
    return HostNoise(prior, sums, parts, order.astype(np.intp), factor, half)


def coupled_step(
    layout: Layout,
    noise: HostNoise | None,
    rows: Reference,
    total: CoupledSums,
    chunk_rows: CoupledRows,
    damping: float,
) -> Step:
    """Solve for the damped step.

    Parameters
    ----------
    layout : Layout
    noise : HostNoise or None
    rows : Reference
        Padded.
    total : CoupledSums
        Over all rows.
    chunk_rows : CoupledRows
        Each array with one row for each chunk.
    damping : float
        Added to the unit diagonal of the scaled normal matrix, no unit.

    Returns
    -------
    Step
    """
    k = len(layout.free) + int(layout.offset)
    if layout.offset:
        n = chunk_rows.residual.size
        total = about_common_mean(np, total, chunk_rows, k, rows.prior, rows.sigma[:n])
    return damped_step(np, scaled_equations(np, _equations(k, noise, total), layout.offset), damping)


def _equations(k: int, noise: HostNoise | None, total: CoupledSums) -> Equations:
    """Eliminate epochs and basis."""
    gram = total.gram[:, : k + 1]
    if noise is None:
        return Equations(gram[:k, :k], gram[:k, k], gram[k, k], np.asarray(0.0))
    by_mode = total.gram[:, k + 1 : k + 1 + n_modes(noise.prior)]
    cross = np.zeros((k + 1, 0))
    if total.cross is not None and noise.parts is not None:
        half = total.cross[noise.order] * noise.factor[:, None]
        gram, by_mode = gram - half.T @ half, by_mode - half.T @ noise.half.T
        cross = total.cross[noise.parts.split_epochs].T
    return eliminate_noise(ColumnSums(gram, by_mode, cross), noise.sums, noise.parts, noise.prior)


def _half(prior: Prior, sigma: Float[Datum], epochs: EpochsOfChunk) -> Float[Mode, Epoch]:
    """Products of the modes with the epochs of a chunk, which are stored only where they take little memory."""
    if epochs.half is not None:
        return epochs.half
    root = 1.0 / sigma[epochs.rows]
    return mode_epoch_products(epochs, whitened_basis(prior, epochs.rows, root), root)
