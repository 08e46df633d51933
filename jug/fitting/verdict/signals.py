"""Smooth signals that may be left in the residuals, as columns.

Columns are in seconds times the spin frequency. The signals are sinusoids with the periods of the year, the orbit, the
solar and the sidereal day, polynomials in time, and dependences on the radio frequency.
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Float, Int, K, N, Toa
from jug.core.constants import AU_LS, DAY, K_DM
from jug.core.execution.chunks import empty_rows, over_chunks
from jug.fitting.verdict.fit_end import FitEnd
from jug.model.components.solar_wind.geometry import inverse_square
from jug.model.direction import direction
from jug.obs.toas import TOAs

YEAR_D, SIDEREAL = 365.25, 1.00273790935
"""Length of a year, d, and of a day, in turns of the Earth."""

NEAREST_SUN = 1.0 - 1e-5
"""Largest cosine of the angle between pulsar and Sun, that at the limb of the Sun."""

DM_OF_DELAY = 1e18 / K_DM
"""DM that delays by 1 s at 1 GHz, pc cm^-3."""


class TriedSignal(NamedTuple):
    """One signal: its kind, its form in words, and its columns.

    Parameters
    ----------
    kind, form : str
    first, n : int
        First column, and number of columns.
    """

    kind: str
    form: str
    first: int
    n: int

    @property
    def at(self) -> Int[N]:
        """Its columns."""
        return np.arange(self.first, self.first + self.n)

    @property
    def is_offset(self) -> bool:
        """Whether it is an offset of some TOAs or a step in time (`jug.fitting.verdict.offsets`)."""
        return self.kind in ("offset", "step")


class TriedSignals(NamedTuple):
    """All smooth signals that are tried.

    Parameters
    ----------
    signals : tuple of TriedSignal
    columns : (n, k) array
        Of unit amplitude, turns for an amplitude of 1 s; for wideband data (2 n, k) with the change of DM below,
        pc cm^-3.
    """

    signals: tuple[TriedSignal, ...]
    columns: Float[Toa, K]


def make_signals(end: FitEnd) -> TriedSignals:
    """Make the columns of the signals.

    Parameters
    ----------
    end : FitEnd

    Returns
    -------
    TriedSignals
    """
    shapes, n = _find_shapes(end), len(end.toas)
    signals = _signal_columns(shapes, slice(0, 1)).signals
    rate = end.residuals.rate_hz
    k = sum(signal.n for signal in signals)
    matrix = empty_rows((2 * n if shapes.measured else n, k))

    def fill(rows: slice) -> None:
        own = _signal_columns(shapes, rows)
        seconds = np.column_stack(own.columns)
        matrix[rows] = seconds * np.asarray(rate)[rows, None]
        if shapes.measured:
            dm = np.zeros_like(seconds)
            dm[:, own.dispersive] = DM_OF_DELAY * seconds[:, own.dispersive] * shapes.frequency(rows)[:, None] ** 2
            matrix[n + rows.start : n + rows.stop] = dm

    over_chunks(fill, n, "TOAs with signals that may be left", columns=k)
    return TriedSignals(signals, matrix)


class _Shapes(NamedTuple):
    """The data of the columns: TOAs, start and span (d); whether DMs are measured, and frequencies differ and are all
    finite; the column density of the solar wind, and start and period (d) of the orbit."""

    toas: TOAs
    first_d: float
    span_d: float
    measured: bool
    differ: bool
    finite: bool
    wind: Float[Toa] | None
    orbit: tuple[float, float] | None

    def frequency(self, rows: slice) -> Float[Toa]:
        """Frequency of some TOAs, GHz."""
        return np.asarray(self.toas.freq_hz[rows]) / 1e9


class _Made(NamedTuple):
    """The signals, their columns on some rows (s), and which of these are dispersive."""

    signals: tuple[TriedSignal, ...]
    columns: list[Float[Toa]]
    dispersive: slice


def _find_shapes(end: FitEnd) -> _Shapes:
    toas, measured = end.toas, end.residuals.dm is not None
    frequency = toas.freq_hz
    differ = bool(np.any(frequency != frequency[0]))
    wind = _solar_wind(end) if measured or differ else None
    first_d, span_d = float(toas.mjd.min()), float(np.ptp(toas.mjd))
    return _Shapes(toas, first_d, span_d, measured, differ, bool(np.all(np.isfinite(frequency))), wind, _orbit_of(end))


def _signal_columns(of: _Shapes, rows: slice) -> _Made:
    """Make the columns of some rows."""
    day, frequency = of.toas.mjd[rows], of.frequency(rows)
    n = len(day)
    t = np.zeros(n) if of.span_d == 0.0 else 2.0 * (day - of.first_d) / of.span_d - 1.0
    year = 2.0 * np.pi * day / YEAR_D
    signals, columns = list[TriedSignal](), list[Float[Toa]]()
    for kind, form, angle, growth in _list_sinusoids(of, day, year):
        signals.append(TriedSignal(kind, form, len(columns), 2))
        columns += [t**growth * np.sin(angle), t**growth * np.cos(angle)]
    lower, power = np.ones(n), t
    for k in range(1, 5):
        signals.append(TriedSignal("secular", f"a polynomial in time of degree {k}", len(columns), 1))
        columns.append(power)
        lower, power = power, ((2 * k + 1) * t * power - k * lower) / (k + 1)  # Legendre's
    timing = len(columns)
    inverse = np.where(np.isfinite(frequency), 1.0 / frequency, 0.0)
    if of.measured or of.differ:
        chromatic: list[tuple[str, tuple[Float[Toa], ...]]] = [("a delay as 1/f^2", (np.ones(n),))]
        chromatic.append(("a delay as 1/f^2 that grows", (t,)))
        chromatic.append(("a delay as 1/f^2 that grows as t^2", (t**2,)))
        chromatic.append(("a yearly delay as 1/f^2", (np.sin(year), np.cos(year))))
        if of.wind is not None:
            chromatic.append(("a delay of the solar wind", (of.wind[rows],)))
        for form, shapes in chromatic:
            signals.append(TriedSignal("chromatic", form, len(columns), len(shapes)))
            columns += [shape * inverse**2 for shape in shapes]
    dispersive = slice(timing, len(columns))
    if of.differ and of.finite:
        signals.append(TriedSignal("chromatic", "a delay as log f", len(columns), 1))
        columns.append(np.log(frequency))
    return _Made(tuple(signals), columns, dispersive)


def _list_sinusoids(of: _Shapes, day: Float[Toa], year: Float[Toa]) -> list[tuple[str, str, Float[Toa], int]]:
    """Kind and form of each sinusoid, its angle, and the power of time by which it grows."""
    waves = [("yearly", "a yearly sinusoid", year, 0), ("yearly", "a half-yearly sinusoid", 2.0 * year, 0)]
    waves += [("yearly", "a yearly sinusoid that grows", year, 1)]
    waves += [("daily", "a sinusoid of a solar day", 2.0 * np.pi * day, 0)]
    waves += [("daily", "a sinusoid of a sidereal day", 2.0 * np.pi * SIDEREAL * day, 0)]
    if of.orbit is not None:
        start, period = of.orbit
        orbit = np.asarray(2.0 * np.pi * (day - start) / period)
        waves += [("orbital", f"a sinusoid of 1/{k} of the orbit", k * orbit, 0) for k in (2, 3, 4)]
        waves += [("orbital", "a sinusoid of the orbit", orbit, 0)]
        waves += [("orbital", "a sinusoid of the orbit that grows", orbit, 1)]
        waves += [("orbital", "a sinusoid of the orbit that grows as t^2", orbit, 2)]
    return waves


def _solar_wind(end: FitEnd) -> Float[Toa] | None:
    """Column density of the solar wind, over its mean, (n,); None without a position, or with the TOAs at one place."""
    values, sun = end.model.kernel_values, end.toas.bodies["sun"]
    distance = np.sqrt(np.sum(sun**2, axis=1))
    if not {"RAJ", "ELONG"} & values.keys() or not np.any(distance > 0.0):
        return None
    seen = distance > 0.0  # it is 0 for TOAs at the barycentre of the solar system
    cosine = np.sum(sun * direction(values, end.model.settings.ecl), axis=1)[seen] / distance[seen]
    density = np.zeros(len(seen))
    density[seen] = inverse_square(np, np.clip(cosine, -NEAREST_SUN, NEAREST_SUN), distance[seen] / AU_LS)[0]
    return density / np.mean(density)


def _orbit_of(end: FitEnd) -> tuple[float, float] | None:
    """Start, MJD, and period, d, of the orbit from PB or FB0 alone; None for a single pulsar."""
    values = end.model.values
    period = values.get("PB") or (1.0 / values["FB0"] / DAY if values.get("FB0") else 0.0)
    if "BINARY" not in end.model.entries or not period > 0.0:
        return None
    return values.get("TASC") or values.get("T0") or 0.0, period
