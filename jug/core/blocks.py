"""The design matrix as a list of blocks: dense columns, and families whose members cover disjoint TOAs."""

from typing import NamedTuple

import numpy as np

from jug.core.array import Float, Int, K, N
from jug.core.index_sums import store_once
from jug.core.namespace import Namespace


class Dense(NamedTuple):
    """Columns as a matrix.

    Parameters
    ----------
    matrix : (n, k) array
        One column for each parameter or mode, in the unit of a row over that of the parameter.
    """

    matrix: Float[N, K]


class Binned(NamedTuple):
    """Columns of a family whose members cover disjoint rows, stored as vectors instead of an (n, k) matrix.

    Column j is ``values`` on the rows where ``member == j`` and 0 elsewhere, plus ``shift[j]`` on every row.

    Parameters
    ----------
    member : (n,) int array
        Which member covers each row; k on rows that no member covers.
    values : (n,) array
        The value of each row in the column of its member, in the unit of a row over that of the parameter.
    shift : (k,) array
        Constant added to each column: the negative of its value on the TZR row where that is subtracted, else 0.
    """

    member: Int[N]
    values: Float[N]
    shift: Float[K]


Block = Dense | Binned
"""Some columns of the design matrix."""


def dense_columns(xp: Namespace, block: Block) -> Float[N, K]:
    """Return the columns of a block as a matrix of the backend.

    Parameters
    ----------
    xp : Namespace
    block : Dense or Binned
        k columns with n rows.

    Returns
    -------
    (n, k) array of ``xp``
        In the unit of the block.
    """
    if isinstance(block, Dense):
        return np.asarray(block.matrix) if xp is np else block.matrix
    covered = block.member[:, None] == xp.arange(block.shift.shape[0])
    return xp.where(covered, block.values[:, None], 0.0) + block.shift


def store_block(xp: Namespace, block: Block) -> Block:
    """Store the numbers of a block before they are used (`jug.core.index_sums.store_once`).

    Parameters
    ----------
    xp : Namespace
    block : Dense or Binned

    Returns
    -------
    Dense or Binned
        The same numbers.
    """
    if isinstance(block, Binned):
        return block._replace(values=store_once(xp, block.values))
    return Dense(store_once(xp, block.matrix))


def stack_blocks(xp: Namespace, above: Block, below: Block) -> Block:
    """Append the rows of one block to those of another with the same columns.

    Parameters
    ----------
    xp : Namespace
    above, below : Dense or Binned
        (n, k) and (m, k). Binned ones must have no shift.

    Returns
    -------
    Dense or Binned
        (n + m, k); binned where both are.
    """
    if isinstance(above, Dense) or isinstance(below, Dense):
        return Dense(xp.concatenate([dense_columns(xp, above), dense_columns(xp, below)]))
    member = xp.concatenate([above.member, below.member])
    return Binned(member, xp.concatenate([above.values, below.values]), above.shift)


def to_dense(block: Block) -> Float[N, K]:
    """Return the columns of a block as a NumPy matrix.

    Parameters
    ----------
    block : Dense or Binned
        k columns with n rows.

    Returns
    -------
    (n, k) array
        In the unit of the block.
    """
    if isinstance(block, Dense):
        return np.asarray(block.matrix)
    member, k = np.asarray(block.member), block.shift.shape[0]
    matrix = np.tile(np.asarray(block.shift), (len(member), 1))
    covered = np.flatnonzero(member < k)
    matrix[covered, member[covered]] += np.asarray(block.values)[covered]
    return matrix


def rows_of_block(block: Block, rows: slice) -> Block:
    """Take some rows of a block, without a copy.

    Parameters
    ----------
    block : Dense or Binned
        k columns.
    rows : slice

    Returns
    -------
    Dense or Binned
        k columns, in the unit of the block.
    """
    if isinstance(block, Dense):
        return Dense(block.matrix[rows])
    return block._replace(member=block.member[rows], values=block.values[rows])


def scale_block_rows(block: Block, factor: Float[N]) -> Block:
    """Multiply each row of a block by a factor.

    Parameters
    ----------
    block : Dense or Binned
        k columns with n rows.
    factor : (n,) array
        In any unit.

    Returns
    -------
    Dense or Binned
        Dense too where a binned block has a shift, which is then no longer the same on every row.
    """
    if isinstance(block, Dense) or np.any(np.asarray(block.shift)):
        return Dense(to_dense(block) * factor[:, None])
    return block._replace(values=np.asarray(block.values) * factor)
