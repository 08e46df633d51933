"""From TOAs as read to TOAs at the barycentre: clocks, TT, TDB, site, ephemeris, for all TOAs at once."""

import warnings
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jug.core import times
from jug.core.constants import AU_LS, TT_MINUS_TAI
from jug.core.times import Times
from jug.errors import ClockWarning, DataError, InputWarning, Where, sentence
from jug.io.tim.raw_toas import FlagColumn, RawTOAs, encode
from jug.obs import earth, eop, smooth, timescale
from jug.obs.clock import LENIENT, ClockRules, Reader, reader, site_correction, tt_bipm
from jug.obs.ephemeris import PLANETS, ephemeris_name, open_ephemeris
from jug.obs.files import DataUse, Files
from jug.obs.sites import Site, find_site, other_in_tempo2
from jug.obs.toas import TOAs

Array = NDArray[np.float64]
Codes = NDArray[np.int32]

NOWHERE = AU_LS * np.array([0.36, 0.48, 0.8])
"""Stands for bodies seen from the barycentre, whose delays are none there: in no direction in which a pulsar with round
coordinates lies, where those delays would be infinite."""


class Asked(NamedTuple):
    """What `to_barycentre` was asked for."""

    ephem: str
    clock: str | None
    bodies: tuple[str, ...]
    zenith: bool
    dilate: bool
    files: Files
    ephem_where: Where | None
    clock_where: Where | None
    rules: ClockRules
    read: Reader


class Observed(NamedTuple):
    """What `to_barycentre` finds for m TOAs that were observed on the Earth; fields as in `TOAs`."""

    clock_s: Array
    tdb: Times
    r_obs: Array
    v_obs: Array
    bodies: dict[str, Array]
    clock: str
    uses: tuple[DataUse, ...]
    zenith: Array | None
    dilation: Array | None


class Ground(NamedTuple):
    """TDB, position and velocity of the sites against the geocentre (light-seconds, c); zenith and the rate of TDB
    against TT at the geocentre if asked for."""

    tdb: Times
    position: Array
    velocity: Array
    orientation: eop.Orientation
    zenith: Array | None
    rate: Array | None


def to_barycentre(
    raw: RawTOAs,
    *,
    ephem: str,
    clock: str | None,
    planets: bool = False,
    zenith: bool = False,
    dilate: bool = False,
    files: Files,
    ephem_where: Where | None = None,
    clock_where: Where | None = None,
    rules: ClockRules = LENIENT,
    read: Reader | None = None,
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
    zenith : bool
        Whether the direction of the zenith is needed (troposphere).
    dilate : bool
        Whether the rate of TDB is needed (DILATEFREQ).
    files : Files
        Where clock files, ephemerides and tables are found.
    ephem_where, clock_where : Where, optional
        The par lines that ask for `ephem` and `clock`, for messages.
    rules, read : ClockRules, Reader
        What is done where a clock file is missing or does not reach a TOA; how these files are read (each once).

    Raises
    ------
    DataError
        An unknown site, an ephemeris or TT(BIPM) that is not at hand, a TOA that these do not cover.

    Warns
    -----
    ClockWarning
        Where a clock or the Earth orientation does not reach a TOA.
    """
    sites, site = _sites(raw, files)
    at_barycentre = np.array([s.special == "barycenter" for s in sites], dtype=bool)[site.codes]
    bodies = ("sun", *PLANETS) if planets else ("sun",)
    asked = Asked(ephem, clock, bodies, zenith, dilate, files, ephem_where, clock_where, rules, read or reader())
    found = _at_barycentre(raw, asked)
    rows = np.flatnonzero(~at_barycentre)
    if rows.size == len(raw) > 0:
        found = _observe(raw, sites, site.codes, asked)
    elif rows.size:
        found = _insert(found, rows, _observe(raw.take(rows), sites, site.codes[rows], asked))
    return TOAs(
        raw=raw,
        mjd=times.to_mjd(times.add_seconds(raw.times, found.clock_s)),
        at_barycentre=at_barycentre,
        site=site,
        sites=tuple(sites),
        ephem=ephemeris_name(ephem),
        planets=planets,
        **found._asdict(),
    )


def _at_barycentre(raw: RawTOAs, asked: Asked) -> Observed:
    """TOAs as if all were given at the barycentre: no clocks, no places, the bodies put where they do no harm."""
    n = len(raw)
    return Observed(
        clock_s=raw.offset_s.copy(),
        tdb=times.add_seconds(raw.times, raw.offset_s),
        r_obs=np.zeros((n, 3)),
        v_obs=np.zeros((n, 3)),
        bodies={body: np.tile(NOWHERE, (n, 1)) for body in asked.bodies},
        clock=asked.clock or "",
        uses=(),
        zenith=np.zeros((n, 3)) if asked.zenith else None,
        dilation=np.zeros(n) if asked.dilate else None,
    )


def _insert(whole: Observed, rows: NDArray[np.int64], part: Observed) -> Observed:
    """`whole` with `part` in some rows (written into the arrays of `whole`)."""
    pairs = [(whole.clock_s, part.clock_s), (whole.r_obs, part.r_obs), (whole.v_obs, part.v_obs)]
    pairs += [(whole.tdb.day, part.tdb.day), *zip(whole.tdb.sec, part.tdb.sec, strict=True)]
    pairs += [(whole.bodies[body], part.bodies[body]) for body in whole.bodies]
    if whole.zenith is not None and part.zenith is not None:
        pairs.append((whole.zenith, part.zenith))
    if whole.dilation is not None and part.dilation is not None:
        pairs.append((whole.dilation, part.dilation))
    for array, values in pairs:
        array[rows] = values
    return whole._replace(clock=part.clock, uses=part.uses)


def _observe(raw: RawTOAs, sites: list[Site], codes: Codes, asked: Asked) -> Observed:
    """Clocks, times, places and bodies of TOAs that were observed on the Earth."""
    site_s, uses = _site_clocks(raw, sites, codes, asked)
    tt = tt_bipm(asked.clock, times.to_mjd(raw.times), asked.files, asked.clock_where, warn=False, read=asked.read)
    if asked.rules.strict and not tt.covered.all():
        raise _strict(tt.warnings[-1], raw, int(tt.covered.argmin()))
    for text in tt.warnings:
        warnings.warn(ClockWarning(text), stacklevel=3)
    clock_s = raw.offset_s + site_s + tt.seconds
    ground = _ground(raw, clock_s, np.array([s.xyz_m for s in sites])[codes], asked)
    ephemeris = open_ephemeris(asked.ephem, asked.files, asked.ephem_where, ("earth", *asked.bodies))
    ephemeris.check(ground.tdb, raw.where)
    _warn_beyond(ground.orientation)
    position, velocity = ephemeris.posvel("earth", ground.tdb)
    r_obs = position + ground.position
    return Observed(
        clock_s=clock_s,
        tdb=ground.tdb,
        r_obs=r_obs,
        v_obs=velocity + ground.velocity,
        bodies={body: ephemeris.posvel(body, ground.tdb)[0] - r_obs for body in asked.bodies},
        clock=tt.name,
        uses=(*uses, *([tt.use] if tt.use else []), ground.orientation.use, ephemeris.use),
        zenith=ground.zenith,
        dilation=None if ground.rate is None else ground.rate + np.sum(velocity * ground.velocity, axis=1),
    )


def _sites(raw: RawTOAs, files: Files) -> tuple[list[Site], FlagColumn]:
    """The sites as objects, and the canonical name of each TOA's; codes are indices into both."""
    written = raw.site
    found = []
    for code, text in enumerate(written.values):
        at = np.flatnonzero(written.codes == code)
        if at.size:
            where = raw.where(int(at[0]))
            found.append((code, find_site(text, where, files)))
            if said := other_in_tempo2(text, found[-1][1]):
                warnings.warn(InputWarning(sentence(said, where)), stacklevel=4)
    by_name = {site.name: site for _, site in found}
    column = encode(tuple(by_name))
    number = np.full(len(written.values), -1, np.int32)
    for code, site in found:
        number[code] = column.values.index(site.name)
    return list(by_name.values()), FlagColumn(number[written.codes], column.values)


def _site_clocks(raw: RawTOAs, sites: list[Site], codes: Codes, asked: Asked) -> tuple[Array, tuple[DataUse, ...]]:
    """Corrections of the sites' clocks, s, (n,), and the files they come from, each named once."""
    seconds = np.zeros(len(raw))
    mjd = times.to_mjd(raw.times)
    uses: list[DataUse] = []
    for code, site in enumerate(sites):
        rows = np.flatnonzero(codes == code)
        if not rows.size:
            continue
        how = {"hold": asked.rules.hold, "warn": not asked.rules.strict}
        result = site_correction(site, mjd[rows], asked.files, read=asked.read, **how)
        if asked.rules.strict and result.warning:
            raise _strict(result.warning, raw, int(rows[result.covered.argmin()]))
        seconds[rows] = result.seconds
        uses += result.uses
    merged: dict[tuple[str, str], DataUse] = {}
    for use in uses:
        key = use.what, use.name
        beyond = merged[key].n_beyond if key in merged else 0
        merged[key] = use._replace(n_beyond=beyond + use.n_beyond)
    return seconds, tuple(merged.values())


def _strict(why: str, raw: RawTOAs, row: int) -> DataError:
    hint = "put a newer clock file into the folder JUG_DATA, leave these TOAs out, or do without the strict clock"
    return DataError(why, raw.where(row), hint)


def _ground(raw: RawTOAs, correction_s: Array, xyz_m: Array, asked: Asked) -> Ground:
    """TDB and places of TOAs at sites `xyz_m`, (m, 3), whose clocks need `correction_s`, (m,)."""
    early = np.flatnonzero(raw.times.day < eop.FIRST_MJD)
    if early.size:
        raise DataError(
            f"a TOA before MJD {eop.FIRST_MJD} (1962), where the tables of Earth orientation start",
            raw.where(int(early[0])),
            "give the time at the barycentre (site @), or leave the TOA out",
        )
    leaps = eop.leap_seconds(asked.files)
    tt = timescale.tt_from_utc(raw.times, correction_s, leaps)
    utc = times.add_seconds(raw.times, correction_s)
    slow = smooth.series(asked.files.table(smooth.TABLE), tt.day, tt.sec.hi)
    topocentric = timescale.topocentric(tt, timescale.ut_fraction(utc, leaps), xyz_m)
    tdb = timescale.tdb_from_tt(tt, slow[:, 3], topocentric)
    orientation = eop.earth_orientation(utc.day, utc.sec.hi, leaps, asked.files)
    tai = times.add_seconds(tt, -TT_MINUS_TAI)
    position, velocity = earth.site_posvel(xyz_m, tt, tai, slow[:, :3], orientation)
    zenith = earth.site_zenith(xyz_m, tt, tai, slow[:, :3], orientation) if asked.zenith else None
    rate = smooth.rate(asked.files.table(smooth.TABLE), tt.day, tt.sec.hi) if asked.dilate else None
    return Ground(tdb, position, velocity, orientation, zenith, rate)


def _warn_beyond(orientation: eop.Orientation) -> None:
    count = int(np.count_nonzero(orientation.beyond))
    if count:
        warnings.warn(
            ClockWarning(
                f"{count} TOA{'s' if count > 1 else ''} after MJD {orientation.last_mjd}, the last day of the Earth "
                "orientation tables: UT1 - UTC is held there, which may move a site by 0.3 us a year; "
                "update astropy-iers-data"
            ),
            stacklevel=3,
        )
