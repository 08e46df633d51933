"""The probability of each statistic under the model, also corrected for the number of statistics.

The score of a statistic is its distance from the mean of the simulated data in their standard deviations, after a
transformation that makes it nearly normal: the cube root of a mean square (Wilson & Hilferty 1931, PNAS 17, 684), the
logarithm of A^2 and of power. The probability that any of the statistics has so large a score by chance is the share of
the simulated sets whose largest score is at least as large; this includes correlations between the statistics.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from jug.analysis.noise_check.statistics import Statistic
from jug.core.array import Array, Float, K

TRANSFORMED: dict[str, Callable[[Array], Array]] = {
    "chi2": np.cbrt,
    "epochs": np.cbrt,
    "shape": np.log,
    "slow": np.log,
    "line": np.log,
}
"""Transformation of the statistics of a kind. Other statistics are nearly normal without a transformation."""

ONE_SIDED = ("shape", "line")
"""Kinds of statistics of which only large values reject the model."""


class NoiseTest(NamedTuple):
    """One statistic of the residuals, compared with simulated data.

    Parameters
    ----------
    kind : {"chi2", "shape", "epochs", "time", "frequency", "backends", "slow", "line"}
    group : str
        Backend, pair of backends, or ``all``.
    size : int
        Number of residuals, pairs or frequencies.
    value, expected, deviation : float
        The statistic of the data; mean and standard deviation of that of the simulated data.
    score : float
        Distance in standard deviations, after a transformation to a nearly normal distribution.
    probability : float
        Share of simulated sets that are at least as far from the expected value.
    any_probability : float
        Share of simulated sets in which any statistic has a score at least as large.
    """

    kind: str
    group: str
    size: int
    value: float
    expected: float
    deviation: float
    score: float
    probability: float
    any_probability: float


def compare_with_simulated(found: list[Statistic]) -> tuple[NoiseTest, ...]:
    """Compare the statistics of the data with those of simulated data.

    Parameters
    ----------
    found : list of Statistic
        Values of the data first, then of d simulated sets.

    Returns
    -------
    tuple of NoiseTest
        In the same order, without statistics that do not vary.
    """
    varying = [one for one in found if np.ptp(one.value[1:]) > 0.0]
    if not varying:
        return ()
    score = np.array([_scores(one) for one in varying])
    size = np.array([row if one.kind in ONE_SIDED else np.abs(row) for one, row in zip(varying, score, strict=True)])
    largest = np.sort(np.max(size, axis=0))
    tests = []
    for one, own, at in zip(varying, score, size, strict=True):
        simulated = one.value[1:]
        figures = float(one.value[0]), float(np.mean(simulated)), float(np.std(simulated))
        any_of_all = _share(len(largest) - np.searchsorted(largest, at[0]), len(largest))
        tests.append(NoiseTest(one.kind, one.group, one.size, *figures, float(own[0]), _rank(one), any_of_all))
    return tuple(tests)


def _scores(one: Statistic) -> Float[K]:
    """Distance of each value from the mean of the simulated ones, in their standard deviations."""
    with np.errstate(divide="ignore"):
        value = TRANSFORMED.get(one.kind, np.asarray)(one.value)
    value = np.where(np.isfinite(value), value, np.min(value[np.isfinite(value)], initial=0.0))
    scores: Float[K] = (value - np.mean(value[1:])) / np.std(value[1:])
    return scores


def _rank(one: Statistic) -> float:
    """Share of the sets, including the data, that are at least as far from the mean."""
    n = len(one.value)
    above = _share(np.count_nonzero(one.value >= one.value[0]), n)
    if one.kind in ONE_SIDED:
        return above
    return min(1.0, 2.0 * min(above, _share(np.count_nonzero(one.value <= one.value[0]), n)))


def _share(count: np.integer | int, total: int) -> float:
    return float(count) / total
