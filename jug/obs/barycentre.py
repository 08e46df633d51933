"""From TOAs as read to TOAs at the barycentre: clocks, TT, TDB, site, ephemeris, for all TOAs at once."""

from typing import NamedTuple

import numpy as np

from jug.core import times
from jug.core.array import Array, Float, Int, IntArray, Toa, Xyz
from jug.core.constants import AU_LS, TT_MINUS_TAI
from jug.core.execution.given_warnings import give_warning
from jug.core.execution.progress import report
from jug.core.times import Times
from jug.errors import ClockWarning, DataError, InputWarning, Where, sentence
from jug.io.tim.flag_column import FlagColumn, encode
from jug.io.tim.raw_toas import RawTOAs
from jug.obs import earth, eop, smooth, timescale
from jug.obs.clock import LENIENT, ClockRules, observatory_clocks
from jug.obs.ephemeris import PLANETS, Ephemeris, ephemeris_name, open_ephemeris
from jug.obs.files import DataUse, Files
from jug.obs.sites import Site, find_site, other_in_tempo2, site_meant
from jug.obs.strict_clock import refuse_uncovered
from jug.obs.time_ephemeris import if99_minus_fb90, topocentric_by_ephemeris
from jug.obs.toas import TOAs
from jug.obs.tt_bipm import tt_bipm, uncorrected_remark
from jug.text.name_lists import toa_count

NOWHERE = AU_LS * np.array([0.36, 0.48, 0.8])
"""Placeholder position (light-seconds) of the bodies for TOAs at the barycentre, whose Shapiro delays are zero. No
pulsar with round coordinates lies in this direction, where the delay would be infinite."""


class Request(NamedTuple):
    """Settings and data files for the barycentre correction.

    Attributes
    ----------
    ephem : str
        Ephemeris, as ``"DE421"``.
    clock : str or None
        Realisation of TT: the value of the CLK line, empty or None where there is none.
    files : Files
        Finds clock files, ephemerides and tables.
    planets : bool
        Whether the positions of the planets are needed (PLANET_SHAPIRO).
    zenith : bool
        Whether the direction of the zenith is needed (troposphere).
    dilate : bool
        Whether the rate of TDB is needed (DILATEFREQ).
    time_ephemeris : str
        TDB - TT at the geocentre: ``"FB90"`` or ``"IF99"`` (TIMEEPH).
    ephem_where, clock_where, time_where : Where, optional
        The par lines that ask for `ephem`, `clock` and `time_ephemeris`, for messages.
    rules : ClockRules
        Whether a missing clock file, or one that does not cover a TOA, is an error, and which value replaces it.
    codes_of_tempo2 : bool
        Whether a code of one letter means the observatory that it means in tempo2.
    """

    ephem: str
    clock: str | None
    files: Files
    planets: bool = False
    zenith: bool = False
    dilate: bool = False
    time_ephemeris: str = "FB90"
    ephem_where: Where | None = None
    clock_where: Where | None = None
    time_where: Where | None = None
    rules: ClockRules = LENIENT
    codes_of_tempo2: bool = False

    @property
    def bodies(self) -> tuple[str, ...]:
        """The bodies whose positions from the site are needed."""
        return ("sun", *PLANETS) if self.planets else ("sun",)


class Observed(NamedTuple):
    """Times and positions of m TOAs; the fields are those of `TOAs`."""

    clock_s: Float[Toa]
    tdb: Times
    r_obs: Float[Toa, Xyz]
    v_obs: Float[Toa, Xyz]
    bodies: dict[str, Float[Toa, Xyz]]
    clock: str
    uses: tuple[DataUse, ...]
    zenith: Float[Toa, Xyz] | None
    dilation: Float[Toa] | None


class Ground(NamedTuple):
    """TDB, and the sites relative to the geocentre: position (light-seconds), velocity (c).

    `time_use` is the table of the time ephemeris IF99, if any. `zenith` and `rate` (of TDB against TT at the
    geocentre) are None unless the request needs them.
    """

    tdb: Times
    position: Float[Toa, Xyz]
    velocity: Float[Toa, Xyz]
    orientation: eop.Orientation
    time_use: DataUse | None
    zenith: Float[Toa, Xyz] | None
    rate: Float[Toa] | None


PREPARED = "clocks, Earth orientation and ephemeris of the TOAs"
"""Text of the progress line during the preparation."""


def to_barycentre(raw: RawTOAs, request: Request) -> TOAs:
    """Compute clock corrections, TDB, positions and velocities of TOAs, for the delays to the barycentre.

    UTC = time as written + TIME + site clock [+ UTC - UTC(GPS)]; TT = UTC + leap seconds + 32.184 s +
    (TT(BIPM) - TT(TAI)). TDB, the position of the site in the GCRS, the Earth and the bodies follow from TT. A TOA at
    the barycentre keeps its time, which is TDB.

    Parameters
    ----------
    raw : RawTOAs
        TOAs as read, (n,).
    request : Request

    Returns
    -------
    TOAs

    Raises
    ------
    DataError
        An unknown site, a missing ephemeris or TT(BIPM), a TOA that these do not cover.

    Warns
    -----
    ClockWarning
        Where a clock or the Earth orientation does not reach a TOA.
    InputWarning
        Where IF99 cannot be computed.
    """
    report(PREPARED, 0)
    sites, site = _sites(raw, request)
    at_barycentre = np.array([s.special == "barycenter" for s in sites], dtype=bool)[site.codes]
    if len(raw) and not at_barycentre.any():
        found = _observe(raw, sites, site.codes, request)
    else:
        found, rows = _at_barycentre(raw, request), np.flatnonzero(~at_barycentre)
        if rows.size:
            found = _insert(found, rows, _observe(raw.take(rows), sites, site.codes[rows], request))
    report(PREPARED, 1, 1)
    return TOAs(
        raw=raw,
        mjd=times.to_mjd(times.add_seconds(raw.times, found.clock_s)),
        at_barycentre=at_barycentre,
        site=site,
        sites=tuple(sites),
        ephem=ephemeris_name(request.ephem),
        planets=request.planets,
        time_ephemeris=request.time_ephemeris,
        **found._asdict(),
    )


def _at_barycentre(raw: RawTOAs, request: Request) -> Observed:
    """Treat all TOAs as given at the barycentre: no clock corrections, positions zero, the bodies at `NOWHERE`."""
    n = len(raw)
    return Observed(
        clock_s=raw.offset_s.copy(),
        tdb=times.add_seconds(raw.times, raw.offset_s),
        r_obs=np.zeros((n, 3)),
        v_obs=np.zeros((n, 3)),
        bodies={body: np.tile(NOWHERE, (n, 1)) for body in request.bodies},
        clock=request.clock or "",
        uses=(),
        zenith=np.zeros((n, 3)) if request.zenith else None,
        dilation=np.zeros(n) if request.dilate else None,
    )


def _insert(whole: Observed, rows: Int[Toa], part: Observed) -> Observed:
    """Write `part` into some rows of the arrays of `whole`, and return `whole`."""
    pairs: list[tuple[Array | IntArray, Array | IntArray]] = [
        (whole.clock_s, part.clock_s),
        (whole.r_obs, part.r_obs),
        (whole.v_obs, part.v_obs),
    ]
    pairs += [(whole.tdb.day, part.tdb.day), *zip(whole.tdb.sec, part.tdb.sec, strict=True)]
    pairs += [(whole.bodies[body], part.bodies[body]) for body in whole.bodies]
    if whole.zenith is not None and part.zenith is not None:
        pairs.append((whole.zenith, part.zenith))
    if whole.dilation is not None and part.dilation is not None:
        pairs.append((whole.dilation, part.dilation))
    for array, values in pairs:
        array[rows] = values
    return whole._replace(clock=part.clock, uses=part.uses)


def _observe(raw: RawTOAs, sites: list[Site], codes: Int[Toa], request: Request) -> Observed:
    """Clocks, times, positions and bodies for TOAs that were observed on the Earth."""
    files, rules = request.files, request.rules
    site_s, uses, short = observatory_clocks(raw, sites, codes, files, rules)
    tt = tt_bipm(request.clock, times.to_mjd(raw.times), files, request.clock_where, warn=False)
    if rules.strict:
        refuse_uncovered(short, tt, raw)
    texts = list(tt.warnings)
    if remark := uncorrected_remark(request.clock, site_s, none=rules.none):
        hint = "" if rules.none else "write CLK TT(TAI) to silence this"
        texts.append(sentence(remark, request.clock_where, hint))
    for text in texts:
        give_warning(ClockWarning(text))
    clock_s = raw.offset_s + site_s + tt.seconds
    ephemeris = open_ephemeris(request.ephem, request.files, request.ephem_where, ("earth", *request.bodies))
    ground = _ground(raw, clock_s, np.array([s.xyz_m for s in sites])[codes], request, ephemeris)
    ephemeris.check(ground.tdb, raw.where)
    _warn_beyond(ground.orientation)
    position, velocity = ephemeris.posvel("earth", ground.tdb)
    r_obs = position + ground.position
    return Observed(
        clock_s=clock_s,
        tdb=ground.tdb,
        r_obs=r_obs,
        v_obs=velocity + ground.velocity,
        bodies={body: ephemeris.posvel(body, ground.tdb)[0] - r_obs for body in request.bodies},
        clock=tt.name,
        uses=tuple(use for use in (*uses, tt.use, ground.orientation.use, ephemeris.use, ground.time_use) if use),
        zenith=ground.zenith,
        dilation=None if ground.rate is None else ground.rate + np.sum(velocity * ground.velocity, axis=1),
    )


def _sites(raw: RawTOAs, request: Request) -> tuple[list[Site], FlagColumn]:
    """The sites, and the canonical site name of each TOA as a column whose codes index the sites."""
    written = raw.site
    found = []
    for code, text in enumerate(written.values):
        at = np.flatnonzero(written.codes == code)
        if at.size:
            where = raw.where(int(at[0]))
            name = site_meant(text, request.codes_of_tempo2)
            try:
                found.append((code, find_site(name, where, request.files)))
            except DataError:
                from jug.obs.unknown_sites import unknown_sites

                unknown = unknown_sites(raw, request.files, codes_of_tempo2=request.codes_of_tempo2)
                raise DataError.of([problem for _, problem in unknown]) from None
            if remark := other_in_tempo2(name, found[-1][1]):
                give_warning(InputWarning(sentence(remark, where)))
    by_name = {site.name: site for _, site in found}
    column = encode(tuple(by_name))
    number = np.full(len(written.values), -1, np.int32)
    for code, site in found:
        number[code] = column.values.index(site.name)
    return list(by_name.values()), FlagColumn(number[written.codes], column.values)


def _ground(
    raw: RawTOAs, correction_s: Float[Toa], xyz_m: Float[Toa, Xyz], request: Request, ephemeris: Ephemeris
) -> Ground:
    """TDB and site positions for TOAs at sites `xyz_m`, (m, 3), with clock corrections `correction_s`, (m,)."""
    early = np.flatnonzero(raw.times.day < eop.FIRST_MJD)
    if early.size:
        raise DataError(
            f"a TOA before MJD {eop.FIRST_MJD} (1962), where the tables of Earth orientation start",
            raw.where(int(early[0])),
            "give the time at the barycentre (site @), or leave the TOA out",
        )
    leaps = eop.leap_seconds(request.files)
    tt = timescale.tt_from_utc(raw.times, correction_s, leaps)
    utc = times.add_seconds(raw.times, correction_s)
    slow = smooth.smooth_series(request.files.table(smooth.SMOOTH_TABLE), tt.day, tt.sec.hi)
    orientation = eop.earth_orientation(utc.day, utc.sec.hi, leaps, request.files)
    tai = times.add_seconds(tt, -TT_MINUS_TAI)
    position, velocity = earth.site_posvel(xyz_m, tt, tai, slow[:, :3], orientation)
    geocentric, time_use = slow[:, 3], None
    if request.time_ephemeris == "IF99":
        more, time_use = if99_minus_fb90(request.ephem, request.files, tt.day, tt.sec.hi, request.time_where)
        geocentric = geocentric + more
    if time_use is not None:
        ephemeris.check(tt, raw.where)  # outside it the velocity of the Earth would be wrong
        topocentric = topocentric_by_ephemeris(ephemeris, tt, position)
    else:
        topocentric = timescale.topocentric(tt, timescale.ut_fraction(utc, leaps), xyz_m)
    tdb = timescale.tdb_from_tt(tt, geocentric, topocentric)
    zenith = earth.site_zenith(xyz_m, tt, tai, slow[:, :3], orientation) if request.zenith else None
    rate = smooth.tdb_rate(request.files.table(smooth.SMOOTH_TABLE), tt.day, tt.sec.hi) if request.dilate else None
    return Ground(tdb, position, velocity, orientation, time_use, zenith, rate)


def _warn_beyond(orientation: eop.Orientation) -> None:
    count = int(np.count_nonzero(orientation.beyond))
    if count:
        give_warning(
            ClockWarning(
                f"{toa_count(count)} after MJD {orientation.last_mjd}, the last day of the Earth "
                "orientation tables: the last UT1 - UTC is used there, which may move a site by 0.3 us a year; "
                "update the package astropy-iers-data"
            )
        )
