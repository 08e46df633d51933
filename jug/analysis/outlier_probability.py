"""The probability that a TOA is an outlier, under a mixture of two kinds of TOAs.

A good TOA has a normal error about the prediction of the others. A bad one may arrive at any phase of the pulse (as in
Vallisneri & van Haasteren 2017, MNRAS 466, 4954). With f the fraction of bad ones and P the period,

    p = (f / P) / (f / P + (1 - f) N(excess; 0, error))

f is found with the probabilities, by expectation and maximisation. TOAs that are likely bad predict nothing.
"""

import numpy as np

from jug.core.array import Float, N
from jug.model.covariance.leave_out import LeaveOut

FIRST_FRACTION = 0.01
ROUNDS = 20
LIKELY = 0.5
"""Probability above which a TOA predicts no other."""


def outlier_probability(fit: LeaveOut, n_toa: int, period: Float[N]) -> tuple[Float[N], Float[N], Float[N], float]:
    """Compute the probability of each TOA to be an outlier.

    Parameters
    ----------
    fit : LeaveOut
        Of all data; rows after the TOAs are measured DMs, which are never outliers here.
    n_toa : int
    period : (n_toa,) array
        Of the pulsar, in the unit of the residuals.

    Returns
    -------
    probability : (n_toa,) array
    excess, error : (n_toa,) array
        Residual about the prediction of the good TOAs, and its standard deviation.
    fraction : float
        Of outliers, most likely.
    """
    fraction, bad = FIRST_FRACTION, np.zeros(0, dtype=np.intp)
    for _ in range(ROUNDS):
        excess, error = (part[:n_toa] for part in fit.single(bad))
        probability, fraction = _mixture(excess, error, period, fraction)
        now = np.flatnonzero(probability > LIKELY)
        if np.array_equal(now, bad):
            break
        bad = now
    return probability, excess, error, fraction


def _mixture(excess: Float[N], error: Float[N], period: Float[N], fraction: float) -> tuple[Float[N], float]:
    """Probabilities for given predictions, and the fraction; a fraction below that of one TOA in ten lists is not."""
    finite = np.isfinite(error)
    spread = np.where(finite, error, 1.0)
    with np.errstate(under="ignore"):
        good = np.exp(-0.5 * (excess / spread) ** 2) / (np.sqrt(2.0 * np.pi) * spread)
    for _ in range(100):
        bad = fraction / period
        probability = np.where(finite, bad / (bad + (1.0 - fraction) * good), 0.0)
        new = float(np.clip(np.mean(probability), 0.1 / len(excess), 0.5))
        if abs(new - fraction) < 1e-9:
            break
        fraction = new
    return probability, fraction
