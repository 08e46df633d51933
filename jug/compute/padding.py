"""The rows of a problem padded to a few sizes, so that pulsars of similar size share one compiled function.

Padding repeats the last TOA with an infinite uncertainty. It has no weight, so the answer is that of the TOAs alone.
"""

from typing import Protocol, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from jug.core.array import Array, Datum, Float, K, Mode, N
from jug.core.blocks import Binned
from jug.model.covariance.linked_epochs import LinkedEpochs
from jug.model.covariance.noise import Prior
from jug.model.evaluation.anchor import Reference

LEAST_SIZE = 64
"""The smallest padded number of TOAs."""

ROWS_OF_BASIS = 256
"""Rows of a basis that are made at once: they stay in the processor's cache until they are written row by row."""

A = TypeVar("A", bound=NDArray[np.generic])


class RowPadding(Protocol):
    """A function that adds rows to an array."""

    def __call__(self, a: A, /) -> A:
        """Return the array with the added rows."""


def padded_size(n: int) -> int:
    """Return the padded number of TOAs: eight sizes from one power of two to the next, so at most an eighth more.

    Parameters
    ----------
    n : int
        Number of TOAs.

    Returns
    -------
    int
        At least `LEAST_SIZE`.
    """
    if n <= LEAST_SIZE:
        return LEAST_SIZE
    step = 1 << (n.bit_length() - 4)
    return -(-n // step) * step


def pad_reference(reference: Reference, size: int) -> Reference:
    """Pad a reference to ``size`` TOAs; columns that only noise terms read are left out.

    Parameters
    ----------
    reference : Reference
    size : int
        A `padded_size`.

    Returns
    -------
    Reference
        Its added TOAs have infinite uncertainties.
    """
    n = len(reference.residual)

    def rows(a: A) -> A:
        """Pad an array of TOAs, or of TOAs and then of measured DMs."""
        groups = np.split(np.asarray(a), len(a) // n)
        return cast(A, np.concatenate([np.concatenate([g, np.repeat(g[-1:], size - n, axis=0)]) for g in groups]))

    def with_tzr(a: Array) -> Array:
        return np.concatenate([rows(a[:n]), a[n:]])

    weight = np.concatenate([np.arange(size) < n] * (len(reference.sigma) // n))
    padded = reference.by_row(with_tzr, rows)
    return padded._replace(
        x=padded.x._replace(grids={}, epochs={}, noise={}),
        sigma=np.where(weight, padded.sigma, np.inf),
        prior=_pad_prior(reference.prior, rows, n, size),
        offset_mask=None if reference.offset_mask is None else rows(reference.offset_mask),
    )


def remove_padding(rows: Array, n: int, size: int) -> Array:
    """Remove the rows that padding added.

    Parameters
    ----------
    rows : array
        One row for each TOA, or for each TOA and then for each measured DM.
    n, size : int
        Number of TOAs without and with padding.

    Returns
    -------
    array
        In the unit of the argument.
    """
    array = np.asarray(rows)
    if len(array) == size:
        return array[:n]
    return np.concatenate([group[:n] for group in np.split(array, len(array) // size)])


def _pad_prior(prior: Prior | None, rows: RowPadding, n: int, size: int) -> Prior | None:
    """Pad the epochs and the basis of correlated noise; an epoch or a column without a TOA changes nothing."""
    if prior is None:
        return None
    epochs, basis, variance, epoch_variance = prior.epochs, prior.basis, prior.variance, prior.epoch_variance
    if isinstance(epochs, LinkedEpochs):
        layers = tuple(Binned(rows(own.member), rows(own.values), own.shift) for own in epochs.layers)
        epochs = epochs._replace(layers=layers)
    elif epochs is not None:
        k = epochs.shift.shape[0]
        more = padded_size(k) - k
        index = np.where(epochs.member == k, k + more, epochs.member).astype(np.int32)
        epochs = Binned(rows(index), rows(epochs.values), np.zeros(k + more))
        epoch_variance = np.concatenate([epoch_variance, np.ones(more)])
    if basis is not None:
        more = -basis.shape[1] % 8
        basis = _pad_basis(basis, n, size, basis.shape[1] + more)
        variance = np.concatenate([variance, np.ones(more)])
    return Prior(epochs, epoch_variance, basis, variance)


def _pad_basis(basis: Float[Datum, Mode], n: int, size: int, m: int) -> Float[Datum, Mode]:
    """Fill a basis with rows and columns of zeros; its rows are made part by part, and written once."""
    groups, k = basis.shape[0] // n, basis.shape[1]
    padded = _aligned_zeros(groups * size, m)
    for group in range(groups):
        for start in range(0, n, ROWS_OF_BASIS):
            stop = min(start + ROWS_OF_BASIS, n)
            padded[group * size + start : group * size + stop, :k] = basis[group * n + start : group * n + stop]
    return padded


def _aligned_zeros(n: int, k: int) -> Float[N, K]:
    """A matrix of zeros that JAX on a CPU takes without a copy: XLA's arrays start at multiples of 64 bytes."""
    length = 8 * n * k
    memory = np.zeros(length + 64, dtype=np.uint8)
    start = -memory.ctypes.data % 64
    return memory[start : start + length].view(np.float64).reshape(n, k)
