"""Steps of the points of a grid whose matrices are not that of the anchor: limited-memory BFGS, each point for itself.

The inverse of the Gram matrix at the anchor begins as that of every point, until the point takes its own. Each further
evaluation of a point adds the change of its parameters and that of its slope, by which the inverse is corrected along
the steps of the point (Nocedal & Wright 2006, Numerical Optimization, algorithm 7.4). Maps of KOM and KIN need it: half
a turn of KOM away, the columns of the orbit are others.
"""

import numpy as np

from jug.core.array import Bool, Float, Int, N, Parameter


class QuasiNewton:
    """The inverse matrices of m points, as one matrix and what the evaluations of each point add to it.

    Parameters
    ----------
    inverse : (k, k) array
        The inverse of the Gram matrix at the anchor, kernel units.
    m : int
        Number of points.
    """

    def __init__(self, inverse: Float[Parameter, Parameter], m: int) -> None:
        self._inverse, self._m = inverse, m
        self._pairs: list[tuple[Float[N, Parameter], Float[N, Parameter], Float[N]]] = []
        self._own: dict[int, Float[Parameter, Parameter]] = {}

    def add(self, rows: Int[N], change: Float[N, Parameter], of_slope: Float[N, Parameter]) -> Bool[N]:
        """Add an evaluation of some points.

        Parameters
        ----------
        rows : (a,) int array
            The points.
        change, of_slope : (a, k) arrays
            Differences of the parameters and of the slopes of two evaluations, kernel units.

        Returns
        -------
        (a,) bool array
            Where the slope rises along the change. The others, also those without a slope, are not used.
        """
        along = np.sum(change * of_slope, axis=1)
        rises: Bool[N] = np.isfinite(along) & (along > 0.0)
        k = self._inverse.shape[0]
        pair = np.zeros((self._m, k)), np.zeros((self._m, k)), np.zeros(self._m)
        for array, own in zip(pair, (change, of_slope, 1.0 / np.where(rises, along, 1.0)), strict=True):
            array[rows[rises]] = own[rises]
        self._pairs.append(pair)
        return rises

    def take(self, row: int, inverse: Float[Parameter, Parameter]) -> None:
        """Let a point begin again with an inverse matrix of its own.

        Parameters
        ----------
        row : int
            The point.
        inverse : (k, k) array
            Kernel units.
        """
        self._own[row] = inverse
        for _, _, rate in self._pairs:
            rate[row] = 0.0

    def step(self, rows: Int[N], slope: Float[N, Parameter]) -> Float[N, Parameter]:
        """Return the steps to the minima that the slopes and matrices of some points predict.

        Parameters
        ----------
        rows : (a,) int array
            The points.
        slope : (a, k) array
            Half of the derivatives of chi2, kernel units.

        Returns
        -------
        (a, k) array
            Kernel units.
        """
        rest, shares = -slope, []
        for change, of_slope, rate in reversed(self._pairs):
            share = rate[rows] * np.sum(change[rows] * rest, axis=1)
            rest = rest - share[:, None] * of_slope[rows]
            shares.append(share)
        step: Float[N, Parameter] = rest @ self._inverse
        for place, row in enumerate(rows.tolist()):
            if row in self._own:
                step[place] = rest[place] @ self._own[row]
        for (change, of_slope, rate), share in zip(self._pairs, reversed(shares), strict=True):
            step = step + (share - rate[rows] * np.sum(of_slope[rows] * step, axis=1))[:, None] * change[rows]
        return step
