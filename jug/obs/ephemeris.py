"""The Sun and the planets from an ephemeris: an SPK kernel, or a folder of Chebyshev coefficients.

jplephem reads a kernel's list of segments; the Chebyshev series are evaluated on a memory map of the file, so that
only the records near the TOAs are read. Times are day and seconds: a single float64 Julian date would
round to 40 us, in which the Earth moves by 1.2 m (2 ns an axis in tempo2).
"""

import errno
import os
import struct
from collections.abc import Callable, Sequence
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from jplephem.daf import DAF
from jplephem.spk import SPK

from jug.core import times
from jug.core.array import Float, N, Toa, Xyz
from jug.core.constants import DAY, C
from jug.core.execution.chunks import chunks
from jug.core.times import Times
from jug.errors import DataError, Where
from jug.obs import coefficients
from jug.obs.chebyshev import Segment, SegmentList, SegmentOrList, intersection
from jug.obs.ephemeris_problems import AbsentEphemeris, OutsideEphemeris
from jug.obs.files import DataUse, Files, packaged_root
from jug.obs.integrity import check_installed_file

if TYPE_CHECKING:
    from typing import Protocol

    class Listed(Protocol):
        """A segment as jplephem lists it."""

        target: int
        center: int
        frame: int
        data_type: int
        start_i: int
        end_i: int
        start_second: float
        end_second: float


NAIF = {"sun": 10, "earth": 399, "venus": 299, "jupiter": 5, "saturn": 6, "uranus": 7, "neptune": 8}
"""NAIF number of each body; from Jupiter on the barycentre of planet and moons, as DE kernels have it."""

OTHER_NAIF = {"earthmoon": 3, "mercury": 1, "mars": 4, "pluto": 9}
"""Bodies that only the time ephemeris needs (`jug.obs.time_quadrature`): barycentres of planets and moons."""

PLANETS = ("venus", "jupiter", "saturn", "uranus", "neptune")
"""Planets whose Shapiro delay can be asked for."""

ICRF = 1
"""NAIF number of the frame of DE and INPOP kernels."""

STEP_OUT = {299: 2}
"""Body to use in place of one that a kernel lacks: Venus has no moons, so its barycentre is the planet."""

KM_LS = C / 1000.0
"""Kilometres in a light-second."""

FIRST_JULIAN = 2.4e6
"""An MJD above this is a Julian date: that of the year 1858."""

J2000_DAY_S = 51544 * 86400 + 43200
"""Seconds from MJD 0 to J2000, from where an SPK kernel counts."""


class Ephemeris(NamedTuple):
    """Bodies of one kernel against the solar-system barycentre.

    Attributes
    ----------
    name : str
        As asked for, in upper case.
    chains : dict of str to tuple of SegmentOrList
        For each body, a key of `NAIF`, the series whose sum leads to it from the barycentre.
    spans_mjd : tuple of pairs of float
        Spans that all these series cover, MJD (TDB), in the order of time; usually one.
    use : DataUse
        The file that it is read from.
    """

    name: str
    chains: dict[str, tuple[SegmentOrList, ...]]
    spans_mjd: tuple[tuple[float, float], ...]
    use: DataUse

    @property
    def span_mjd(self) -> tuple[float, float]:
        """First and last MJD (TDB) of the spans."""
        return self.spans_mjd[0][0], self.spans_mjd[-1][1]

    def check(self, tdb: Times, where: Callable[[int], Where | None]) -> None:
        """Raise a DataError for the first time that is outside the spans.

        Parameters
        ----------
        tdb : Times
            (n,) TDB.
        where : callable
            File and line of time number i.
        """
        mjd = times.to_mjd(tdb)
        inside = np.zeros(len(mjd), dtype=bool)
        for first, last in self.spans_mjd:
            inside |= (mjd >= first) & (mjd <= last)
        outside = np.flatnonzero(~inside)
        if outside.size:
            spans = " and ".join(f"{first:.1f} to {last:.1f}" for first, last in self.spans_mjd)
            many = f" and {outside.size - 1} more lie" if outside.size > 1 else " lies"
            julian = "a Julian date is 2400000.5 more than an MJD; " if mjd[outside[0]] > FIRST_JULIAN else ""
            problem = OutsideEphemeris(
                f"MJD {mjd[outside[0]]:.2f}{many} outside the ephemeris {self.name}, which covers MJD {spans}",
                where(int(outside[0])),
                f"{julian}leave them out, change EPHEM, or fetch the whole of it: `jug data update {self.name}`",
            )
            raise DataError.of([problem])

    def posvel(self, body: str, tdb: Times) -> tuple[Float[Toa, Xyz], Float[Toa, Xyz]]:
        """Position and velocity of a body, ICRS, at times inside the spans.

        Parameters
        ----------
        body : str
            A key of `chains`.
        tdb : Times
            (n,) TDB.

        Returns
        -------
        position : (n, 3) float64
            Light-seconds.
        velocity : (n, 3) float64
            In units of c.
        """
        day_s = np.asarray(tdb.day, dtype=np.int64) * 86400 - J2000_DAY_S
        position, velocity = np.zeros((len(day_s), 3)), np.zeros((len(day_s), 3))
        for rows in chunks(len(day_s)) if len(day_s) else ():  # coefficients and polynomials take 500 bytes a TOA
            for series in self.chains[body]:
                p, v = series.posvel(day_s[rows], tdb.sec.hi[rows])
                position[rows] += p
                velocity[rows] += v
        position /= KM_LS
        velocity /= KM_LS
        return position, velocity


def ephemeris_name(text: str) -> str:
    """The name of an ephemeris in upper case; a path of a kernel, which has a folder or ``.bsp``, as it stands."""
    return text if is_path(text) else text.upper()


def is_path(text: str) -> bool:
    """Whether EPHEM gives a file rather than a name."""
    return text.lower().endswith(".bsp") or "/" in text or os.sep in text


def open_ephemeris(
    name: str, files: Files, where: Where | None = None, bodies: Sequence[str] = ("earth", "sun")
) -> Ephemeris:
    """Open an ephemeris by the name that EPHEM gives.

    Parameters
    ----------
    name : str
        As ``"DE421"``, or the path of an SPK kernel.
    files : Files
        The data files at hand.
    where : Where, optional
        The par line that asks for it.
    bodies : sequence of str
        Keys of `NAIF` and `OTHER_NAIF` that will be evaluated; `Ephemeris.spans_mjd` is the time that they all cover.

    Returns
    -------
    Ephemeris

    Raises
    ------
    DataError
        It is missing or damaged, lacks a body, or its bodies have no time in common.
    """
    if (found := files.ephemeris(name)) is None:
        from jug.obs.other_ephemerides import ephemeris_at_hand, missing_ephemeris_hint  # rare

        found = files.ephemeris(name := ephemeris_at_hand(name, files))
    if found is None:
        check_installed_file(
            root := packaged_root(), root / "ephemeris" / f"{name.lower()}.bsp"
        )  # a file of jug's may be missing
        hint = missing_ephemeris_hint(name, files, path=is_path(name))
        raise DataError.of([AbsentEphemeris(f"the ephemeris {name} is not at hand", where, hint)])
    if found.damage:
        raise DataError(found.damage, Where(str(found.path)))
    check_installed_file(packaged_root(), found.path)
    read = coefficients.read_chains if found.path.is_dir() else _kernel_chains
    try:
        chains = read(found.path, bodies)
    except DataError as error:
        from jug.obs.other_ephemerides import other_ephemeris_hint  # rare

        raise DataError(
            error.why, error.where or where, error.hint or other_ephemeris_hint(files.ephemeris_names())
        ) from None
    covered = reduce(intersection, (series.spans_s for chain in chains.values() for series in chain))
    if not covered:
        raise DataError(f"{found.path}: its bodies have no time in common", where)
    spans = tuple(((first + J2000_DAY_S) / DAY, (last + J2000_DAY_S) / DAY) for first, last in covered)
    use = DataUse(f"ephemeris {ephemeris_name(name)}", found.path.name, found.source, spans[-1][1])
    return Ephemeris(ephemeris_name(name), chains, spans, use)


def _kernel_chains(path: Path, bodies: Sequence[str]) -> dict[str, tuple[SegmentOrList, ...]]:
    """For each body the series of an SPK kernel whose sum is its position against the barycentre."""
    listed, words = _read(path)
    targets = {body: _targets(path, listed, (NAIF | OTHER_NAIF)[body]) for body in bodies}
    series = {t: _series(path, listed[t], words) for chain in targets.values() for t in chain}
    return {body: tuple(series[t] for t in chain) for body, chain in targets.items()}


def _read(path: Path) -> tuple[dict[int, list["Listed"]], Float[N]]:
    """Segments of an SPK kernel by target, and the file as words.

    A later segment has precedence over an earlier one, as in the SPICE toolkit. The last segment of a target decides
    the centre; its segments relative to another centre are left out.
    """
    listed: dict[int, list[Listed]] = {}
    try:
        with path.open("rb") as file:
            daf = DAF(file)
            for segment in reversed(SPK(daf).segments):
                found = listed.setdefault(segment.target, [segment])
                if segment is not found[0] and segment.center == found[0].center:
                    found.append(segment)
        words = np.memmap(path, dtype=f"{daf.endian}f8", mode="r").view(np.ndarray)
    except (ValueError, OSError, struct.error) as error:
        if isinstance(error, OSError) and error.errno in (errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.EIO):
            raise  # the file is not the cause
        why = "" if "file starts with" in str(error) else f" ({error})"  # it would quote text of a file of any kind
        raise DataError(f"{path} is not an SPK kernel{why}") from None
    return listed, words


def _targets(path: Path, listed: dict[int, list["Listed"]], body: int) -> list[int]:
    """Targets of the segments that lead from a body to the barycentre of the solar system (0)."""
    body = body if body in listed else STEP_OUT.get(body, body)
    chain: list[int] = []
    while body != 0:
        if body not in listed:
            raise DataError(f"{path} has no segment for the body {body}")
        if body in chain:
            raise DataError(f"{path} is damaged: its segments lead from the body {body} back to itself")
        for frame in {segment.frame for segment in listed[body]} - {ICRF}:
            raise DataError(f"{path}: body {body} is in the frame {frame}; jug reads only frame 1 (ICRF)")
        chain.append(body)
        body = listed[body][0].center
    return chain


def _series(path: Path, listed: list["Listed"], words: Float[N]) -> SegmentOrList:
    """All segments of one target."""
    segments = tuple(_segment(path, one, words) for one in listed)
    return SegmentList(segments) if len(segments) > 1 else segments[0]


def _segment(path: Path, listed: "Listed", words: Float[N]) -> Segment:
    """One segment: records of SPK type 2 (positions), or of type 3, whose velocities are not needed.

    The last four words of a segment are the start of the first record, the seconds of a record, the words of
    a record (its middle, its radius, coefficients) and the number of records (NAIF, SPK Required Reading).
    """
    components = {2: 3, 3: 6}.get(listed.data_type)
    if components is None:
        raise DataError(f"{path}: body {listed.target} has SPK data type {listed.data_type}; jug reads 2 and 3")
    if listed.end_i > len(words):
        raise DataError(f"{path} is cut short: the records of body {listed.target} are not all there")
    if not 1 <= listed.start_i <= listed.end_i - 4:
        raise DataError(f"{path} is damaged: the records of body {listed.target} end before they begin")
    start, length, size, count = (float(x) for x in words[listed.end_i - 4 : listed.end_i])
    records = words[listed.start_i - 1 : listed.end_i - 4]
    if not (length > 0.0 and count >= 1.0 and count * size == len(records) and (size - 2.0) % components == 0.0):
        raise DataError(f"{path} is damaged: the records of body {listed.target} do not fit together")
    records = records.reshape(int(count), int(size))[:, 2:].reshape(int(count), components, -1)[:, :3]
    span = max(listed.start_second, start), min(listed.end_second, start + count * length)
    return Segment(start, length, span, records)
