"""Elimination of parameters from normal equations.

With b the columns of a model and c further ones, G the Gram matrix J^T C^-1 J and s the slope J^T C^-1 r,

    S = G_cc - G_cb G_bb^-1 G_bc,   g = s_c - G_cb G_bb^-1 s_b

and any subset k of the further columns lowers chi2 by g_k^T S_kk^-1 g_k, at the values -S_kk^-1 g_k, in the linear
model.
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Float, Int, K, N

ZERO_SHARE = 1e-13
"""Eigenvalues of the scaled Gram matrix below this share of the largest are taken as zero where it has no factor."""


class Remaining(NamedTuple):
    """Normal equations of the columns that remain.

    Parameters
    ----------
    gram : (c, c) array
        S.
    slope : (c,) array
        g.
    """

    gram: Float[K, K]
    slope: Float[K]

    def gain(self, at: Int[N], least: float = 0.0) -> float:
        """Return by how much chi2 falls with some of the columns.

        Parameters
        ----------
        at : (k,) int array
            Which columns.
        least : float
            Directions in which the scaled Gram matrix has a smaller eigenvalue are left out.

        Returns
        -------
        float
            Decrease of chi2, no unit.
        """
        value, vector = np.linalg.eigh(self.gram[np.ix_(at, at)])
        along = vector.T @ self.slope[at]
        kept = value > max(least, 0.0)
        return float(np.sum(along[kept] ** 2 / value[kept]))

    def without(self, at: Int[N]) -> "Remaining":
        """Eliminate some of the columns too; they stay in place, as zeros.

        Parameters
        ----------
        at : (k,) int array
            Indices of the columns.

        Returns
        -------
        Remaining
        """
        cross = self.gram[:, at]
        solved = np.linalg.lstsq(cross[at], np.column_stack([cross.T, self.slope[at]]), rcond=ZERO_SHARE)[0]
        gram, slope = self.gram - cross @ solved[:, :-1], self.slope - cross @ solved[:, -1]
        gram[at], gram[:, at], slope[at] = 0.0, 0.0, 0.0
        return Remaining(gram, slope)


def eliminate_columns(
    gram: Float[N, N], slope: Float[N], own: Int[K], other: Int[K], *, dependent: bool = True
) -> Remaining:
    """Eliminate columns from normal equations.

    Parameters
    ----------
    gram : (n, n) array
        Scaled to a unit diagonal.
    slope : (n,) array
        Scaled as well.
    own : (b,) int array
        The columns that are eliminated.
    other : (c,) int array
        The columns that remain.
    dependent : bool
        Whether columns that are eliminated may depend on each other.

    Returns
    -------
    Remaining

    Raises
    ------
    LinAlgError
        The eliminated columns depend on each other, and ``dependent`` is False.
    """
    inner = gram[np.ix_(own, own)]
    right = np.column_stack([gram[np.ix_(own, other)], slope[own]])
    try:
        half = np.linalg.solve(np.linalg.cholesky(inner), right)
    except np.linalg.LinAlgError:
        if not dependent:
            raise
        value, vector = np.linalg.eigh(inner)
        kept = value > ZERO_SHARE * value[-1]
        half = (vector[:, kept] / np.sqrt(value[kept])).T @ right
    return Remaining(
        gram[np.ix_(other, other)] - half[:, :-1].T @ half[:, :-1], slope[other] - half[:, :-1].T @ half[:, -1]
    )
