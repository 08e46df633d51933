"""LLL reduction of a lattice (Lenstra, Lenstra & Lovasz 1982), on its triangular factor.

The lattice is {R z : z integer}, R upper triangular. The reduced basis is R U, again brought to triangular form by
rotations of rows, with U an integer matrix of determinant +-1. Neighbouring diagonal elements of the reduced R differ
by little, so that a sphere decoder (`jug.compute.enumeration`) visits few nodes.
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Float, Int, N

LOVASZ_DELTA = 0.99
"""The constant of Lovasz's condition, which bounds the next basis vector; 1 is the strictest."""

MOST_TURNS_OF_A_GAP = 2.0**52
"""Largest element of U. float64 has every whole number up to 2^53."""


class Reduced(NamedTuple):
    """A reduced basis.

    Attributes
    ----------
    r : (d, d) float64
        Upper triangular factor of the reduced basis.
    q : (d, d) float64
        Rotation with q @ (R @ u) = r.
    u : (d, d) int64
        The basis change: z = u @ w for integers w of the reduced basis.
    """

    r: Float[N, N]
    q: Float[N, N]
    u: Int[N, N]


def reduce_lattice(r: Float[N, N]) -> Reduced:
    """Reduce the columns of an upper triangular matrix.

    Parameters
    ----------
    r : (d, d) float64
        Without zeros on the diagonal.

    Returns
    -------
    Reduced

    Raises
    ------
    ArithmeticError
        The columns are so nearly dependent that float64 cannot hold the basis change.
    """
    d = len(r)
    r, q, u = r.copy(), np.eye(d), np.eye(d)
    k = 1
    while k < d:
        _shorten(r, u, k - 1, k)
        if r[k - 1, k] ** 2 + r[k, k] ** 2 < LOVASZ_DELTA * r[k - 1, k - 1] ** 2:
            r[:, [k - 1, k]], u[:, [k - 1, k]] = r[:, [k, k - 1]], u[:, [k, k - 1]]
            _rotate(r, q, k)
            k = max(k - 1, 1)
        else:
            for j in range(k - 2, -1, -1):
                _shorten(r, u, j, k)
            k += 1
        if np.max(np.abs(u[:, k - 1 : k + 1])) > MOST_TURNS_OF_A_GAP:
            raise ArithmeticError("the lattice of the gaps is numerically singular")
    return Reduced(r, q, np.rint(u).astype(np.int64))


def _shorten(r: Float[N, N], u: Float[N, N], j: int, k: int) -> None:
    """Subtract from column k the whole multiple of column j that makes it shortest along row j."""
    times = np.rint(r[j, k] / r[j, j])
    if times:
        r[: j + 1, k] -= times * r[: j + 1, j]
        u[:, k] -= times * u[:, j]


def _rotate(r: Float[N, N], q: Float[N, N], k: int) -> None:
    """Make r triangular again after an exchange of columns k - 1 and k: rotate the rows k - 1 and k."""
    length = np.hypot(r[k - 1, k - 1], r[k, k - 1])
    c, s = r[k - 1, k - 1] / length, r[k, k - 1] / length
    turn = np.array([[c, s], [-s, c]])
    r[k - 1 : k + 1, k - 1 :] = turn @ r[k - 1 : k + 1, k - 1 :]
    r[k, k - 1] = 0.0
    q[k - 1 : k + 1] = turn @ q[k - 1 : k + 1]
