"""Chebyshev polynomials for the phase in spans of time, and their largest distance from the model.

In each segment the phase less that of its middle, and less that of a constant frequency, is sampled at the Chebyshev
nodes. The polynomial is that of least squares there; its largest error is nearly the least possible (Mason & Handscomb
2003, Chebyshev Polynomials, section 6.3). The error is measured at evenly spaced times, ends included.
"""

from decimal import Decimal
from typing import NamedTuple

import numpy as np
from numpy.polynomial import chebyshev

from jug.core.array import Float, Int, K, N
from jug.core.doubledouble import DoubleDouble, add_float, mul_float, sub, two_prod
from jug.core.times import Times, add_seconds, parse_mjds, since
from jug.folding.phase import doppler_shift, toas_at_times, turns_and_rest
from jug.model.timing_model import TimingModel
from jug.obs.files import Files

MORE_NODES = 6
"""Nodes beyond the number of coefficients."""


class FittedSegments(NamedTuple):
    """The polynomials of m segments.

    Parameters
    ----------
    middle : list of str
        Middle of each segment, MJD, as text with exact digits.
    turn : (m,) int array
        Whole turns at the middle.
    rest : (m,) array
        The rest of the phase there, turns, -0.5 to 0.5.
    coefficients : (m, k) array
        Chebyshev coefficients of the phase less that of the middle and less ``f0`` times the time since then, turns;
        the variable is the time since the middle over half the span.
    f0 : float
        Hz.
    rms, worst : (m,) arrays
        Distance from the model: root mean square, and the largest, turns.
    doppler : (m,) array
        At the middle.
    """

    middle: list[str]
    turn: Int[N]
    rest: Float[N]
    coefficients: Float[N, K]
    f0: float
    rms: Float[N]
    worst: Float[N]
    doppler: Float[N]


def fit_segments(
    model: TimingModel,
    middles: list[Decimal],
    span_s: float,
    n_coefficients: int,
    *,
    f0: float,
    site: str,
    freq_mhz: float,
    files: Files | None,
) -> FittedSegments:
    """Fit a polynomial to the phase in each of several segments, without warnings of clocks.

    Parameters
    ----------
    model : TimingModel
    middles : list of Decimal
        m MJDs.
    span_s : float
        Of a segment, s.
    n_coefficients : int
        k of each segment.
    f0 : float
        Constant frequency whose phase is subtracted first, Hz.
    site, freq_mhz, files
        As in `jug.phase`.

    Returns
    -------
    FittedSegments
    """
    texts = [f"{middle:f}" for middle in middles]
    nodes = chebyshev.chebpts1(n_coefficients + MORE_NODES)
    checks = np.linspace(-1.0, 1.0, 2 * len(nodes) + 1)
    places = np.concatenate([[0.0], nodes, checks])
    seconds = 0.5 * span_s * places
    m = len(middles)
    start = parse_mjds(texts)
    times = add_seconds(_repeat_times(start, len(places)), np.tile(seconds, m))
    toas = toas_at_times(model, times, site, freq_mhz, files, warn=False)
    whole, part = turns_and_rest(model, toas)
    turn, rest = whole.reshape(m, -1), part.reshape(m, -1)
    linear = _turns_at(since_middle(times, start, len(places)), f0)
    change = np.asarray(turn - turn[:, :1], dtype=np.float64)
    value = sub(DoubleDouble(change.ravel(), np.zeros(change.size)), linear)
    value = add_float(value, (rest - rest[:, :1]).ravel())
    phase = np.asarray(value.hi + value.lo).reshape(m, -1)
    here = slice(1, 1 + len(nodes))
    fitted = chebyshev.chebfit(nodes, phase[:, here].T, n_coefficients - 1)
    coefficients = np.asarray(fitted.T, dtype=np.float64)
    off = phase[:, here.stop :] - chebyshev.chebval(checks, coefficients.T)
    rms, worst = np.sqrt(np.mean(off**2, axis=1)), np.max(np.abs(off), axis=1)
    doppler = doppler_shift(model, toas).reshape(m, -1)[:, 0]
    return FittedSegments(texts, turn[:, 0], rest[:, 0], coefficients, f0, rms, worst, doppler)


def since_middle(times: Times, middle: Times, each: int) -> DoubleDouble:
    """Compute the time since the middle of the segment that a time is in.

    Parameters
    ----------
    times : Times
        (m each,)
    middle : Times
        (m,)
    each : int
        Number of times of a segment.

    Returns
    -------
    DoubleDouble
        (m each,), s.
    """
    there = _repeat_times(middle, each)
    day = int(np.min(middle.day))
    return sub(since(times, day), since(there, day))


def _repeat_times(times: Times, each: int) -> Times:
    sec = DoubleDouble(np.repeat(times.sec.hi, each), np.repeat(times.sec.lo, each))
    return Times(np.repeat(times.day, each), sec)


def _turns_at(seconds: DoubleDouble, f0: float) -> DoubleDouble:
    """Turns of a constant frequency in these times, in double-double."""
    main = two_prod(seconds.hi, f0)
    return add_float(main, mul_float(DoubleDouble(seconds.lo, np.zeros_like(seconds.lo)), f0).hi)
