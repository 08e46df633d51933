"""From the clock of an observatory to UTC.

    UTC = site time + site files + (UTC - UTC(GPS), for clocks steered to GPS)

`site_chain` lists the clock files of a site, `site_correction` adds them up, and `observatory_clocks` does so for the
TOAs of all sites. `Files.clock` finds a file in the folders that are searched, `jug.io.clockfile` reads and
interpolates it.

Every file is evaluated at the MJD written in the tim file, as in PINT: a correction of microseconds changes the date
too little to matter. Beyond either end of a file its nearest value is used, as in PINT, unless placeholder rows of the
file continue it. The correction of a missing file is zero. One warning for each site describes both.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from jug.core.array import Bool, Float, Int, Toa
from jug.core.execution.given_warnings import give_warning
from jug.core.times import to_mjd
from jug.errors import ClockWarning, DataError, Problem, Where
from jug.io.clockfile import ClockFile, read_clock
from jug.io.tim.raw_toas import RawTOAs
from jug.obs.clock_coverage import beyond_ends, clock_use
from jug.obs.files import DataUse, Files, Found, packaged_root
from jug.obs.integrity import check_installed_file
from jug.obs.sites import ClockRef, Site
from jug.text.name_lists import toa_count

GPS = ClockRef("gps2utc.clk", "tempo2")
"""The file of UTC - UTC(GPS)."""

MOST_CLOCKS = 64
"""Largest number of files whose rows stay in memory, 0.1 to 0.3 MB each."""


class Link(NamedTuple):
    """One file of a site's clock chain.

    Attributes
    ----------
    what : str
        Its purpose, as in `DataUse`.
    ref : ClockRef
        The file, and how it is to be read.
    found : Found or None
        The file on the disk; None if it is missing.
    """

    what: str
    ref: ClockRef
    found: Found | None


class ClockRules(NamedTuple):
    """Rules for a clock file that is missing or does not reach a TOA; by default a warning and the nearest value.

    Attributes
    ----------
    strict : bool
        Raise a DataError instead.
    hold : bool
        Beyond the ends of a file use its nearest value, as PINT does; if False, zero.
    none : bool
        Do not correct the sites' clocks at all (CLK UNCORR of tempo2).
    """

    strict: bool = False
    hold: bool = True
    none: bool = False


LENIENT = ClockRules()


class ClockResult(NamedTuple):
    """The clock correction of one site.

    Attributes
    ----------
    seconds : ndarray, shape (n,)
        UTC - site time, s.
    covered : ndarray of bool, shape (n,)
        True where every file of the chain reaches the date.
    uses : tuple of DataUse
        The files that were used.
    warning : str
        A sentence about TOAs that the files do not cover; empty if there are none.
    newer_helps : bool
        Whether a newer file may cover them: one is missing or ends too early, and not only begins too late.
    """

    seconds: Float[Toa]
    covered: Bool[Toa]
    uses: tuple[DataUse, ...] = ()
    warning: str = ""
    newer_helps: bool = False


def read_ref(ref: ClockRef, found: Found, site_code: str) -> ClockFile:
    """Read a clock file as the table of sites describes it; again only if it has changed since the last time.

    Parameters
    ----------
    ref : ClockRef
    found : Found
    site_code : str
        tempo's one-letter code of the site.

    Returns
    -------
    ClockFile

    Raises
    ------
    DataError
        It is damaged.
    """
    if found.damage:
        raise DataError(found.damage, Where(str(found.path)))
    check_installed_file(packaged_root(), found.path)
    state = found.path.stat() if found.path.is_file() else None  # the reader raises the error
    return _read_once(ref, found.path, site_code, state and (state.st_ino, state.st_size, state.st_mtime_ns))


@lru_cache(maxsize=MOST_CLOCKS)
def _read_once(ref: ClockRef, path: Path, site_code: str, _state: tuple[int, int, int] | None) -> ClockFile:
    return read_clock(path, ref.kind, site_code=site_code, drop_last=ref.drop_last, hold=ref.hold, name=ref.name)


def observatory_clocks(
    raw: RawTOAs,
    sites: Sequence[Site],
    codes: Int[Toa],
    files: Files,
    rules: ClockRules = LENIENT,
) -> tuple[Float[Toa], tuple[DataUse, ...], tuple[Problem, ...]]:
    """Clock corrections of TOAs from several sites.

    Parameters
    ----------
    raw : RawTOAs
        TOAs as read, (n,).
    sites : sequence of Site
    codes : ndarray of int32, shape (n,)
        The index of each TOA's site in `sites`.
    files : Files
        Finds the clock files.
    rules : ClockRules

    Returns
    -------
    seconds : ndarray, shape (n,)
        UTC - site time, s.
    uses : tuple of DataUse
        The files that were used, each once.
    short : tuple of Problem
        With ``rules.strict``, one for each site that has a missing file or a TOA that a file does not reach.

    Raises
    ------
    DataError
        A damaged clock file.

    Warns
    -----
    ClockWarning
        One for each site with TOAs that its clock files do not cover.
    """
    seconds = np.zeros(len(raw))
    if rules.none:
        return seconds, (), ()
    mjd = to_mjd(raw.times)
    merged: dict[tuple[str, str], DataUse] = {}
    short: list[Problem] = []
    for code, site in enumerate(sites):
        rows = np.flatnonzero(codes == code)
        if not rows.size:
            continue
        result = site_correction(site, mjd[rows], files, hold=rules.hold, warn=not rules.strict)
        if rules.strict and result.warning:
            short.append(strict_problem(result.warning, raw, int(rows[result.covered.argmin()]), result.newer_helps))
        seconds[rows] = result.seconds
        for use in result.uses:
            before = merged.get((use.what, use.name))
            n_beyond = use.n_beyond + (before.n_beyond if before else 0)
            merged[use.what, use.name] = use._replace(n_beyond=n_beyond)
    return seconds, tuple(merged.values()), tuple(short)


def site_correction(
    site: Site,
    mjd: Float[Toa],
    files: Files,
    *,
    hold: bool = True,
    warn: bool = True,
) -> ClockResult:
    """Add up the clock corrections of one site.

    Parameters
    ----------
    site : Site
        The site; the barycentre has no clock.
    mjd : ndarray, shape (n,)
        Times as written in the tim file, MJD.
    files : Files
        Finds the clock files.
    hold : bool
        Beyond the ends of a file use its nearest value, as PINT does; if False, zero.
    warn : bool
        Issue the warning (one `ClockWarning`); False only returns its text.

    Returns
    -------
    ClockResult

    Raises
    ------
    DataError
        A damaged clock file.
    """
    mjd = np.asarray(mjd, dtype=np.float64)
    seconds, covered = np.zeros(mjd.shape), np.ones(mjd.shape, dtype=bool)
    uses: list[DataUse] = []
    remarks: list[str] = []
    newer_helps = some_before = False
    for what, ref, found in site_chain(site, files):
        if found is None:
            check_installed_file(
                packaged_root(), packaged_root() / "clock" / ref.name
            )  # an error if a file of jug's is missing
            covered[:], newer_helps = False, True
            remarks.append(f"{ref.name} is not at hand, no correction from it ({toa_count(mjd.size)})")
            continue
        clock = read_ref(ref, found, site.tempo_code if ref.kind == "tempo" else "")
        part, reached = clock.evaluate(mjd, hold=hold)
        seconds += part
        covered &= reached
        uses.append(clock_use(what, clock, found, reached))
        before, after = beyond_ends(clock, mjd, hold=hold)
        remarks += filter(None, (before, after))
        newer_helps, some_before = newer_helps or bool(after), some_before or bool(before)
    warning = f"{site.name}: {'; '.join(remarks)}" if remarks and mjd.size else ""
    if warning and warn:
        advice = f". `jug data update {site.name}` fetches newer files" if newer_helps else ""
        advice += ", for the TOAs after a last date" if advice and some_before else ""
        give_warning(ClockWarning(warning + advice))
    return ClockResult(seconds, covered, tuple(uses), warning, newer_helps)


def site_chain(site: Site, files: Files) -> tuple[Link, ...]:
    """List the clock files of a site in the order in which they are applied, UTC - UTC(GPS) last.

    The site's fallback files are used where one of its own files is missing and the first fallback file is there.

    Parameters
    ----------
    site : Site
    files : Files

    Returns
    -------
    tuple of Link
    """
    if site.special == "barycenter":
        return ()
    own, gps = site.clock, site.gps
    if site.fallback and not all(files.clock(ref.name) for ref in own) and files.clock(site.fallback[0].name):
        own, gps = site.fallback, site.fallback_gps
    links = [Link(f"clock of {site.name}", ref, files.clock(ref.name)) for ref in own]
    return (*links, Link("UTC(GPS)", GPS, files.clock(GPS.name))) if gps else tuple(links)


def strict_problem(why: str, raw: RawTOAs, row: int, newer_helps: bool) -> Problem:
    """Make the problem that a strict clock reports.

    Parameters
    ----------
    why : str
        The sentence that would be a warning without the strict clock.
    raw : RawTOAs
    row : int
        The first TOA that it concerns.
    newer_helps : bool
        Whether a newer clock file may reach the TOAs.

    Returns
    -------
    Problem
    """
    newer = "put a newer clock file into the folder JUG_DATA, " if newer_helps else ""
    hint = f"{newer}leave these TOAs out, or do without the strict clock, which does not allow that"
    return Problem(why, raw.where(row), hint)
