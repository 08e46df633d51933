"""Compare two issues of a clock file.

A good new issue of a clock file continues where the old one ended. One that ends earlier, begins later, or has other
values for the past changes correct results, so it is reported before it is used.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from jug.io.clockfile import ClockFile, read_clock
from jug.obs.clock import GPS
from jug.obs.sites import ClockRef, site_table
from jug.obs.tt_bipm import bipm_ref

TOLERANCE_S = 1e-10
"""Smallest change that counts, s: smaller changes are rounding, because files are rounded to 0.1 ns or less."""

SETTLED_DAYS = 30.0
"""Number of days at the end of a file that observatories still revise. A change there does not count as a change of the
past."""


class Reading(NamedTuple):
    """One way in which a clock file is read: for a site, with its one-letter code."""

    ref: ClockRef
    code: str


class Change(NamedTuple):
    """A new issue against the one at hand.

    Attributes
    ----------
    old_last, new_last : float
        Last good dates, MJD.
    cut_days : float
        Days that the old one covers and the new one does not, at both ends.
    past_s : float
        Largest change at dates that both cover, without the last days of the old one.
    past_mjd : float
        The first date of such a change.
    tail_s : float
        Largest change in the last days.
    after_s : float
        Largest change after the end of the old one, whose last value has been used there.
    """

    old_last: float
    new_last: float
    cut_days: float
    past_s: float
    past_mjd: float
    tail_s: float
    after_s: float = 0.0

    @property
    def covers_less(self) -> str:
        """A phrase if the new issue covers less than the old one; else empty."""
        if self.cut_days <= 0.0:
            return ""
        return f"covers {self.cut_days:.6g} days less (ends MJD {self.new_last:.7g}, was {self.old_last:.7g})"

    @property
    def another_past(self) -> str:
        """A phrase if the new issue changes values of the past; else empty."""
        if self.past_s <= TOLERANCE_S:
            return ""
        return f"changes the past by up to {self.past_s * 1e9:.4g} ns, from MJD {self.past_mjd:.7g} on"

    @property
    def suspect(self) -> str:
        """The reasons not to replace the old issue without the user's consent; empty if there are none."""
        return " and ".join(filter(None, (self.covers_less, self.another_past)))


def readings(name: str) -> tuple[Reading, ...]:
    """Return every way in which the sites of the table read a clock file."""
    if name == GPS.name:
        return (Reading(GPS, ""),)
    if name.startswith("tai2tt_bipm") and name[11:15].isdecimal():
        return (Reading(bipm_ref(int(name[11:15])), ""),)
    found = {
        Reading(ref, site.tempo_code): None
        for site in site_table().values()
        for ref in (*site.clock, *site.fallback)
        if ref.name == name
    }
    if found:
        return tuple(found)
    return (Reading(ClockRef(name, "tempo" if name.endswith(".dat") else "tempo2"), ""),)


def read(path: Path, reading: Reading) -> ClockFile:
    """Read a clock file in one of these ways.

    Parameters
    ----------
    path : Path
    reading : Reading

    Returns
    -------
    ClockFile
    """
    ref = reading.ref
    return read_clock(path, ref.kind, site_code=reading.code, drop_last=ref.drop_last, hold=ref.hold, name=ref.name)


def compare_clocks(old: Path, new: Path, name: str) -> Change:
    """Find the largest changes between two issues of a clock file, over all the ways in which it is read.

    Parameters
    ----------
    old, new : Path
    name : str
        Name of the clock file.

    Returns
    -------
    Change

    Raises
    ------
    DataError
        One of them cannot be read.
    """
    changes = [_change(read(old, reading), read(new, reading)) for reading in readings(name)]
    past = max(changes, key=lambda change: change.past_s)
    return past._replace(
        old_last=max(change.old_last for change in changes),
        new_last=max(change.new_last for change in changes),
        cut_days=max(change.cut_days for change in changes),
        tail_s=max(change.tail_s for change in changes),
        after_s=max(change.after_s for change in changes),
    )


def _change(old: ClockFile, new: ClockFile) -> Change:
    first, last = float(max(old.mjd[0], new.mjd[0])), float(min(last_measured(old), last_measured(new)))
    cut = max(last_measured(old) - last_measured(new), 0.0) + max(float(new.mjd[0] - old.mjd[0]), 0.0)
    at = np.concatenate([old.mjd, new.mjd])
    at = at[(at >= first) & (at <= last)]
    if not at.size:
        return Change(last_measured(old), last_measured(new), cut, 0.0, first, 0.0, _after(old, new))
    difference = np.abs(new.evaluate(at, hold=True)[0] - old.evaluate(at, hold=True)[0])
    settled = at < last_measured(old) - SETTLED_DAYS
    past, tail = np.where(settled, difference, 0.0), np.where(settled, 0.0, difference)
    since = float(np.min(at[past > TOLERANCE_S], initial=np.inf))
    after = _after(old, new)
    return Change(last_measured(old), last_measured(new), cut, float(past.max()), since, float(tail.max()), after)


def _after(old: ClockFile, new: ClockFile) -> float:
    """Largest difference, s, of the rows after the end of the old file from its last value."""
    later = (new.mjd > last_measured(old)) & (new.mjd <= last_measured(new))
    extended = old.evaluate(np.array([last_measured(old)]), hold=True)[0][0]
    return float(np.max(np.abs(new.seconds[later] - extended), initial=0.0))


def last_measured(clock: ClockFile) -> float:
    """Return the last measured date, MJD, also of a file whose last value is valid without end."""
    return float(clock.last_mjd if np.isfinite(clock.last_mjd) else clock.mjd[-1])
