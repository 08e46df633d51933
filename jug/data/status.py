"""Status of the data: clock chains, ephemerides and Earth orientation, their sources and last dates.

The chains are those that a fit uses (`jug.obs.clock.site_chain`), read in the same way.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from jug.core import times
from jug.core.array import Float, Toa
from jug.core.constants import TT_MINUS_TAI
from jug.data.advice import REPLACES_DAMAGED, Advice
from jug.data.cache_contents import TableRow, time_ephemerides
from jug.data.compare import last_measured
from jug.errors import DataError
from jug.io.clockfile import ClockFile
from jug.io.tim.raw_toas import RawTOAs
from jug.obs import eop
from jug.obs.clock import read_ref, site_chain
from jug.obs.ephemeris import open_ephemeris
from jug.obs.files import Files, Found, packaged_root
from jug.obs.integrity import list_damaged_files
from jug.obs.sites import Site, find_site, site_table
from jug.obs.tt_bipm import bipm_ref, bipm_years

NOT_AT_HAND = "not at hand"


class ClockRow(NamedTuple):
    """One file of the chain of one site, or of TT(BIPM) (site "").

    Attributes
    ----------
    site, what, name, source : str
        `what`, `name` and `source` as in `jug.obs.files.DataUse`; `source` is ``"not at hand"`` where there is none.
    first_mjd, last_mjd : float or None
        First and last good date; None where no date limits it.
    n_toa, n_beyond : int
        TOAs of that site, and those that the file does not cover.
    correction_ns : float or None
        The correction at the last good date.
    update : str
        What an update would do, as far as it is known without the network.
    """

    site: str
    what: str
    name: str
    source: str
    first_mjd: float | None = None
    last_mjd: float | None = None
    n_toa: int = 0
    n_beyond: int = 0
    correction_ns: float | None = None
    update: str = ""


class EphemerisRow(NamedTuple):
    """An ephemeris: the MJDs (TDB) that its records cover, and the TOAs outside; `problem` if it cannot be read."""

    name: str
    source: str
    first_mjd: float | None = None
    last_mjd: float | None = None
    n_beyond: int = 0
    problem: str = ""


class OrientationRow(NamedTuple):
    """Earth orientation: last measured and last predicted day (MJD), and the TOAs after each."""

    name: str
    source: str
    last_measured_mjd: float
    last_predicted_mjd: float
    n_predicted: int = 0
    n_beyond: int = 0


class Status(NamedTuple):
    """Status of the data, for the sites of a tim file or for every site.

    Attributes
    ----------
    places : tuple of str
        The folders that are searched, in order.
    clocks, tt : tuple of ClockRow
    ephemerides : tuple of EphemerisRow
    orientation : OrientationRow
    time_ephemerides : tuple of TableRow
        The tables of TIMEEPH IF99 that come with jug, and those in the user's cache.
    damaged : tuple of str
        A line for each file of jug's installation that is not as it was installed.
    """

    places: tuple[str, ...]
    clocks: tuple[ClockRow, ...]
    tt: tuple[ClockRow, ...]
    ephemerides: tuple[EphemerisRow, ...]
    orientation: OrientationRow
    time_ephemerides: tuple[TableRow, ...] = ()
    damaged: tuple[str, ...] = ()


class _StatusInputs(NamedTuple):
    """The data files, and the advice about updates."""

    files: Files
    advice: Advice


def status(files: Files, raw: RawTOAs | None = None, *, cache: Path | None = None) -> Status:
    """Report which data files are used and how current they are.

    Parameters
    ----------
    files : Files
    raw : RawTOAs, optional
        TOAs whose sites are reported; every site of the table when left out.
    cache : Path, optional
        The cache whose list determines which files are due; the user's when left out.

    Returns
    -------
    Status
    """
    source = _StatusInputs(files, Advice.of(cache))
    mjd = times.to_mjd(raw.times) if raw else np.empty(0)
    clocks = [row for site, at in _sites(raw, mjd, files) for row in _chain_rows(site, at, source)]
    places = getattr(files, "folders", None)
    return Status(
        places=tuple(f"{place.source}: {place.folder}" for place in places) if places else (str(files),),
        clocks=tuple(clocks),
        tt=tuple(_tt_row(year, mjd, source) for year in bipm_years(files)),
        ephemerides=tuple(_ephemeris_row(name, mjd, files) for name in files.ephemeris_names()),
        orientation=_orientation_row(raw, files),
        time_ephemerides=time_ephemerides(cache),
        damaged=list_damaged_files(packaged_root()),
    )


def _sites(raw: RawTOAs | None, mjd: Float[Toa], files: Files) -> list[tuple[Site, Float[Toa]]]:
    """The sites to report, each with the MJDs of its TOAs."""
    if raw is None:
        own = [find_site(name, None, files) for name in files.own_sites()]
        sites = {site.name: site for site in (*site_table().values(), *own)}
        return [(site, np.empty(0)) for site in sites.values() if site.special in ("", "geocenter")]
    found: dict[str, tuple[Site, list[Float[Toa]]]] = {}
    for code, text in enumerate(raw.site.values):
        rows = np.flatnonzero(raw.site.codes == code)
        if rows.size:
            site = find_site(text, raw.where(int(rows[0])), files)
            found.setdefault(site.name, (site, []))[1].append(mjd[rows])
    return [(site, np.concatenate(parts)) for site, parts in found.values()]


def _chain_rows(site: Site, mjd: Float[Toa], source: _StatusInputs) -> list[ClockRow]:
    try:
        chain = site_chain(site, source.files)
    except DataError as error:
        return [ClockRow(site.name, f"clock of {site.name}", "", error.why, n_toa=len(mjd))]
    rows = []
    for what, ref, found in chain:
        if found is None:
            rows.append(_missing(site.name, what, ref.name, mjd, source))
            continue
        try:
            clock = read_ref(ref, found, site.tempo_code)
        except DataError as error:
            broken = REPLACES_DAMAGED if found.damage else ""
            rows.append(ClockRow(site.name, what, ref.name, f"{found.source}: {error}", n_toa=len(mjd), update=broken))
        else:
            rows.append(_row(site.name, what, clock, found, mjd, 0.0, source.advice))
    return rows or [ClockRow(site.name, f"clock of {site.name}", "", "needs no correction", n_toa=len(mjd))]


def _missing(site: str, what: str, name: str, mjd: Float[Toa], source: _StatusInputs) -> ClockRow:
    update = source.advice.missing(name)
    return ClockRow(site, what, name, NOT_AT_HAND, n_toa=len(mjd), n_beyond=len(mjd), update=update)


def _row(
    site: str, what: str, clock: ClockFile, found: Found, mjd: Float[Toa], offset_s: float, advice: Advice | None
) -> ClockRow:
    last = last_measured(clock)
    correction = clock.evaluate(np.array([last]), hold=True)[0][0] - offset_s
    return ClockRow(
        site,
        what,
        clock.name,
        found.source,
        clock.first_mjd if np.isfinite(clock.first_mjd) else None,
        clock.last_mjd if np.isfinite(clock.last_mjd) else None,
        len(mjd),
        int(np.count_nonzero(~clock.evaluate(mjd)[1])),
        float(correction * 1e9),
        advice.at_hand(found, last) if advice else "",
    )


def _tt_row(year: int, mjd: Float[Toa], source: _StatusInputs) -> ClockRow:
    name, ref = f"TT(BIPM{year})", bipm_ref(year)
    found = source.files.clock(ref.name)
    if found is None:
        return _missing("", name, ref.name, mjd, source)
    try:
        clock = read_ref(ref, found, "")
    except DataError as error:
        return ClockRow("", name, ref.name, f"{found.source}: {error}", n_toa=len(mjd))
    row = _row("", name, clock, found, mjd, TT_MINUS_TAI, None)
    return row._replace(update="fetches newer years" if year == bipm_years(source.files)[-1] else "")


def _ephemeris_row(name: str, mjd: Float[Toa], files: Files) -> EphemerisRow:
    try:
        ephemeris = open_ephemeris(name, files)
    except DataError as error:
        return EphemerisRow(name, "", problem=str(error))
    first, last = ephemeris.span_mjd
    outside = int(np.count_nonzero((mjd < first) | (mjd > last)))
    return EphemerisRow(name, ephemeris.use.source, first, last, outside)


def _orientation_row(raw: RawTOAs | None, files: Files) -> OrientationRow:
    leaps = eop.leap_seconds(files)
    day = raw.times.day if raw else np.empty(0, np.int64)
    sec = raw.times.sec.hi if raw else np.empty(0)
    known = day >= eop.FIRST_MJD
    found = eop.earth_orientation(np.append(day[known], 60000), np.append(sec[known], 0.0), leaps, files)
    measured = found.use.good_until_mjd or float(found.last_mjd)
    beyond = int(np.count_nonzero(found.beyond[:-1]))
    predicted = int(np.count_nonzero(day[known] > measured)) - beyond
    return OrientationRow(found.use.name, found.use.source, measured, float(found.last_mjd), predicted, beyond)
