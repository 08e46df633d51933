"""What residuals are drawn against: date, orbital phase, frequency, day of the year, elevation, serial number."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from jug.analysis.elevation import elevation_deg
from jug.analysis.orbit_times import phase_at
from jug.analysis.residuals.averaging import Averaged
from jug.core.array import Float, N, Toa
from jug.errors import JugError
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

YEAR_LENGTH_D = 365.25
"""Length of a Julian year, d."""


class Abscissa(NamedTuple):
    """A quantity along the horizontal axis.

    Parameters
    ----------
    name : str
        One of `ABSCISSAE`.
    label : str
        With the unit.
    value : (n,) array
        NaN for a point without a value, which is not drawn.
    why_absent : str
        Why some points have no value, for the label.
    limits : tuple of (float, float) or None
        Ends of the axis; None to fit the points.
    logarithmic : bool
    """

    name: str
    label: str
    value: Float[N]
    why_absent: str = ""
    limits: tuple[float, float] | None = None
    logarithmic: bool = False


def _date(model: TimingModel, toas: TOAs) -> Abscissa:
    return Abscissa("mjd", "MJD", toas.mjd)


def _orbital_phase(model: TimingModel, toas: TOAs) -> Abscissa:
    start = "periastron" if "T0" in model.values else "ascending node"
    return Abscissa("orbital-phase", f"Orbital phase from {start} (turns)", phase_at(model, toas), limits=(0.0, 1.0))


def _frequency(model: TimingModel, toas: TOAs) -> Abscissa:
    mhz = np.where(np.isfinite(toas.freq_hz), toas.freq_hz / 1e6, np.nan)
    known = mhz[np.isfinite(mhz)]
    if not known.size:
        raise JugError("every TOA is at infinite frequency: there is nothing to draw against")
    wide = float(known.max()) > 2.0 * float(known.min())
    return Abscissa("frequency", "Frequency (MHz)", mhz, "at infinite frequency", logarithmic=wide)


def _day_of_year(model: TimingModel, toas: TOAs) -> Abscissa:
    day = (toas.mjd - 51544.0) % YEAR_LENGTH_D + 1.0
    return Abscissa("day-of-year", "Day of the year", day, limits=(1.0, 1.0 + YEAR_LENGTH_D))


def _elevation(model: TimingModel, toas: TOAs) -> Abscissa:
    found = elevation_deg(model, toas)
    if not np.isfinite(found).any():
        raise JugError("no TOA was taken at an observatory on the Earth: there is no elevation to draw against")
    return Abscissa("elevation", "Elevation (degrees)", found, "not from an observatory on the Earth")


def _serial(model: TimingModel, toas: TOAs) -> Abscissa:
    return Abscissa("serial", "Number of the TOA in the tim file", np.arange(1.0, len(toas) + 1.0))


ABSCISSAE: Mapping[str, Callable[[TimingModel, TOAs], Abscissa]] = {
    "mjd": _date,
    "orbital-phase": _orbital_phase,
    "frequency": _frequency,
    "day-of-year": _day_of_year,
    "elevation": _elevation,
    "serial": _serial,
}
"""The function for each quantity, by its name (the argument ``against``)."""


def abscissa_of(name: str, model: TimingModel, toas: TOAs) -> Abscissa:
    """Evaluate a quantity at the TOAs.

    Parameters
    ----------
    name : str
        One of `ABSCISSAE`.
    model : TimingModel
    toas : TOAs

    Returns
    -------
    Abscissa

    Raises
    ------
    JugError
        No such quantity, no TOA at an observatory (elevation), or no finite frequency.
    InputError
        An orbital phase without an orbit.
    """
    if name not in ABSCISSAE:
        raise JugError(f"residuals cannot be drawn against {name!r}; it may be {', '.join(ABSCISSAE)}")
    return ABSCISSAE[name](model, toas)


def averaged_abscissa(of_toas: Abscissa, epochs: Averaged) -> Abscissa:
    """Return the quantity at each average: the mean over its TOAs, for angles the circular mean.

    Parameters
    ----------
    of_toas : Abscissa
        At the TOAs.
    epochs : Averaged

    Returns
    -------
    Abscissa
    """
    if of_toas.name == "mjd":
        return of_toas._replace(value=epochs.mjd)
    if of_toas.name == "serial":
        return of_toas._replace(label="Number of the average in order of time", value=np.arange(1.0, len(epochs) + 1.0))
    mean = _mean if of_toas.limits is None else _circular_mean
    return of_toas._replace(value=np.array([mean(of_toas.value[rows], of_toas.limits) for rows in epochs.members]))


def _mean(value: Float[Toa], limits: tuple[float, float] | None) -> float:
    return float(np.mean(value))


def _circular_mean(value: Float[Toa], limits: tuple[float, float] | None) -> float:
    assert limits is not None
    start, period = limits[0], limits[1] - limits[0]
    angle = np.angle(np.mean(np.exp(2j * np.pi * (value - start) / period)))
    return float(start + period * (angle / (2.0 * np.pi) % 1.0))
