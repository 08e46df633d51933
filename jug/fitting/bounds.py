"""Parameters kept inside their bounds: a step is cut short at a border, where a parameter is held while it pushes out.

The set of held parameters follows the signs of the multipliers: with the step y of the others, the slope of chi2 by a
held one is s_i + sum_j G_ij y_j; where it points outwards the parameter stays, else it is set free again (the
Karush-Kuhn-Tucker conditions of a box; Nocedal & Wright 2006, Numerical Optimization, section 16.7).
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jug.compute.solver import Normal
from jug.model.parameters import Entry

Vector = NDArray[np.float64]


class Box(NamedTuple):
    """How far the free parameters may go from the anchor, kernel units; (k,) arrays, infinite where nothing bounds."""

    low: Vector
    high: Vector

    def shortened(self, dx: Vector, step: Vector) -> tuple[Vector, int | None]:
        """A step from ``dx`` cut where the first parameter meets its border, and which one that is (None: none)."""
        room = np.where(step > 0.0, self.high - dx, np.where(step < 0.0, self.low - dx, np.inf))
        share = np.divide(room, step, out=np.full_like(step, np.inf), where=step != 0.0)
        first = int(np.argmin(share))
        if not share[first] < 1.0:
            return step, None
        cut = step * share[first]
        cut[first] = room[first]
        return cut, first

    def side(self, i: int, dx: Vector) -> float:
        """+1 at the upper border, -1 at the lower one."""
        return 1.0 if abs(self.high[i] - dx[i]) < abs(dx[i] - self.low[i]) else -1.0


def box(entries: Iterable[Entry]) -> Box:
    """The bounds of free parameters, from their values."""
    low, high = [], []
    for e in entries:
        down, up = e.param.bounds
        low.append(-np.inf if down is None else min((down - e.value.hi - e.value.lo) * e.scale, 0.0))
        high.append(np.inf if up is None else max((up - e.value.hi - e.value.lo) * e.scale, 0.0))
    return Box(np.array(low), np.array(high))


class BoundedStep(NamedTuple):
    """A step with some parameters held.

    Parameters
    ----------
    dx : (k,) array
        The step in the order of the columns, zero for the held ones.
    fall : float
        Predicted fall of chi2.
    columns : tuple of int
        The columns that stay held.
    """

    dx: Vector
    decrease: float
    columns: tuple[int, ...]


def bounded_step(normal: Normal, damping: float, columns: tuple[int, ...], outward: tuple[float, ...]) -> BoundedStep:
    """The damped step without the held columns; those that would go inwards are let go.

    Parameters
    ----------
    columns, outward : tuples
        Which columns are held, and the sign of the way out of each.
    """
    gram, slope, scale = (np.asarray(part) for part in (normal.gram, normal.slope, normal.scale))
    sign = dict(zip(columns, outward, strict=True))
    held = tuple(columns)
    while True:
        free = np.setdiff1d(np.arange(len(slope)), held)
        inner = gram[np.ix_(free, free)] + damping * np.eye(len(free))
        y = np.zeros(len(slope))
        y[free] = -np.linalg.lstsq(inner, slope[free], rcond=1e-14)[0]
        vjp = -(slope + gram @ y)
        staying = tuple(i for i in held if vjp[i] * sign[i] >= 0.0)
        if staying == held:
            return BoundedStep(y / scale, float(-(2.0 * slope @ y + y @ gram @ y)), held)
        held = staying
