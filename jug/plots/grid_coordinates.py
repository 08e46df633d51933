"""Coordinates of the values of a grid along an axis of its picture, also if neighbours are equal in float64."""

from fractions import Fraction
from math import floor, log10

import numpy as np

from jug.analysis.grids.axis_values import as_decimal
from jug.analysis.grids.grid_result import Grid
from jug.core.array import Float, N
from jug.core.doubledouble import to_fraction
from jug.plots.long_numbers import MINUS

MOST_AS_FLOAT64 = 1e10
"""Largest ratio of a value to the span of its axis at which the values themselves are drawn. Above it, distances from a
round value are drawn, and the label gives this value."""


def coordinates(grid: Grid, name: str) -> tuple[Float[N], str]:
    """Return the values to draw, and the name for the label.

    Parameters
    ----------
    grid : Grid
    name : str
        A parameter on the grid.

    Returns
    -------
    values : (m,) array
        Par units.
    words : str
        The name of the parameter; ``F0 - 326.60056202349`` if the values are distances from that number.
    """
    values, offsets = grid.axes[name], grid.offsets[name]
    low, high = float(offsets.min()), float(offsets.max())
    if np.max(np.abs(values)) <= MOST_AS_FLOAT64 * (high - low):
        return values, name
    own = to_fraction(grid.model.entries[name].value)
    digits = -floor(log10(0.5 * (high - low))) - 1
    reference = round(own + Fraction(0.5 * (low + high)), digits)
    sign = "+" if reference < 0 else MINUS
    return offsets - float(reference - own), f"{name} {sign} {abs(as_decimal(Fraction(reference))):.{max(0, digits)}f}"
