"""Signals that may be left in the residuals, and what chi2 gains by each in the linear model.

A good fit has none. Columns are seconds times the spin frequency; periods are the year, the orbit, the solar and the
sidereal day; polynomials in time and dependences on the radio frequency are tried too. The parameters of the fit are
eliminated, so that what they take up cannot be left.
"""

from typing import NamedTuple

import numpy as np

from jug.compute.elimination import Remaining
from jug.core.array import Float, Int, K, N, Toa
from jug.core.constants import DAY, K_DM
from jug.core.tail_probability import chi2_tail, f_tail
from jug.fitting.verdict.extended_equations import ExtendedEquations
from jug.fitting.verdict.fit_end import FitEnd

YEAR_D, SIDEREAL = 365.25, 1.00273790935

DM_OF_DELAY = 1e18 / K_DM
"""DM that delays by 1 s at 1 GHz, pc cm^-3."""

SIGNIFICANT = 2e-3
"""Probability, corrected for the number of signals, below which one is in the residuals."""

LEAST_SHARE_LEFT = 1e-6
"""Share of a column that must be left after the elimination of the parameters."""

MOST_SIGNALS = 4
"""Largest number of signals that are reported."""


class TriedSignal(NamedTuple):
    """One signal: its kind, its form in words, and its columns.

    Parameters
    ----------
    kind, form : str
    first, n : int
        Which of the columns.
    """

    kind: str
    form: str
    first: int
    n: int

    @property
    def at(self) -> Int[N]:
        """Its columns."""
        return np.arange(self.first, self.first + self.n)


class TriedSignals(NamedTuple):
    """All signals that are tried.

    Parameters
    ----------
    signals : tuple of TriedSignal
    columns : (n, k) array
        Of unit amplitude, turns for an amplitude of 1 s; for wideband data (2 n, k) with the change of DM below,
        pc cm^-3.
    """

    signals: tuple[TriedSignal, ...]
    columns: Float[Toa, K]


class FoundSignal(NamedTuple):
    """A signal that is left.

    Parameters
    ----------
    signal : TriedSignal
    delta_chi2 : float
    probability : float
        Corrected for the number of signals.
    rms_s : float
        Root of the mean square at the TOAs, s.
    """

    signal: TriedSignal
    delta_chi2: float
    probability: float
    rms_s: float


def tried_signals(end: FitEnd) -> TriedSignals:
    """Make the columns of the signals.

    Parameters
    ----------
    end : FitEnd

    Returns
    -------
    TriedSignals
    """
    toas = end.toas
    day, n = toas.mjd, len(toas)
    t = np.zeros(n) if n < 2 or np.ptp(day) == 0.0 else 2.0 * (day - day.min()) / np.ptp(day) - 1.0
    year, frequency = 2.0 * np.pi * day / YEAR_D, np.asarray(toas.freq_hz) / 1e9
    waves = [("yearly", "a yearly sinusoid", year, 0), ("yearly", "a half-yearly sinusoid", 2.0 * year, 0)]
    waves += [("yearly", "a yearly sinusoid that grows", year, 1)]
    waves += [("daily", "a sinusoid of a solar day", 2.0 * np.pi * day, 0)]
    waves += [("daily", "a sinusoid of a sidereal day", 2.0 * np.pi * SIDEREAL * day, 0)]
    orbit = _orbital_phase(end)
    if orbit is not None:
        waves += [("orbital", f"a sinusoid of 1/{k} of the orbit", k * orbit, 0) for k in (2, 3, 4)]
        waves += [("orbital", "a sinusoid of the orbit", orbit, 0)]
        waves += [("orbital", "a sinusoid of the orbit that grows", orbit, 1)]
        waves += [("orbital", "a sinusoid of the orbit that grows as t^2", orbit, 2)]
    signals, columns = list[TriedSignal](), list[Float[Toa]]()
    for kind, form, angle, growth in waves:
        signals.append(TriedSignal(kind, form, len(columns), 2))
        columns += [t**growth * np.sin(angle), t**growth * np.cos(angle)]
    measured = end.residuals.dm is not None
    lower, power = np.ones(n), t
    for k in range(1, 5):
        signals.append(TriedSignal("secular", f"a polynomial in time of degree {k}", len(columns), 1))
        columns.append(power)
        lower, power = power, ((2 * k + 1) * t * power - k * lower) / (k + 1)  # Legendre's
    timing = len(columns)
    inverse = np.where(np.isfinite(frequency), 1.0 / frequency, 0.0)
    if measured or np.any(frequency != frequency[0]):
        chromatic: list[tuple[str, tuple[Float[Toa], ...]]] = [("a delay as 1/f^2", (np.ones(n),))]
        chromatic.append(("a delay as 1/f^2 that grows", (t,)))
        if measured:
            chromatic.append(("a delay as 1/f^2 that grows as t^2", (t**2,)))
            chromatic.append(("a yearly delay as 1/f^2", (np.sin(year), np.cos(year))))
        for form, shapes in chromatic:
            signals.append(TriedSignal("chromatic", form, len(columns), len(shapes)))
            columns += [shape * inverse**2 for shape in shapes]
    dispersive = slice(timing, len(columns))
    if np.any(frequency != frequency[0]) and np.all(np.isfinite(frequency)):
        signals.append(TriedSignal("chromatic", "a delay as log f", len(columns), 1))
        columns.append(np.log(frequency))
    seconds = np.column_stack(columns)
    matrix = seconds * np.asarray(end.residuals.rate_hz)[:, None]
    if measured:
        dm = np.zeros_like(matrix)
        dm[:, dispersive] = DM_OF_DELAY * seconds[:, dispersive] * frequency[:, None] ** 2
        matrix = np.concatenate([matrix, dm])
    return TriedSignals(tuple(signals), matrix)


def left_signals(end: FitEnd, tried: TriedSignals, extended: ExtendedEquations) -> tuple[FoundSignal, ...]:
    """Find the signals that are in the residuals, the most significant first, each fitted with those before.

    Parameters
    ----------
    end : FitEnd
    tried : TriedSignals
    extended : ExtendedEquations
        With their columns as further ones.

    Returns
    -------
    tuple of FoundSignal
    """
    rest, out = extended.rest(extended.extra), list[FoundSignal]()
    chi2, dof = end.chi2, end.residuals.dof
    while len(out) < MOST_SIGNALS:
        best: FoundSignal | None = None
        for signal in tried.signals:
            if dof - signal.n < 3 or not np.all(np.diagonal(rest.gram)[signal.at] > LEAST_SHARE_LEFT):
                continue
            gain = rest.gain(signal.at, LEAST_SHARE_LEFT)
            probability = min(1.0, len(tried.signals) * chance(gain, signal.n, chi2, dof))
            if probability < SIGNIFICANT and (best is None or gain / signal.n > best.delta_chi2 / best.signal.n):
                best = FoundSignal(signal, gain, probability, _rms(end, tried, extended, rest, signal))
        if best is None:
            break
        out.append(best)
        rest, chi2, dof = rest.without(best.signal.at), chi2 - best.delta_chi2, dof - best.signal.n
    return tuple(out)


def chance(gain: float, q: int, chi2: float, dof: int) -> float:
    """Probability of so large a decrease of chi2 by q columns that are not in the data.

    Parameters
    ----------
    gain : float
    q : int
    chi2, dof : float, int
        Before.

    Returns
    -------
    float
        By chi2; by F where the reduced chi2 is above 1, since the uncertainties are then too small.
    """
    left = chi2 - gain
    if left <= 0.0:
        return chi2_tail(gain, q)
    f = gain / q / (left / (dof - q))
    return max(chi2_tail(gain, q), f_tail(f, q, dof - q))


def _rms(end: FitEnd, tried: TriedSignals, extended: ExtendedEquations, rest: Remaining, signal: TriedSignal) -> float:
    """Rms of the part of a signal that the parameters of the fit cannot reproduce, s; of a measured DM, of all."""
    if end.residuals.dm is None or signal.kind != "chromatic":
        error = end.residuals.error_s * end.sigma_factor
        return float(np.sqrt(rest.gain(signal.at, LEAST_SHARE_LEFT) / np.sum(error**-2.0)))
    value = -np.linalg.lstsq(rest.gram[np.ix_(signal.at, signal.at)], rest.slope[signal.at], rcond=LEAST_SHARE_LEFT)[0]
    size = extended.scale[extended.extra][signal.at]
    turns = tried.columns[: len(end.toas), signal.at] @ (value / size)
    return float(np.sqrt(np.mean((turns / end.residuals.rate_hz) ** 2)))


def _orbital_phase(end: FitEnd) -> Float[Toa] | None:
    """Phase of the orbit at the TOAs from PB or FB0 alone, rad, (n,); None for a single pulsar."""
    values = end.model.values
    period = values.get("PB") or (1.0 / values["FB0"] / DAY if values.get("FB0") else 0.0)
    if "BINARY" not in end.model.entries or not period > 0.0:
        return None
    start = values.get("TASC") or values.get("T0") or 0.0
    return np.asarray(2.0 * np.pi * (end.toas.mjd - start) / period)
