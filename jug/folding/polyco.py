"""Polycos: the phase of a pulsar as a polynomial in each of many segments, for folding while data are taken.

With dt the time since the middle of a segment in minutes, c its coefficients, and r its phase at the middle,

    phase = r + 60 f0 dt + c1 + c2 dt + c3 dt^2 + ...
    frequency = f0 + (c2 + 2 c3 dt + ...) / 60

(tempo, reference manual). f0 and r have the few digits of the file; the coefficients contain the rest.
"""

from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal
from typing import NamedTuple

import numpy as np
from numpy.polynomial import Polynomial, chebyshev
from numpy.typing import ArrayLike

from jug.core.array import Float, Int, K, N
from jug.core.display.fields_shown import FieldsShown
from jug.core.doubledouble import two_prod
from jug.core.times import Times, parse_mjd, since, to_mjd
from jug.folding.phase import Phases, read_times
from jug.folding.segment_fit import FittedSegments
from jug.folding.segments import by_segment
from jug.text.json_types import JsonObject
from jug.text.strict_json import without_nonfinite


class PolycoSegment(NamedTuple):
    """One polynomial.

    Parameters
    ----------
    middle : str
        MJD, with all its digits.
    turn : int
        Whole turns of the phase at the middle, as the file has it.
    fraction : Decimal
        The rest, turns, with 6 digits.
    coefficients : (k,) array
        Turns / min^i.
    f0 : float
        Hz.
    span_min : int
        Length, min.
    dm : float
        pc cm^-3.
    doppler : float
        Frequency in the frame of the barycentre over that at the site, less 1.
    log_rms : float
        log10 of the rms distance from the model, turns.
    orbit : tuple of float or None
        Orbital phase (turns) and frequency (1/d) at the middle.
    """

    middle: str
    turn: int
    fraction: Decimal
    coefficients: Float[K]
    f0: float
    span_min: int
    dm: float
    doppler: float
    log_rms: float
    orbit: tuple[float, float] | None = None

    @property
    def mid(self) -> Times[int, float]:
        """The middle."""
        return parse_mjd(self.middle)

    @property
    def half_days(self) -> float:
        """Half the length, d."""
        return self.span_min / 2880.0


@dataclass(frozen=True, eq=False, repr=False)
class Polyco(FieldsShown):
    """Polynomials of the phase of a pulsar, as `jug.polyco` and `jug.read_polyco` return them.

    Parameters
    ----------
    psr : str
        As in the file, without a leading J.
    site : str
        Code of the observatory, as in the file.
    freq_mhz : float
        Observing frequency, MHz.
    segments : tuple of PolycoSegment
    worst : float
        Largest distance from the model, turns; NaN for a polyco that was read from a file.

    Examples
    --------
    >>> import jug
    >>> model = jug.load_model(jug.data.example("NGC6440E")[0])
    >>> made = jug.polyco(model, 53750.0, 53750.1, site="gbt")
    >>> len(made.segments), made.worst < 1e-6
    (3, True)
    >>> made.phase(53750.05).turn.shape, made.to_json()["site"]
    ((1,), '1')
    >>> made.summary().splitlines()[0]
    'PSR 1748-2021E, site 1, 1400 MHz'
    """

    psr: str
    site: str
    freq_mhz: float
    segments: tuple[PolycoSegment, ...]
    worst: float = float("nan")

    def phase(self, mjd: ArrayLike | Times) -> Phases:
        """Evaluate the phase at times.

        Parameters
        ----------
        mjd : array-like, Times, or sequence of str
            Site UTC, MJD; text holds all its digits.

        Returns
        -------
        Phases
            With the Doppler shift at the middle of the segment.

        Raises
        ------
        InputError
            A time in no segment.
        """
        times = read_times(mjd)
        turn, fraction = np.zeros(len(times.day), dtype=np.int64), np.zeros(len(times.day))
        frequency, doppler = np.zeros(len(times.day)), np.zeros(len(times.day))
        middle = np.array([float(segment.middle) for segment in self.segments])
        half = np.array([segment.half_days for segment in self.segments])
        for i, rows, part in by_segment(times, middle, half, "polyco"):
            turn[rows], fraction[rows], frequency[rows] = _evaluate_polynomial(self.segments[i], part)
            doppler[rows] = self.segments[i].doppler
        return Phases(np.asarray(to_mjd(times)), turn, fraction, frequency, doppler)

    def to_json(self) -> JsonObject:
        """Return the polyco as values for JSON.

        Returns
        -------
        dict
            ``psr``, ``site``, ``freq_mhz``, ``worst`` (turns), ``segments`` (each with ``middle`` and ``turn`` exact).
        """
        segments = [
            {**one._asdict(), "fraction": float(one.fraction), "coefficients": one.coefficients.tolist()}
            for one in self.segments
        ]
        content = {"psr": self.psr, "site": self.site, "freq_mhz": self.freq_mhz, "worst": self.worst}
        found: JsonObject = without_nonfinite({**content, "segments": segments})
        return found

    def summary(self) -> str:
        """Describe the polyco in text: pulsar, number and length of segments, range of time, error.

        Returns
        -------
        str
            Several lines, without a newline at the end.
        """
        first, last = self.segments[0], self.segments[-1]
        start, end = float(first.middle) - first.half_days, float(last.middle) + last.half_days
        lines = [
            f"PSR {self.psr}, site {self.site}, {self.freq_mhz:g} MHz",
            f"Segments              {len(self.segments)} of {first.span_min} min",
            f"Coefficients          {len(first.coefficients)}",
            f"From, to              MJD {start:.6f}, {end:.6f}",
        ]
        if np.isfinite(self.worst):
            lines.append(f"Largest error         {self.worst:.2g} turns")
        return "\n".join(lines)


def segments_of(
    fitted: FittedSegments, span_min: int, dm: float, orbits: list[tuple[float, float] | None]
) -> list[PolycoSegment]:
    """Make the segments of a polyco from Chebyshev polynomials.

    Parameters
    ----------
    fitted : FittedSegments
        Of m segments.
    span_min : int
        Length of a segment, min.
    dm : float
        pc cm^-3.
    orbits : list of tuple or None
        Orbital phase (turns) and frequency (1/d) of each.

    Returns
    -------
    list of PolycoSegment
    """
    found = []
    for i, middle in enumerate(fitted.middle):
        whole, fraction, excess = _rounded_phase(int(fitted.turn[i]), float(fitted.rest[i]))
        power = chebyshev.cheb2poly(fitted.coefficients[i])
        power = power / (0.5 * span_min) ** np.arange(len(power))
        power[0] += excess
        log_rms = float(np.log10(max(fitted.rms[i], 1e-15)))
        doppler = float(fitted.doppler[i])
        found.append(
            PolycoSegment(middle, whole, fraction, power, fitted.f0, span_min, dm, doppler, log_rms, orbits[i])
        )
    return found


def _rounded_phase(turn: int, rest: float) -> tuple[int, Decimal, float]:
    """Whole turns, the rest from 0 to 1 rounded to 6 digits, and the error of this rounding, turns."""
    exact = Decimal(turn) + Decimal(rest)
    short = exact.quantize(Decimal("1e-6"), rounding=ROUND_HALF_EVEN)
    whole = int(short.to_integral_value(rounding="ROUND_FLOOR"))
    return whole, short - whole, float(exact - short)


def _evaluate_polynomial(segment: PolycoSegment, times: Times) -> tuple[Int[N], Float[N], Float[N]]:
    """Whole turns, the rest (turns, 0 to 1), and the spin frequency (Hz) at times in a segment."""
    mid = segment.mid
    seconds = since(times, mid.day, mid.sec)
    main = two_prod(seconds.hi, segment.f0)
    whole = np.floor(main.hi)
    minutes = np.asarray(seconds.hi) / 60.0
    curve = Polynomial(segment.coefficients)
    rest = (main.hi - whole) + main.lo + seconds.lo * segment.f0 + curve(minutes) + float(segment.fraction)
    turn = segment.turn + whole.astype(np.int64) + np.floor(rest).astype(np.int64)
    frequency = segment.f0 + curve.deriv()(minutes) / 60.0
    return turn, rest - np.floor(rest), np.asarray(frequency)
