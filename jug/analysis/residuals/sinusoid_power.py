"""The decrease of chi2 by sinusoids at given frequencies, for many sets of residuals at once.

The power of a frequency is half of the decrease of chi2 by a cosine and a sine beside an offset
(Zechmeister & Kuerster 2009, A&A 496, 577; the normalisation "psd" of astropy's LombScargle).
"""

import numpy as np

from jug.core.array import Float, Harmonic, K, Toa

LARGEST_TABLE = 2_000_000
"""Largest number of sines in memory at a time."""


def power_of_sinusoids(
    mjd: Float[Toa], sigma: Float[Toa], residual: Float[Toa, K], frequency: Float[Harmonic]
) -> Float[Harmonic, K]:
    """Compute half of the decrease of chi2 when a sinusoid is fitted in addition to an offset.

    Parameters
    ----------
    mjd, sigma : (n,) array
        Dates, and uncertainties in the unit of the residuals.
    residual : (n, k) array
        Sets of residuals, for all of which the sums of each frequency are used.
    frequency : (h,) array
        1/d.

    Returns
    -------
    (h, k) array
        No unit.
    """
    weight = sigma**-2.0
    share = weight / np.sum(weight)
    weighted = weight[:, None] * (residual - share @ residual)
    found = np.empty((len(frequency), residual.shape[1]))
    size = max(1, LARGEST_TABLE // len(mjd))
    for start in range(0, len(frequency), size):
        rows = slice(start, start + size)
        angle = 2.0 * np.pi * np.outer(frequency[rows], mjd - mjd.min())
        waves = np.stack([np.cos(angle), np.sin(angle)], axis=1)
        waves -= (waves @ share)[..., None]  # remove their offset
        slope = (waves.reshape(-1, len(mjd)) @ weighted).reshape(len(waves), 2, -1)
        gram = (waves * weight) @ waves.transpose(0, 2, 1)
        found[rows] = 0.5 * np.einsum("hik,hij,hjk->hk", slope, np.linalg.pinv(gram, hermitian=True), slope)
    return found
