"""The inverse of a triangular matrix by products of its halves, many blocks at a time.

    [A 0; B C]^-1 = [A^-1 0; -C^-1 B A^-1 C^-1]

from blocks of one element upwards, log2 k times. LAPACK's solvers hand even small products of this kind to several
threads, which go on spinning beside those of XLA: a likelihood, or a look of a fit, then takes twice as long.
"""

from types import ModuleType

import numpy as np

from jug.core.blocks import Array


def solve_lower(xp: ModuleType, lower: Array, rhs: Array) -> Array:
    """L^-1 B of a lower triangular matrix L: by LAPACK with NumPy, else by the inverse."""
    return np.linalg.solve(lower, rhs) if xp is np else inverse_of_lower(xp, lower) @ rhs


def inverse_of_lower(xp: ModuleType, lower: Array) -> Array:
    """The inverse of a lower triangular matrix, (k, k); its elements above the diagonal are not looked at."""
    k = lower.shape[0]
    size = 1 << (k - 1).bit_length()
    whole = xp.pad(lower, (0, size - k)) + xp.diag(xp.arange(size) >= k)
    flat, inverse = whole.reshape(-1), (1.0 / xp.diagonal(whole))[:, None, None]
    while inverse.shape[0] > 1:
        n, s = inverse.shape[:2]
        first, second = inverse[0::2], inverse[1::2]
        corner = -(second @ flat[_below(n // 2, s, size)] @ first)
        upper = xp.concatenate([first, xp.zeros_like(corner)], axis=2)
        inverse = xp.concatenate([upper, xp.concatenate([corner, second], axis=2)], axis=1)
    return inverse[0, :k, :k]


def _below(pairs: int, s: int, size: int) -> np.ndarray:
    """Where the blocks B of pairs of diagonal blocks stand in the flat matrix, (pairs, s, s)."""
    start, step = 2 * s * np.arange(pairs), np.arange(s)
    return ((start + s)[:, None, None] + step[:, None]) * size + start[:, None, None] + step
