"""The costs of a machine from measured times (`jug.machine.tuning`)."""

from collections.abc import Sequence

import numpy as np

from jug.compute.cost_model import FitSize, Rates
from jug.core.array import Float, K, N

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
    units = [Rates(*unit) for unit in np.eye(len(expected)).tolist()]
    terms = np.array([[unit.seconds(size) for unit in units] for size in sizes])
    measured = np.asarray(seconds, dtype=np.float64)
    return Rates(*_most_likely(terms, measured, measured, np.array(expected)))


def common_costs(
    sizes: Sequence[FitSize], seconds: Sequence[float], fits: Sequence[float], expected: tuple[float, float, float]
) -> tuple[float, float, float]:
    """Find what a fit takes besides its iterations, in the same way.

    Parameters
    ----------
    sizes : sequence of FitSize
    seconds : sequence of float
        This time at each size, s; below zero where the iterations of the fit were quicker than those timed alone.
    fits : sequence of float
        The time of the whole fit, s, to which `TIME_SCATTER` refers.
    expected : (float, float, float)
        `jug.compute.cost_model.Costs.besides` of the other machine.

    Returns
    -------
    once, each_toa, each_parameter : float
        s; none below zero.
    """
    terms = np.array([[1.0, size.n_toa, size.n_par] for size in sizes])
    once, each_toa, each_parameter = _most_likely(terms, np.array(seconds), np.array(fits), np.array(expected))
    return once, each_toa, each_parameter


def _most_likely(terms: Float[N, K], measured: Float[N], scale: Float[N], expected: Float[K]) -> list[float]:
    """The rates, for times whose scatter is `TIME_SCATTER` times a scale, with the expected ones as a prior."""
    from scipy.optimize import nnls

    prior = max(float(np.median(measured / (terms @ expected))), 0.0) * expected
    weights = np.divide(TIME_SCATTER / RATE_SCATTER, prior, out=np.zeros_like(prior), where=prior > 0.0)
    rows = terms / scale[:, None]
    unit = np.maximum(rows.max(axis=0), weights)
    unit[unit == 0.0] = 1.0
    matrix = np.concatenate([rows, np.diag(weights)]) / unit
    found: Float[K] = nnls(matrix, np.concatenate([measured / scale, weights * prior]))[0] / unit
    return [float(rate) for rate in found]


def transfer_costs(sizes: Sequence[FitSize], seconds: Sequence[float]) -> tuple[float, float, float]:
    """Return the time that a fit takes with JAX alone besides its iterations; no part of it is below zero.

    Parameters
    ----------
    sizes : sequence of FitSize
    seconds : sequence of float
        This time at each size, s.

    Returns
    -------
    once : float
        The median of the three smallest sizes without columns of noise (of all sizes where each has some), s.
    each : float
        The additional time of the largest of these sizes, s for each TOA.
    noise : float
        The median of the additional times with columns of noise, s.
    """
    noisy = [size.n_noise > 0 for size in sizes]
    plain = [i for i in range(len(sizes)) if all(noisy) or not noisy[i]]
    plain = sorted(plain, key=lambda i: sizes[i].n_toa)
    once, most = max(float(np.median([seconds[i] for i in plain[:3]])), 0.0), plain[-1]
    each = max(seconds[most] - once, 0.0) / sizes[most].n_toa
    more = [seconds[i] - once - each * sizes[i].n_toa for i in range(len(sizes)) if noisy[i]]
    return once, each, max(float(np.median(more)), 0.0) if more else 0.0
