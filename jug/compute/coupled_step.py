"""The step of rows with correlated noise or measured DMs whose sums JAX has formed on the CPU, by NumPy.

Products of the noise with itself are those that NumPy forms once for an anchor (`jug.model.covariance.noise_sums`), so
that compiled code has neither them nor the algebra of k x k: LAPACK would have to be loaded for it.
"""

from typing import NamedTuple

import numpy as np

from jug.compute.coupled_sums import CoupledRows, CoupledSums, about_common_mean
from jug.compute.solver import Step, damped_step, scaled_equations
from jug.core.array import Datum, Epoch, Float, Int, Mode
from jug.core.blocks import Binned
from jug.core.execution import chunks
from jug.model.covariance.chunked_epochs import MOST_SPLIT, ChunkedEpochs, chunk_epochs
from jug.model.covariance.chunked_equations import ColumnSums, marginalised
from jug.model.covariance.marginalisation import Equations
from jug.model.covariance.noise import Prior
from jug.model.covariance.noise_sums import EpochsOfChunk, NoiseSums, n_modes, noise_sums, of_modes, whitened_basis
from jug.model.evaluation.anchor import Reference
from jug.model.parameters import Layout


class HostNoise(NamedTuple):
    """Correlated noise as the step needs it.

    Parameters
    ----------
    prior : Prior
        Without padding.
    sums : NoiseSums
    parts : EpochParts or None
        The epochs by chunk.
    order : (e,) int array
        The epochs that lie whole in a chunk.
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
    """Form what the steps from an anchor have in common, or take what its basis has kept.

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
    cut = chunks.groups(len(sigma)) if reference.offset_mask is None and chunks.are_many(len(sigma)) else one
    parts = _parts(prior, cut)
    if parts is not None and len(parts.split_epochs) > MOST_SPLIT:
        cut, parts = one, _parts(prior, one)
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
    return marginalised(ColumnSums(gram, by_mode, cross), noise.sums, noise.parts, noise.prior)


def _parts(prior: Prior, cut: list[list[slice]]) -> ChunkedEpochs | None:
    """The epochs by chunk; None where there are none."""
    if not isinstance(prior.epochs, Binned):
        return None
    return chunk_epochs(prior.epochs, [rows for group in cut for rows in group])


def _half(prior: Prior, sigma: Float[Datum], epochs: EpochsOfChunk) -> Float[Mode, Epoch]:
    """Products of the modes with the epochs of a chunk, which the basis keeps only where they take little memory."""
    if epochs.half is not None:
        return epochs.half
    root = 1.0 / sigma[epochs.rows]
    return of_modes(epochs, whitened_basis(prior, epochs.rows, root), root)
