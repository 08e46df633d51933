"""Checks that TOAs were prepared with the conventions of the model, and that the model has the position they need."""

import re

from jug.core.doubledouble import double_double, sub
from jug.core.times import to_days
from jug.errors import ParError, Problem
from jug.model.components import no_position
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.obs.tt_bipm import purpose_of_realisation

_REALISATION = re.compile(r"TT\((TAI|BIPM\d{4})\)")

TZR_SAME_D = 1e-15
"""Two TZRMJD that differ by less than this are the same, d."""


class NoPosition(Problem):
    """A TOA or the TZR point is at an observatory, and the model gives no position of the pulsar."""


def require_same(model: TimingModel, toas: TOAs) -> None:
    """Refuse TOAs that were prepared for other units, or another ephemeris, clock, or TZR point than the model's.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs

    Raises
    ------
    ParError
        It names both conventions.
    """
    s = model.settings
    differences = [
        (s.units != "TDB", "UNITS TDB", f"UNITS {s.units}"),
        (s.ephem.upper() != toas.ephem.upper(), f"EPHEM {toas.ephem}", f"EPHEM {s.ephem}"),
        (s.time_ephemeris != toas.time_ephemeris, f"TIMEEPH {toas.time_ephemeris}", f"TIMEEPH {s.time_ephemeris}"),
        (s.planets and not toas.planets, "no planets", "PLANET_SHAPIRO Y"),
        (_has_other_clock(s.clock, toas), f"CLK {toas.clock}", f"CLK {s.clock}"),
        (_has_other_tzr(model, toas), "another TZR point", "TZRMJD as its par file has it"),
    ]
    for differs, theirs, ours in differences:
        if differs:
            raise ParError(
                f"the TOAs were prepared with {theirs}, the model has {ours}",
                hint="load them together, jug.load(par, tim), or jug.prepare(model, toas.raw)",
            )
    with_position(model, toas)


def with_position(model: TimingModel, toas: TOAs) -> TOAs:
    """Return the TOAs; refuse TOAs and a TZR point at an observatory where the model gives no position of the pulsar.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs

    Returns
    -------
    TOAs
        The same TOAs.

    Raises
    ------
    ParError
        It names the first such TOA and the par file.
    """
    if no_position.COMPONENT not in model.components:
        return toas
    for some, what in ((toas, "TOA"), (toas.tzr, "TZR point")):
        if some is None or some.at_barycentre.all():
            continue
        first = int(some.at_barycentre.argmin())
        problem = NoPosition(
            f"no position: {model.par.path or 'the par file'} gives none, and this {what} at the site "
            f"{some.site_names[first]} needs one",
            some.raw.where(first),
            "give RAJ and DECJ, or ELONG and ELAT, in the par file; without a position every time is at the "
            "barycentre (site @)",
        )
        raise ParError.of([problem])
    return toas


def _has_other_clock(asked: str, toas: TOAs) -> bool:
    """Whether the model names a realisation, as TT(BIPM2019), that was neither used nor replaced by the one in use."""
    asked, used = asked.upper(), toas.clock.upper()
    if not _REALISATION.fullmatch(asked) or asked == used:
        return False
    return all(use.what != purpose_of_realisation(used, asked) for use in toas.uses)


def _has_other_tzr(model: TimingModel, toas: TOAs) -> bool:
    s, tzr = model.settings, toas.tzr
    if tzr is None or s.tzr_mjd is None:
        return False
    days = to_days(tzr.raw.times)
    apart = sub(double_double(float(days.hi[0])), s.tzr_mjd).hi + float(days.lo[0])
    freq = s.tzr_freq_mhz * 1e6 if s.tzr_freq_mhz > 0.0 else float("inf")
    same_place = tzr.raw.site.values[0].upper() == s.tzr_site.upper() and float(tzr.freq_hz[0]) == freq
    return abs(apart) > TZR_SAME_D or not same_place
