"""The rows of a problem in pieces that stay in a processor's cache, and padded to a few sizes.

A piece is a `Reference` by itself: some of the TOAs, and the TZR point as its last row. Padding repeats the last TOA
with an infinite uncertainty, so that it has no weight: the answer is that of the TOAs alone, and pulsars of similar
size share one compiled function.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from jug.core.blocks import Array, Binned
from jug.model.covariance.noise import Prior
from jug.model.evaluation.anchor import Reference

CHUNK_ROWS = 4096
"""Rows of a piece at most: fastest on both backends with 100 parameters (3 MB of columns), of 1024 to 65536."""

LEAST_SIZE = 64
"""Nothing is padded to fewer TOAs than this."""


def padded_size(n: int) -> int:
    """The number of TOAs that ``n`` is padded to: at most an eighth more, eight sizes in each power of two."""
    if n <= LEAST_SIZE:
        return LEAST_SIZE
    step = 1 << (n.bit_length() - 4)
    return -(-n // step) * step


def chunk_rows(n: int) -> int:
    """Rows of each piece where a `padded_size` is cut into equal ones."""
    while n > CHUNK_ROWS and n % 2 == 0:
        n //= 2
    return n


def padded(reference: Reference, size: int) -> Reference:
    """The reference with ``size`` TOAs, those that are added without weight; noise columns are left out."""
    n = len(reference.residual)

    def rows(a: Array) -> Array:
        """An array with a row for each TOA, or with one for each TOA and then one for each measured DM."""
        groups = np.split(np.asarray(a), len(a) // n)
        return np.concatenate([np.concatenate([g, np.repeat(g[-1:], size - n, axis=0)]) for g in groups])

    def with_tzr(a: Array) -> Array:
        return np.concatenate([rows(a[:n]), a[n:]])

    weight = np.concatenate([np.arange(size) < n] * (len(reference.sigma) // n))
    return reference._replace(
        x=reference.x.by_row(with_tzr)._replace(noise={}),
        t_e=with_tzr(reference.t_e),
        delay=with_tzr(reference.delay),
        phase=with_tzr(reference.phase),
        residual=rows(reference.residual),
        rate=rows(reference.rate),
        sigma=np.where(weight, rows(reference.sigma), np.inf),
        prior=_padded_prior(reference.prior, rows),
        offset_mask=None if reference.offset_mask is None else rows(reference.offset_mask),
    )


def trimmed(rows: Array, n: int, size: int) -> np.ndarray:
    """Rows of a padded problem without those that padding added."""
    array = np.asarray(rows)
    if len(array) == size:
        return array[:n]
    return np.concatenate([group[:n] for group in np.split(array, len(array) // size)])


def _padded_prior(prior: Prior | None, rows: Callable[[Array], Array]) -> Prior | None:
    """Correlated noise with epochs and a basis of a size that others share: a member without a TOA changes nothing."""
    if prior is None:
        return None
    epochs, basis, variance, epoch_variance = prior.epochs, prior.basis, prior.variance, prior.epoch_variance
    if epochs is not None:
        k = epochs.shift.shape[0]
        more = padded_size(k) - k
        index = np.where(epochs.index == k, k + more, epochs.index).astype(np.int32)
        epochs = Binned(rows(index), rows(epochs.values), np.zeros(k + more))
        epoch_variance = np.concatenate([epoch_variance, np.ones(more)])
    if basis is not None:
        more = -basis.shape[1] % 8
        basis = np.concatenate([rows(basis), np.zeros((len(rows(basis[:, 0])), more))], axis=1)
        variance = np.concatenate([variance, np.ones(more)])
    return Prior(epochs, epoch_variance, basis, variance)


def chunk(xp: ModuleType, reference: Reference, n: int, cut: Callable[[Array, Any], Array], start: Any) -> Reference:
    """Some of the TOAs and the TZR point, without correlated noise.

    Parameters
    ----------
    n : int
        TOAs of the reference.
    cut : callable
        ``(array, start) -> array``, the rows of a piece from ``start`` on.
    """

    def with_tzr(a: Array) -> Array:
        return xp.concatenate([cut(a, start), a[n:]])

    def rows(a: Array) -> Array:
        groups = a.shape[0] // n
        return cut(a, start) if groups == 1 else xp.concatenate([cut(a, start + i * n) for i in range(groups)])

    return reference._replace(
        x=reference.x.by_row(with_tzr),
        t_e=with_tzr(reference.t_e),
        delay=with_tzr(reference.delay),
        phase=with_tzr(reference.phase),
        residual=rows(reference.residual),
        rate=rows(reference.rate),
        sigma=rows(reference.sigma),
        prior=None,
    )


def can_be_chunked(reference: Reference) -> bool:
    """Say whether the rows can be summed in chunks: TOAs alone, with white noise."""
    return reference.prior is None and reference.offset_mask is None


def is_chunked(reference: Reference) -> bool:
    """Say whether there are so many rows that they are taken in chunks, which go over the cores."""
    return can_be_chunked(reference) and len(reference.residual) > CHUNK_ROWS
