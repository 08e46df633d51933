"""A sinusoid of any period in the residuals of a single pulsar: the orbit that its model lacks.

By the sums of Zechmeister & Kuerster (2009, A&A 496, 577) at evenly spaced frequencies: cosines and sines at a block of
frequencies are those at its first one times those of a table.
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Float, Harmonic, K
from jug.fitting.findings.fit_verdict import LeftSignal
from jug.fitting.verdict.fit_end import FitEnd
from jug.fitting.verdict.left_signals import SIGNIFICANT, chance
from jug.fitting.verdict.offsets import GroupedTOAs, epoch_scatter
from jug.fitting.verdict.residual_tests import UNLIKELY, count_outliers

FEWEST_CYCLES, SHORTEST_D = 5.0, 0.1
"""Least number of periods in the span (fewer may be red noise), and the shortest period that is tried, d."""

STEPS_A_CYCLE, FINER = 4, 40
"""Frequencies in 1 / span; and by how much closer they are about the best one."""

MOST_OF_TABLE = 50_000_000
"""Largest number of TOAs times frequencies; with more TOAs the shortest periods are left out."""

BLOCK = 256
"""Frequencies whose sines are held at a time."""

SHARE_OF_EXCESS = 0.5
"""Least share of what chi2 has above the degrees of freedom that one sinusoid must take."""

LEAST_DETERMINANT = 1e-4
"""Of the normal equations of cosine and sine beside the offset, about 1/4: below it the TOAs do not tell them apart."""

FEWEST_FOR_PERIODS = 20
"""Least number of TOAs."""


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


def left_period(end: FitEnd, chi2_probability: float, combinations: GroupedTOAs) -> LeftSignal | None:
    """Look for a sinusoid that takes most of what chi2 has too much.

    Parameters
    ----------
    end : FitEnd
    chi2_probability : float
        Of the fit; where chi2 is not too large nothing is sought.
    combinations : GroupedTOAs
        TOAs with the same flags, whose means of a day show what noise they share.

    Returns
    -------
    LeftSignal or None
        None for a binary, with correlated noise in the model, and where TOAs stand out.
    """
    chi2, dof, mjd = end.chi2, end.residuals.dof, np.asarray(end.toas.mjd)
    if not chi2_probability < UNLIKELY or "BINARY" in end.model.entries or end.anchor.reference.prior is not None:
        return None
    span = float(np.ptp(mjd))
    n_frequency = int(min(span / SHORTEST_D, MOST_OF_TABLE / len(mjd) / STEPS_A_CYCLE) - FEWEST_CYCLES) * STEPS_A_CYCLE
    if len(mjd) < FEWEST_FOR_PERIODS or n_frequency < 1 or any(count_outliers(end)):
        return None
    best = _best(end, (FEWEST_CYCLES / span, 1.0 / (STEPS_A_CYCLE * span)), n_frequency)
    step = 1.0 / (STEPS_A_CYCLE * FINER * span)
    best = _best(end, (best.frequency - FINER * step, step), 2 * FINER + 1)
    probability, epochs = n_frequency * chance(best.gain, 2, chi2, dof), epoch_scatter(end, combinations)
    if epochs[1] > 2:
        probability = max(probability, n_frequency * chance(best.gain, 2, *epochs))
    if not probability < SIGNIFICANT or best.gain < SHARE_OF_EXCESS * (chi2 - dof):
        return None
    rms = np.sqrt(best.gain / np.sum((end.residuals.error_s * end.sigma_factor) ** -2.0))
    form = f"a sinusoid with a period of {1.0 / best.frequency:.7g} d"
    return LeftSignal("periodic", form, float(rms), best.gain, float(probability), "", _orbit(best, float(mjd.min())))


def _orbit(best: Sinusoid, first: float) -> str:
    """The lines of a circular orbit with this delay."""
    period, size = 1.0 / best.frequency, float(np.hypot(best.cosine, best.sine))
    node = first - period * float(np.arctan2(best.cosine, best.sine)) / (2.0 * np.pi)
    return f"BINARY ELL1, PB {period:.7g} 1, A1 {size:.3g} 1, TASC {node:.4f} 1, EPS1 0, EPS2 0"


def _best(end: FitEnd, grid: tuple[float, float], n: int) -> Sinusoid:
    """The sinusoid with the largest gain, at n frequencies from the first in these steps, 1/d."""
    t = np.asarray(end.toas.mjd) - np.min(end.toas.mjd)
    weight = (end.residuals.error_s * end.sigma_factor) ** -2.0
    whole = float(np.sum(weight))
    share, value = weight / whole, end.residuals.less().time_s
    value = share * (value - share @ value)
    table = np.exp(2j * np.pi * grid[1] * np.outer(np.arange(min(BLOCK, n)), t))
    best = Sinusoid(grid[0], 0.0, 0.0, 0.0)
    for start in range(0, n, BLOCK):
        rows = table[: n - start]
        turned = np.exp(2j * np.pi * (grid[0] + start * grid[1]) * t)
        sums = (rows @ (value * turned), rows @ (share * turned), rows**2 @ (share * turned**2))
        gain, cosine, sine = _gains(*(np.array([one.real, one.imag]) for one in sums))
        i = int(np.argmax(gain))
        if whole * gain[i] > best.gain:
            frequency = grid[0] + (start + i) * grid[1]
            best = Sinusoid(frequency, whole * float(gain[i]), float(cosine[i]), float(sine[i]))
    return best


def _gains(
    moved: Float[K, Harmonic], once: Float[K, Harmonic], twice: Float[K, Harmonic]
) -> tuple[Float[Harmonic], Float[Harmonic], Float[Harmonic]]:
    """The decrease of the weighted mean square, and the amplitudes.

    From sums with cosines and sines, of residuals and of weights, and of weights with those of twice the angle.
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
