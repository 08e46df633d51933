"""Pulse phase, spin frequency and Doppler shift of a model at any time, for a site and a radio frequency.

The phase is 0 at the TZR point. The frequency at the site is the slope of the phase, by the difference of five points
(Abramowitz & Stegun 1964, 25.3.6): with points 10 s apart its relative error is below 1e-12 for an orbit of 1.5 h.
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

import numpy as np
from numpy.typing import ArrayLike

from jug.analysis.simulation.argument_ranges import check_dates
from jug.analysis.simulation.simulated_dates import times_at_mjds
from jug.conversion.error_propagation import model_of
from jug.core.arguments.kinds import as_number, refuse_quantity
from jug.core.array import Float, Int, N
from jug.core.display.fields_shown import FieldsShown
from jug.core.times import BadMJD, Times, add_seconds, concatenate, parse_mjds, to_mjd
from jug.core.written_times import DATE_HINT, has_dates, parse_time_words
from jug.errors import InputError, JugWarning, KindError
from jug.fitting.result.fit_result import FitResult
from jug.folding.coverage import check_covered
from jug.io.tim.raw_toas import make_toas
from jug.loading import prepare
from jug.model.evaluation.anchor import make_anchor
from jug.model.timing_model import TimingModel
from jug.obs.files import Files
from jug.obs.toas import TOAs
from jug.text.json_types import JsonObject
from jug.text.strict_json import without_nonfinite
from jug.text.text_table import table

STEP_S = 10.0
"""Distance of the points of the difference, s."""

SLOPE = ((-2.0, 1.0 / 12.0), (-1.0, -8.0 / 12.0), (1.0, 8.0 / 12.0), (2.0, -1.0 / 12.0))
"""Points of the difference, in steps, and their weights."""


@dataclass(frozen=True, eq=False, repr=False)
class Phases(FieldsShown):
    """Phases of a pulsar at given times, as `jug.phase` returns them.

    Parameters
    ----------
    mjd : (n,) array
        Times, site UTC (TDB at the barycentre), MJD.
    turn : (n,) int array
        Whole turns since the TZR point.
    fraction : (n,) array
        The rest of the phase, turns, from 0 to 1.
    frequency_hz : (n,) array
        Spin frequency as seen at the site, Hz; NaN where it was not requested.
    doppler : (n,) array
        Frequency in the frame of the barycentre over that at the site, less 1.
    """

    mjd: Float[N]
    turn: Int[N]
    fraction: Float[N]
    frequency_hz: Float[N]
    doppler: Float[N]

    def __len__(self) -> int:
        return len(self.mjd)

    def summary(self) -> str:
        """Return the phases as a table of text.

        Returns
        -------
        str
            Several lines, without a newline at the end.
        """
        columns = zip(self.mjd, self.turn, self.fraction, self.frequency_hz, self.doppler, strict=True)
        rows = [
            (f"{mjd:.9f}", str(turn), f"{fraction:.9f}", f"{hz:.12f}", "" if np.isnan(doppler) else f"{doppler:+.6e}")
            for mjd, turn, fraction, hz, doppler in columns
        ]
        return table(("MJD", "turn", "phase", "frequency (Hz)", "Doppler"), rows, ">>>>>")

    def to_json(self) -> JsonObject:
        """Return the phases as values for JSON.

        Returns
        -------
        dict
            ``mjd``, ``turn``, ``phase``, ``frequency_hz``, ``doppler``: lists.
        """
        content = {
            "mjd": self.mjd.tolist(),
            "turn": self.turn.tolist(),
            "phase": self.fraction.tolist(),
            "frequency_hz": self.frequency_hz.tolist(),
            "doppler": self.doppler.tolist(),
        }
        found: JsonObject = without_nonfinite(content)
        return found


def phase(
    source: TimingModel | FitResult,
    mjd: ArrayLike | Times | Sequence[str],
    *,
    site: str = "@",
    freq_mhz: float = 0.0,
    files: Files | None = None,
) -> Phases:
    """Compute the pulse phase at times.

    Parameters
    ----------
    source : TimingModel or FitResult
        With a TZR point (TZRMJD).
    mjd : array-like, Times, or sequence of str
        Site UTC, MJD (TDB at the barycentre). A float64 holds 0.6 us; text all its digits, or ``"2006-03-07T12:00"``.
    site : str
        ``@`` is the barycentre of the solar system.
    freq_mhz : float
        Observing frequency, MHz; 0 is infinite.
    files : Files, optional
        Where clock files and ephemerides come from.

    Returns
    -------
    Phases

    Raises
    ------
    InputError
        A model without TZRMJD; text that is not an MJD; a time outside the ephemeris; an unknown site; a frequency < 0.

    Examples
    --------
    >>> import jug
    >>> model = jug.load_model(jug.data.example("NGC6440E")[0])
    >>> found = jug.phase(model, ["53801.5", "53802"], site="gbt", freq_mhz=1949.609)
    >>> [int(turn) for turn in found.turn]
    [605394, 3261825]
    >>> found.summary().splitlines()[0].split(), found.to_json()["turn"]
    (['MJD', 'turn', 'phase', 'frequency', '(Hz)', 'Doppler'], [605394, 3261825])
    """
    model = with_reference(model_of(source))
    times = read_times(mjd)
    check_covered(model, times, site, files)
    n = len(times.day)
    toas = toas_at_times(model, times, site, freq_mhz, files)  # warns of clocks that do not reach these times
    turn, rest = turns_and_rest(model, toas)
    points = concatenate([add_seconds(times, STEP_S * place) for place, _ in SLOPE])
    other_turn, other_rest = turns_and_rest(model, toas_at_times(model, points, site, freq_mhz, files, warn=False))
    slope = np.zeros(n)
    for i, (_, weight) in enumerate(SLOPE):
        rows = slice(i * n, (i + 1) * n)
        slope += weight * ((other_turn[rows] - turn) + (other_rest[rows] - rest))
    whole = np.floor(rest).astype(np.int64)
    doppler = doppler_shift(model, toas)
    return Phases(np.asarray(to_mjd(times)), turn + whole, rest - whole, slope / STEP_S, doppler)


def with_reference(model: TimingModel) -> TimingModel:
    """Refuse a model without a TZR point, and return it with TRACK 0, so that pulse numbers of TOAs are not used.

    Parameters
    ----------
    model : TimingModel

    Returns
    -------
    TimingModel

    Raises
    ------
    InputError
        The model has no TZRMJD.
    """
    if model.settings.tzr_mjd is None:
        raise InputError(
            "the par file has no TZRMJD: a phase needs the TZR point, where it is 0",
            hint="add TZRMJD, TZRSITE and TZRFRQ, as jug fit -o writes them",
        )
    return replace(model, settings=replace(model.settings, track="0"))


def read_times(mjd: ArrayLike | Times | Sequence[str]) -> Times:
    """Read times as numbers, text or times.

    Parameters
    ----------
    mjd : array-like, Times, or sequence of str
        MJD; text may be dates.

    Returns
    -------
    Times
        (n,)

    Raises
    ------
    InputError
        No time; one that is neither an MJD nor a date.
    """
    if isinstance(mjd, Times):
        return cast(Times, mjd)
    refuse_quantity(mjd, "mjd", "days, as MJD")
    words = [mjd] if isinstance(mjd, str) else mjd
    if isinstance(words, Sequence) and words and all(isinstance(word, str) for word in words):
        try:
            return parse_time_words(words) if has_dates(words) else parse_mjds([str(word) for word in words])
        except BadMJD as reason:
            raise InputError(f"{words[reason.index]!r} is not a time ({reason})", hint=DATE_HINT) from None
    try:
        numbers = np.atleast_1d(np.asarray(mjd, dtype=np.float64))
    except (TypeError, ValueError):
        raise KindError("mjd is not an array of numbers", hint="give MJDs, as [60000, 60100]") from None
    if numbers.ndim > 1:
        raise KindError(f"mjd has {numbers.ndim} dimensions, not one", hint="give MJDs, as [60000, 60100]")
    if not len(numbers):
        raise InputError("there is no time to compute a phase for", hint="give MJDs, as 60000,60100")
    check_dates(numbers)
    return times_at_mjds(numbers)


def toas_at_times(
    model: TimingModel, times: Times, site: str, freq_mhz: ArrayLike, files: Files | None, *, warn: bool = True
) -> TOAs:
    """Prepare times as TOAs.

    Parameters
    ----------
    model : TimingModel
    times : Times
        (n,)
    site : str
    freq_mhz : float or (n,) array
        0 is infinite.
    files : Files or None
    warn : bool
        Whether to warn of clocks that do not reach a time; False for points between the requested times.

    Returns
    -------
    TOAs

    Raises
    ------
    InputError
        An unknown site; a frequency below 0; a time outside the ephemeris.
    """
    refuse_quantity(freq_mhz, "freq_mhz", "MHz")
    if not isinstance(freq_mhz, np.ndarray) and not as_number(freq_mhz, "freq_mhz") >= 0.0:
        raise InputError(f"freq_mhz is {freq_mhz:g}", hint="give a frequency above 0 MHz, or 0 for an infinite one")
    mhz = np.broadcast_to(np.asarray(freq_mhz, dtype=np.float64), len(times.day))
    hz = np.where(mhz > 0.0, mhz * 1e6, np.inf)
    raw = make_toas(times, freq_hz=hz, error_s=1e-6, site=site, origin="<times>")
    if warn:
        return prepare(model, raw, files=files)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", JugWarning)
        return prepare(model, raw, files=files)


def turns_and_rest(model: TimingModel, toas: TOAs) -> tuple[Int[N], Float[N]]:
    """Compute phases as whole turns and the rest.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs

    Returns
    -------
    turn : (n,) int array
        Nearest whole turns since the TZR point.
    rest : (n,) array
        Turns, -0.5 to 0.5.
    """
    anchor = make_anchor(model, toas)
    return np.asarray(anchor.pulse_number), np.asarray(anchor.reference.residual[: len(toas)])


def doppler_shift(model: TimingModel, toas: TOAs) -> Float[N]:
    """Compute the Doppler shift from the motion of the site.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs

    Returns
    -------
    (n,) array
        Frequency in the frame of the barycentre over that at the site, less 1; 0 for a model without a position.
    """
    x = make_anchor(model, toas).state.x
    if x.n is None:
        return np.zeros(len(toas))
    return np.asarray(-np.einsum("ij,ij->i", np.asarray(toas.v_obs), np.asarray(x.n)[: len(toas)]))
