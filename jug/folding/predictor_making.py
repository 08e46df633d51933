"""`predictor`: Chebyshev polynomials of the phase in time and frequency, fitted to the model."""

from dataclasses import replace
from decimal import Decimal

import numpy as np
from numpy.polynomial import chebyshev

from jug.conversion.error_propagation import model_of
from jug.core.arguments.kinds import as_number
from jug.core.array import Float, K, M, N
from jug.core.constants import K_DM
from jug.core.decimal_text import UNROUNDED
from jug.core.doubledouble import DoubleDouble, two_prod
from jug.core.times import Times, add_seconds, parse_mjds
from jug.errors import InputError
from jug.fitting.result.fit_result import FitResult
from jug.folding.coverage import check_covered
from jug.folding.making import GOOD_TURNS, check_span, segment_middles, spans_and_counts
from jug.folding.phase import read_times, toas_at_times, turns_and_rest, with_reference
from jug.folding.predictor import Predictor, PredictorSegment
from jug.folding.segment_fit import MORE_NODES, since_middle
from jug.model.timing_model import TimingModel
from jug.obs.files import Files
from jug.obs.sites import find_site

FREQUENCY_COEFFICIENTS = 6
"""Number of Chebyshev coefficients over the frequency."""

HALF_BAND = 0.1
"""Half the width of the default band, in units of its middle."""


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
        Lowest and highest observing frequency, MHz; a single frequency is the middle of a band from 0.9 to 1.1 of it.
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
    check_covered(model, read_times([start, end]), site, files)
    band = _frequency_band(freq_mhz)
    place = find_site(site, files=files)
    found: list[Predictor] = []
    for span, count in spans_and_counts(nspan, ncoeff, end - start):
        texts = [f"{middle:f}" for middle in segment_middles(model, start, end, span, site, None, files)]
        found.append(_fit_predictor(model, texts, span, count, band, site, files))
        if found[-1].worst < GOOD_TURNS:
            break
    best = min(found, key=lambda made: made.worst)
    _warn_of_clocks(model, best, site, files)
    return replace(best, site="@" if place.special == "barycenter" else place.name)


def _warn_of_clocks(model: TimingModel, made: Predictor, site: str, files: Files | None) -> None:
    """Warn of clocks that do not reach the middles of the segments, once a segment."""
    toas_at_times(model, parse_mjds([segment.middle for segment in made.segments]), site, made.freq_mhz[0], files)


def _frequency_band(freq_mhz: float | tuple[float, float]) -> tuple[float, float]:
    if not isinstance(freq_mhz, tuple | list) or len(freq_mhz) != 2:
        middle = as_number(freq_mhz, "freq_mhz")
        freq_mhz = (1.0 - HALF_BAND) * middle, (1.0 + HALF_BAND) * middle
    low, high = (as_number(one, "freq_mhz") for one in freq_mhz)
    if not 0.0 < low < high < np.inf:
        raise InputError(
            f"{low:.15g} to {high:.15g} MHz is not a band", hint="give a lower and a higher frequency, MHz"
        )
    return low, high


def _fit_predictor(
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
    toas = toas_at_times(model, times, site, np.tile(mhz, m * len(x)), files, warn=False)
    turn, rest = turns_and_rest(model, toas)
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
