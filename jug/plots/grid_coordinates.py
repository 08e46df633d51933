"""Where the values of a grid lie along an axis of its picture, also where float64 does not hold them apart."""

from fractions import Fraction
from math import floor, log10

import numpy as np

from jug.analysis.grids.axis_values import as_decimal
from jug.analysis.grids.grid_result import Grid
from jug.core.array import Float, N
from jug.core.doubledouble import to_fraction
from jug.plots.long_numbers import MINUS

MOST_AS_FLOAT64 = 1e10
"""Ratio of a value to the span of its axis up to which the values themselves are drawn; beyond it their distances from
a round value, which the label has."""


def coordinates(grid: Grid, name: str) -> tuple[Float[N], str]:
    """Return the values to draw, and what they are.

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
        The name; ``F0 - 326.60056202349`` where the values are distances from there.
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
