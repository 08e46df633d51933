"""Where the refitted parameters of a point of a grid start: at values that other points predict.

The points are refitted in levels. The first has up to four values along each axis, spread over all of it, each further
one about twice as many, the last all. Between the points of the levels before, the refitted parameters are interpolated
by polynomials of degree 3 along each axis. The prediction costs nothing beside an evaluation, and most points that
start there need no second evaluation.
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Float, Int, K, N, Parameter

FIRST_VALUES = 4
"""Number of values along each axis in the first level."""

NEIGHBOURS = 4
"""Number of values along each axis from which a value is interpolated."""


class OnAxis(NamedTuple):
    """How values of an axis are interpolated.

    Parameters
    ----------
    places : (n, q) int array
        For each value of the axis, the places of its neighbours on the axis.
    weights : (n, q) array
        The Lagrange polynomials of the neighbours at the value, no unit.
    """

    places: Int[N, K]
    weights: Float[N, K]


class Level(NamedTuple):
    """Points that are refitted together.

    Parameters
    ----------
    places : (m,) int array
        Their places in the list of all points, in ascending order.
    by_axis : tuple of OnAxis
        By the points of the levels before, for each axis; empty at the first level.
    shape : tuple of int
        Number of values on each axis.
    """

    places: Int[N]
    by_axis: tuple[OnAxis, ...]
    shape: tuple[int, ...]

    def predict(self, dx: Float[N, Parameter], points: Int[N]) -> Float[N, Parameter]:
        """Interpolate the refitted parameters.

        Parameters
        ----------
        dx : (all points, k) array
            Kernel units; only the points of the levels before are read.
        points : (m,) int array
            Places of points of this level.

        Returns
        -------
        (m, k) array
            Kernel units.
        """
        places, weights = np.zeros((len(points), 1), dtype=np.int64), np.ones((len(points), 1))
        for i, axis, size in zip(np.unravel_index(points, self.shape), self.by_axis, self.shape, strict=True):
            places = (places[:, :, None] * size + axis.places[i][:, None, :]).reshape(len(points), -1)
            weights = (weights[:, :, None] * axis.weights[i][:, None, :]).reshape(len(points), -1)
        return np.stack([w @ dx[near] for near, w in zip(places, weights, strict=True)])


def levels_of(axes: list[Float[N]]) -> list[Level]:
    """Divide the points of a grid into levels.

    Parameters
    ----------
    axes : list of (n,) arrays
        The values along each axis, in any unit and order.

    Returns
    -------
    list of Level
        Each point is in one.
    """
    shape = tuple(len(axis) for axis in axes)
    done, count = np.zeros(shape, dtype=bool), FIRST_VALUES
    levels: list[Level] = []
    before: list[Int[N]] = []
    while not done.all():
        chosen = [_spread(axis, count) for axis in axes]
        if before:
            chosen = [np.union1d(old, new) for old, new in zip(before, chosen, strict=True)]
        if all(len(own) == len(np.unique(axis)) for own, axis in zip(chosen, axes, strict=True)):
            chosen = [np.arange(n) for n in shape]  # with values that are on an axis twice
        by_axis = tuple(_neighbours(axis, own) for axis, own in zip(axes, before, strict=True)) if before else ()
        wanted = np.zeros(shape, dtype=bool)
        wanted[np.ix_(*chosen)] = True
        levels.append(Level(np.flatnonzero(wanted & ~done), by_axis, shape))
        done |= wanted
        before, count = chosen, 2 * count - 1
    return levels


def _spread(axis: Float[N], count: int) -> Int[N]:
    """Places of at most ``count`` different values, spread over the axis."""
    first = np.unique(axis, return_index=True)[1]
    return np.sort(first[np.unique(np.rint(np.linspace(0, len(first) - 1, count)).astype(np.int64))])


def _neighbours(axis: Float[N], places: Int[N]) -> OnAxis:
    """The neighbours of each value of an axis among the values at some places, which all differ."""
    places = places[np.argsort(axis[places])]
    q = min(NEIGHBOURS, len(places))
    first = np.clip(np.searchsorted(axis[places], axis) - q // 2, 0, len(places) - q)
    near = places[first[:, None] + np.arange(q)]
    at, weights = axis[near], np.ones((len(axis), q))
    for j in range(q):
        rest = np.delete(at, j, axis=1)
        weights[:, j] = np.prod((axis[:, None] - rest) / (at[:, j, None] - rest), axis=1)
    return OnAxis(near, weights)
