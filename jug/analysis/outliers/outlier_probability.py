"""The probability that a TOA is an outlier, under a mixture of three kinds of TOAs.

A good TOA has a normal error relative to the prediction from the others. A bad TOA of the first kind may be at any
phase of the pulse (Vallisneri & van Haasteren 2017, MNRAS 466, 4954). A bad TOA of the second kind has an uncertainty
that is too small by a factor (Hogg, Bovy & Lang 2010, arXiv:1008.4686, section 3). Without the second kind an outlier
of 5 sigma would count as good, because a TOA at a random phase is rarely so near. With fractions f and g, the period P,
the factor W and u = excess / error,

    p = (f / P + g N(u; 0, W) / error) / (f / P + g N(u; 0, W) / error + (1 - f - g) N(u; 0, 1) / error)

f, g and W are determined together with the probabilities, by expectation and maximisation. TOAs that are probably bad
are not used to predict others.
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Float, N
from jug.model.covariance.leave_out import LeaveOut

FIRST_FRACTION, LEAST_FRACTION = 0.01, 0.05
"""Fraction of each kind of bad TOAs: the first value of the search, and the smallest value, as a number of TOAs."""

FIRST_WIDTH, WIDTH_RANGE = 6.0, (4.0, 30.0)
"""The factor W: the first value of the search, and its range. A smaller W would fit the tail of good TOAs."""

MIXTURE_ROUNDS = 200
"""Largest number of iterations of the fit of the mixture, which ends earlier if nothing changes."""

RESIDUAL_ROUNDS = 20
"""Largest number of times that residuals are computed again without the TOAs that are probably bad."""

LIKELY = 0.5
"""Probability of being bad above which a TOA is not used to predict others."""


def outlier_probability(fit: LeaveOut, n_toa: int, period: Float[N]) -> tuple[Float[N], Float[N], Float[N], float]:
    """Compute the probability that each TOA is an outlier.

    Parameters
    ----------
    fit : LeaveOut
        Rows of all data. The rows after the TOAs are measured DMs, which are never outliers here.
    n_toa : int
    period : (n_toa,) array
        Period of the pulsar, in the unit of the residuals.

    Returns
    -------
    probability : (n_toa,) array
        From 0 to 1, no unit.
    excess, error : (n_toa,) array
        Residual relative to the prediction from the good TOAs, and its standard deviation.
    fraction : float
        Most likely fraction of outliers.
    """
    mixture, bad = Mixture(), np.zeros(0, dtype=np.intp)
    for _ in range(RESIDUAL_ROUNDS):
        excess, error = (part[:n_toa] for part in fit.excess_of_each_row(bad))
        probability, mixture = _mixture(excess, error, period, mixture)
        now = np.flatnonzero(probability > LIKELY)
        if np.array_equal(now, bad):
            break
        bad = now
    return probability, excess, error, mixture.anywhere + mixture.near


class Mixture(NamedTuple):
    """The fractions and the width of the bad TOAs.

    Parameters
    ----------
    anywhere, near : float
        Fraction of TOAs that may be at any phase, and of those whose error is too small.
    width : float
        Width of the distribution of the latter, in units of their errors.
    """

    anywhere: float = FIRST_FRACTION
    near: float = FIRST_FRACTION
    width: float = FIRST_WIDTH


def _probability(u: Float[N], turns: Float[N], m: Mixture) -> tuple[Float[N], Float[N]]:
    """Probability that each TOA is a bad one of the first kind, and of the second kind."""
    with np.errstate(under="ignore"):
        good = (1.0 - m.anywhere - m.near) * np.exp(-0.5 * u**2) / np.sqrt(2.0 * np.pi)
        near = m.near * np.exp(-0.5 * (u / m.width) ** 2) / (np.sqrt(2.0 * np.pi) * m.width)
    anywhere = m.anywhere * turns
    total = good + near + anywhere
    return anywhere / total, near / total


def _mixture(excess: Float[N], error: Float[N], period: Float[N], m: Mixture) -> tuple[Float[N], Mixture]:
    """Compute the probabilities for given predictions, and the most likely mixture."""
    finite = np.isfinite(error)
    sigma = np.where(finite, error, 1.0)
    u, turns = np.where(finite, excess / sigma, 0.0), np.where(finite, sigma / period, 0.0)
    least = LEAST_FRACTION / len(excess)
    for _ in range(MIXTURE_ROUNDS):
        anywhere, near = _probability(u, turns, m)
        weight = float(np.sum(near))
        width = np.sqrt(float(near @ u**2) / weight) if weight > 0.0 else FIRST_WIDTH
        new = Mixture(
            float(np.clip(np.mean(anywhere), least, 0.25)),
            float(np.clip(np.mean(near), least, 0.25)),
            float(np.clip(width, *WIDTH_RANGE)),
        )
        change = max(abs(b - a) for a, b in zip(m, new, strict=True))
        m = new
        if change < 1e-9:
            break
    return np.where(finite, sum(_probability(u, turns, m)), 0.0), m
