"""Standard errors from the second derivatives; intervals and limits from profile likelihoods."""

import numpy as np

from jug.core.array import Float, Parameter
from jug.core.execution.progress import counting
from jug.errors import FitError
from jug.fitting.findings.interval import Interval
from jug.fitting.noise.coordinates import A_SIZE
from jug.fitting.noise.crossing import crossing
from jug.fitting.noise.maximum import Maximum
from jug.fitting.noise.objective import Objective
from jug.fitting.noise.profile import Profile, fall
from jug.fitting.noise.profile_alone import profile_alone

FALL_AT_SIGMA, FALL_AT_LIMIT = 0.5, 1.3528
"""Fall of log L at one standard error, and at a limit of 95% on one side (chi2 of 2.706)."""

PARABOLA_TOLERANCE = 0.1
"""Relative deviation from 1/2, one standard error away, up to which a profile is called a parabola."""

NEAREST_STEP = 0.1
"""Least distance to the place where log L has fallen by 1/2, as a share of the standard error, in its search."""

LEAST_EIGENVALUE = 1e-4
"""Least eigenvalue of the scaled second derivatives; with a smaller one parameters are degenerate."""


def noise_covariance(objective: Objective, maximum: Maximum) -> Float[Parameter, Parameter]:
    """Compute the covariance of the parameters, with zeros where one is at an edge.

    Parameters
    ----------
    objective : Objective
    maximum : Maximum

    Returns
    -------
    (k, k) array
        Par units squared.

    Raises
    ------
    FitError
        Degenerate parameters.
    """
    k, free = len(maximum.free), maximum.free
    found = np.zeros((k, k))
    if not np.any(free):
        return found
    names = np.array(objective.likelihood.names)[free]
    values, vectors = np.linalg.eigh(maximum.hessian * np.outer(maximum.scale[free], maximum.scale[free]))
    if values[0] < LEAST_EIGENVALUE:
        weak = np.abs(vectors[:, 0])
        _refuse_degenerate(names[weak > 0.1 * weak.max()].tolist())
    jacobian = objective.coordinates.jacobian(maximum.point.x)[:, free]
    found[:, :] = jacobian @ np.linalg.inv(maximum.hessian) @ jacobian.T
    found[~free] = 0.0
    found[:, ~free] = 0.0
    return found


def _refuse_degenerate(names: list[str]) -> None:
    if len(names) == 1:
        why = f"the data do not determine {names[0]}: the likelihood does not change with it"
    else:
        why = f"the data determine only a combination of {' and '.join(names)}"
    raise FitError(f"{why}; fix one, or take the line out of the model")


def intervals(
    objective: Objective, maximum: Maximum, covariance: Float[Parameter, Parameter], profiles: bool | None
) -> list[Interval]:
    """Find the errors, intervals and limits of all parameters.

    Parameters
    ----------
    objective : Objective
    maximum : Maximum
    covariance : (k, k) array
        Of `noise_covariance`.
    profiles : bool or None
        Whether every parameter gets an interval from its profile; None: those whose profile is not a parabola.

    Returns
    -------
    list of Interval
    """
    theta = objective.coordinates.theta(maximum.point.x)
    found = []
    with counting("profiles of noise parameters", len(theta)) as count:
        for i in range(len(theta)):
            by = profile_alone(objective, maximum, i)
            found.append(_interval(by, i, float(theta[i]), float(np.sqrt(covariance[i, i])), profiles))
            count(1)
    return found


def _interval(by: Profile, i: int, value: float, error: float, profiles: bool | None) -> Interval:
    objective, maximum = by
    edges = objective.coordinates
    if not maximum.free[i]:
        return _at_edge(by, i, value)
    if profiles is False:
        return Interval(value, error)
    places = np.flatnonzero(maximum.free)
    own = int(np.flatnonzero(places == i)[0])
    sigma = float(np.sqrt(np.linalg.inv(maximum.hessian)[own, own]))
    parabola, above = _is_parabola(by, i, sigma)
    if profiles is None and parabola:
        return Interval(value, error)
    nearer = sigma * float(np.clip(np.sqrt(FALL_AT_SIGMA / above), NEAREST_STEP, 1.0)) if above > 0.0 else sigma
    down, up = (crossing(by, i, FALL_AT_SIGMA, step) for step in (-sigma, nearer))
    limits: list[float | None] = [None, None]
    if i in edges.from_zero:
        for side, (end, sign) in enumerate(((down, 1.0), (up, -1.0))):
            far = crossing(by, i, FALL_AT_LIMIT, 1.6 * sign * sigma) if end is None else None
            limits[side] = None if far is None else _value_at(by, i, far)
    ends = [None if end is None else _value_at(by, i, end) for end in (down, up)]
    if not parabola:
        error = _error_of_profile(value, ends, open_above=up is None and i in edges.from_zero)
    if down is None and edges.kind[i] == A_SIZE:
        ends[0] = 0.0
    low, high = ends
    upper, lower = limits
    return Interval(value, error if np.isfinite(error) else None, low, high, upper, lower, profiled=True)


def _error_of_profile(value: float, ends: list[float | None], *, open_above: bool) -> float:
    """Mean distance of the ends of the 68% interval; NaN without one, or where it has no upper end."""
    away = [abs(end - value) for end in ends if end is not None]
    return float(np.mean(away)) if away and not open_above else float("nan")


def _at_edge(by: Profile, i: int, value: float) -> Interval:
    """The limit of a parameter at an edge of its range; no limit for the spectral index of an absent process."""
    edges, x = by.objective.coordinates, float(by.maximum.point.x[i])
    if edges.low[i] < x < edges.high[i]:
        return Interval(value, None, determined=False)
    upwards = x <= edges.low[i]
    far = crossing(by, i, FALL_AT_LIMIT, 0.3 if upwards else -0.3)
    limit = None if far is None else _value_at(by, i, far)
    if upwards and edges.kind[i] == A_SIZE:
        value = 0.0
    return Interval(value, None, upper_limit=limit if upwards else None, lower_limit=None if upwards else limit)


def _is_parabola(by: Profile, i: int, sigma: float) -> tuple[bool, float]:
    """Whether log L falls by 1/2 one standard error away on both sides; and the fall above, 0 if not evaluated."""
    edges, x = by.objective.coordinates, float(by.maximum.point.x[i])
    above = 0.0
    for sign in (1.0, -1.0):  # above first: below, zero may be near, and the others change much
        at = x + sign * sigma
        if not edges.low[i] < at < edges.high[i]:
            return False, above
        fallen = fall(by, i, at, by.maximum.point)[0]
        above = fallen if sign > 0.0 else above
        if abs(fallen - FALL_AT_SIGMA) > PARABOLA_TOLERANCE * FALL_AT_SIGMA:
            return False, above
    return True, above


def _value_at(by: Profile, i: int, x: float) -> float:
    """The value of parameter i, par units, where its coordinate is x."""
    at = by.maximum.point.x.copy()
    at[i] = x
    return float(by.objective.coordinates.theta(at)[i])
