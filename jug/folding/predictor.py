"""Predictors of tempo2: the phase as Chebyshev polynomials in time and radio frequency, in each of many segments.

With x and y the time and the frequency f over the segment, from -1 to 1,

    phase = sum'_ij c_ij T_i(x) T_j(y) + D / f^2

where the primed sum halves the terms with i = 0 and those with j = 0 (Hobbs, Edwards & Manchester 2006, MNRAS 369, 655;
the layout of ChebyModelSet). The phase is 0 at the TZR point, with its own site and frequency.
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

import numpy as np
from numpy.polynomial import chebyshev
from numpy.typing import ArrayLike

from jug.core.array import Float, Int, K, M, N
from jug.core.display.fields_shown import FieldsShown
from jug.core.doubledouble import DoubleDouble, two_prod
from jug.core.times import Times, parse_mjds, since, to_mjd
from jug.errors import InputError
from jug.folding.phase import Phases, read_times
from jug.folding.segments import by_segment
from jug.text.json_types import JsonObject
from jug.text.strict_json import without_nonfinite


class PredictorSegment(NamedTuple):
    """One polynomial.

    Parameters
    ----------
    middle : str
        MJD, with all its digits.
    span_days : float
        Length, d.
    dispersion : float
        D, turns MHz^2.
    constant : Decimal
        c_00 / 4: the mean phase, turns.
    coefficients : (k, l) array
        Of the primed sum, time along the first axis, turns; that of c_00 is 0.
    """

    middle: str
    span_days: float
    dispersion: float
    constant: Decimal
    coefficients: Float[K, M]


@dataclass(frozen=True, eq=False, repr=False)
class Predictor(FieldsShown):
    """Polynomials of the phase in time and frequency, as `jug.predictor` and `jug.read_predictor` return them.

    Parameters
    ----------
    psr, site : str
    freq_mhz : tuple of float
        Lowest and highest frequency, MHz.
    segments : tuple of PredictorSegment
    worst : float
        Largest distance from the model, turns; NaN for a predictor that was read from a file.

    Examples
    --------
    >>> import jug
    >>> model = jug.load_model(jug.data.example("NGC6440E")[0])
    >>> made = jug.predictor(model, 53750.0, 53750.1, site="gbt", freq_mhz=(1400.0, 1500.0))
    >>> len(made.segments), made.worst < 1e-6
    (3, True)
    >>> made.phase(53750.05, 1450.0).turn.shape, made.to_json()["freq_mhz"]
    ((1,), [1400.0, 1500.0])
    >>> made.summary().splitlines()[0]
    'PSR 1748-2021E, site gbt, 1400 to 1500 MHz'
    """

    psr: str
    site: str
    freq_mhz: tuple[float, float]
    segments: tuple[PredictorSegment, ...]
    worst: float = float("nan")

    def phase(self, mjd: ArrayLike | Times, freq_mhz: float) -> Phases:
        """Evaluate the phase at times and a frequency.

        Parameters
        ----------
        mjd : array-like, Times, or sequence of str
            Site UTC, MJD; text holds all its digits.
        freq_mhz : float
            Observing frequency, MHz.

        Returns
        -------
        Phases
            Without Doppler shifts (NaN), which a predictor does not have.

        Raises
        ------
        InputError
            A time in no segment; a frequency outside the band.
        """
        times, (low, high) = read_times(mjd), self.freq_mhz
        if not low <= freq_mhz <= high:
            why = f"{freq_mhz:.15g} MHz is outside the predictor's band, {low:.15g} to {high:.15g} MHz"
            raise InputError(why, hint="give a frequency in it: --freq MHZ (in Python: freq_mhz=1400)")
        n = len(times.day)
        turn, rest, hz = np.zeros(n, dtype=np.int64), np.zeros(n), np.zeros(n)
        y = 2.0 * (freq_mhz - low) / (high - low) - 1.0
        middle = np.array([float(segment.middle) for segment in self.segments])
        half = np.array([0.5 * segment.span_days for segment in self.segments])
        for i, rows, part in by_segment(times, middle, half, "predictor"):
            turn[rows], rest[rows], hz[rows] = self._evaluate_segment(self.segments[i], part, y)
            rest[rows] += self.segments[i].dispersion / freq_mhz**2
        whole = np.floor(rest).astype(np.int64)
        days = np.asarray(to_mjd(times))
        return Phases(days, turn + whole, rest - whole, hz, np.full(len(days), np.nan))

    def _evaluate_segment(self, segment: PredictorSegment, times: Times, y: float) -> tuple[Int[N], Float[N], Float[N]]:
        """Whole turns, the rest (turns), and the spin frequency (Hz) at times in a segment, without D / f^2."""
        middle = parse_mjds([segment.middle])
        half = 43200.0 * segment.span_days
        seconds = since(times, int(middle.day[0]), DoubleDouble(middle.sec.hi[0], middle.sec.lo[0]))
        x = np.asarray(seconds.hi) / half
        in_time = np.asarray(chebyshev.chebval(y, segment.coefficients.T))
        main = two_prod(x, float(in_time[1]))
        whole = np.floor(main.hi)
        small = chebyshev.chebval(x, np.concatenate([in_time[:1], [0.0], in_time[2:]]))
        constant = int(segment.constant.to_integral_value(rounding="ROUND_FLOOR"))
        rest = (main.hi - whole) + main.lo + small + float(segment.constant - constant)
        hz = chebyshev.chebval(x, chebyshev.chebder(in_time)) / half
        return constant + whole.astype(np.int64), rest, np.asarray(hz)

    def to_json(self) -> JsonObject:
        """Return the predictor as values for JSON.

        Returns
        -------
        dict
            ``psr``, ``site``, ``freq_mhz`` (lowest and highest), ``worst`` (turns), ``segments``.
        """
        segments = [
            {**one._asdict(), "constant": str(one.constant), "coefficients": one.coefficients.tolist()}
            for one in self.segments
        ]
        content = {"psr": self.psr, "site": self.site, "freq_mhz": list(self.freq_mhz), "worst": self.worst}
        found: JsonObject = without_nonfinite({**content, "segments": segments})
        return found

    def summary(self) -> str:
        """Describe the predictor in text: pulsar, band, number and length of segments, range of time, error.

        Returns
        -------
        str
            Several lines, without a newline at the end.
        """
        head, last = self.segments[0], self.segments[-1]
        start, end = float(head.middle) - 0.5 * head.span_days, float(last.middle) + 0.5 * last.span_days
        k, m = self.segments[0].coefficients.shape
        lines = [
            f"PSR {self.psr}, site {self.site}, {self.freq_mhz[0]:g} to {self.freq_mhz[1]:g} MHz",
            f"Segments              {len(self.segments)} of {head.span_days * 1440.0:.6g} min",
            f"Coefficients          {k} in time, {m} in frequency",
            f"From, to              MJD {start:.6f}, {end:.6f}",
        ]
        if np.isfinite(self.worst):
            lines.append(f"Largest error         {self.worst:.2g} turns")
        return "\n".join(lines)
