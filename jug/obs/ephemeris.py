"""The Sun and the planets from a JPL ephemeris in an SPK kernel.

jplephem reads the list of segments; the Chebyshev series are evaluated here, on a memory map of the file, so
that only the records near the TOAs are read. Times are day and seconds: a single float64 Julian date would
round to 40 us, in which the Earth moves by 1.2 m (2 ns an axis in tempo2).
"""

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from jplephem.daf import DAF
from jplephem.spk import SPK
from numpy.typing import NDArray

from jug import times
from jug.constants import DAY, C
from jug.errors import DataError, Where
from jug.obs.files import DataUse, Files
from jug.times import Times

Array = NDArray[np.float64]

NAIF = {"sun": 10, "earth": 399, "venus": 299, "jupiter": 5, "saturn": 6, "uranus": 7, "neptune": 8}
"""NAIF number of each body; from Jupiter on the barycentre of planet and moons, as DE kernels have it."""

PLANETS = ("venus", "jupiter", "saturn", "uranus", "neptune")
"""Planets whose Shapiro delay can be asked for."""

STEP_OUT = {299: 2}
"""What serves where a kernel lacks a body: Venus has no moons, so that its barycentre is the planet."""

KM_LS = C / 1000.0
J2000_DAY_S = 51544 * 86400 + 43200
"""Seconds from MJD 0 to J2000, from where an SPK kernel counts."""


@dataclass(frozen=True, eq=False)
class Segment:
    """Chebyshev records of one body against its centre.

    Attributes
    ----------
    start_s, length_s : float
        TDB seconds since J2000 of the first record; seconds of a record.
    span_s : tuple of float
        What it covers, TDB seconds since J2000: the records that are there and the span that the file states.
    records : (m, 3, k) float64
        Coefficients, km, lowest order first; mapped from the file.
    """

    start_s: float
    length_s: float
    span_s: tuple[float, float]
    records: Array

    def posvel(self, day_s: NDArray[np.int64], sec: Array) -> tuple[Array, Array]:
        """Position (n, 3) in km and velocity (n, 3) in km/s at ``day_s + sec`` seconds since J2000."""
        since = day_s - self.start_s
        index = np.clip(((since + sec) // self.length_s).astype(np.int64), 0, len(self.records) - 1)
        x = 2.0 * ((since - index * self.length_s) + sec) / self.length_s - 1.0
        value, slope = _chebyshev(x, self.records.shape[2])
        records = self.records[index]
        position = np.einsum("nck,kn->nc", records, value)
        velocity = np.einsum("nck,kn->nc", records, slope) * (2.0 / self.length_s)
        return position, velocity


def _chebyshev(x: Array, count: int) -> tuple[Array, Array]:
    """T_k(x) and dT_k/dx for k < count, each (count, n): T_k = 2 x T_{k-1} - T_{k-2} and its derivative."""
    value, slope = np.zeros((count, len(x))), np.zeros((count, len(x)))
    value[0] = 1.0
    if count > 1:
        value[1], slope[1] = x, 1.0
    for k in range(2, count):
        value[k] = 2.0 * x * value[k - 1] - value[k - 2]
        slope[k] = 2.0 * (value[k - 1] + x * slope[k - 1]) - slope[k - 2]
    return value, slope


@dataclass(frozen=True, eq=False)
class Ephemeris:
    """Bodies of one kernel against the solar-system barycentre.

    Attributes
    ----------
    name : str
        As asked for, in upper case.
    chains : dict of str to tuple of Segment
        For each body, a key of `NAIF`, the segments whose sum leads to it from the barycentre.
    span_mjd : tuple of float
        First and last MJD (TDB) that all these segments cover.
    use : DataUse
        The file behind it.
    """

    name: str
    chains: dict[str, tuple[Segment, ...]]
    span_mjd: tuple[float, float]
    use: DataUse

    def check(self, tdb: Times, where: Callable[[int], Where | None]) -> None:
        """Refuse times outside the span, naming the first one.

        Parameters
        ----------
        tdb : Times
            (n,) TDB.
        where : callable
            File and line of time number i.
        """
        mjd = times.to_mjd(tdb)
        outside = np.flatnonzero((mjd < self.span_mjd[0]) | (mjd > self.span_mjd[1]))
        if outside.size:
            first, last = self.span_mjd
            many = f" and {outside.size - 1} more lie" if outside.size > 1 else " lies"
            raise DataError(
                f"MJD {mjd[outside[0]]:.2f}{many} outside the ephemeris {self.name}, "
                f"which covers MJD {first:.1f} to {last:.1f}",
                where(int(outside[0])),
                f"leave them out, change EPHEM, or put a longer {self.use.name} where JUG_DATA points",
            )

    def posvel(self, body: str, tdb: Times) -> tuple[Array, Array]:
        """Position (n, 3) in light-seconds and velocity (n, 3) in units of c, ICRS, at times inside the span.

        Parameters
        ----------
        body : str
            A key of `chains`.
        tdb : Times
            (n,) TDB.
        """
        day_s = np.asarray(tdb.day, dtype=np.int64) * 86400 - J2000_DAY_S
        position, velocity = np.zeros((len(day_s), 3)), np.zeros((len(day_s), 3))
        for segment in self.chains[body]:
            p, v = segment.posvel(day_s, tdb.sec.hi)
            position += p
            velocity += v
        return position / KM_LS, velocity / KM_LS


def open_ephemeris(
    name: str, files: Files, where: Where | None = None, bodies: Sequence[str] = ("earth", "sun")
) -> Ephemeris:
    """Open an ephemeris by the name that EPHEM gives.

    Parameters
    ----------
    name : str
        As ``"DE421"``.
    files : Files
        The data files at hand.
    where : Where, optional
        The par line that asks for it.
    bodies : sequence of str
        Keys of `NAIF` that will be asked for; `Ephemeris.span_mjd` is the time that they have in common.
    """
    found = files.ephemeris(name)
    if found is None:
        names = ", ".join(files.ephemeris_names()) or "none"
        raise DataError(
            f"the ephemeris {name} is not at hand",
            where,
            f"at hand: {names}; put {name.lower()}.bsp into a folder that JUG_DATA names, or change EPHEM",
        )
    listed, words = _read(found.path)
    targets = {body: _targets(found.path, listed, NAIF[body]) for body in bodies}
    segments = {t: _segment(found.path, listed[t], words) for chain in targets.values() for t in chain}
    chains = {body: tuple(segments[t] for t in chain) for body, chain in targets.items()}
    first = max(s.span_s[0] for s in segments.values())
    last = min(s.span_s[1] for s in segments.values())
    span = (first + J2000_DAY_S) / DAY, (last + J2000_DAY_S) / DAY
    use = DataUse(f"ephemeris {name.upper()}", found.path.name, found.source, span[1])
    return Ephemeris(name.upper(), chains, span, use)


def _read(path: Path) -> tuple[dict[int, Any], Array]:
    """Segments of an SPK kernel by target (the last one where there are several), and the file as words."""
    try:
        with path.open("rb") as file:
            daf = DAF(file)
            listed = {segment.target: segment for segment in SPK(daf).segments}
        words = np.memmap(path, dtype=f"{daf.endian}f8", mode="r").view(np.ndarray)
    except (ValueError, OSError, struct.error) as error:
        raise DataError(f"{path} is no SPK kernel ({error})") from None
    return listed, words


def _targets(path: Path, listed: dict[int, Any], body: int) -> list[int]:
    """Targets of the segments that lead from a body to the barycentre of the solar system (0)."""
    if body not in listed:
        body = STEP_OUT.get(body, body)
    chain: list[int] = []
    while body != 0:
        if body not in listed:
            raise DataError(f"{path} has no segment for the body {body}")
        chain.append(body)
        body = listed[body].center
    return chain


def _segment(path: Path, listed: Any, words: Array) -> Segment:
    """One segment: records of SPK type 2 (positions), or of type 3, whose velocities are not needed.

    The last four words of a segment are the start of the first record, the seconds of a record, the words of
    a record (its middle, its radius, coefficients) and the number of records (NAIF, SPK Required Reading).
    """
    components = {2: 3, 3: 6}.get(listed.data_type)
    if components is None:
        raise DataError(f"{path}: body {listed.target} has SPK data type {listed.data_type}; jug reads 2 and 3")
    if listed.end_i > len(words):
        raise DataError(f"{path} is cut short: the records of body {listed.target} are not all there")
    start, length, size, count = (float(x) for x in words[listed.end_i - 4 : listed.end_i])
    records = words[listed.start_i - 1 : listed.end_i - 4].reshape(int(count), int(size))[:, 2:]
    records = records.reshape(int(count), components, -1)[:, :3]
    span = max(listed.start_second, start), min(listed.end_second, start + count * length)
    return Segment(start, length, span, records)
