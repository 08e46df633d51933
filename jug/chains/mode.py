"""The maxima of a posterior in z and the covariances about them, for the start and the first metric of chains.

The root L of the covariance about the mode, from the second derivatives there, is the metric of the sampler: in w with
z = mode + L w the posterior is approximately a Gaussian of unit width. `jug.chains.jumps` goes between maxima.
"""

from typing import NamedTuple

import numpy as np

from jug.chains.target import ValueAndGradient
from jug.core.array import Float, N, Parameter
from jug.core.execution.threads import limit_new_blas

WIDEST_Z = 3.0
"""Largest standard deviation of z along a principal axis. A logistic coordinate with a flat prior has 1.8."""

MODE_STEP = 1e-3
"""Step of the numerical derivatives of the gradient, in z."""

WORST_START = 1e10
"""Value of the minimised function where the density is not finite."""


APART = 3.0
"""Least distance of two maxima between which the sampler jumps, in standard deviations about the higher one. Between
nearer maxima NUTS moves by itself."""

MOST_PEAKS = 8
"""Largest number of maxima between which the sampler jumps. Each needs two gradients for each parameter."""


class PosteriorMode(NamedTuple):
    """The mode of a posterior, the root of the covariance about it, and other maxima.

    Parameters
    ----------
    z : (k,) array
        Coordinates without bounds, no unit.
    root : (k, k) array
        L, lower triangular.
    value : float
        Log density.
    ends : (m, k) array
        The maximum that is reached from each start.
    heights : (m,) array
        Log density there.
    """

    z: Float[Parameter]
    root: Float[Parameter, Parameter]
    value: float
    ends: Float[N, Parameter]
    heights: Float[N]


class Peaks(NamedTuple):
    """The maxima between which the sampler jumps, the highest first.

    Parameters
    ----------
    place : (m, k) array
        In z, no unit.
    root : (m, k, k) array
        L of each maximum.
    """

    place: Float[N, Parameter]
    root: Float[N, Parameter, Parameter]


def mode_of(function: ValueAndGradient, starts: Float[N, Parameter]) -> PosteriorMode:
    """Find a maximum from each start, and take the highest as the mode.

    Parameters
    ----------
    function : callable
        ``z -> (log density, gradient)``.
    starts : (m, k) array
        Coordinates without bounds, no unit.

    Returns
    -------
    PosteriorMode
    """
    from scipy.optimize import minimize

    limit_new_blas()

    def fall(z: Float[Parameter]) -> tuple[float, Float[Parameter]]:
        value, slope = function(z)
        if not (np.isfinite(value) and np.all(np.isfinite(slope))):
            return WORST_START, np.zeros(len(z))
        return base - value, -slope

    ends, heights = [], []
    for start in starts:
        base = function(start)[0]
        end = minimize(fall, start, jac=True, method="L-BFGS-B", options={"maxiter": 300, "ftol": 1e-9, "gtol": 1e-2})
        ends.append(end.x)
        heights.append(base - float(end.fun))
    top = int(np.argmax(heights))
    return PosteriorMode(ends[top], root_about(function, ends[top]), heights[top], np.array(ends), np.array(heights))


def root_about(function: ValueAndGradient, z: Float[Parameter]) -> Float[Parameter, Parameter]:
    """Compute the Cholesky factor of the covariance about a point, from central differences of the gradient.

    Parameters
    ----------
    function : callable
        ``z -> (log density, gradient)``.
    z : (k,) array
        Coordinates without bounds, no unit.

    Returns
    -------
    (k, k) array
        Lower triangular.
    """
    k = len(z)
    second = np.zeros((k, k))
    for i in range(k):
        step = MODE_STEP * np.eye(k)[i]
        second[i] = (function(z + step)[1] - function(z - step)[1]) / (2.0 * MODE_STEP)
    second = np.where(np.isfinite(second), second, 0.0)
    values, vectors = np.linalg.eigh(-0.5 * (second + second.T))
    spread = np.maximum(values, WIDEST_Z**-2.0) ** -0.5
    root: Float[Parameter, Parameter] = np.linalg.cholesky((vectors * spread**2) @ vectors.T).astype(np.float64)
    return root


def peaks_of(function: ValueAndGradient, mode: PosteriorMode, lowest: float) -> Peaks:
    """Choose the maxima that are far apart, and compute the covariance about each.

    Parameters
    ----------
    function : callable
        ``z -> (log density, gradient)``.
    mode : PosteriorMode
    lowest : float
        Largest difference of a maximum from the highest one, in log density.

    Returns
    -------
    Peaks
    """
    places, roots = [mode.z], [mode.root]
    for i in np.argsort(-mode.heights, kind="stable"):
        end = mode.ends[i]
        away = [np.linalg.norm(np.linalg.solve(root, end - z)) for z, root in zip(places, roots, strict=True)]
        if min(away) > APART and mode.heights[i] > mode.value - lowest and len(places) < MOST_PEAKS:
            places.append(end)
            roots.append(root_about(function, end))
    return Peaks(np.array(places), np.array(roots))


def one_peak(place: Float[Parameter], root: Float[Parameter, Parameter]) -> Peaks:
    """Return `Peaks` with a single maximum, for a sampler without jumps.

    Parameters
    ----------
    place : (k,) array
        In z, no unit.
    root : (k, k) array
        L there.

    Returns
    -------
    Peaks
    """
    return Peaks(place[None], root[None])
