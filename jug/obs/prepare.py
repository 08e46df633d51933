"""From TOAs as read to TOAs at the barycentre: clocks, TT, TDB, site, ephemeris, for all TOAs at once."""

import warnings
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jug import times
from jug.constants import AU_LS, TT_MINUS_TAI
from jug.errors import ClockWarning, DataError, Where
from jug.io.rawtoas import FlagColumn, RawTOAs, encode
from jug.obs import earth, eop, smooth, timescale
from jug.obs.clock import site_correction, tt_bipm
from jug.obs.ephemeris import PLANETS, open_ephemeris
from jug.obs.files import DataUse, Files
from jug.obs.sites import Site, find_site
from jug.obs.toas import TOAs
from jug.times import Times

Array = NDArray[np.float64]
Rows = NDArray[np.int64]


class Ground(NamedTuple):
    """Times and places of the TOAs that were observed on the Earth."""

    tdb: Times
    position: Array
    velocity: Array


def prepare(
    raw: RawTOAs,
    *,
    ephem: str,
    clock: str | None,
    planets: bool = False,
    files: Files,
    ephem_where: Where | None = None,
    clock_where: Where | None = None,
) -> TOAs:
    """Carry TOAs to the barycentre.

    UTC = time as written + TIME + site clock [+ UTC - UTC(GPS)] + (TT(BIPM) - TT(TAI)); TT, TDB, the site in
    the GCRS, the Earth and the bodies follow from it. A TOA at the barycentre keeps its time, which is TDB.

    Parameters
    ----------
    raw : RawTOAs
        TOAs as read, (n,).
    ephem : str
        Ephemeris, as ``"DE421"``.
    clock : str or None
        Realisation of TT: the value of the CLK line, empty or None where there is none.
    planets : bool
        Whether the planets are needed (PLANET_SHAPIRO).
    files : Files
        Where clock files, ephemerides and tables are found.
    ephem_where, clock_where : Where, optional
        The par lines that ask for `ephem` and `clock`, for messages.

    Raises
    ------
    DataError
        An unknown site, an ephemeris or TT(BIPM) that is not at hand, a TOA that these do not cover.

    Warns
    -----
    ClockWarning
        Where a clock or the Earth orientation does not reach a TOA.
    """
    n = len(raw)
    sites, site = _sites(raw)
    at_barycentre = np.array([s.special == "barycenter" for s in sites], dtype=bool)[site.codes]
    rows = np.flatnonzero(~at_barycentre)
    bodies = ("sun", *PLANETS) if planets else ("sun",)
    tdb = times.add_seconds(raw.times, raw.offset_s)
    clock_s, r_obs, v_obs = raw.offset_s.copy(), np.zeros((n, 3)), np.zeros((n, 3))
    vectors = {body: np.tile([AU_LS, 0.0, 0.0], (n, 1)) for body in bodies}
    tt_name = clock or ""
    uses: tuple[DataUse, ...] = ()
    if rows.size:
        site_s, uses = _site_clocks(raw, sites, site.codes, files)
        tt = tt_bipm(clock, times.to_mjd(times.take(raw.times, rows)), files, clock_where)
        tt_name = tt.name
        clock_s[rows] += site_s[rows] + tt.seconds
        xyz = np.array([s.xyz_m for s in sites])[site.codes[rows]]
        ground, use = _ground(times.take(raw.times, rows), clock_s[rows], xyz, files, lambda i: raw.where(int(rows[i])))
        ephemeris = open_ephemeris(ephem, files, ephem_where, ("earth", *bodies))
        ephemeris.check(ground.tdb, lambda i: raw.where(int(rows[i])))
        position, velocity = ephemeris.posvel("earth", ground.tdb)
        r_obs[rows], v_obs[rows] = position + ground.position, velocity + ground.velocity
        for body in bodies:
            vectors[body][rows] = ephemeris.posvel(body, ground.tdb)[0] - r_obs[rows]
        for old, new in ((tdb.day, ground.tdb.day), (tdb.sec.hi, ground.tdb.sec.hi), (tdb.sec.lo, ground.tdb.sec.lo)):
            old[rows] = new
        uses = (*uses, *([tt.use] if tt.use else []), use, ephemeris.use)
    return TOAs(
        raw=raw,
        mjd=times.to_mjd(times.add_seconds(raw.times, clock_s)),
        clock_s=clock_s,
        tdb=tdb,
        r_obs=r_obs,
        v_obs=v_obs,
        bodies=vectors,
        at_barycentre=at_barycentre,
        site=site,
        ephem=ephem.upper(),
        clock=tt_name,
        planets=planets,
        uses=uses,
    )


def _sites(raw: RawTOAs) -> tuple[list[Site], FlagColumn]:
    """The sites as objects, and the canonical name of each TOA's; codes are indices into both."""
    written = raw.site
    found = []
    for code, text in enumerate(written.values):
        at = np.flatnonzero(written.codes == code)
        if at.size:
            found.append((code, find_site(text, raw.where(int(at[0])))))
    by_name = {site.name: site for _, site in found}
    column = encode(tuple(by_name))
    number = np.full(len(written.values), -1, np.int32)
    for code, site in found:
        number[code] = column.values.index(site.name)
    return list(by_name.values()), FlagColumn(number[written.codes], column.values)


def _site_clocks(
    raw: RawTOAs, sites: list[Site], codes: NDArray[np.int32], files: Files
) -> tuple[Array, tuple[DataUse, ...]]:
    """Corrections of the sites' clocks, s, (n,), and the files they come from, each named once."""
    seconds = np.zeros(len(raw))
    mjd = times.to_mjd(raw.times)
    uses: list[DataUse] = []
    for code, site in enumerate(sites):
        rows = np.flatnonzero(codes == code)
        result = site_correction(site, mjd[rows], files)
        seconds[rows] = result.seconds
        uses += result.uses
    merged: dict[tuple[str, str], DataUse] = {}
    for use in uses:
        key = use.what, use.name
        beyond = merged[key].n_beyond if key in merged else 0
        merged[key] = use._replace(n_beyond=beyond + use.n_beyond)
    return seconds, tuple(merged.values())


def _ground(
    raw_utc: Times, correction_s: Array, xyz_m: Array, files: Files, where: Callable[[int], Where]
) -> tuple[Ground, DataUse]:
    """TDB, and position and velocity against the geocentre, of TOAs on the Earth."""
    early = np.flatnonzero(raw_utc.day < eop.FIRST_MJD)
    if early.size:
        raise DataError(
            f"a TOA before MJD {eop.FIRST_MJD} (1962), where the tables of Earth orientation start",
            where(int(early[0])),
            "give the time at the barycentre (site @), or leave the TOA out",
        )
    leaps = eop.leap_seconds()
    tt = timescale.tt_from_utc(raw_utc, correction_s, leaps)
    utc = times.add_seconds(raw_utc, correction_s)
    slow = smooth.series(files.table(smooth.TABLE), tt.day, tt.sec.hi)
    topocentric = timescale.topocentric(tt, timescale.ut_fraction(utc, leaps), xyz_m)
    tdb = timescale.tdb_from_tt(tt, slow[:, 3], topocentric)
    orientation = eop.earth_orientation(utc.day, utc.sec.hi, leaps)
    _warn_beyond(orientation)
    tai = times.add_seconds(tt, -TT_MINUS_TAI)
    position, velocity = earth.site_posvel(xyz_m, tt, tai, slow[:, :3], orientation)
    return Ground(tdb, position, velocity), orientation.use


def _warn_beyond(orientation: eop.Orientation) -> None:
    count = int(np.count_nonzero(orientation.beyond))
    if count:
        warnings.warn(
            ClockWarning(
                f"{count} TOA{'s' if count > 1 else ''} after MJD {orientation.last_mjd}, the last day of the Earth "
                "orientation tables: UT1 - UTC is held there, which may move a site by 0.3 us a year; "
                "update astropy-iers-data"
            ),
            stacklevel=4,
        )
