"""Bounds of the parameters: a step is cut at the first bound that a parameter meets.

The bound is then active. With the step y of the other parameters, half the slope of chi2 by a parameter at a bound is
s_i + sum_j G_ij y_j. Where chi2 decreases outwards the parameter stays at its bound, otherwise it is free again (the
Karush-Kuhn-Tucker conditions of a box; Nocedal & Wright 2006, Numerical Optimization, section 16.7).
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from jug.compute.solver import Normal
from jug.core.array import Float, Parameter
from jug.model.parameters import Entry


class Box(NamedTuple):
    """Bounds of the free parameters, as changes from the anchor, kernel units.

    Parameters
    ----------
    low, high : (k,) arrays
        Infinite where there is no bound.
    """

    low: Float[Parameter]
    high: Float[Parameter]

    def cut_at_bound(self, dx: Float[Parameter], step: Float[Parameter]) -> tuple[Float[Parameter], int | None]:
        """Cut a step where the first parameter meets its bound.

        Parameters
        ----------
        dx, step : (k,) arrays
            Where the step begins, and the step, kernel units.

        Returns
        -------
        step : (k,) array
            The step, cut or not.
        first : int or None
            The parameter that meets its bound; None where the step stays inside.
        """
        if not len(step):  # every parameter is fixed
            return step, None
        room = np.where(step > 0.0, self.high - dx, np.where(step < 0.0, self.low - dx, np.inf))
        share = np.divide(room, step, out=np.full_like(step, np.inf), where=step != 0.0)
        first = int(np.argmin(share))
        if not share[first] < 1.0:
            return step, None
        cut = step * share[first]
        cut[first] = room[first]
        return cut, first

    def side(self, i: int, dx: Float[Parameter]) -> float:
        """Return the side of the bound that a parameter is nearer to.

        Parameters
        ----------
        i : int
            Position of the parameter in the layout.
        dx : (k,) array
            Change of the parameters from the anchor, kernel units.

        Returns
        -------
        float
            +1 for the upper bound, -1 for the lower one.
        """
        return 1.0 if abs(self.high[i] - dx[i]) < abs(dx[i] - self.low[i]) else -1.0


def box(entries: Iterable[Entry]) -> Box:
    """Return the bounds of free parameters, as changes from their values."""
    low, high = [], []
    for e in entries:
        down, up = e.param.bounds
        low.append(-np.inf if down is None else min((down - e.value.hi - e.value.lo) * e.scale, 0.0))
        high.append(np.inf if up is None else max((up - e.value.hi - e.value.lo) * e.scale, 0.0))
    return Box(np.array(low), np.array(high))


class BoundedStep(NamedTuple):
    """A step with some parameters fixed at their bounds.

    Parameters
    ----------
    dx : (k,) array
        The step in the order of the columns, zero for those that are fixed.
    decrease : float
        Predicted decrease of chi2.
    columns : tuple of int
        The columns that stay fixed.
    """

    dx: Float[Parameter]
    decrease: float
    columns: tuple[int, ...]


def bounded_step(normal: Normal, damping: float, columns: tuple[int, ...], outward: tuple[float, ...]) -> BoundedStep:
    """Solve for the damped step with columns fixed at their bounds. A column that would go inwards is set free.

    Parameters
    ----------
    normal : Normal
    damping : float
        Added to the unit diagonal of the scaled normal matrix, no unit.
    columns : tuple of int
        The columns at a bound.
    outward : tuple of float
        +1 for each column at an upper bound, -1 at a lower one.

    Returns
    -------
    BoundedStep
    """
    gram, slope, scale = (np.asarray(part) for part in (normal.gram, normal.slope, normal.scale))
    sign = dict(zip(columns, outward, strict=True))
    active = tuple(columns)
    while True:
        free = np.delete(np.arange(len(slope)), list(active))
        inner = gram[np.ix_(free, free)] + damping * np.eye(len(free))
        y = np.zeros(len(slope))
        y[free] = -np.linalg.lstsq(inner, slope[free], rcond=1e-14)[0]
        downhill = -(slope + gram @ y)
        staying = tuple(i for i in active if downhill[i] * sign[i] >= 0.0)
        if staying == active:
            return BoundedStep(y / scale, float(-(2.0 * slope @ y + y @ gram @ y)), active)
        active = staying
