"""Earth orientation and leap seconds from the files that the package astropy-iers-data carries, or a user's own.

UT1 follows the rule of astropy's IERS tables, so that it agrees with PINT's. ``finals2000A.all`` begins in 1973 and
ends with a prediction of one year. Where it has Bulletin B, the C04 series (``eopc04.1962-now``) replaces its value;
from 1962 to 1973 that series is used alone. Values are interpolated linearly between days. After the last day the last
UT1 - UTC and the mean pole of 1962-2014 are used. Each file has lines of one length and is read as a matrix of
characters, only the rows near the TOAs.
"""

import sys
from bisect import bisect_left
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import erfa
import numpy as np

from jug.core.array import Bool, Float, Int, IntArray, K, N, Node
from jug.core.constants import ARCSEC, DAY
from jug.errors import DataError, Where
from jug.obs.files import EARTH_ORIENTATION, DataUse, Files, Found

FIRST_MJD = 37665
"""1962-01-01, where the C04 series starts: before it there is no Earth orientation."""

MEAN_POLE_ARCSEC = (0.035, 0.29)
"""Mean of the C04 pole over 1962-2014, which astropy uses after the end of the tables."""

# Columns of finals2000A.all, counted from 0 (its ReadMe counts from 1): x, y, UT1 - UTC in Bulletin A and B.
FINALS = "finals2000A.all"
FINALS_MJD = slice(7, 15)
FINALS_A = (slice(18, 27), slice(37, 46), slice(58, 68))
FINALS_B = (slice(134, 144), slice(144, 154), slice(154, 165))
FINALS_FLAG = slice(57, 58)
C04 = "eopc04.1962-now"
LEAPS = "Leap_Second.dat"
FIRST_LEAP, LAST_LEAP_MJD = (41317, 10.0), 57754
"""The first row of the table of leap seconds, after which each row adds 1 s; and the date of the last known one,
2017-01-01."""

C04_MJD = slice(16, 26)
C04_VALUES = (slice(26, 38), slice(38, 50), slice(50, 62))


class Orientation(NamedTuple):
    """Earth orientation at n times."""

    ut1_minus_tai: Float[N]
    """(n,) s."""

    pole: Float[N, K]
    """(n, 2) x, y of the pole in the terrestrial frame, rad."""

    beyond: Bool[N]
    """(n,) True after the last day of the tables."""

    last_mjd: int
    """Last day of the tables."""

    use: DataUse
    """`n_beyond` counts the times after the last measured day (predicted ones included)."""


class LeapSeconds(NamedTuple):
    """TAI - UTC since 1972: days from which a value holds, and the values."""

    mjd: Int[Node]
    seconds: Float[Node]

    def tai_minus_utc(self, day: Int[N], sec: Float[N] | float = 0.0) -> Float[N]:
        """TAI - UTC (s) on a UTC day; before 1972, when UTC drifted, at the given second of the day.

        Parameters
        ----------
        day : (n,) int64
            MJD numbers, not before 1960-01-01.
        sec : (n,) float64
            Seconds of the day.

        Returns
        -------
        (n,) float64
            s
        """
        value = self.seconds[np.searchsorted(self.mjd, day, side="right") - 1]
        early = day < self.mjd[0]
        if early.any():
            fraction = np.broadcast_to(sec, day.shape)[early] / DAY
            year, month, number, _ = erfa.jd2cal(erfa.DJM0, day[early].astype(float))
            value[early] = erfa.dat(year, month, number, np.minimum(fraction, 1.0))
        return value


def iers_file(name: str) -> Path:
    """Path of a file in astropy-iers-data, found without importing that package."""
    try:
        path = _iers_folder(tuple(sys.path)) / name
    except ModuleNotFoundError:
        path = None
    if path is None or not path.is_file():
        raise DataError(
            f"no Earth orientation: {name} of the package astropy-iers-data is not there",
            hint="pip install astropy-iers-data",
        )
    return path


@cache
def _iers_folder(searched: tuple[str, ...]) -> Path:
    """Folder of the files of astropy-iers-data; for one ``sys.path`` Python searches for it once, 0.3 ms."""
    if (spec := find_spec("astropy_iers_data")) is None:
        raise ModuleNotFoundError(searched)
    return Path(spec.origin or "").parent / "data"


def packaged_iers_file(name: str) -> Found:
    """A file of astropy-iers-data, as `Files.orientation` gives it where no folder has one."""
    return Found(name, iers_file(name), "astropy-iers-data")


def leap_seconds(files: Files | None = None) -> LeapSeconds:
    """TAI - UTC from ``Leap_Second.dat``, by default of the same issue as UT1 - UTC."""
    found = files.orientation(LEAPS) if files else packaged_iers_file(LEAPS)
    rows: list[tuple[int, float]] = []
    lines = found.path.read_bytes().splitlines()
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith(b"#"):
            continue
        words = line.split()
        try:
            if b"_" in line:
                raise ValueError("Python reads 1_0 as 10")
            row = int(float(words[0])), float(words[4])
        except (ValueError, IndexError, OverflowError):
            raise _no_leap_seconds(found.path, number) from None
        if not (row[0] > rows[-1][0] and abs(row[1] - rows[-1][1]) == 1.0 if rows else row == FIRST_LEAP):
            raise _no_leap_seconds(found.path, number)
        rows.append(row)
    if not rows or rows[-1][0] < LAST_LEAP_MJD:
        raise _no_leap_seconds(found.path, max(1, len(lines)))
    return LeapSeconds(np.array([row[0] for row in rows]), np.array([row[1] for row in rows]))


def _no_leap_seconds(path: Path, line: int) -> DataError:
    return DataError("this is not a table of leap seconds", Where(str(path), line), "take a fresh copy of it")


def earth_orientation(day: Int[N], sec: Float[N], leaps: LeapSeconds, files: Files | None = None) -> Orientation:
    """UT1 - TAI and the pole at given UTC, interpolated linearly between days.

    UT1 - TAI has no steps at leap seconds or at the steps of UTC before 1972. Tides with periods below one day
    in UT1 and in the pole (about 10 mm on the ground) are left out, as in all timing programs.

    Parameters
    ----------
    day : (n,) int64
        MJD numbers, UTC, not before `FIRST_MJD`.
    sec : (n,) float64
        Seconds of the day.
    leaps : LeapSeconds
        TAI - UTC.
    files : Files, optional
        Finds the tables. When absent, the tables of astropy-iers-data are used.

    Returns
    -------
    Orientation

    Raises
    ------
    DataError
        A table is missing, empty or cut short, or does not have one line a day.
    """
    source, other = (files.orientation(name) if files else packaged_iers_file(name) for name in (FINALS, C04))
    try:
        return _orientation(day, sec, leaps, source, other.path)
    except (ValueError, IndexError, OverflowError) as error:  # a field that is not a number, or a date far off
        raise DataError(
            f"the table of Earth orientation is damaged ({error})",
            _no_row(source.path, FINALS_MJD, FINALS_A)
            or _no_row(other.path, C04_MJD, C04_VALUES)
            or Where(str(source.path), 1),
            "take a fresh copy of it",
        ) from None


def _orientation(day: Int[N], sec: Float[N], leaps: LeapSeconds, source: Found, c04_path: Path) -> Orientation:
    """Do the work of `earth_orientation` with these files."""
    finals, c04 = _matrix(source.path), _matrix(c04_path)
    start = int(_numbers(finals[:1], FINALS_MJD)[0])
    n_valid = _first(len(finals), lambda i: _is_blank(finals[i, FINALS_A[2]]))
    n_measured = _first(n_valid, lambda i: bytes(finals[i, FINALS_FLAG]) == b"P")
    if n_measured == n_valid:
        why = "it ends with a measured day, where a whole one goes on with a year of predictions"
        with source.path.open("rb") as file:
            end = Where(str(source.path), sum(1 for _ in file))
        raise DataError(f"the file is cut short: {why}", end, "take a fresh copy of it")
    last = start + n_valid - 1
    nodes = np.sort(np.clip(np.concatenate([day, day + 1]), FIRST_MJD, last))
    nodes = nodes[np.diff(nodes, prepend=-1) > 0]  # np.unique would import numpy.ma, 14 ms
    values = _nodes(nodes, finals, c04)
    values[:, 2] -= leaps.tai_minus_utc(nodes)
    at = np.searchsorted(nodes, np.clip(day, FIRST_MJD, last))
    after = np.minimum(at + 1, len(nodes) - 1)
    result = values[at] + (sec / DAY)[:, None] * (values[after] - values[at])
    beyond = day >= last
    result[beyond, :2] = MEAN_POLE_ARCSEC
    use = DataUse(
        EARTH_ORIENTATION,
        FINALS,
        source.source,
        float(start + n_measured - 1),
        int(np.count_nonzero(day >= start + n_measured)),
    )
    return Orientation(result[:, 2], result[:, :2] * ARCSEC, beyond, last, use)


def _nodes(mjd: Int[Node], finals: IntArray, c04: IntArray) -> Float[Node, K]:
    """Pole x, y (arcsec) and UT1 - UTC (s) at 0h UTC of given days, (m, 3)."""
    start = int(_numbers(finals[:1], FINALS_MJD)[0])
    n_final = start + _first(len(finals), lambda i: _is_blank(finals[i, FINALS_B[2]]))
    c04_start = int(_numbers(c04[:1], C04_MJD)[0])
    values = np.empty((len(mjd), 3))
    from_c04 = (mjd < start) | ((mjd < n_final) & (mjd < c04_start + len(c04)))
    from_b = (mjd < n_final) & ~from_c04
    from_a = mjd >= n_final
    for rows, text, first, column, fields in (
        (from_c04, c04, c04_start, C04_MJD, C04_VALUES),
        (from_b, finals, start, FINALS_MJD, FINALS_B),
        (from_a, finals, start, FINALS_MJD, FINALS_A),
    ):
        lines = text[mjd[rows] - first]
        if not np.array_equal(_numbers(lines, column), mjd[rows]):
            raise ValueError("the files are not one line a day")
        for k, field in enumerate(fields):
            values[rows, k] = _numbers(lines, field)
    return values


def _matrix(path: Path) -> Int[N, K]:
    """Lines of a file as rows of characters, without comment lines; mapped, not read."""
    if not path.stat().st_size:
        raise DataError("this file is empty", Where(str(path), 1), "update astropy-iers-data")
    text = np.memmap(path, dtype=np.uint8, mode="r").view(np.ndarray)
    offset = 0
    with path.open("rb") as file:
        while (line := file.readline()).startswith(b"#"):
            offset += len(line)
    width = len(line)
    if not width or (len(text) - offset) % width:
        raise DataError("its lines are not of one length", _odd_line(path, width), "update astropy-iers-data")
    return text[offset:].reshape(-1, width)


def _odd_line(path: Path, width: int) -> Where:
    """The first line, comments aside, that does not have this length in bytes."""
    with path.open("rb") as file:
        lines = enumerate(file, 1)
        odd = (number for number, line in lines if len(line) != width and not line.startswith(b"#"))
        return Where(str(path), next(odd, 1))


def _no_row(path: Path, date: slice, fields: tuple[slice, ...]) -> Where | None:
    """The first line, comments aside, whose date or value is neither a number nor blank, or is out of order."""
    before = None
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.startswith(b"#"):
                continue
            try:
                words = [line[field].strip() for field in fields]
                mjd = float(line[date])
                good = all(np.isfinite([float(word) for word in words if word])) and before in (None, mjd - 1.0)
            except ValueError:
                good = False
            if not good:
                return Where(str(path), number)
            before = mjd
    return None


def _numbers(lines: Int[N, K], field: slice) -> Float[N]:
    """One field of each line as a number."""
    characters = np.ascontiguousarray(lines[:, field])
    return characters.view(f"S{characters.shape[1]}")[:, 0].astype(np.float64) if len(lines) else np.empty(0)


def _is_blank(characters: Int[N]) -> bool:
    return not bytes(characters).strip()


def _first(n: int, is_past: Callable[[int], bool]) -> int:
    """First row of n from which a property holds to the end; n where it never does."""
    return bisect_left(range(n), True, key=is_past)
