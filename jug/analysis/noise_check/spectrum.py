"""The power spectra of residuals and of simulated residuals, at the multiples of 1 / span."""

from typing import NamedTuple

import numpy as np

from jug.analysis.noise_check.statistics import Statistic
from jug.core.array import Float, Harmonic, K, N, Toa

SPECTRUM_SIZE = 50  # largest number of frequencies of the spectrum
N_SLOW = 5
"""Number of lowest frequencies whose power is tested together."""


class Spectrum(NamedTuple):
    """The power of residuals and of simulated residuals.

    Parameters
    ----------
    frequency : (h,) array
        1/d.
    power : (h,) array
        Mean square of the sinusoid of each frequency in the residuals after the timing fit, s^2.
    expected : (3, h) array
        Percentiles 2.5, 50 and 97.5 of the simulated data, s^2.
    """

    frequency: Float[Harmonic]
    power: Float[Harmonic]
    expected: Float[K, Harmonic]


def sinusoids(mjd: Float[Toa], sigma: Float[Toa], n_epochs: int) -> tuple[Float[Harmonic], Float[N, Toa]]:
    """Prepare the weighted sums of a power spectrum.

    Parameters
    ----------
    mjd : (n,) array
        Dates, MJD.
    sigma : (n,) array
        White uncertainties, any unit.
    n_epochs : int
        Number of epochs; there are at most half as many frequencies.

    Returns
    -------
    frequency : (h,) array
        1/d; empty for TOAs of one epoch.
    rows : (2 h, n) array
        Weighted cosines, then sines.
    """
    span = float(np.ptp(mjd))
    count = min(SPECTRUM_SIZE, n_epochs // 2)
    frequency = np.arange(1, count + 1) / span if span > 0.0 else np.zeros(0)
    angle = 2.0 * np.pi * np.outer(frequency, mjd - np.min(mjd))
    weight = sigma**-2.0 / np.sum(sigma**-2.0)
    return frequency, np.concatenate([np.cos(angle), np.sin(angle)]) * weight


def power_of(rows: Float[N, Toa], residual: Float[Toa, K]) -> Float[Harmonic, K]:
    """Compute the power at each frequency.

    Parameters
    ----------
    rows : (2 h, n) array
        Of `sinusoids`.
    residual : (n, d) array
        s.

    Returns
    -------
    (h, d) array
        s^2.
    """
    cosine, sine = np.split(rows @ residual, 2)
    found: Float[Harmonic, K] = 2.0 * (cosine**2 + sine**2)
    return found


def spectrum_statistics(power: Float[Harmonic, K]) -> list[Statistic]:
    """Compute the power of the lowest frequencies, and the highest line, divided by the means of simulated data.

    Parameters
    ----------
    power : (h, 1 + d) array
        Of the data first, then of d simulated sets.

    Returns
    -------
    list of Statistic
        Empty without frequencies.
    """
    if not len(power):
        return []
    ratio = power / np.mean(power[:, 1:], axis=1, keepdims=True)
    slow = min(N_SLOW, len(power))
    return [
        Statistic("slow", "all", slow, np.mean(ratio[:slow], axis=0)),
        Statistic("line", "all", len(power), np.max(ratio, axis=0)),
    ]
