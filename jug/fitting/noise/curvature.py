"""Second derivatives of the objective, by central differences of its exact gradient."""

import numpy as np

from jug.core.array import Bool, Float, Parameter
from jug.fitting.noise.objective import Objective

DIFFERENCE_STEP = 1e-3
"""Step of the differences, in units of the scale: the error of the second derivatives is about 1e-6 of them."""


def coordinate_scale(objective: Objective, x: Float[Parameter], slope: Float[Parameter]) -> Float[Parameter]:
    """Estimate the change of each coordinate that changes the objective by 1/2.

    Parameters
    ----------
    objective : Objective
    x : (k,) array
        Coordinates, no unit.
    slope : (k,) array
        Its gradient there.

    Returns
    -------
    (k,) array
        From 1e-3 to 1.
    """
    found = np.ones(len(x))
    edges = objective.coordinates
    for i in range(len(x)):
        step = -0.01 if x[i] + 0.01 > edges.high[i] else 0.01
        at = x.copy()
        at[i] += step
        curvature = abs(objective(at)[1][i] - slope[i]) / abs(step)
        found[i] = min(max(curvature, 1.0) ** -0.5, 1.0)
    return np.maximum(found, 1e-3)


def hessian(
    objective: Objective, x: Float[Parameter], scale: Float[Parameter], free: Bool[Parameter]
) -> Float[Parameter, Parameter]:
    """Differentiate the gradient.

    Parameters
    ----------
    objective : Objective
    x : (k,) array
        Coordinates, no unit.
    scale : (k,) array
        Change of each coordinate that changes the objective by 1/2.
    free : (k,) bool array
        Elements to vary; j of them.

    Returns
    -------
    (j, j) array
        Symmetric.
    """
    places = np.flatnonzero(free)
    edges = objective.coordinates
    found = np.zeros((len(places), len(places)))
    for row, i in enumerate(places):
        up, down = x.copy(), x.copy()
        up[i] = min(x[i] + DIFFERENCE_STEP * scale[i], edges.high[i])
        down[i] = max(x[i] - DIFFERENCE_STEP * scale[i], edges.low[i])
        found[row] = ((objective(up)[1] - objective(down)[1]) / (up[i] - down[i]))[places]
    return 0.5 * (found + found.T)
