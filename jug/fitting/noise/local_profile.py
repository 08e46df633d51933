"""The profile of one parameter near a point, from the gradient there and second derivatives.

`jug.fitting.noise.crossing` has the formulas.
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Float, Int, Parameter
from jug.fitting.noise.maximum import Point, not_at_edges
from jug.fitting.noise.profile import Profile


class LocalProfile(NamedTuple):
    """The profile p(t) about a point.

    Parameters
    ----------
    left : float
        Predicted decrease of -log L when the other parameters go to their best values.
    constant, slope, curvature : float
        p at t = 0, and its derivatives by x_i.
    """

    left: float
    constant: float
    slope: float
    curvature: float

    def root(self, drop: float, sign: float) -> float | None:
        """Solve p(t) = drop.

        Parameters
        ----------
        drop : float
            How far log L falls from the maximum (natural logarithm), no unit.
        sign : float
            1 or -1: the side of the maximum.

        Returns
        -------
        float or None
            t, where p rises away from the maximum; None where there is none.
        """
        missing, rising = drop - self.constant, sign * self.slope
        under = rising * rising + 2.0 * self.curvature * missing
        if under < 0.0 or rising + np.sqrt(under) <= 0.0:
            return None
        return float(sign * 2.0 * missing / (rising + np.sqrt(under)))


class NewtonProfile(NamedTuple):
    """The element of a profile, the elements that change with it, and H.

    Parameters
    ----------
    by : Profile
    i : int
        The element of the profile.
    places : (j,) int array
        The elements that may change, i included.
    second : (j, j) array
        H of these.
    """

    by: Profile
    i: int
    places: Int[Parameter]
    second: Float[Parameter, Parameter]

    def x_at(self, point: Point, value: float) -> Float[Parameter]:
        """Return the coordinates after Newton's step of the others, with x_i at a value.

        Parameters
        ----------
        point : Point
        value : float
            Of x_i.

        Returns
        -------
        (k,) array
            Inside the range.
        """
        x, others, own = point.x.copy(), self._others(point), self._own
        if len(others):
            pull = point.slope[self.places[others]] + self.second[others, own] * (value - x[self.i])
            x[self.places[others]] -= np.linalg.solve(self.second[np.ix_(others, others)], pull)
        x[self.i] = value
        edges = self.by.objective.coordinates
        found: Float[Parameter] = np.clip(x, edges.low, edges.high)
        return found

    def about(self, point: Point) -> LocalProfile:
        """Return the profile about a point."""
        others, own = self._others(point), self._own
        g, row = point.slope[self.places[others]], self.second[others, own]
        step = np.linalg.solve(self.second[np.ix_(others, others)], np.column_stack([g, row]))
        left = 0.5 * float(g @ step[:, 0])
        slope = float(point.slope[self.i] - row @ step[:, 0])
        curvature = float(self.second[own, own] - row @ step[:, 1])
        return LocalProfile(left, point.value - self.by.maximum.point.value - left, slope, curvature)

    def after(self, old: Point, new: Point) -> "NewtonProfile":
        """Correct H by a step, and add elements that leave their edge; their scale is that of the maximum.

        Parameters
        ----------
        old, new : Point

        Returns
        -------
        NewtonProfile
            With the same H where the corrected one would not be positive.
        """
        step, change = (new.x - old.x)[self.places], (new.slope - old.slope)[self.places]
        pushed, second = self.second @ step, self.second
        before, along = float(step @ pushed), float(step @ change)
        if along > 1e-3 * before > 0.0:
            second = second - np.outer(pushed, pushed) / before + np.outer(change, change) / along
        leaving = np.setdiff1d(np.flatnonzero(not_at_edges(self.by.objective, new)), self.places)
        every = np.union1d(self.places, leaving)
        larger = np.diag(self.by.maximum.scale[every] ** -2.0)
        own = np.searchsorted(every, self.places)
        larger[np.ix_(own, own)] = second
        return self._replace(places=every, second=larger)

    @property
    def _own(self) -> int:
        """The row of i."""
        return int(np.searchsorted(self.places, self.i))

    def _others(self, point: Point) -> Int[Parameter]:
        """The rows of the elements that may change besides i."""
        moving = not_at_edges(self.by.objective, point)
        moving[self.i] = False
        return np.flatnonzero(moving[self.places])


def newton_profile(by: Profile, i: int, drop: float, step: float) -> NewtonProfile:
    """Begin with H at the maximum; an element at an edge gets a curvature with which the profile falls as wanted.

    Parameters
    ----------
    by : Profile
    i : int
        The element.
    drop, step : float
        As in `jug.fitting.noise.crossing.crossing`.

    Returns
    -------
    NewtonProfile
    """
    free = np.flatnonzero(by.maximum.free)
    if i in free:
        return NewtonProfile(by, i, free, by.maximum.hessian)
    places = np.union1d(free, [i])
    second = np.diag(np.full(len(places), 2.0 * drop / step**2))
    own = np.searchsorted(places, free)
    second[np.ix_(own, own)] = by.maximum.hessian
    return NewtonProfile(by, i, places, second)
