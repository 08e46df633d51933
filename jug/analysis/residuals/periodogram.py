"""The Lomb-Scargle periodogram of residuals, and its expectation from the noise of the model.

At each frequency a sinusoid and an offset are fitted with the weights 1/sigma^2. The power is half of the decrease of
chi2, so that white noise has the mean 1 at any frequency and sampling (Zechmeister & Kuerster 2009, A&A 496, 577; the
normalisation "psd" of astropy's LombScargle). The same is done with draws of the noise of the model, to which the free
parameters are fitted as to the data. So the expectation includes the power that the fit absorbs, at low frequencies and
at 1/yr.
"""

from typing import NamedTuple

import numpy as np

from jug.analysis.residuals.sinusoid_power import power_of_sinusoids
from jug.analysis.residuals.standardised_residuals import fitted_rows
from jug.analysis.simulation.simulation import draw_noise
from jug.core.arguments.kinds import expect
from jug.core.arguments.random_source import random_source
from jug.core.array import Float, Harmonic, K, M, N, Toa
from jug.core.execution.progress import report_each
from jug.errors import InputError
from jug.fitting.result.fit_result import FitResult
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

LEAST_DAYS = 4
"""Smallest number of different days with TOAs for a periodogram."""

MOST_IN_PERIODOGRAM = 2000
"""Largest number of frequencies."""

STEPS_IN_SPACING = 4
"""Number of frequencies in an interval of 1 / span."""

LARGEST_BATCH = 10_000_000
"""Largest number of simulated residuals in memory at a time."""

MOST_EXPECTED = 10_000_000
"""Product of TOAs and frequencies up to which every frequency has an expectation."""

LEAST_EXPECTED = 50
"""Smallest number of frequencies with an expectation."""


class Periodogram(NamedTuple):
    """The power of residuals and of simulated noise.

    Parameters
    ----------
    frequency : (h,) array
        1/d.
    power : (h,) array
        Half of the decrease of chi2 by a sinusoid, no unit; white noise has the mean 1 before a fit.
    expected_at : (m,) array
        Frequencies of the expectation, 1/d: all, or for many TOAs some of them, evenly spaced in the logarithm.
    expected : (3, m) array or None
        Percentiles 2.5, 50 and 97.5 of simulated noise.
    whitened : bool
        Whether correlated noise was subtracted, from the data and from the simulated noise.
    """

    frequency: Float[Harmonic]
    power: Float[Harmonic]
    expected_at: Float[M]
    expected: Float[K, M] | None
    whitened: bool


def periodogram(
    what: TimingModel | FitResult, toas: TOAs, *, whiten: bool = False, draws: int = 200, seed: int | None = 0
) -> Periodogram:
    """Compute the Lomb-Scargle periodogram of residuals.

    Parameters
    ----------
    what : FitResult or TimingModel
        For a model, nothing is fitted to its residuals.
    toas : TOAs
        The TOAs of the fit.
    whiten : bool
        Subtract the realisation of every correlated process first.
    draws, seed : int
        Number of draws of the noise, and their seed; with 0 draws there is no expectation.

    Returns
    -------
    Periodogram
        Four frequencies in 1 / span, from 1 / span to half the number of days with TOAs over the
        span (at most 500 / span).

    Raises
    ------
    InputError
        The TOAs are on fewer than four days.
    JugError
        The TOAs are not those of the fit.
    """
    expect(what=(what, (TimingModel, FitResult)), toas=(toas, TOAs))
    n, n_days = len(toas), len(np.unique(np.floor(toas.mjd)))
    if n_days < LEAST_DAYS:
        raise InputError(f"a periodogram takes TOAs of {LEAST_DAYS} days or more; there are {n_days}")
    _, rows, noise = fitted_rows(what, toas)
    whitened = whiten and bool(noise.processes)
    sigma, frequency = noise.sigma[:n], _frequencies(toas.mjd, n_days)

    def left(residual: Float[N, K]) -> Float[Toa, K]:
        """The rest of each column after subtracting the fit, and if wanted the realisations of noise."""
        projected, fitted = rows.project(residual)
        return (noise.sigma[:, None] ** 2 * projected if whitened else residual - fitted)[:n]

    power = _power(toas.mjd, sigma, left(rows.r[:, None])[:, 0], frequency)
    some = _thin_out(frequency, max(LEAST_EXPECTED, MOST_EXPECTED // n))
    if not draws:
        return Periodogram(frequency, power, some, None, whitened)
    rng, size, powers = random_source(seed), max(1, LARGEST_BATCH // n), []
    for start in report_each(range(0, draws, size), "batches of simulated noise"):
        drawn = np.array([draw_noise(noise, rng) for _ in range(min(size, draws - start))]).T
        powers.append(power_of_sinusoids(toas.mjd, sigma, left(drawn), some))
    expected = np.percentile(np.concatenate(powers, axis=1), [2.5, 50.0, 97.5], axis=1)
    return Periodogram(frequency, power, some, expected, whitened)


def _frequencies(mjd: Float[Toa], n_days: int) -> Float[Harmonic]:
    count = min(STEPS_IN_SPACING * (n_days // 2 - 1) + 1, MOST_IN_PERIODOGRAM)
    return (1.0 + np.arange(count) / STEPS_IN_SPACING) / float(np.ptp(mjd))


def _thin_out(frequency: Float[Harmonic], most: int) -> Float[M]:
    """At most so many of the frequencies, evenly spaced in the logarithm."""
    if len(frequency) <= most:
        return frequency
    near = np.searchsorted(frequency, np.geomspace(frequency[0], frequency[-1], most))
    return np.asarray(frequency[np.unique(np.minimum(near, len(frequency) - 1))])


def _power(mjd: Float[Toa], sigma: Float[Toa], residual: Float[Toa], frequency: Float[Harmonic]) -> Float[Harmonic]:
    """The power of one set of residuals, by the fast sums of astropy if there are many residuals."""
    if len(mjd) * len(frequency) <= MOST_EXPECTED:
        return power_of_sinusoids(mjd, sigma, residual[:, None], frequency)[:, 0]
    from astropy.timeseries import LombScargle

    scargle = LombScargle(mjd - mjd.min(), residual, sigma, normalization="psd")
    found = scargle.power(frequency, method="fast", assume_regular_frequency=True)
    return np.maximum(np.asarray(found, dtype=np.float64), 0.0)
