"""The Gram matrix of columns that stand side by side in memory, where XLA has no product for symmetric matrices."""

import numpy as np

from jug.core.array import Column, Float, N
from jug.core.namespace import Namespace

PARTS, FEWEST_FOR_PARTS = 3, 96
"""Parts of the columns, of which each pair is multiplied once: two thirds of the products of all pairs; and number of
columns below which there is one part."""


def self_product(xp: Namespace, rows: Float[Column, N]) -> Float[Column, Column]:
    """Form A A^T of a matrix whose rows are the columns of a model.

    Parameters
    ----------
    xp : Namespace
    rows : (k, n) array
        In any unit.

    Returns
    -------
    (k, k) array
        In the square of this unit.
    """
    k = rows.shape[0]
    if xp is np or k < FEWEST_FOR_PARTS:
        return rows @ rows.T
    ends = [k * i // PARTS for i in range(PARTS + 1)]
    parts = [rows[a:b] for a, b in zip(ends[:-1], ends[1:], strict=True)]
    upper = {(i, j): parts[i] @ parts[j].T for i in range(PARTS) for j in range(i, PARTS)}
    full = [[upper[i, j] if i <= j else upper[j, i].T for j in range(PARTS)] for i in range(PARTS)]
    return xp.concatenate([xp.concatenate(row, axis=1) for row in full], axis=0)
