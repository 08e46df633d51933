"""The Gram matrix A^T diag(w) A of columns in blocks: dense columns, and families whose members cover disjoint rows."""

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from jug.core.array import Column, Datum, Float, Int, K, Member, N
from jug.core.blocks import Binned, Block, Dense, dense_columns, side_by_side
from jug.core.index_sums import epoch_sums, index_sums
from jug.core.namespace import Namespace


class Merged(NamedTuple):
    """Blocks in which all dense columns are one matrix, the first block.

    Parameters
    ----------
    blocks : tuple of blocks
    place : (k,) int array or None
        The new position of each original column; None when no column has moved.
    """

    blocks: tuple[Block, ...]
    place: Int[Column] | None


def width(block: Block) -> int:
    """Count the columns of a block.

    Parameters
    ----------
    block : Dense or Binned

    Returns
    -------
    int
    """
    return int(block.matrix.shape[1] if isinstance(block, Dense) else block.shift.shape[0])


FEW, SHARE, SHARE_COMPILED = 2, 0.25, 2.0
"""Families of at most ``FEW`` members, or of ``SHARE`` times the dense columns, cost less as dense columns than
as bins (measured with 20 to 180 dense columns). XLA adds rows into bins one number at a time and has
``SHARE_COMPILED``."""


def merge(xp: Namespace, blocks: tuple[Block, ...]) -> Merged:
    """Put all dense columns into one matrix, since one large product is faster than several small ones.

    Parameters
    ----------
    xp : Namespace
    blocks : tuple of blocks

    Returns
    -------
    Merged
    """
    share = SHARE if xp is np else SHARE_COMPILED
    most = max(FEW, share * sum(width(b) for b in blocks if isinstance(b, Dense)))
    blocks = tuple(b if isinstance(b, Dense) or width(b) > most else Dense(dense_columns(xp, b)) for b in blocks)
    dense = [b.matrix for b in blocks if isinstance(b, Dense)]
    if len(dense) < 2:
        return Merged(blocks, None)
    order = sorted(range(len(blocks)), key=lambda i: isinstance(blocks[i], Binned))
    starts = np.cumsum([0, *(width(b) for b in blocks)])
    columns = np.concatenate([np.arange(starts[i], starts[i + 1]) for i in order])
    binned = (b for b in blocks if isinstance(b, Binned))
    return Merged((Dense(side_by_side(xp, dense)), *binned), np.argsort(columns))


def gram_of(xp: Namespace, columns: Merged, w: Float[Datum]) -> Float[Column, Column]:
    """Form the Gram matrix A^T diag(w) A.

    Parameters
    ----------
    xp : Namespace
    columns : Merged
    w : (n,) array
        Weights.

    Returns
    -------
    (k, k) array
        In the order of the columns before `merge`.
    """
    blocks, place = columns
    rows = [[product(xp, a, b, w) for b in blocks[i:]] for i, a in enumerate(blocks)]
    full = [[rows[j][i - j].T if j < i else rows[i][j - i] for j in range(len(blocks))] for i in range(len(blocks))]
    gram = xp.concatenate([xp.concatenate(row, axis=1) for row in full], axis=0)
    return gram if place is None else gram[place[:, None], place]


def cross_of(xp: Namespace, columns: Merged, epochs: Binned, w: Float[Datum]) -> Float[Column, Member]:
    """Form the cross products A^T diag(w) E of the columns with the epochs.

    Parameters
    ----------
    xp : Namespace
    columns : Merged
    epochs : Binned
        m epochs.
    w : (n,) array
        Weights.

    Returns
    -------
    (k, m) array
        In the order of the columns before `merge`.
    """
    cross = xp.concatenate([product(xp, b, epochs, w) for b in columns.blocks], axis=0)
    return cross if columns.place is None else cross[columns.place]


def bin_sum(xp: Namespace, block: Binned, v: Float[Datum]) -> Float[Member]:
    """Sum numbers over the rows of each member of a family.

    Parameters
    ----------
    xp : Namespace
    block : Binned
    v : (n,) array

    Returns
    -------
    (k,) array
    """
    return index_sums(xp, block.member, v, block.shift.shape[0])


AT_ONCE = 4096
"""Rows that are gathered at a time, so that they stay in the cache of the processor."""


def _row_sums(xp: Namespace, block: Binned, rows: Float[Datum, Column], factor: Float[Datum]) -> Float[Member, Column]:
    """Sum of the rows of each member, each row times its factor, (k, m) from (n, m).

    The rows are sorted by member and added bin by bin. They are gathered in their memory order, by row or by column.
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
    cuts = np.searchsorted(ends, np.arange(0, len(order), AT_ONCE), side="right")
    for a, b in pairwise([*dict.fromkeys(cuts.tolist()), len(members)]):
        own, begin = order[starts[a] : ends[b - 1]], starts[a:b] - starts[a]
        gathered = np.take(stored, own, axis=int(by_column))
        gathered *= factor[own] if by_column else factor[own, None]
        added = np.add.reduceat(gathered, begin, axis=int(by_column))
        if by_column:
            out[:, members[a:b]] = added
        else:
            out[members[a:b]] = added
    return out.T if by_column else out


def product(xp: Namespace, a: Block, b: Block, w: Float[Datum]) -> Float[N, K]:
    """Form the product A^T diag(w) B of two blocks.

    Parameters
    ----------
    xp : Namespace
    a, b : Dense or Binned
    w : (n,) array
        Weights.

    Returns
    -------
    (k_a, k_b) array
    """
    if a is b and isinstance(a, Dense):
        whitened = a.matrix * xp.sqrt(w)[:, None]
        return whitened.T @ whitened
    if isinstance(a, Dense) and isinstance(b, Dense):
        return (a.matrix * w[:, None]).T @ b.matrix
    if isinstance(a, Dense) and isinstance(b, Binned):
        return _row_sums(xp, b, a.matrix, w * b.values).T + (w @ a.matrix)[:, None] * b.shift
    if isinstance(b, Dense):
        return product(xp, b, a, w).T
    assert isinstance(a, Binned)
    return _binned_product(xp, a, b, w)


def _binned_product(xp: Namespace, a: Binned, b: Binned, w: Float[Datum]) -> Float[N, K]:
    """A^T diag(w) B of two binned families: sums over the rows that two members share, and products with the shifts."""
    ka, kb = a.shift.shape[0], b.shift.shape[0]
    if a is b:
        shared = xp.diag(bin_sum(xp, a, w * a.values**2))
    else:
        cell = Binned(a.member * (kb + 1) + b.member, a.values, xp.zeros((ka + 1) * (kb + 1)))
        shared = bin_sum(xp, cell, w * a.values * b.values).reshape(ka + 1, kb + 1)[:ka, :kb]
    by_a, by_b = bin_sum(xp, a, w * a.values), bin_sum(xp, b, w * b.values)
    return shared + by_a[:, None] * b.shift + a.shift[:, None] * by_b + xp.sum(w) * a.shift[:, None] * b.shift
