"""The design matrix as a list of blocks: dense columns, and families whose members cover disjoint TOAs."""

from collections.abc import Sequence
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = Any
"""A numpy or jax array."""


class Dense(NamedTuple):
    """Columns as a matrix, (n, k)."""

    matrix: Array


class Binned(NamedTuple):
    """Columns of a family whose members cover disjoint rows, kept as two vectors.

    Column j is ``values`` where ``index == j``, else 0, plus ``shift[j]`` on every row (the TZR row's part).
    ``index == k`` marks rows that belong to no member.

    Parameters
    ----------
    index : (n,) int array
    values : (n,) array
    shift : (k,) array
    """

    index: Array
    values: Array
    shift: Array


Block = Dense | Binned


def dense_columns(xp: ModuleType, block: Block) -> Array:
    """A block's columns as an (n, k) array of ``xp``."""
    if isinstance(block, Dense):
        return block.matrix
    member = block.index[:, None] == xp.arange(block.shift.shape[0])
    return xp.where(member, block.values[:, None], 0.0) + block.shift


def stacked(xp: ModuleType, above: Block, below: Block) -> Block:
    """Two blocks with the same columns, one under the other (binned ones must have no shift)."""
    if isinstance(above, Dense) or isinstance(below, Dense):
        return Dense(xp.concatenate([dense_columns(xp, above), dense_columns(xp, below)]))
    index, values = (xp.concatenate(pair) for pair in ((above.index, below.index), (above.values, below.values)))
    return Binned(index, values, above.shift)


def to_dense(block: Block) -> NDArray[np.float64]:
    """A block as an (n, k) array."""
    if isinstance(block, Dense):
        return np.asarray(block.matrix)
    index, k = np.asarray(block.index), block.shift.shape[0]
    matrix = np.tile(np.asarray(block.shift), (len(index), 1))
    inside = np.flatnonzero(index < k)
    matrix[inside, index[inside]] += np.asarray(block.values)[inside]
    return matrix


def scaled_rows(block: Block, factor: NDArray[np.float64]) -> Block:
    """A block with each row times a factor; a binned one with a shift becomes dense."""
    if isinstance(block, Dense) or np.any(np.asarray(block.shift)):
        return Dense(to_dense(block) * factor[:, None])
    return block._replace(values=np.asarray(block.values) * factor)


def side_by_side(xp: ModuleType, matrices: Sequence[Array]) -> Array:
    """Matrices as one, (n, k), column after column in memory, as either backend writes and multiplies it faster."""
    return xp.concatenate([m.T for m in matrices], axis=0).T
