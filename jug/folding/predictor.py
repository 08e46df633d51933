"""Predictors of tempo2: the phase as Chebyshev polynomials in time and radio frequency, in each of many segments.

With x and y the time and the frequency f over the segment, from -1 to 1,

    phase = sum'_ij c_ij T_i(x) T_j(y) + D / f^2

where the primed sum halves the terms with i = 0 and those with j = 0 (Hobbs, Edwards & Manchester 2006, MNRAS 369, 655;
the layout of ChebyModelSet). The phase is 0 at the TZR point, with its own site and frequency.
"""

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import NamedTuple

import numpy as np
from numpy.polynomial import chebyshev
from numpy.typing import ArrayLike

from jug.conversion.error_propagation import model_of
from jug.core.array import Float, Int, K, M, N
from jug.core.constants import K_DM
from jug.core.decimal_text import UNROUNDED
from jug.core.display.fields_shown import FieldsShown
from jug.core.doubledouble import DoubleDouble, two_prod
from jug.core.times import Times, add_seconds, parse_mjds, since, to_mjd
from jug.errors import InputError
from jug.fitting.result.fit_result import FitResult
from jug.folding.making import GOOD_TURNS, check_span, segment_middles, spans_and_counts
from jug.folding.phase import Phases, made_toas, read_times, turns, with_reference
from jug.folding.polyco import EDGE_DAYS
from jug.folding.segment_fit import MORE_NODES, since_middle
from jug.model.timing_model import TimingModel
from jug.obs.files import Files
from jug.obs.sites import find_site
from jug.text.json_types import JsonObject
from jug.text.strict_json import finite

FREQUENCY_COEFFICIENTS = 6
HALF_BAND = 0.1
"""Half the width of the default band, in units of its middle."""


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
    """Polynomials of the phase in time and frequency; what `jug.predictor` and `jug.read_predictor` return.

    Parameters
    ----------
    psr, site : str
    freq_mhz : tuple of float
        Lowest and highest frequency, MHz.
    segments : tuple of PredictorSegment
    worst : float
        Largest distance from the model, turns; NaN of a file.
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
            why = f"{freq_mhz:g} MHz is outside the predictor's band, {low:g} to {high:g} MHz"
            raise InputError(why, hint="give a frequency in it: --freq MHZ (in Python: freq_mhz=1400)")
        days = np.asarray(to_mjd(times))
        chosen = self._segments_of(days)
        turn, rest, hz = np.zeros(len(days), dtype=np.int64), np.zeros(len(days)), np.zeros(len(days))
        y = 2.0 * (freq_mhz - low) / (high - low) - 1.0
        for i in np.unique(chosen):
            rows, segment = np.flatnonzero(chosen == i), self.segments[i]
            part = Times(times.day[rows], DoubleDouble(times.sec.hi[rows], times.sec.lo[rows]))
            turn[rows], rest[rows], hz[rows] = self._evaluated(segment, part, y)
        rest = rest + np.array([one.dispersion for one in self.segments])[chosen] / freq_mhz**2
        whole = np.floor(rest).astype(np.int64)
        return Phases(days, turn + whole, rest - whole, hz, np.full(len(days), np.nan))

    def _evaluated(self, segment: PredictorSegment, times: Times, y: float) -> tuple[Int[N], Float[N], Float[N]]:
        """Whole turns, the rest, and the frequency."""
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

    def _segments_of(self, days: Float[N]) -> Int[N]:
        """The segment whose middle is nearest to each time."""
        middle = np.array([float(segment.middle) for segment in self.segments])
        half = np.array([0.5 * segment.span_days for segment in self.segments])
        chosen = np.argmin(np.abs(days[:, None] - middle) / half, axis=1)
        outside = np.abs(days - middle[chosen]) > half[chosen] + EDGE_DAYS
        if np.any(outside):
            first, last = np.min(middle - half), np.max(middle + half)
            raise InputError(
                f"MJD {days[outside][0]:.6f} is in no segment of the predictor, which covers {first:.6f} to {last:.6f}",
                hint="make one that does with jug polyco",
            )
        return np.asarray(chosen)

    def to_json(self) -> JsonObject:
        """Return what the predictor is made of as values for JSON.

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
        found: JsonObject = finite({**content, "segments": segments})
        return found

    def summary(self) -> str:
        """Return what the predictor covers as text.

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


def predictor(
    source: TimingModel | FitResult,
    start: float,
    end: float,
    *,
    site: str = "@",
    freq_mhz: float | tuple[float, float] = 1400.0,
    nspan: int | None = None,
    ncoeff: int | None = None,
    files: Files | None = None,
) -> Predictor:
    """Make a predictor of tempo2: polynomials of the phase in time and frequency.

    Parameters
    ----------
    source : TimingModel or FitResult
        With a TZR point (TZRMJD).
    start, end : float
        Site UTC, MJD (TDB at the barycentre).
    site : str
        ``@`` is the barycentre of the solar system.
    freq_mhz : float or (float, float)
        Lowest and highest observing frequency; one frequency stands for 0.9 to 1.1 of it.
    nspan, ncoeff : int, optional
        Length of a segment, min, and coefficients in time; when absent as in `jug.polyco`.
    files : Files, optional
        Where clock files and ephemerides come from.

    Returns
    -------
    Predictor
        ``.phase(mjd, freq_mhz)``, ``.summary()``; `jug.write_predictor` writes it.

    Raises
    ------
    InputError
        A model without TZRMJD; times in the wrong order or outside the ephemeris; an unknown site; an impossible band.

    Examples
    --------
    >>> import jug
    >>> model = jug.load_model(jug.data.example("NGC6440E")[0])
    >>> made = jug.predictor(model, 53801.0, 53801.5, site="gbt", freq_mhz=(1200.0, 1600.0))
    >>> len(made.segments), made.worst < 1e-7
    (12, True)
    """
    model = with_reference(model_of(source))
    check_span(start, end, nspan, ncoeff, None)
    band = _band(freq_mhz)
    place = find_site(site, files=files)
    found: list[Predictor] = []
    for span, count in spans_and_counts(nspan, ncoeff):
        texts = [f"{middle:f}" for middle in segment_middles(model, start, end, span, site, None, files)]
        found.append(_fitted(model, texts, span, count, band, site, files))
        if found[-1].worst < GOOD_TURNS:
            break
    name = "@" if place.special == "barycenter" else place.name
    return replace(min(found, key=lambda made: made.worst), site=name)


def _band(freq_mhz: float | tuple[float, float]) -> tuple[float, float]:
    if isinstance(freq_mhz, (int, float)):
        freq_mhz = (1.0 - HALF_BAND) * freq_mhz, (1.0 + HALF_BAND) * freq_mhz
    low, high = float(freq_mhz[0]), float(freq_mhz[1])
    if not 0.0 < low < high < np.inf:
        raise InputError(f"{low:g} to {high:g} MHz is no band", hint="give a lower and a higher frequency, MHz")
    return low, high


def _fitted(
    model: TimingModel,
    middles: list[str],
    span_min: int,
    count: int,
    band: tuple[float, float],
    site: str,
    files: Files | None,
) -> Predictor:
    """The polynomials, and their largest distance from the model at times and frequencies between the nodes."""
    nt, nf = count + MORE_NODES, FREQUENCY_COEFFICIENTS + 2
    x = np.concatenate([[0.0], chebyshev.chebpts1(nt), np.linspace(-1.0, 1.0, 2 * nt + 1)])
    y = np.concatenate([chebyshev.chebpts1(nf), np.linspace(-1.0, 1.0, 5)])
    mhz = band[0] + 0.5 * (y + 1.0) * (band[1] - band[0])
    m, half = len(middles), 30.0 * span_min
    start = parse_mjds(middles)
    each = len(x) * len(y)
    order = np.repeat(np.arange(m), each)
    there = Times(start.day[order], DoubleDouble(start.sec.hi[order], start.sec.lo[order]))
    times = add_seconds(there, np.tile(np.repeat(half * x, len(y)), m))
    toas = made_toas(model, times, site, np.tile(mhz, m * len(x)), files)
    turn, rest = turns(model, toas)
    f0, dm = float(model.entries["F0"].value.hi), model.entries.get("DM")
    dispersion = 0.0 if dm is None else -f0 * K_DM * float(dm.value.hi) * 1e-12
    seconds = since_middle(times, start, each)
    linear = two_prod(np.asarray(seconds.hi), f0)
    first = np.repeat(turn.reshape(m, -1)[:, 0], each)
    phase = (
        ((turn - first) - linear.hi) + (rest - linear.lo - seconds.lo * f0) - dispersion / np.tile(mhz, m * len(x)) ** 2
    )
    cube = phase.reshape(m, len(x), len(y))
    coefficients = _two_dimensional(x[1 : 1 + nt], y[:nf], cube[:, 1 : 1 + nt, :nf], count)
    made = np.einsum("xi,mij,yj->mxy", chebyshev.chebvander(x, count - 1), coefficients, _vander(y))
    worst = float(np.max(np.abs(made - cube)))
    coefficients[:, 1, 0] += f0 * half
    constants = turn.reshape(m, -1)[:, 0]
    segments = []
    for i, middle in enumerate(middles):
        constant = UNROUNDED.add(Decimal(int(constants[i])), Decimal(float(coefficients[i, 0, 0])))
        coefficients[i, 0, 0] = 0.0
        segments.append(PredictorSegment(middle, span_min / 1440.0, dispersion, constant, coefficients[i]))
    return Predictor(model.psr, site, band, tuple(segments), worst)


def _vander(y: Float[N]) -> Float[N, M]:
    return np.asarray(chebyshev.chebvander(y, FREQUENCY_COEFFICIENTS - 1))


def _two_dimensional(x: Float[N], y: Float[K], cube: Float[M, N, K], count: int) -> Float[M, N, K]:
    """Chebyshev coefficients of each segment, time along the second axis."""
    in_time = np.linalg.pinv(chebyshev.chebvander(x, count - 1))
    in_frequency = np.linalg.pinv(_vander(y))
    return np.asarray(np.einsum("ix,mxy,jy->mij", in_time, cube, in_frequency))
