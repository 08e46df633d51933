"""A sinusoid of any period in the residuals of a single pulsar: the orbit that its model lacks."""

import numpy as np

from jug.fitting.findings.fit_verdict import LeftSignal
from jug.fitting.verdict.best_sinusoid import Sinusoid, best_sinusoid
from jug.fitting.verdict.fit_end import FitEnd
from jug.fitting.verdict.left_signals import SIGNIFICANT, chance
from jug.fitting.verdict.offsets import GroupedTOAs, epoch_scatter
from jug.fitting.verdict.residual_tests import UNLIKELY, count_outliers

FEWEST_CYCLES, SHORTEST_PERIOD_D = 5.0, 0.1
"""Least number of periods in the span (fewer may be red noise), and the shortest period that is tried, d."""

STEPS_A_CYCLE, FINER_FACTOR = 4, 40
"""Frequencies in 1 / span; and by how much closer they are about the best one."""

MOST_TOAS_TIMES_FREQUENCIES = 50_000_000
"""Largest number of TOAs times frequencies; with more TOAs the shortest periods are left out."""

SHARE_OF_EXCESS = 0.9
"""Least share of the excess of chi2 over the degrees of freedom that one sinusoid must take, less 3 standard deviations
of chi2."""

FEWEST_FOR_PERIODS = 20
"""Least number of TOAs."""

PHASE_BINS, FEWEST_FILLED = 10, 6
"""Bins of the phase, and the least number of them that have TOAs. TOAs at few phases may have a few offsets, as those
of two alternating clocks, instead of a sinusoid. 20 TOAs at random phases fill 6 bins or more in all but 2 of 10,000
sets."""


def left_period(end: FitEnd, chi2_probability: float, combinations: GroupedTOAs) -> LeftSignal | None:
    """Look for a sinusoid that takes most of the excess of chi2.

    Parameters
    ----------
    end : FitEnd
    chi2_probability : float
        Probability of so large a chi2 of the fit; where chi2 is not too large there is no search.
    combinations : GroupedTOAs
        TOAs with the same flags; the scatter of their daily means shows the noise that they share.

    Returns
    -------
    LeftSignal or None
        None for a binary, with correlated noise in the model, and where TOAs stand out.
    """
    chi2, dof, mjd = end.chi2, end.residuals.dof, np.asarray(end.toas.mjd)
    if not chi2_probability < UNLIKELY or "BINARY" in end.model.entries or end.anchor.reference.prior is not None:
        return None
    span = float(np.ptp(mjd))
    most = min(span / SHORTEST_PERIOD_D, MOST_TOAS_TIMES_FREQUENCIES / len(mjd) / STEPS_A_CYCLE)
    n_frequency = int(most - FEWEST_CYCLES) * STEPS_A_CYCLE
    if len(mjd) < FEWEST_FOR_PERIODS or n_frequency < 1 or any(count_outliers(end)):
        return None
    best = best_sinusoid(end, FEWEST_CYCLES / span, 1.0 / (STEPS_A_CYCLE * span), n_frequency)
    step = 1.0 / (STEPS_A_CYCLE * FINER_FACTOR * span)
    best = best_sinusoid(end, best.frequency - FINER_FACTOR * step, step, 2 * FINER_FACTOR + 1)
    if len(np.unique(np.floor(mjd * best.frequency % 1.0 * PHASE_BINS))) < FEWEST_FILLED:
        return None
    probability, epochs = n_frequency * chance(best.gain, 2, chi2, dof), epoch_scatter(end, combinations)
    if epochs[1] > 2:
        probability = max(probability, n_frequency * chance(best.gain, 2, *epochs))
    if not probability < SIGNIFICANT or best.gain < SHARE_OF_EXCESS * (chi2 - dof) - 3.0 * np.sqrt(2.0 * dof):
        return None
    rms = np.sqrt(best.gain / np.sum((end.residuals.error_s * end.sigma_factor) ** -2.0))
    form = f"a sinusoid with a period of {1.0 / best.frequency:.7g} d"
    return LeftSignal(
        "periodic", form, float(rms), best.gain, float(probability), "", _lines_of_orbit(best, float(mjd.min()))
    )


def _lines_of_orbit(best: Sinusoid, first: float) -> str:
    """The lines of a circular orbit with this delay."""
    period, size = 1.0 / best.frequency, float(np.hypot(best.cosine, best.sine))
    node = first - period * float(np.arctan2(best.cosine, best.sine)) / (2.0 * np.pi)
    return f"BINARY ELL1, PB {period:.7g} 1, A1 {size:.3g} 1, TASC {node:.4f} 1, EPS1 0, EPS2 0"
