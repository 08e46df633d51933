"""From the clock of an observatory to UTC, and from TT(TAI) to TT(BIPM).

    UTC = site time + site files + (UTC - UTC(GPS), for clocks steered to GPS)
    TT(BIPMyyyy) = TAI + 32.184 s + [tai2tt_bipmyyyy.clk - 32.184 s]

Every file is looked up at the raw site MJD and the corrections are added up, as PINT does (the error of not
correcting the date on the way is the drift of a clock over microseconds). Where a site file or gps2utc.clk
does not reach, or is not at hand, its correction is zero, unless the file itself says how it goes on, and one
warning per site says so. PINT holds the last value there. A TT(BIPM) file is held beyond its ends by both:
without it 27 us would be missing.
"""

import re
import warnings
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jug.core.constants import TT_MINUS_TAI
from jug.core.times import dated
from jug.errors import ClockWarning, DataError, Where, sentence
from jug.io.clockfile import ClockFile, read_clock
from jug.obs.files import DataUse, Files, Found
from jug.obs.sites import ClockRef, Site

GPS = ClockRef("gps2utc.clk", "tempo2")
"""UTC - UTC(GPS)."""

PINT_DEFAULT = "TT(BIPM2023)"
"""What PINT 1.1.8 takes where a par file names no TT(BIPM) year."""

LAST_WITH_PLACEHOLDER = 2019
"""PINT leaves out the last row of TT(BIPM) files up to this year; most of them end with a placeholder."""


class Link(NamedTuple):
    """One file of a site's clock chain.

    Attributes
    ----------
    what : str
        What it serves for, as in `DataUse`.
    ref : ClockRef
        The file, and how it is to be read.
    found : Found or None
        Where it lies; None if it is not at hand.
    """

    what: str
    ref: ClockRef
    found: Found | None


class ClockRules(NamedTuple):
    """What is done where a clock file is missing or does not reach a TOA; by default a warning, and no correction.

    Attributes
    ----------
    strict : bool
        An error instead.
    hold : bool
        Beyond the ends of a file its nearest value, as PINT has it, instead of zero.
    """

    strict: bool = False
    hold: bool = False


LENIENT = ClockRules()


class ClockResult(NamedTuple):
    """Correction of a site's clock.

    Attributes
    ----------
    seconds : ndarray, shape (n,)
        To be added to the site time to have UTC, s.
    covered : ndarray of bool, shape (n,)
        Whether every file of the chain reaches the date.
    uses : tuple of DataUse
        The files that served.
    warning : str
        What is to be said about TOAs without a correction; empty if there are none.
    """

    seconds: NDArray[np.float64]
    covered: NDArray[np.bool_]
    uses: tuple[DataUse, ...] = ()
    warning: str = ""


class TTResult(NamedTuple):
    """TT(BIPM) - TT(TAI).

    Attributes
    ----------
    seconds : ndarray, shape (n,)
        To be added to TT(TAI), s.
    use : DataUse or None
        The file that served; None for TT(TAI).
    name : str
        The time scale, ``"TT(BIPM2019)"``.
    covered : ndarray of bool, shape (n,)
        Whether the file reaches the date.
    warnings : tuple of str
        What was said about the choice and about dates beyond the file.
    """

    seconds: NDArray[np.float64]
    use: DataUse | None
    name: str
    covered: NDArray[np.bool_]
    warnings: tuple[str, ...] = ()


def read_ref(ref: ClockRef, found: Found, site_code: str) -> ClockFile:
    """Read a clock file as the table of sites says that it is to be read."""
    return read_clock(found.path, ref.kind, site_code=site_code, drop_last=ref.drop_last, hold=ref.hold, name=ref.name)


Reader = Callable[[ClockRef, Found, str], ClockFile]


def reader() -> Reader:
    """A `read_ref` that reads each file once, for what is to be looked up in one state of the files."""
    return cache(read_ref)


def site_correction(
    site: Site,
    mjd: NDArray[np.float64],
    files: Files,
    *,
    hold: bool = False,
    warn: bool = True,
    read: Reader = read_ref,
) -> ClockResult:
    """Add up the clock corrections of a site.

    Parameters
    ----------
    site : Site
        The site; the barycentre has no clock.
    mjd : ndarray, shape (n,)
        Site times as written, MJD.
    files : Files
        Where clock files are found.
    hold : bool
        Beyond the ends of a file take its nearest value, as PINT does, instead of zero.
    warn : bool
        Give the warning (one `ClockWarning`), or only return its text.
    read : Reader
        How a file is read.
    """
    mjd = np.asarray(mjd, dtype=np.float64)
    seconds, covered = np.zeros(mjd.shape), np.ones(mjd.shape, dtype=bool)
    uses: list[DataUse] = []
    remarks: list[str] = []
    for what, ref, found in site_chain(site, files):
        if found is None:
            covered[:] = False
            remarks.append(f"{ref.name} is not at hand, no correction from it ({_toas(mjd.size)})")
            continue
        clock = read(ref, found, site.tempo_code if ref.kind == "tempo" else "")
        part, reached = clock.evaluate(mjd, hold=hold)
        seconds += part
        covered &= reached
        uses.append(_use(what, clock, found, reached))
        remarks += _remarks(clock, mjd, held=hold)
    warning = f"{site.name}: {'; '.join(remarks)}" if remarks and mjd.size else ""
    if warning and warn:
        warnings.warn(ClockWarning(f"{warning}. `jug data update {site.name}` fetches what is newer"), stacklevel=2)
    return ClockResult(seconds, covered, tuple(uses), warning)


def tt_bipm(
    clk: str | None,
    mjd: NDArray[np.float64],
    files: Files,
    where: Where | None = None,
    *,
    warn: bool = True,
    read: Reader = read_ref,
) -> TTResult:
    """TT(BIPM) - TT(TAI) as a CLK line asks for it.

    Parameters
    ----------
    clk : str or None
        Value of the CLK (CLOCK) line; None if there is none. ``TT(TAI)``: zero. ``TT(BIPMyyyy)``: that year,
        or an error; ``TT(BIPM)``, which names no year: an error. ``UTC(NIST)``, none: the newest at hand, with a
        warning.
    mjd : ndarray, shape (n,)
        Site times as written, MJD.
    files : Files
        Where clock files are found.
    where : Where, optional
        The CLK line, for messages.
    warn : bool
        Give the warnings (`ClockWarning`), or only return their text.
    read : Reader
        How a file is read.
    """
    mjd = np.asarray(mjd, dtype=np.float64)
    name, remark = choose_tt(clk, files, where)
    if name == "TT(TAI)":
        return TTResult(np.zeros(mjd.shape), None, name, np.ones(mjd.shape, dtype=bool))
    year = int(name[7:11])
    ref = bipm_ref(year)
    found = files.clock(ref.name)
    if found is None:
        raise DataError(f"{name} is not at hand", where, f"at hand are {_years_text(files)}")
    clock = read(ref, found, "")
    total, reached = clock.evaluate(mjd, hold=True)
    seconds = total - TT_MINUS_TAI
    if not (np.abs(clock.seconds - TT_MINUS_TAI) < 1e-3).all():
        raise DataError("this file does not hold TT(BIPM) - TAI, which is 32.184 s and some us", Where(str(found.path)))
    said = [remark] if remark else []
    said += [f"{name}: {text}" for text in _remarks(clock, mjd, held=True)]
    if warn:
        for text in said:
            warnings.warn(ClockWarning(text), stacklevel=2)
    return TTResult(seconds, _use(name, clock, found, reached), name, reached, tuple(said))


def choose_tt(clk: str | None, files: Files, where: Where | None = None) -> tuple[str, str]:
    """Name of the realisation of TT that a CLK line asks for, and what is to be said about the choice."""
    asked = "" if clk is None else clk.strip().upper()
    if asked == "TT(TAI)":
        return asked, ""
    if re.fullmatch(r"TT\(BIPM\d{4}\)", asked):
        return asked, ""
    if asked in ("TT(BIPM)", "TT(BIPMYYYY)"):
        hint = f"write the year of the realisation: at hand are {_years_text(files)}"
        raise DataError(f"the clock {clk} names no year", where, hint)
    if asked not in ("", "UTC(NIST)"):
        hint = f"known are TT(TAI), UTC(NIST) and {_years_text(files)}"
        raise DataError(f"the clock {clk!r} is not supported", where, hint)
    years = bipm_years(files)
    if not years:
        raise DataError("no TT(BIPM) file is at hand", where, "`jug data update` fetches them; or write CLK TT(TAI)")
    name = f"TT(BIPM{years[-1]})"
    why = f"CLK {asked} names no year of TT(BIPM)" if asked else "there is no CLK line"
    remark = f"{why}: {name}, the newest at hand, is used (the default of PINT 1.1.8 is {PINT_DEFAULT})"
    return name, sentence(remark, where)


def bipm_ref(year: int) -> ClockRef:
    """The file of TT(BIPMyyyy) - TAI."""
    return ClockRef(f"tai2tt_bipm{year}.clk", "tempo2", drop_last=year <= LAST_WITH_PLACEHOLDER)


def bipm_years(files: Files) -> tuple[int, ...]:
    """Years of TT(BIPM) at hand, sorted."""
    matches = (re.fullmatch(r"tai2tt_bipm(\d{4})\.clk", name) for name in files.clock_names())
    return tuple(sorted(int(match[1]) for match in matches if match))


def _years_text(files: Files) -> str:
    years = bipm_years(files)
    return ", ".join(f"TT(BIPM{year})" for year in years) if years else "no year of TT(BIPM)"


def site_chain(site: Site, files: Files) -> tuple[Link, ...]:
    """Files to apply: those that the table names, or the fallback where one of them is missing; then GPS."""
    if site.special == "barycenter":
        return ()
    own, gps = site.clock, site.gps
    if site.fallback and not all(files.clock(ref.name) for ref in own) and files.clock(site.fallback[0].name):
        own, gps = site.fallback, site.fallback_gps
    links = [Link(f"clock of {site.name}", ref, files.clock(ref.name)) for ref in own]
    return (*links, Link("UTC(GPS)", GPS, files.clock(GPS.name))) if gps else tuple(links)


def _use(what: str, clock: ClockFile, found: Found, reached: NDArray[np.bool_]) -> DataUse:
    good = clock.last_mjd if np.isfinite(clock.last_mjd) else None
    return DataUse(what, clock.name, found.source, good, int(np.count_nonzero(~reached)))


def _remarks(clock: ClockFile, mjd: NDArray[np.float64], held: bool) -> list[str]:
    """One phrase for the TOAs before the first, and one for those after the last good date of a file."""
    remarks = []
    if before := np.count_nonzero(mjd < clock.first_mjd):
        told = _beyond(clock.seconds[0], held)
        remarks.append(f"{_toas(before)} before {_date(clock.first_mjd)}, the first date of {clock.name}: {told}")
    if after := np.count_nonzero(mjd > clock.last_mjd):
        goes_on = clock.mjd[-1] > clock.last_mjd
        told = "continued as the file says" if goes_on else _beyond(clock.seconds[-1], held)
        remarks.append(f"{_toas(after)} after {_date(clock.last_mjd)}, the last good date of {clock.name}: {told}")
    return remarks


def _beyond(nearest: float, held: bool) -> str:
    return "its nearest value is held" if held else f"correction zero (it is {nearest * 1e6:.3f} us at that date)"


def _toas(count: int | np.integer) -> str:
    return f"{count} TOA{'' if count == 1 else 's'}"


def _date(mjd: float) -> str:
    """Write an MJD with the calendar date beside it."""
    return f"MJD {dated(mjd, 10)}"
