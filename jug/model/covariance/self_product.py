"""The Gram matrix of columns that are contiguous in memory, for XLA, which has no product for symmetric matrices."""

import numpy as np

from jug.core.array import Column, Float, N
from jug.core.namespace import Namespace

FEWEST_FOR_HALVES = 96
"""Least number of columns that are split into halves, of which each pair is multiplied once: three quarters of the
products. Thirds would save a twelfth more, and take longer to compile."""


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
    if xp is np or k < FEWEST_FOR_HALVES:
        return rows @ rows.T
    one, other = rows[: k // 2], rows[k // 2 :]
    between = one @ other.T
    above = xp.concatenate([one @ one.T, between], axis=1)
    return xp.concatenate([above, xp.concatenate([between.T, other @ other.T], axis=1)], axis=0)
