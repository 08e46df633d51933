"""A glitch that the model lacks: a change of the spin frequency at a date lowers chi2 more than a smooth signal."""

import numpy as np

from jug.fitting.findings.fit_verdict import LeftSignal
from jug.fitting.verdict.extended_equations import normal_equations_with
from jug.fitting.verdict.fit_end import FitEnd
from jug.fitting.verdict.left_signals import CLEARLY_MORE, LEAST_SHARE_LEFT, SIGNIFICANT, chance
from jug.fitting.verdict.offsets import GroupedTOAs

SHARE_OF_A_GLITCH = 0.98
"""Least share of the excess of chi2 over the degrees of freedom that the change must take, less 3 standard deviations
of chi2. Of red noise a change of frequency may take more than nine tenths."""

MOST_TOAS_TIMES_DATES = 3_000_000
"""Largest number of TOAs times dates."""


def left_glitch(end: FitEnd, dates: GroupedTOAs, signals: tuple[LeftSignal, ...]) -> LeftSignal | None:
    """Look for a change of frequency that lowers chi2 more than the found signals, by nearly all of its excess.

    Parameters
    ----------
    end : FitEnd
    dates : GroupedTOAs
        TOAs between the dates that are tried.
    signals : tuple of LeftSignal
        The found signals; without a polynomial in time or a step there is no search.

    Returns
    -------
    LeftSignal or None
        None with glitches or correlated noise in the model.
    """
    secular = any(one.kind in ("secular", "step") for one in signals)
    known = any(name.startswith("GLEP") for name in end.model.entries)
    if not secular or known or end.anchor.reference.prior is not None or dates.n < 2:
        return None
    mjd, chi2, dof = np.asarray(end.toas.mjd), end.chi2, end.residuals.dof
    if len(mjd) * dates.n > MOST_TOAS_TIMES_DATES or end.residuals.dm is not None or dof < 4:
        return None
    last = np.array([mjd[dates.member == i].max() for i in range(dates.n - 1)])
    first = np.array([mjd[dates.member == i].min() for i in range(1, dates.n)])
    epoch = 0.5 * (last + first)
    late = np.maximum(mjd[:, None] - epoch, 0.0)
    extended = normal_equations_with(end, late)
    rest = extended.rest(extended.extra)
    left = np.diagonal(rest.gram)
    gains = np.where(left > LEAST_SHARE_LEFT, rest.slope**2 / np.maximum(left, LEAST_SHARE_LEFT), 0.0)
    i = int(np.argmax(gains))
    gain, others = float(gains[i]), sum(one.delta_chi2 for one in signals)
    probability = len(gains) * chance(gain, 2, chi2, dof)  # the date is fitted too
    most = SHARE_OF_A_GLITCH * (chi2 - dof) - 3.0 * np.sqrt(2.0 * dof)
    if not probability < SIGNIFICANT or gain < others + CLEARLY_MORE or gain < most:
        return None
    rms = np.sqrt(gain / np.sum((end.residuals.error_s * end.sigma_factor) ** -2.0))
    form = f"a change of the spin frequency between MJD {last[i]:.1f} and {first[i]:.1f}"
    line = f"GLEP_1 {epoch[i]:.1f}, GLPH_1 0 1, GLF0_1 0 1"
    return LeftSignal("glitch", form, float(rms), gain, float(probability), "GLF0_1", line)
