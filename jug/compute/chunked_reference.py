"""The anchor of a chunk: some of the TOAs, and the TZR point as the last row, as a `Reference` of its own."""

from collections.abc import Callable

import numpy as np

from jug.core.array import Array, Datum, Float, Int
from jug.core.execution import chunks
from jug.core.namespace import Namespace
from jug.model.evaluation.anchor import Reference


def chunk(
    xp: Namespace, reference: Reference, n: int, cut: Callable[[Array, Int[()] | int], Array], start: Int[()] | int
) -> Reference:
    """Take some of the TOAs and the TZR point, without correlated noise.

    Parameters
    ----------
    xp : Namespace
    reference : Reference
    n : int
        Number of TOAs of the reference.
    cut : callable
        ``(array, start) -> array``: the rows of a chunk from ``start`` on.
    start : int
        The first row.

    Returns
    -------
    Reference
    """

    def with_tzr(a: Array) -> Array:
        return xp.concatenate([cut(a, start), a[n:]])

    def rows(a: Float[Datum]) -> Float[Datum]:
        groups = a.shape[0] // n
        return cut(a, start) if groups == 1 else xp.concatenate([cut(a, start + i * n) for i in range(groups)])

    return reference.by_row(with_tzr, rows)._replace(prior=None)


def can_be_chunked(reference: Reference) -> bool:
    """Whether the rows can be summed in chunks: TOAs without measured DMs, with white noise."""
    return reference.prior is None and reference.offset_mask is None


def is_chunked(reference: Reference) -> bool:
    """Whether the rows can be summed in chunks and are so many that chunks are spread over the cores."""
    return can_be_chunked(reference) and chunks.are_many(len(reference.residual))


def is_chunked_coupled(reference: Reference) -> bool:
    """Whether NumPy sums an iteration with correlated noise or measured DMs in chunks: for many TOAs."""
    return not can_be_chunked(reference) and chunks.are_many(len(reference.residual))


def row_groups(reference: Reference) -> list[list[slice]]:
    """Cut the rows into groups of chunks; the measured DMs of a chunk of TOAs are the next chunk.

    Parameters
    ----------
    reference : Reference

    Returns
    -------
    list of lists of slice
    """
    n = len(reference.residual)
    return chunks.groups(n, len(reference.sigma) // n)


def chunk_of_rows(reference: Reference, rows: slice) -> Reference:
    """Take the TOAs of a chunk and the TZR point, on NumPy.

    Parameters
    ----------
    reference : Reference
    rows : slice
        Of the TOAs.

    Returns
    -------
    Reference
        With their measured DMs, without correlated noise.
    """
    n = len(reference.residual)
    part = chunk(np, reference, n, lambda a, at: a[at : at + rows.stop - rows.start], rows.start)
    mask = reference.offset_mask
    return part if mask is None else part._replace(offset_mask=np.concatenate([mask[rows], mask[n:][rows]]))
