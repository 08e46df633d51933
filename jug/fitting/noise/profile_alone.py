"""A maximum in coordinates of which one is the parameter alone, so that its profile can be made."""

import numpy as np

from jug.fitting.noise.curvature import coordinate_scale, hessian
from jug.fitting.noise.maximum import Maximum, Point
from jug.fitting.noise.objective import Objective
from jug.fitting.noise.profile import Profile


def profile_alone(objective: Objective, maximum: Maximum, i: int) -> Profile:
    """Change the coordinates of a maximum to those of `Coordinates.alone`.

    Parameters
    ----------
    objective : Objective
    maximum : Maximum
    i : int
        The element of the profile.

    Returns
    -------
    Profile
        A factor at its lower edge is free where it is a total.
    """
    edges, x = objective.coordinates, maximum.point.x
    changed = edges.alone(i, x)
    if changed is edges:
        return Profile(objective, maximum)
    other, factor, free = objective.with_coordinates(changed), int(edges.multiplier[i]), maximum.free.copy()
    new = x.copy()
    if factor >= 0:
        new = changed.x(edges.theta(x))
        new[x <= edges.low] = changed.low[x <= edges.low]
        new[factor] = changed.x(edges.theta(x))[factor]
        free[factor] |= bool(free[i])
    point = Point(new, *other(new))
    if np.array_equal(free, maximum.free):
        old, now = (one.jacobian(at)[np.ix_(free, free)] for one, at in ((edges, x), (changed, new)))
        change = np.linalg.solve(old, now)
        second, scale = change.T @ maximum.hessian @ change, maximum.scale.copy()
    else:
        scale = coordinate_scale(other, new, point.slope)
        second = hessian(other, new, scale, free)
        values, vectors = np.linalg.eigh(second * np.outer(scale[free], scale[free]))
        second = (vectors * np.maximum(values, 1e-6)) @ vectors.T / np.outer(scale[free], scale[free])
    scale[free] = np.clip(np.diag(second), 1e-6, None) ** -0.5
    return Profile(other, maximum._replace(point=point, scale=scale, free=free, hessian=second))
