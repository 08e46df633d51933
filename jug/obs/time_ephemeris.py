"""TIMEEPH IF99: TDB - TT at the geocentre from the ephemeris, as a correction to the series of Fairhead & Bretagnon.

The integral (`jug.obs.time_quadrature`) takes a second, so its result is a table: IF99 - FB90 as quintic splines on the
one-day nodes of `jug.obs.smooth`. The tables `SHIPPED_TABLES` come with jug
(``data/scripts/make_time_ephemerides.py``). The table of another ephemeris is computed at its first use and written to
the user's cache with a checksum. For a damaged table a warning is given, and it is computed again. The error of the
splines is 0.5 ps at most.

The mean of IF99 - FB90 is -60 ns. About the mean and a slope it varies by 1.4 ns rms and 4.7 ns at most from 1980 to
2030, by 2 and 6 ns from 1960 to 2060. The position of the observatory adds v . r / c^2: with the Earth's velocity of
the ephemeris for IF99 (`topocentric_by_ephemeris`, as in tempo2), and by the series of `jug.obs.timescale.topocentric`
for FB90, as in PINT. The two differ by 0.2 ns rms, 0.7 ns at most.
"""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import erfa
import numpy as np
from numpy.typing import NDArray

from jug.core.array import Float, Int, N, Xyz
from jug.core.constants import DAY
from jug.core.execution.given_warnings import give_warning
from jug.core.times import Times
from jug.errors import DataError, InputWarning, Where, sentence
from jug.io.npy import map_npy
from jug.io.sealed_npy import map_sealed_npy, sealed_npy
from jug.obs.chebyshev import SegmentList
from jug.obs.ephemeris import Ephemeris, ephemeris_name
from jug.obs.files import COMPUTED, DataUse, Files, Found
from jug.obs.integrity import INSTALL_AGAIN
from jug.obs.smooth import FIRST_NODE, LAST_NODE, SPLINE_DEGREE, evaluate_spline
from jug.text.name_lists import toa_count

if TYPE_CHECKING:
    from jug.obs.time_quadrature import Bodies

Float32Table = NDArray[np.float32]

TIME_EPHEMERIDES = ("FB90", "IF99")
"""Values of TIMEEPH; the first value is used where there is no line."""

SHIPPED_TABLES = {"DE421": "if99_de421.npy", "DE440": "if99_de440.npy"}
"""Tables that come with jug."""

ANCHOR = "DE440"
"""The ephemeris whose constant is used for one that does not reach back to 1977."""

FROM_FB90 = "1.4 ns rms from 1980 to 2030 and up to 6 ns from 1960 to 2060 apart, after a constant and a slope"
"""The difference between IF99 and FB90, for messages."""

BEFORE, AFTER = SPLINE_DEGREE // 2, SPLINE_DEGREE // 2 + 1
"""Numbers of rows before and after the span of an ephemeris that affect the spline inside it."""

MARGIN = 200
"""Days of a straight line added at either end for `bspline_coefficients`."""


class TimeEphemeris(NamedTuple):
    """IF99 - FB90 on one-day nodes.

    Attributes
    ----------
    table : (LAST_NODE - FIRST_NODE + 1,) float32
        Coefficients of quintic B-splines, s; NaN where the ephemeris does not reach.
    use : DataUse
        The file that it is read from.
    """

    table: Float32Table
    use: DataUse


def if99_minus_fb90(
    ephem: str, files: Files, day: Int[N], sec: Float[N], where: Where | None
) -> tuple[Float[N], DataUse | None]:
    """Evaluate IF99 - FB90, the part of TDB - TT at the geocentre that TIMEEPH IF99 adds.

    Parameters
    ----------
    ephem : str
        Ephemeris, as ``"DE421"``.
    files : Files
        Where ephemerides and tables are found.
    day : (n,) int64
        MJD numbers, TT.
    sec : (n,) float64
        Seconds of the day.
    where : Where, optional
        The par line that asks for it, for messages.

    Returns
    -------
    seconds : (n,) float64
        At times outside the table the value at its nearest end. Zero where there is no table.
    use : DataUse or None
        The table; None where there is none.

    Warns
    -----
    InputWarning
        There is no table, or times lie outside it.
    """
    try:
        found = time_ephemeris(ephem, files)
    except DataError as error:
        why = f"IF99 cannot be computed from {ephem}: {error.why}; FB90 is used instead, {FROM_FB90}"
        give_warning(InputWarning(sentence(why, where, "give another EPHEM, or TIMEEPH FB90 to silence this")))
        return np.zeros(len(day)), None
    covered = np.flatnonzero(np.isfinite(found.table))
    lowest, highest = int(covered[0]), int(covered[-1]) - SPLINE_DEGREE
    first = day - (FIRST_NODE + BEFORE)
    early, late = first < lowest, first > highest
    at = np.where(early, 0.0, np.where(late, DAY, sec))
    seconds = evaluate_spline(found.table[:, None], np.clip(first, lowest, highest), at)[:, 0]
    count = int(np.count_nonzero(early | late))
    if count:
        span = f"MJD {lowest + FIRST_NODE + BEFORE} to {highest + FIRST_NODE + BEFORE + 1}"
        why = f"{toa_count(count)} outside {span}, where IF99 is at hand: FB90 and a constant there"
        give_warning(InputWarning(sentence(f"{why}, {FROM_FB90}", where)))
    return seconds, found.use._replace(n_beyond=count)


def topocentric_by_ephemeris(ephemeris: Ephemeris, tt: Times, position: Float[N, Xyz]) -> Float[N]:
    """TDB - TT at a site on the Earth minus that at the geocentre, v . r / c^2.

    Parameters
    ----------
    ephemeris : Ephemeris
        Has the Earth's velocity v against the barycentre; at TT instead of TDB, it changes the result by 1e-15 s.
    tt : Times
        (n,) TT.
    position : (n, 3) float64
        r, the site against the geocentre, light-seconds.

    Returns
    -------
    (n,) float64
        s
    """
    seconds: Float[N] = np.sum(ephemeris.posvel("earth", tt)[1] * position, axis=1)
    return seconds


def time_ephemeris(ephem: str, files: Files) -> TimeEphemeris:
    """Find the table of an ephemeris, or make it and store it.

    Parameters
    ----------
    ephem : str
        As ``"DE421"``, or the path of an SPK kernel.
    files : Files
        The data files at hand.

    Returns
    -------
    TimeEphemeris

    Raises
    ------
    DataError
        The ephemeris is not at hand, or lacks a body that the integral needs.
    """
    name = ephemeris_name(ephem)
    if name in SHIPPED_TABLES:
        path = files.table(SHIPPED_TABLES[name])
        table = _read(path)
        if table is None:
            raise DataError(f"{path} is not the table of this version", hint=INSTALL_AGAIN)
        return TimeEphemeris(table, _use(ephem, Found(path.name, path, "embedded")))
    from jug.obs.time_quadrature import open_bodies

    bodies = open_bodies(ephem, files)
    key = f"if99_{Path(name).stem.lower()}_{fingerprint(bodies)}.npy"
    found = files.cached_table(key)
    table = None if found is None else _read(found.path, sealed=found.source == COMPUTED)
    if found is None or table is None:
        if found is not None:
            why = "this table of IF99 is damaged, or has no checksum; it is computed again"
            give_warning(InputWarning(f"{found.path}: {why}"))
        table = make_table(bodies, files)
        found = files.cache_table(key, sealed_npy(table)) or Found(key, Path(key), "computed, not cached")
    return TimeEphemeris(table, _use(ephem, found))


def _use(ephem: str, found: Found) -> DataUse:
    return DataUse(f"time ephemeris IF99 of {ephemeris_name(ephem)}", found.name, found.source)


def _read(path: Path, *, sealed: bool = False) -> Float32Table | None:
    """A table on the disk; None where the file is not such a table, or its checksum is wrong."""
    try:
        table: Float32Table = (map_sealed_npy if sealed else map_npy)(path)
    except (OSError, ValueError):
        return None
    fits = table.shape == (LAST_NODE - FIRST_NODE + 1,) and table.dtype == np.float32
    return table if fits else None


def fingerprint(bodies: "Bodies") -> str:
    """Identify an ephemeris: a hash of its span and of some of its coefficients."""
    import hashlib

    digest = hashlib.sha256(repr((bodies.ephemeris.spans_mjd, sorted(bodies.mass_s.items()))).encode())
    for body, chain in sorted(bodies.ephemeris.chains.items()):
        digest.update(body.encode())
        for series in chain:
            for segment in series.segments if isinstance(series, SegmentList) else (series,):
                every = max(1, len(segment.records) // 16)
                digest.update(np.ascontiguousarray(segment.records[::every]).tobytes())
    return digest.hexdigest()[:12]


def make_table(bodies: "Bodies", files: Files) -> Float32Table:
    """Integrate along an ephemeris, and put IF99 - FB90 onto splines.

    Parameters
    ----------
    bodies : Bodies
        The ephemeris.
    files : Files
        Has the table of `ANCHOR`, for an ephemeris that does not reach back to 1977.

    Returns
    -------
    (LAST_NODE - FIRST_NODE + 1,) float32
        As in `TimeEphemeris`.

    Raises
    ------
    DataError
        The ephemeris covers less than two days of the years of the table.
    """
    from jug.obs.time_quadrature import tdb_minus_tt

    first, last = _longest_span(bodies)
    value, slope = tdb_minus_tt(bodies, first, last)
    days = np.arange(first, last + 1)
    at_tt = value + slope * value  # 0h TT is 0h TDB less `value`
    more = at_tt - erfa.dtdb(erfa.DJM0, days.astype(np.float64), 0.0, 0.0, 0.0, 0.0)
    if value[0] == 0.0:
        middle = len(days) // 2
        more += float(time_ephemeris(ANCHOR, files).table[days[middle] - FIRST_NODE]) - more[middle]
    before = more[0] + (more[0] - more[1]) * np.arange(MARGIN + BEFORE, 0, -1)
    after = more[-1] + (more[-1] - more[-2]) * np.arange(1, MARGIN + AFTER + 1)
    from jug.obs.spline_coefficients import bspline_coefficients  # only for a new table

    coefficients = bspline_coefficients(np.concatenate([before, more, after]), MARGIN)
    table = np.full(LAST_NODE - FIRST_NODE + 1, np.nan, dtype=np.float32)
    rows = np.arange(first - BEFORE, last + AFTER + 1) - FIRST_NODE
    inside = (rows >= 0) & (rows < len(table))
    table[rows[inside]] = coefficients[inside]
    return table


def _longest_span(bodies: "Bodies") -> tuple[int, int]:
    """First and last whole day (MJD, TDB) of the longest span of an ephemeris within the years of the table."""
    spans = [
        (max(int(np.ceil(first)), FIRST_NODE), min(int(np.floor(last)), LAST_NODE))
        for first, last in bodies.ephemeris.spans_mjd
    ]
    first, last = max(spans, key=lambda span: span[1] - span[0])
    if last - first < 2:
        from jug.obs.time_quadrature import NEEDED

        raise DataError(f"its bodies ({', '.join(NEEDED)}) have no year of the table in common")
    return first, last
