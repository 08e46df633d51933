"""Tests of the residuals as a whole: reduced chi2, outliers, and runs of equal signs.

In n values, a of them positive and b negative, in random order, the number of runs of one sign has the mean
2ab/n + 1 and the variance (mean - 1)(mean - 2)/(n - 1) (Wald & Wolfowitz 1940, Ann. Math. Stat. 11, 147). Fewer runs
mean that neighbouring residuals are correlated.
"""

from math import erfc, sqrt

import numpy as np

from jug.core.arithmetic import median
from jug.core.array import Bool, Float, Toa
from jug.core.tail_probability import chi2_tail
from jug.fitting.verdict.fit_end import FitEnd
from jug.io.tim.duplicates import first_occurrences

UNLIKELY = 1e-3
"""Probability below which a test rejects the model; each test does so in one of a thousand good fits."""

FAR_SIGMA = 5.0
"""Distance from the median, in units of a TOA's uncertainty and of the scale of all TOAs, above which a TOA is far off.
"""

MOST_FAR_FROM_ZERO, MOST_FAR_FROM_MEDIAN = 0.1, 0.3
"""Largest shares of TOAs that are far off, counted about zero and about their median. If a share is larger, the TOAs
are not outliers."""

LIGHT, HEAVY = -2.5, 5.0
"""Limits of the excess of the fourth moment in units of sqrt(24 / n), its standard deviation for a Gaussian. The lower
tail is the lighter one."""

LEAST_TOAS_FOR_SIGNS = 20
"""Least number of TOAs for which the signs are tested."""


def chi2_probability(end: FitEnd) -> float:
    """Return the probability of a chi2 at least as large if model and uncertainties are right.

    Parameters
    ----------
    end : FitEnd

    Returns
    -------
    float
        NaN without degrees of freedom, and for a robust fit, whose scale is found from the residuals.
    """
    dof = end.residuals.dof
    return chi2_tail(end.chi2, dof) if dof > 0 and end.robust is None else float("nan")


def runs_probability(end: FitEnd) -> float:
    """Return the probability of so few changes of sign in the order of time; duplicates of TOAs are left out.

    Parameters
    ----------
    end : FitEnd

    Returns
    -------
    float
        NaN with too few TOAs.
    """
    order = np.argsort(end.toas.mjd, kind="stable")
    order = order[first_occurrences(end.toas.raw)[order]]
    probability = _probability_of_runs(end.residuals.time_s[order] > 0.0)
    if probability < UNLIKELY and end.anchor.reference.prior is not None:
        return _probability_of_runs(_whitened_residuals(end)[order] > 0.0)
    return probability


def _whitened_residuals(end: FitEnd) -> Float[Toa]:
    """C^-1 r with the best offset: residuals less the most probable noise, over their variance, (n,)."""
    from jug.model.covariance.gaussian import weigh_residuals, whitener  # only correlated noise needs it
    from jug.model.covariance.plain_prior import make_plain_prior

    ref = end.anchor.reference
    by = whitener(np, ref.sigma**2, make_plain_prior(ref.prior))
    mask = np.ones_like(ref.sigma) if ref.offset_mask is None else ref.offset_mask
    z, offset = weigh_residuals(np, by, end.data_residuals), weigh_residuals(np, by, mask)
    found: Float[Toa] = (z - offset * ((mask @ z) / (mask @ offset)))[: len(end.toas)]
    return found


def _probability_of_runs(late: Bool[Toa]) -> float:
    """Probability of so few runs."""
    n, a = len(late), int(late.sum())
    if min(a, n - a) < LEAST_TOAS_FOR_SIGNS // 2:
        return float("nan")
    mean = 2.0 * a * (n - a) / n + 1.0
    deviation = sqrt((mean - 1.0) * (mean - 2.0) / (n - 1.0))
    runs = 1 + int(np.count_nonzero(late[1:] != late[:-1]))
    return 0.5 * erfc((mean - 0.5 - runs) / (deviation * sqrt(2.0)))


def count_outliers(end: FitEnd) -> tuple[int, int]:
    """Count the outliers among TOAs and measured DMs: few values, far off in units of the scatter of the others.

    Parameters
    ----------
    end : FitEnd

    Returns
    -------
    toas, dms : int
        0 where a share of more than `MOST_FAR_FROM_MEDIAN` is far off: these are then not outliers.
    """
    own = end.residuals.less()
    dms = 0 if own.dm is None else _count_far(own.dm.value / own.dm.error)
    return _count_far(own.time_s / own.error_s), dms


def is_gaussian(end: FitEnd) -> bool:
    """Whether a Gaussian of any width describes the residuals over their uncertainties, by their fourth moment.

    Parameters
    ----------
    end : FitEnd

    Returns
    -------
    bool
        True where there are too few TOAs for the test. After a robust fit only TOAs of large weight are tested, and
        they must be the majority.
    """
    own, robust = end.residuals.less(), end.robust
    pull = own.time_s / (own.error_s * end.sigma_factor)
    if robust is not None:
        from jug.fitting.robust.result import LITTLE_WEIGHT

        pull = pull[robust.weights >= LITTLE_WEIGHT]
        if len(pull) < (1.0 - MOST_FAR_FROM_MEDIAN) * len(robust.weights):
            return False
    pull = (pull - np.mean(pull)) / np.std(pull)
    excess = (float(np.mean(pull**4)) - 3.0) / sqrt(24.0 / len(pull))
    return len(pull) < LEAST_TOAS_FOR_SIGNS or LIGHT < excess < HEAVY


def far_off(pull: Float[Toa]) -> Bool[Toa]:
    """Find the values that are far off by the scale of the others.

    Parameters
    ----------
    pull : (n,) array
        Residuals over their uncertainties.

    Returns
    -------
    (n,) bool array
    """
    found: Bool[Toa] = np.abs(pull) > FAR_SIGMA * max(1.0, median(np.abs(pull)) / 0.6745)
    return found


def _count_far(pull: Float[Toa]) -> int:
    """Count the outliers, about zero; where these are many, about the median, since they shift the mean."""
    far = far_off(pull)
    if 0 < np.count_nonzero(far) <= MOST_FAR_FROM_ZERO * len(pull):
        return int(np.count_nonzero(far))
    off = np.abs(pull - median(pull))
    n = int(np.count_nonzero(off > FAR_SIGMA * max(1.0, median(off) / 0.6745)))
    return n if n <= MOST_FAR_FROM_MEDIAN * len(pull) else 0
