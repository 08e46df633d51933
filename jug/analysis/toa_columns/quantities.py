"""The quantities that a column of a table of TOAs can have, by name."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import NamedTuple

import numpy as np

from jug.core.array import Float, Int, Str, Toa
from jug.core.decimal_text import exact_decimal, fixed_point
from jug.core.doubledouble import DoubleDouble, two_sum
from jug.core.times import Times, add_seconds, format_mjds, to_days, to_mjd
from jug.errors import InputError
from jug.model.evaluation.anchor import Anchor, make_anchor
from jug.model.evaluation.chain import dispersion_measure
from jug.model.evaluation.residuals import Residuals
from jug.model.registry import is_binary_model
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

Values1D = Float[Toa] | Int[Toa] | Str[Toa]


class ColumnSource:
    """The data from which columns are made.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    residuals : Residuals
    """

    def __init__(self, model: TimingModel, toas: TOAs, residuals: Residuals) -> None:
        self.model, self.toas, self.residuals = model, toas, residuals

    @cached_property
    def anchor(self) -> Anchor:
        """The exact forward pass."""
        return make_anchor(self.model, self.toas)

    @cached_property
    def barycentric(self) -> Times:
        """Times of arrival at the barycentre at infinite frequency, TDB, before the binary's delay."""
        state = self.anchor.state
        inner = [i for i, c in enumerate(self.model.components) if is_binary_model(c)]
        if inner:
            hi, lo = state.times[inner[0]], state.lows[inner[0]]
        else:
            hi, lo = state.t_e, (state.x.tdb - state.t_e) - state.delay + state.x.tdb_lo
        n = len(self.toas)
        start = Times(np.full(n, self.model.epoch_day, dtype=np.int64), DoubleDouble(np.zeros(n), np.zeros(n)))
        return add_seconds(start, two_sum(hi[:n], lo[:n]))


class Quantity(NamedTuple):
    """A possible column.

    Attributes
    ----------
    unit, doc : str
    of : callable
        Function from a `ColumnSource` to one value for each TOA.
    exact : callable or None
        Function to the values as text with all digits, for quantities of which a float64 loses some.
    """

    unit: str
    doc: str
    of: Callable[[ColumnSource], Values1D]
    exact: Callable[[ColumnSource], list[str]] | None = None


def _days(times: Times) -> list[str]:
    """MJDs with 15 decimals, 0.1 ns."""
    days = to_days(times)
    pairs = zip(np.asarray(days.hi).tolist(), np.asarray(days.lo).tolist(), strict=True)
    return [fixed_point(exact_decimal(DoubleDouble(hi, lo)), 15) for hi, lo in pairs]


def _binary_phase(s: ColumnSource) -> Float[Toa]:
    from jug.analysis.orbit_times import orbital_phase

    return orbital_phase(s.model, s.toas).value


def _dm(s: ColumnSource) -> Float[Toa]:
    anchor = s.anchor
    return np.asarray(dispersion_measure(np, s.model.components, anchor.reference.p0, anchor.state)[: len(s.toas)])


def _day_of_year(s: ColumnSource) -> Float[Toa]:
    return np.asarray((s.toas.mjd - 51544.0) % 365.25 + 1.0)


def _elevation(s: ColumnSource) -> Float[Toa]:
    from jug.analysis.elevation import elevation_deg

    return elevation_deg(s.model, s.toas, s.anchor)


def _barycentric_freq(s: ColumnSource) -> Float[Toa]:
    with np.errstate(divide="ignore"):
        return 1e-6 / np.asarray(s.anchor.state.x.inv_freq[: len(s.toas)])


def _solar_angle(s: ColumnSource) -> Float[Toa]:
    """Angle between the directions of pulsar and Sun from the observatory, deg; NaN at the barycentre."""
    from jug.model.components.solar_wind.geometry import sun_angle

    n, x = len(s.toas), s.anchor.state.x
    with np.errstate(invalid="ignore", divide="ignore"):
        cosine = np.where(s.toas.at_barycentre, np.nan, sun_angle(np, x)[0][:n])
    return np.asarray(np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0))))


def _all_flags(s: ColumnSource) -> Str[Toa]:
    lines = [""] * len(s.toas)
    for key in s.toas.flags:
        words = s.toas.flag(key).tolist()
        lines = [f"{line} -{key} {word}" if word else line for line, word in zip(lines, words, strict=True)]
    return np.array([line.strip() for line in lines], dtype=np.str_)


QUANTITIES: Mapping[str, Quantity] = {
    "n": Quantity("", "number of the TOA, from 1", lambda s: np.arange(1, len(s.toas) + 1)),
    "mjd": Quantity(
        "d",
        "arrival time at the site as written, MJD",
        lambda s: to_mjd(s.toas.raw.times),
        lambda s: format_mjds(s.toas.raw.times),
    ),
    "tdb": Quantity(
        "d", "arrival time at the site, MJD (TDB)", lambda s: to_mjd(s.toas.tdb), lambda s: _days(s.toas.tdb)
    ),
    "bat": Quantity(
        "d",
        "arrival time at the barycentre at infinite frequency, MJD (TDB), before the binary's delay",
        lambda s: to_mjd(s.barycentric),
        lambda s: _days(s.barycentric),
    ),
    "freq": Quantity("MHz", "frequency at the site", lambda s: s.toas.freq_hz / 1e6),
    "res": Quantity("us", "residual", lambda s: s.residuals.time_s * 1e6),
    "turns": Quantity("", "residual in turns", lambda s: s.residuals.phase),
    "err": Quantity("us", "uncertainty with EFAC and EQUAD", lambda s: s.residuals.error_s * 1e6),
    "rawerr": Quantity("us", "uncertainty as written", lambda s: s.toas.error_s * 1e6),
    "pn": Quantity("", "pulse number", lambda s: s.residuals.pulse_number),
    "site": Quantity("", "observatory", lambda s: s.toas.site.array()),
    "name": Quantity("", "first word of the TOA's line", lambda s: np.array(s.toas.names, dtype=np.str_)),
    "binphase": Quantity("", "orbital phase in turns, from periastron or ascending node", _binary_phase),
    "dm": Quantity("pc cm^-3", "dispersion measure of the model at the TOA", _dm),
    "doy": Quantity("d", "day of the year, of 365.25 d", _day_of_year),
    "freqssb": Quantity("MHz", "frequency at the barycentre", _barycentric_freq),
    "elev": Quantity("deg", "elevation of the pulsar above the horizon, without refraction", _elevation),
    "solarangle": Quantity("deg", "angle between pulsar and Sun", _solar_angle),
    "flags": Quantity("", "all flags that are set, as in the tim file", _all_flags),
}
"""Columns without a key."""

GENERAL2_WORDS = {
    **{"sat": "mjd", "pre": "res", "post": "res", "pre_phase": "turns", "post_phase": "turns"},
    **{"tel": "site", "npulse": "pn", "file": "name"},
}
"""Words of tempo2's general2, in upper or lower case, and the corresponding columns."""


def _flag(s: ColumnSource, key: str) -> Str[Toa]:
    return s.toas.flag(key)


def _noise(s: ColumnSource, key: str) -> Float[Toa]:
    if key not in s.residuals.noise:
        names = ", ".join(s.residuals.noise) or "none"
        raise InputError(f"the model has no noise process {key!r}", hint=f"it has {names}")
    return np.asarray(s.residuals.noise[key].time_s * 1e6)


def _delay(s: ColumnSource, key: str) -> Float[Toa]:
    from jug.model.evaluation.delays import delays

    terms = delays(s.model, s.toas)
    if key not in terms.names:
        raise InputError(f"the model has no term {key!r}", hint=f"it has {', '.join(terms.names)}")
    return terms[key]


KEYED: Mapping[str, tuple[str, str, Callable[[ColumnSource, str], Values1D]]] = {
    "flag": ("", "word of this flag", _flag),
    "noise": ("us", "most probable realisation of this noise process", _noise),
    "delay": ("s", "delay by this term of the model", _delay),
}
"""Columns with a key after a colon: unit, description, function."""


def find_quantity(name: str) -> Quantity:
    """Find a quantity by its name.

    Parameters
    ----------
    name : str
        ``res``, or with a key ``flag:fe``.

    Returns
    -------
    Quantity

    Raises
    ------
    InputError
        There is no such quantity; the message lists the existing ones.
    """
    kind, colon, key = name.partition(":")
    if colon and kind in KEYED and key:
        unit, doc, of = KEYED[kind]
        return Quantity(unit, doc, lambda s: of(s, key))
    found = QUANTITIES.get(GENERAL2_WORDS.get(name.lower(), name.lower()))
    if found is None:
        known = ", ".join([*QUANTITIES, *(f"{kind}:KEY" for kind in KEYED)])
        raise InputError(f"no column {name!r}", hint=f"columns are {known}")
    return found
