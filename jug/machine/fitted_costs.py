"""The costs of a machine from measured times (`jug.machine.tuning`)."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from jug.compute.cost_model import FitSize, Rates

TIME_SCATTER, RATE_SCATTER = 0.05, 0.5
"""Relative scatter of a measured time, and of a machine's rates about the shipped ones times one factor."""


def fit_rates(sizes: Sequence[FitSize], seconds: Sequence[float], expected: Rates) -> Rates:
    """Find the most likely rates, none below zero, for measured times.

    The measured sizes do not determine all rates. Each rate is therefore expected to be that of another machine times a
    common factor, with a scatter of `RATE_SCATTER`; the times have a scatter of `TIME_SCATTER`. A rate that is zero on
    the other machine is free.

    Parameters
    ----------
    sizes : sequence of FitSize
    seconds : sequence of float
        The time of one iteration of a fit at each size, s.
    expected : Rates
        The rates of the other machine.

    Returns
    -------
    Rates
    """
    from scipy.optimize import nnls

    measured = np.asarray(seconds, dtype=np.float64)
    units = [Rates(*unit) for unit in np.eye(len(expected)).tolist()]
    terms = np.array([[unit.seconds(size) for unit in units] for size in sizes]) / measured[:, None]
    factor = float(np.median(measured / np.array([expected.seconds(size) for size in sizes])))
    prior = factor * np.array(expected)
    weights = np.divide(TIME_SCATTER / RATE_SCATTER, prior, out=np.zeros_like(prior), where=prior > 0.0)
    scale = np.maximum(terms.max(axis=0), weights)
    scale[scale == 0.0] = 1.0
    matrix = np.concatenate([terms, np.diag(weights)]) / scale
    found: NDArray[np.float64] = nnls(matrix, np.concatenate([np.ones(len(measured)), weights * prior]))[0] / scale
    return Rates(*(float(rate) for rate in found))


def transfer_costs(n_toa: Sequence[int], seconds: Sequence[float]) -> tuple[float, float]:
    """Return the time of a fit with JAX besides its iterations: at the smallest sizes, and more for each TOA.

    Parameters
    ----------
    n_toa : sequence of int
    seconds : sequence of float
        This time at each size, s.

    Returns
    -------
    once : float
        The median of the three smallest sizes, s, but not below zero.
    each : float
        The additional time of the largest size, s for each TOA.
    """
    order = np.argsort(n_toa, kind="stable")
    once, most = max(float(np.median(np.array(seconds)[order[:3]])), 0.0), int(order[-1])
    return once, max(seconds[most] - once, 0.0) / n_toa[most]
