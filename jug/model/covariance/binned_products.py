"""Products of columns with families whose members cover disjoint rows: sums over the rows of each member."""

from itertools import pairwise

import numpy as np

from jug.core.array import Array, Column, Datum, Float, Int, K, M, Member, N
from jug.core.blocks import Binned, Block, Dense
from jug.core.execution.chunks import CHUNK_ROWS
from jug.core.index_sums import epoch_sums, index_sums
from jug.core.namespace import Namespace


def bin_sum(xp: Namespace, block: Binned, v: Float[Datum]) -> Float[Member]:
    """Sum numbers over the rows of each member of a family.

    Parameters
    ----------
    xp : Namespace
    block : Binned
    v : (n,) array
        In any unit.

    Returns
    -------
    (k,) array
        In the unit of ``v``.
    """
    return index_sums(xp, block.member, v, block.shift.shape[0])


def row_sums(xp: Namespace, block: Binned, rows: Float[Datum, Column], factor: Float[Datum]) -> Float[Member, Column]:
    """Sum the rows of each member, each row times its factor.

    The rows are sorted by member and added bin by bin. They are gathered in their memory order, by row or by column.

    Parameters
    ----------
    xp : Namespace
    block : Binned
        k members.
    rows : (n, m) array
        In any unit.
    factor : (n,) array
        In any unit.

    Returns
    -------
    (k, m) array
        In the unit of ``rows`` times that of ``factor``.
    """
    k = block.shift.shape[0]
    if xp is not np:
        return epoch_sums(xp, block.member, rows * factor[:, None], k)[:k]
    counts = np.bincount(block.member, minlength=k + 1)[:k]
    order = np.argsort(block.member, kind="stable")[: counts.sum()]
    by_column = bool(rows.flags.f_contiguous)
    stored = rows.T if by_column else rows
    out = np.zeros((rows.shape[1], k) if by_column else (k, rows.shape[1]))
    members = np.flatnonzero(counts)
    ends = np.cumsum(counts[members])
    starts = ends - counts[members]
    cuts = np.searchsorted(ends, np.arange(0, len(order), CHUNK_ROWS), side="right")
    for a, b in pairwise([*dict.fromkeys(cuts.tolist()), len(members)]):
        own, begin = order[starts[a] : ends[b - 1]], starts[a:b] - starts[a]
        gathered = _gather_rows(stored, own, factor, by_column)
        added = np.add.reduceat(gathered, begin, axis=int(by_column))
        if by_column:
            out[:, members[a:b]] = added
        else:
            out[members[a:b]] = added
    return out.T if by_column else out


def _gather_rows(stored: Array, own: Int[M], factor: Float[Datum], by_column: bool) -> Array:
    """Select rows, the second dimension of ``stored`` where ``by_column``, and multiply each by its factor.

    Consecutive rows, as in a file in the order of its epochs, are taken as a view, which saves a copy.
    """
    if len(own) and own[-1] - own[0] + 1 == len(own) and np.array_equal(own, np.arange(own[0], own[-1] + 1)):
        at = slice(own[0], own[-1] + 1)
        return stored[:, at] * factor[at] if by_column else stored[at] * factor[at, None]
    gathered = np.take(stored, own, axis=int(by_column))
    gathered *= factor[own] if by_column else factor[own, None]
    return gathered


def binned_product(xp: Namespace, a: Binned, b: Binned, w: Float[Datum]) -> Float[N, K]:
    """Form A^T diag(w) B of two families: sums over the rows that two members share, and products with the shifts.

    Parameters
    ----------
    xp : Namespace
    a, b : Binned
        Families of k_a and k_b members.
    w : (n,) array
        Weights.

    Returns
    -------
    (k_a, k_b) array
        In the product of the units of the columns and the weights.
    """
    shared = binned_overlap(xp, a, b, w)
    by_a, by_b = bin_sum(xp, a, w * a.values), bin_sum(xp, b, w * b.values)
    return shared + by_a[:, None] * b.shift + a.shift[:, None] * by_b + xp.sum(w) * a.shift[:, None] * b.shift


def binned_overlap(xp: Namespace, a: Binned, b: Binned, w: Float[Datum]) -> Float[N, K]:
    """Form A^T diag(w) B of two families as if they had no shifts: sums over the rows that two members share.

    Parameters
    ----------
    xp : Namespace
    a, b : Binned
        Families of k_a and k_b members.
    w : (n,) array
        Weights.

    Returns
    -------
    (k_a, k_b) array
        In the product of the units of the columns and the weights.
    """
    if a is b:
        return xp.diag(bin_sum(xp, a, w * a.values**2))
    ka, kb = a.shift.shape[0], b.shift.shape[0]
    cell = Binned(a.member * (kb + 1) + b.member, a.values, xp.zeros((ka + 1) * (kb + 1)))
    return bin_sum(xp, cell, w * a.values * b.values).reshape(ka + 1, kb + 1)[:ka, :kb]


def with_epochs(xp: Namespace, block: Block, epochs: Binned, w: Float[Datum]) -> Float[Column, Member]:
    """Form the product A^T diag(w) E of a block and epochs, which are a family without a shift.

    Parameters
    ----------
    xp : Namespace
    block : Dense or Binned
    epochs : Binned
    w : (n,) array
        Weights.

    Returns
    -------
    (k, m) array
        In the product of the units of the columns and the weights.
    """
    if isinstance(block, Dense):
        return row_sums(xp, epochs, block.matrix, w * epochs.values).T
    return binned_product(xp, block, epochs, w)
