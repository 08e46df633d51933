"""The best sinusoid at evenly spaced frequencies.

It uses the sums of Zechmeister & Kuerster (2009, A&A 496, 577). Cosines and sines at a block of frequencies are the
products of those at its first frequency and those of a table.
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Float, Harmonic, K
from jug.fitting.verdict.fit_end import FitEnd

FREQUENCIES_AT_A_TIME, SINES_AT_A_TIME = 256, 2_000_000
"""Largest numbers of frequencies, and of TOAs times frequencies, whose sines are in memory together."""

LEAST_DETERMINANT = 1e-4
"""Least determinant of the normal equations of cosine and sine beside the offset, which is about 1/4; with a smaller
one they are degenerate."""


class Sinusoid(NamedTuple):
    """The best sinusoid.

    Parameters
    ----------
    frequency : float
        1/d.
    gain : float
        Decrease of chi2.
    cosine, sine : float
        Amplitudes about the first TOA, s.
    """

    frequency: float
    gain: float
    cosine: float
    sine: float


def best_sinusoid(end: FitEnd, first: float, step: float, n: int) -> Sinusoid:
    """Find the sinusoid that lowers chi2 most.

    Parameters
    ----------
    end : FitEnd
    first, step : float
        The lowest frequency and the distance of the others, 1/d.
    n : int
        Number of frequencies.

    Returns
    -------
    Sinusoid
    """
    t = np.asarray(end.toas.mjd) - np.min(end.toas.mjd)
    weight = (end.residuals.error_s * end.sigma_factor) ** -2.0
    whole = float(np.sum(weight))
    share, value = weight / whole, end.residuals.less().time_s
    value = share * (value - share @ value)
    size = max(1, min(FREQUENCIES_AT_A_TIME, SINES_AT_A_TIME // len(t), n))
    table = np.exp(2j * np.pi * step * np.outer(np.arange(size), t))
    best = Sinusoid(first, 0.0, 0.0, 0.0)
    for start in range(0, n, size):
        rows = table[: n - start]
        turned = np.exp(2j * np.pi * (first + start * step) * t)
        sums = (rows @ (value * turned), rows @ (share * turned), rows**2 @ (share * turned**2))
        gain, cosine, sine = _gains_and_amplitudes(*(np.array([one.real, one.imag]) for one in sums))
        i = int(np.argmax(gain))
        if whole * gain[i] > best.gain:
            frequency = first + (start + i) * step
            best = Sinusoid(frequency, whole * float(gain[i]), float(cosine[i]), float(sine[i]))
    return best


def _gains_and_amplitudes(
    moved: Float[K, Harmonic], once: Float[K, Harmonic], twice: Float[K, Harmonic]
) -> tuple[Float[Harmonic], Float[Harmonic], Float[Harmonic]]:
    """The decrease of the weighted mean square, and the amplitudes.

    The arguments are sums with cosines and sines: of residuals, of weights, and of weights at twice the angle.
    """
    cc = 0.5 * (1.0 + twice[0]) - once[0] ** 2
    ss = 0.5 * (1.0 - twice[0]) - once[1] ** 2
    cs = 0.5 * twice[1] - once[0] * once[1]
    determinant = cc * ss - cs**2
    sound = determinant > LEAST_DETERMINANT
    divisor = np.where(sound, determinant, 1.0)
    cosine = np.where(sound, (ss * moved[0] - cs * moved[1]) / divisor, 0.0)
    sine = np.where(sound, (cc * moved[1] - cs * moved[0]) / divisor, 0.0)
    return cosine * moved[0] + sine * moved[1], cosine, sine
