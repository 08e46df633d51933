"""The signals that are left in the residuals: smooth ones, offsets of groups of TOAs, and a step in time.

A good fit has none. The parameters of the fit are eliminated, so that signals which they absorb are not found.
"""

from typing import NamedTuple

import numpy as np

from jug.compute.elimination import Remaining
from jug.core.tail_probability import chi2_tail, f_tail
from jug.fitting.verdict.extended_equations import ExtendedEquations, normal_equations_with
from jug.fitting.verdict.fit_end import FitEnd
from jug.fitting.verdict.offsets import TriedOffset, TriedOffsets, closer_dates, epoch_scatter, is_of_many
from jug.fitting.verdict.signals import TriedSignal, TriedSignals

SIGNIFICANT = 2e-3
"""Probability, corrected for the number of signals of its kind, smooth or an offset, below which one is left."""

LEAST_OFFSET_GAIN = 9.5
"""Decrease of chi2 by one offset that chance exceeds with a probability of 2.06e-3, more than ``SIGNIFICANT``."""

LEAST_SHARE_LEFT = 1e-6
"""Share of a column that must be left after the elimination of the parameters."""

MOST_SIGNALS = 4
"""Largest number of signals that are reported."""

CLEARLY_MORE = 5.0
"""An offset comes before the smooth signals only where it lowers chi2 by this much more than any of them; so does a
step before the offsets. An offset is named beside a smooth signal that lowers chi2 by at most this much more. In units
of the reduced chi2 without it, where that is above 1."""


class FoundSignal(NamedTuple):
    """A signal that is left.

    Parameters
    ----------
    signal : TriedSignal
    delta_chi2 : float
        Decrease of chi2, no unit.
    probability : float
        Corrected for the number of smooth signals, or of offsets, that were tried.
    rms_s : float
        Root of the mean square at the TOAs, s.
    lines : tuple of str
        The par line that would absorb an offset; or those that would absorb a smooth signal too.
    """

    signal: TriedSignal
    delta_chi2: float
    probability: float
    rms_s: float
    lines: tuple[str, ...] = ()


def left_signals(
    end: FitEnd, tried: TriedSignals, extended: ExtendedEquations, offsets: TriedOffsets
) -> tuple[FoundSignal, ...]:
    """Find the signals that are in the residuals, the most significant first, each fitted with those before.

    Parameters
    ----------
    end : FitEnd
    tried : TriedSignals
    extended : ExtendedEquations
        With their columns as further ones, and the families of the offsets.
    offsets : TriedOffsets

    Returns
    -------
    tuple of FoundSignal
    """
    rest, out = _remaining(extended, offsets), list[FoundSignal]()
    chi2, dof, epochs = end.chi2, end.residuals.dof, epoch_scatter(end, offsets.combinations)
    while len(out) < MOST_SIGNALS:
        fallen = sum(one.delta_chi2 for one in out)
        means = (epochs[0] - fallen, epochs[1])
        smooth = _smooth_signals(end, tried, extended, rest, (chi2, dof), means)
        jumps = _significant_offsets(end, tried, rest, offsets, (chi2, dof), means)
        flagged, steps = ([one for one in jumps if (one.signal.kind == "step") is step] for step in (False, True))
        best = smooth[0] if smooth else None
        best = _choose_first(best, flagged, max((one.delta_chi2 for one in smooth), default=-np.inf), (chi2, dof))
        if all(one.signal.kind == "offset" for one in out):  # one step at most, and none beside a smooth signal
            largest = max((one.delta_chi2 for one in (*smooth, *flagged)), default=-np.inf)
            best = _choose_first(best, steps, largest, (chi2, dof))
        if best is None:
            break
        out.append(_date_step(end, offsets, best, tried) if best.signal.kind == "step" else best)
        rest, chi2, dof = rest.without(best.signal.at), chi2 - best.delta_chi2, dof - best.signal.n
    return tuple(out)


def _choose_first(
    best: FoundSignal | None, offsets: list[FoundSignal], largest: float, before: tuple[float, int]
) -> FoundSignal | None:
    """The best of some offsets where it lowers chi2 clearly more than ``best``; else ``best``, maybe with its line."""
    if not offsets:
        return best
    most = max(offsets, key=lambda one: one.delta_chi2)
    clearly = CLEARLY_MORE * max(1.0, (before[0] - most.delta_chi2) / max(before[1] - 1, 1))
    if best is None or most.delta_chi2 > largest + clearly:
        return most
    if most.signal.kind == "offset" and most.delta_chi2 > best.delta_chi2 - clearly:
        return best._replace(lines=most.lines)
    return best


def _smooth_signals(
    end: FitEnd,
    tried: TriedSignals,
    extended: ExtendedEquations,
    rest: Remaining,
    before: tuple[float, int],
    epochs: tuple[float, int],
) -> list[FoundSignal]:
    """The significant smooth signals, that with the largest decrease of chi2 per column first.

    Where the TOAs of a day have common noise, in all bands, the probability is that for the scatter of their means.
    """
    out, (chi2, dof) = list[FoundSignal](), before
    for signal in tried.signals:
        if dof - signal.n < 3 or not np.all(np.diagonal(rest.gram)[signal.at] > LEAST_SHARE_LEFT):
            continue
        gain = rest.gain(signal.at, LEAST_SHARE_LEFT)
        probability = min(1.0, len(tried.signals) * chance(gain, signal.n, chi2, dof))
        if probability < SIGNIFICANT and epochs[1] > signal.n and signal.kind != "chromatic":
            probability = max(probability, min(1.0, len(tried.signals) * chance(gain, signal.n, *epochs)))
        if probability < SIGNIFICANT:
            out.append(FoundSignal(signal, gain, probability, _rms(end, tried, extended, rest, signal)))
    return sorted(out, key=lambda one: -one.delta_chi2 / one.signal.n)


def _significant_offsets(
    end: FitEnd,
    tried: TriedSignals,
    rest: Remaining,
    offsets: TriedOffsets,
    before: tuple[float, int],
    epochs: tuple[float, int],
) -> list[FoundSignal]:
    """The offsets that are significant."""
    first, (chi2, dof) = tried.columns.shape[1], before
    if dof < 4:
        return []
    left = np.diagonal(rest.gram)[first:]
    gains = np.where(left > LEAST_SHARE_LEFT, rest.slope[first:] ** 2 / np.maximum(left, LEAST_SHARE_LEFT), 0.0)
    n, out = len(offsets.offsets), list[FoundSignal]()
    size = np.sqrt(np.sum((end.residuals.error_s * end.sigma_factor) ** -2.0))
    for i in np.flatnonzero(gains > LEAST_OFFSET_GAIN).tolist():
        gain, one = float(gains[i]), offsets.offsets[i]
        probability = n * chance(gain, 1, chi2, dof)
        if probability < SIGNIFICANT and epochs[1]:
            probability = max(probability, n * chance(gain, 1, *epochs))
        if probability < SIGNIFICANT and is_of_many(end, offsets.mask(i)):
            signal = TriedSignal("step" if one.is_step else "offset", one.form, first + i, 1)
            out.append(FoundSignal(signal, gain, probability, float(np.sqrt(gain) / size), (one.line,)))
    return out


def _remaining(extended: ExtendedEquations, offsets: TriedOffsets) -> Remaining:
    """The normal equations of the smooth signals and of the offsets, the parameters eliminated."""
    at = np.concatenate([extended.extra, extended.grouped])
    rest, n = extended.rest(at), extended.n_extra
    sums = np.zeros((len(at), n + offsets.parts.shape[1]))
    sums[:n, :n] = np.eye(n)
    sums[n:, n:] = offsets.parts * extended.scale[extended.grouped][:, None]
    whole = np.einsum("ij,ik,kj->j", sums, extended.gram[np.ix_(at, at)], sums)
    sums /= np.sqrt(np.where(whole > 0.0, whole, 1.0))
    return Remaining(sums.T @ rest.gram @ sums, sums.T @ rest.slope)


def _date_step(end: FitEnd, offsets: TriedOffsets, found: FoundSignal, tried: TriedSignals) -> FoundSignal:
    """A step at the best of all dates near its own."""
    mjd = np.asarray(end.toas.mjd)
    steps, after = closer_dates(mjd, offsets, found.signal.first - tried.columns.shape[1])
    if len(steps) < 2:
        return found
    extended = normal_equations_with(end, after.astype(np.float64))
    rest = extended.rest(extended.extra)
    left = np.diagonal(rest.gram)
    gains = np.where(left > LEAST_SHARE_LEFT, rest.slope**2 / np.maximum(left, LEAST_SHARE_LEFT), 0.0)
    best: TriedOffset = steps[int(np.argmax(gains))]
    return found._replace(signal=found.signal._replace(form=best.form), lines=(best.line,))


def chance(gain: float, q: int, chi2: float, dof: int) -> float:
    """Return the probability of so large a decrease of chi2 by chance.

    Parameters
    ----------
    gain : float
        Decrease of chi2, no unit.
    q : int
        Number of columns.
    chi2, dof : float, int
        Without them.

    Returns
    -------
    float
        From chi2, or from F where that is larger, as with uncertainties that are too small.
    """
    left = chi2 - gain
    if left <= 0.0:
        return chi2_tail(gain, q)
    f = gain / q / (left / (dof - q))
    return max(chi2_tail(gain, q), f_tail(f, q, dof - q))


def _rms(end: FitEnd, tried: TriedSignals, extended: ExtendedEquations, rest: Remaining, signal: TriedSignal) -> float:
    """Rms of the part of a signal that the fit cannot absorb, s; of the whole signal where DMs are measured."""
    if end.residuals.dm is None or signal.kind != "chromatic":
        error = end.residuals.error_s * end.sigma_factor
        return float(np.sqrt(rest.gain(signal.at, LEAST_SHARE_LEFT) / np.sum(error**-2.0)))
    value = -np.linalg.lstsq(rest.gram[np.ix_(signal.at, signal.at)], rest.slope[signal.at], rcond=LEAST_SHARE_LEFT)[0]
    size = extended.scale[extended.extra][signal.at]
    turns = tried.columns[: len(end.toas), signal.at] @ (value / size)
    return float(np.sqrt(np.mean((turns / end.residuals.rate_hz) ** 2)))
