"""`polyco`: the segments of a time span, and as many coefficients as the pulsar needs."""

from collections.abc import Iterator
from decimal import Decimal
from math import atan2

import numpy as np

from jug.analysis.orbit_times import orbital_phase
from jug.conversion.error_propagation import model_of
from jug.core.arguments.kinds import as_number, describe_kind
from jug.core.array import Bool, Toa
from jug.core.times import parse_mjds
from jug.errors import InputError, KindError
from jug.fitting.result.fit_result import FitResult
from jug.folding.coverage import check_covered
from jug.folding.hour_angle import hour_angle
from jug.folding.phase import read_times, toas_at_times, with_reference
from jug.folding.polyco import Polyco, segments_of
from jug.folding.segment_fit import FittedSegments, fit_segments
from jug.model.direction import direction
from jug.model.registry import is_binary_model
from jug.model.timing_model import TimingModel
from jug.obs.files import Files
from jug.obs.sites import find_site

GOOD_TURNS = 1e-7
"""Largest error with which the search for a length and a number of coefficients ends, turns."""

SPANS_MIN = (60, 30, 20, 15, 10, 5, 3, 2, 1)
"""Lengths of a segment of a polyco, min, that are tried, the longest first."""

COEFFICIENTS = (12, 15, 18)
"""Lengths and numbers of coefficients that are tried; the shortest are for the Shapiro delay of orbits seen edge-on."""

MOST_SEGMENTS = 100_000
"""Largest number of segments of a file of polycos."""

TMID_DIGITS = Decimal("1e-11")
"""Last digit of the middle of a segment in a file, d."""


def polyco(
    source: TimingModel | FitResult,
    start: float,
    end: float,
    *,
    site: str = "@",
    freq_mhz: float = 1400.0,
    nspan: int | None = None,
    ncoeff: int | None = None,
    max_ha: float | None = None,
    files: Files | None = None,
) -> Polyco:
    """Make polynomials of the phase for folding.

    Parameters
    ----------
    source : TimingModel or FitResult
        With a TZR point (TZRMJD).
    start, end : float
        Site UTC, MJD (TDB at the barycentre).
    site : str
        ``@`` is the barycentre of the solar system.
    freq_mhz : float
        Observing frequency, MHz; 0 is infinite.
    nspan : int, optional
        Length of a segment, min. When absent the longest from 60 to 1 with errors below 1e-7 turns.
    ncoeff : int, optional
        Coefficients of a segment. When absent 12, 15 or 18, likewise.
    max_ha : float, optional
        Largest hour angle, h: only segments in which the pulsar is as near to the meridian at some time are made.
    files : Files, optional
        Where clock files and ephemerides come from.

    Returns
    -------
    Polyco
        ``.phase(mjd)``, ``.summary()``; `jug.write_polyco` writes it.

    Raises
    ------
    InputError
        A model without TZRMJD; times in the wrong order, outside the ephemeris, or never near the meridian; an unknown
        site; a length, number of coefficients or hour angle out of range.

    Examples
    --------
    >>> import jug
    >>> model = jug.load_model(jug.data.example("NGC6440E")[0])
    >>> made = jug.polyco(model, 53801.0, 53801.5, site="gbt")
    >>> len(made.segments), made.worst < 1e-7
    (12, True)
    """
    model = with_reference(model_of(source))
    check_span(start, end, nspan, ncoeff, max_ha)
    check_covered(model, read_times([start, end]), site, files)
    code = site_code(site, files)
    span, fitted = _best_segments(model, start, end, (nspan, ncoeff), site, freq_mhz, max_ha, files)
    dm = float(model.entries["DM"].value.hi) if "DM" in model.entries else 0.0
    segments = segments_of(fitted, span, dm, _orbits_of_segments(model, fitted, site, freq_mhz, files))
    return Polyco(model.psr.removeprefix("J"), code, _file_mhz(freq_mhz), tuple(segments), float(np.max(fitted.worst)))


def _file_mhz(freq_mhz: float) -> float:
    """The frequency as a polyco has it, MHz: 0 where it is infinite."""
    return float(freq_mhz) if np.isfinite(freq_mhz) else 0.0


def _best_segments(
    model: TimingModel,
    start: float,
    end: float,
    asked: tuple[int | None, int | None],
    site: str,
    freq_mhz: float,
    max_ha: float | None,
    files: Files | None,
) -> tuple[int, FittedSegments]:
    """The length, min, and the segments: the first that are good enough, else those with the smallest error."""
    f0 = round(float(model.entries["F0"].value.hi), 12)
    found: list[tuple[int, FittedSegments]] = []
    for span, count in spans_and_counts(*asked, end - start):
        middles = segment_middles(model, start, end, span, site, max_ha, files)
        fitted = fit_segments(model, middles, 60.0 * span, count, f0=f0, site=site, freq_mhz=freq_mhz, files=files)
        found.append((span, fitted))
        if np.max(fitted.worst) < GOOD_TURNS:
            break
    return min(found, key=lambda one: float(np.max(one[1].worst)))


def site_code(site: str, files: Files | None = None) -> str:
    """Return the shortest code of a site: tempo's letter, ITOA's two letters, or a name of at most five letters.

    Parameters
    ----------
    site : str
    files : Files, optional

    Returns
    -------
    str

    Raises
    ------
    InputError
        An unknown site, or one with long names only.
    """
    found = find_site(site, files=files)
    if found.special == "barycenter":
        return "@"
    codes = [found.tempo_code, found.itoa_code, *sorted(found.aliases, key=len), found.name]
    code = next((code for code in codes if 0 < len(code) <= 5), "")
    if not code:
        raise InputError(f"the site {site} has no code of at most five letters, which a polyco has room for")
    return code


def check_span(start: float, end: float, nspan: int | None, ncoeff: int | None, max_ha: float | None) -> None:
    """Refuse a time span or numbers with which no polynomials can be made.

    Parameters
    ----------
    start, end, nspan, ncoeff, max_ha
        As in `jug.polyco`.

    Raises
    ------
    InputError
    """
    if not as_number(end, "end") > as_number(start, "start"):
        raise InputError(
            f"the end, MJD {end:.15g}, is not after the start, {start:.15g}", hint="give the earlier time first"
        )
    for name, number in (("nspan", nspan), ("ncoeff", ncoeff)):
        if number is not None and not isinstance(number, int | np.integer):
            raise KindError(f"{name} is {describe_kind(number)}, not a whole number")
    if nspan is not None and not 1 <= nspan <= 1440:
        raise InputError(f"nspan is {nspan}", hint="give 1 to 1440 minutes")
    if ncoeff is not None and not 2 <= ncoeff <= 30:
        raise InputError(f"ncoeff is {ncoeff}", hint="give 2 to 30 coefficients")
    if max_ha is not None and not 0.0 < as_number(max_ha, "max_ha") <= 12.0:
        raise InputError(f"max_ha is {max_ha:.15g}", hint="give an hour angle above 0, and 12 at most")
    if (end - start) * 1440.0 / (nspan or SPANS_MIN[0]) > MOST_SEGMENTS:
        raise InputError(
            f"these would be more than {MOST_SEGMENTS} segments", hint="give a shorter time or a larger nspan"
        )


def spans_and_counts(nspan: int | None, ncoeff: int | None, days: float) -> Iterator[tuple[int, int]]:
    """List the lengths and numbers of coefficients that are tried, the shortest file first.

    Parameters
    ----------
    nspan, ncoeff : int or None
        As in `jug.polyco`.
    days : float
        From start to end; lengths with which there would be too many segments are left out.

    Yields
    ------
    span, count : int
        Length, min, and number of coefficients.
    """
    few_enough = [span for span in SPANS_MIN if days * 1440.0 / span <= MOST_SEGMENTS]
    for span in few_enough if nspan is None else (nspan,):
        for count in COEFFICIENTS if ncoeff is None else (ncoeff,):
            yield span, count


def segment_middles(
    model: TimingModel, start: float, end: float, span: int, site: str, max_ha: float | None, files: Files | None
) -> list[Decimal]:
    """Return the middles of the segments from start to end, rounded as in a file.

    Parameters
    ----------
    model : TimingModel
    start, end, site, max_ha, files
        As in `jug.polyco`.
    span : int
        Length, min.

    Returns
    -------
    list of Decimal
        MJD.

    Raises
    ------
    InputError
        The pulsar is never near the meridian.
    """
    first, length = Decimal(repr(float(start))), Decimal(span) / 1440
    count = int(np.ceil(float((Decimal(repr(float(end))) - first) / length) - 1e-6))
    found = [(first + (i + Decimal("0.5")) * length).quantize(TMID_DIGITS) for i in range(count)]
    if max_ha is None:
        return found
    near = _near_meridian(model, found, span, site, max_ha, files)
    found = [middle for middle, keep in zip(found, near, strict=True) if keep]
    if not found:
        raise InputError(
            f"the pulsar is never within {max_ha:g} h of the meridian",
            hint="give a larger --max-ha (in Python: max_ha=6)",
        )
    return found


def _near_meridian(
    model: TimingModel, middles: list[Decimal], span: int, site: str, max_ha: float, files: Files | None
) -> Bool[Toa]:
    """Which segments have a time near the meridian of the site."""
    place = find_site(site, files=files)
    if place.special or not {"RAJ", "ELONG"} & model.entries.keys():
        return np.ones(len(middles), dtype=bool)
    unit = direction(model.kernel_values, model.settings.ecl)
    right_ascension = atan2(float(unit[1]), float(unit[0]))
    away = np.abs(hour_angle(np.array([float(middle) for middle in middles]), place.xyz_m, right_ascension))
    return np.asarray(away <= max_ha + span / 120.0)


def _orbits_of_segments(
    model: TimingModel, fitted: FittedSegments, site: str, freq_mhz: float, files: Files | None
) -> list[tuple[float, float] | None]:
    """Orbital phase and frequency at the middle of each segment; None without a binary."""
    middles = toas_at_times(model, parse_mjds(fitted.middle), site, freq_mhz, files)  # warns of clocks, once a segment
    if not any(is_binary_model(component) for component in model.components):
        return [None] * len(middles)
    phase = orbital_phase(model, middles).value
    period = model.entries.get("PB")
    per_day = 1.0 / float(period.value.hi) if period else float(model.entries["FB0"].value.hi) * 86400.0
    return [(float(one), per_day) for one in phase]
