"""Noise and timing parameters together: each in turn with the others fixed, until neither changes.

The expectation of the mixed second derivatives of log L, by a timing and a noise parameter, is zero (Kay 1993,
Fundamentals of Statistical Signal Processing, section 3.9), so that a few rounds are enough.
"""

from collections.abc import Callable

from jug.fitting.noise.estimate import (
    MOST_HIGHER,
    Estimate,
    NoiseRequest,
    NoiseSearch,
    estimate,
    estimate_from,
    search_about,
    search_of_noise,
    with_best_noise,
    with_noise,
)
from jug.fitting.result.fit_result import FitResult
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

SETTLED_LOG_L = 1e-5
"""Change of log L in one round below which the rounds end."""

SETTLED_NOISE = 1e-3
"""Change of the noise in one round, in standard errors, below which the rounds end."""

MOST_ALTERNATIONS = 20
"""Largest number of fits of timing and noise in turn."""

TimingFit = Callable[[TimingModel], FitResult]
"""A fit of the timing parameters with the noise as it is."""


def alternate_fits(
    model: TimingModel, toas: TOAs, fitted: TimingFit, asked: NoiseRequest
) -> tuple[FitResult, Estimate, bool]:
    """Fit timing and noise parameters in turn.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    fitted : callable
        ``model -> FitResult``.
    asked : NoiseRequest
        With ``estimate_marginally`` False.

    Returns
    -------
    result : FitResult
    found : Estimate
    settled : bool
        Whether the rounds have converged.
    """
    result, last, settled = fitted(model), float("-inf"), False
    once = asked._replace(profiles=False)
    found = estimate(result.model, toas, once)
    first, left, once = found.maxima, found.left, once._replace(starts=1)
    for _ in range(MOST_ALTERNATIONS):
        result = fitted(with_noise(result.model, found))
        if settled := abs(result.log_likelihood - last) < SETTLED_LOG_L:
            break
        last = result.log_likelihood
        found = estimate(result.model, toas, once, found.likelihood)
    found = estimate(result.model, toas, asked._replace(starts=1), found.likelihood)
    result = fitted(with_noise(result.model, found))
    best = found.maxima[0]._replace(n_starts=first[0].n_starts)
    return result, found._replace(maxima=(best, *first[1:]), left=left), settled


def estimate_marginally(
    model: TimingModel, toas: TOAs, fitted: TimingFit, asked: NoiseRequest
) -> tuple[FitResult | None, Estimate, bool]:
    """Estimate the noise with the timing parameters integrated over in the linear model about their best values.

    The best values depend a little on the noise, and in a non-linear model the likelihood of the noise depends on them.
    So the timing parameters are fitted again with the noise that is found, and the maxima are found again, until the
    highest one no longer changes.

    Parameters
    ----------
    model, toas, fitted, asked
        As in `alternate_fits`.

    Returns
    -------
    result : FitResult or None
        None where no timing parameter is free.
    found : Estimate
    settled : bool
        Whether the fits have converged.
    """
    if not model.free:
        return None, estimate(model, toas, asked), True
    result = fitted(model)
    found, left = search_of_noise(result.model, toas, asked), MOST_HIGHER
    while True:
        result, found, settled = _alternate_about_timing(result, found, fitted)
        end = estimate_from(found, asked.profiles, may_stop=left > 0)
        if isinstance(end, Estimate):
            return result, end, settled and result.converged
        found, left = end, left - 1


def _alternate_about_timing(
    result: FitResult, found: NoiseSearch, fitted: TimingFit
) -> tuple[FitResult, NoiseSearch, bool]:
    """Fit the timing and find the maxima again in turn; the last element is whether the highest one has converged."""
    settled = False
    for _ in range(MOST_ALTERNATIONS):
        result = fitted(with_best_noise(result.model, found))
        found, moved = search_about(result.model, found)
        if settled := moved < SETTLED_NOISE:
            break
    return result, found, settled
