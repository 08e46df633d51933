"""Clock files: the corrections that convert times of one clock to those of the next one, by date.

Two formats are in use. *tempo* (``time_gbt.dat``): fixed columns, MJD in columns 1-9, two corrections in
microseconds in 10-21 and 22-33, a one-letter site code in 35. The correction is the second column minus the
first. A blank one counts as 0. From a first column above 800, 818.8 us are subtracted, as in tempo.
``INCLUDE name`` reads a file of the same folder. *tempo2* (``gps2utc.clk``): MJD and seconds, separated by
blanks, anything after them ignored; lines that begin with ``#`` or a word are comments.

As in PINT, so that values agree: tempo rows before MJD 39000 or after 100000 and rows at MJD 0 are ignored.
Interpolation is linear. Of two rows with the same MJD the later one applies from that MJD on. An MJD that runs
over its columns is cut there (FAST's file has four decimals; 0.8 ns at most). tempo's ``f`` flag (no
interpolation) is ignored. Unlike PINT, which refuses a file whose rows are out of order (one of Parkes's is),
jug sorts the rows; rows with the same MJD stay in the order of the file. A correction that cannot be read is
an error, not a 0.
"""

from os.path import isfile
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from jug.core.array import Bool, Float, Int, K, N, Node
from jug.errors import DataError, InputError, Where

PLACEHOLDER_MJD = 90000.0
"""MJD (AD 2105). Later rows are not measurements: they state how the correction continues. Files write 99999."""

BLANK = ord(" ")
_IN_A_DATE = np.isin(np.arange(256), np.frombuffer(b"0123456789.+- ", np.uint8))
_NUMBER_STARTS = frozenset(bytes([char]) for char in b"0123456789.+-")


class ClockFile(NamedTuple):
    """Corrections of one clock against another, as `read_clock` reads them.

    Attributes
    ----------
    name : str
        Name of the file.
    mjd : ndarray, shape (m,)
        Dates, not decreasing, m >= 1. Two rows of one date are a step.
    seconds : ndarray, shape (m,)
        Correction to add, s.
    first_mjd, last_mjd : float
        The dates that the file covers; infinite on a side where its value is declared valid without end.
    """

    name: str
    mjd: Float[Node]
    seconds: Float[Node]
    first_mjd: float
    last_mjd: float

    def evaluate(self, mjd: ArrayLike, hold: bool = True) -> tuple[Float[N], Bool[N]]:
        """Interpolate the correction.

        Parameters
        ----------
        mjd : array_like, shape (n,)
            Dates on the clock that is to be corrected.
        hold : bool
            Outside the rows use the value of the nearest one, as PINT always does; if False, 0.

        Returns
        -------
        seconds : ndarray, shape (n,)
            The correction in s. Before a placeholder row, at the end of some files, it is the value of the file.
        covered : ndarray of bool, shape (n,)
            Whether the date lies within `first_mjd` and `last_mjd`.
        """
        at = np.asarray(mjd, dtype=np.float64)
        seconds = np.interp(at, self.mjd, self.seconds)
        covered = (at >= self.first_mjd) & (at <= self.last_mjd)
        if not hold:
            outside = (at < self.mjd[0]) | (at > self.mjd[-1])
            seconds = np.where(outside & ~covered, 0.0, seconds)
        return seconds, covered


def read_clock(
    path: str | Path,
    kind: str,
    *,
    site_code: str | None = None,
    drop_last: bool = False,
    hold: bool = False,
    name: str | None = None,
) -> ClockFile:
    """Read a clock file.

    Parameters
    ----------
    path : str or Path
        The file; ``.gz`` is unpacked.
    kind : {"tempo", "tempo2"}
    site_code : str, optional
        The site whose rows count in a tempo file of several sites.
    drop_last : bool
        The last row is a placeholder, not a measurement: leave it out (PINT's ``bogus_last_correction``).
    hold : bool
        The first and the last value are valid for all dates before and after (PINT's ``valid_beyond_ends``).
    name : str, default the name of the file

    Returns
    -------
    ClockFile

    Raises
    ------
    InputError, DataError
        An unknown kind; the file is missing, is not a clock file, or has a row that cannot be read.
    """
    source = Path(path)
    if kind == "tempo":
        mjd, seconds = _one_site(_tempo_rows(source, ()), source, site_code)
    elif kind == "tempo2":
        mjd, seconds = _tempo2_rows(source)
    else:
        raise InputError(f"a clock file is of kind 'tempo' or 'tempo2', not {kind!r}")
    if (np.diff(mjd) < 0).any():
        order = np.argsort(mjd, kind="stable")
        mjd, seconds = mjd[order], seconds[order]
    if drop_last:
        mjd, seconds = mjd[:-1], seconds[:-1]
    real = mjd != 0
    before = seconds[~real]
    mjd, seconds = mjd[real], seconds[real]
    if not mjd.size:
        raise DataError("no clock corrections in this file", _end(source), f"is it in {kind} format?")
    hold_before = hold or (before.size > 0 and before[-1] == seconds[0])
    measured = mjd[mjd < PLACEHOLDER_MJD]
    last = measured[-1] if measured.size else mjd[-1]
    return ClockFile(
        name=source.name.removesuffix(".gz") if name is None else name,
        mjd=mjd,
        seconds=seconds,
        first_mjd=-np.inf if hold_before else float(mjd[0]),
        last_mjd=np.inf if hold else float(last),
    )


class _Corrections(NamedTuple):
    mjd: Float[Node]
    seconds: Float[Node]
    code: Int[Node]


def _lines(path: Path) -> list[bytes]:
    """Lines of a file, unpacked if its name says so."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DataError(f"the clock file cannot be read ({error.strerror})", Where(str(path))) from error
    if path.suffix == ".gz":
        import zlib

        try:
            data = zlib.decompress(data, wbits=31)
        except zlib.error as error:
            raise DataError("the compressed clock file is damaged", Where(str(path))) from error
    if b"\0" in data:
        raise DataError("not a clock file: it is binary", Where(str(path), data[: data.index(b"\0")].count(b"\n") + 1))
    return data.splitlines()


def _end(path: Path) -> Where:
    """The last line: where a message places something that the whole file lacks."""
    return Where(str(path), max(1, len(_lines(path))))


def _place(path: Path, lines: list[bytes], index: int | np.integer) -> Where:
    """File, line number and text of a line."""
    return Where(str(path), int(index) + 1, lines[index].decode("latin-1"))


def _number(word: bytes) -> float:
    """Read a number, also with Fortran's D exponent; NaN for other text."""
    try:
        return np.nan if b"_" in word else float(word.upper().replace(b"D", b"E"))
    except ValueError:
        return np.nan


def _tempo_rows(path: Path, parents: tuple[Path, ...]) -> _Corrections:
    """Rows of a tempo file, then those of the files that it includes."""
    if path in parents:
        raise DataError("the clock file includes itself", Where(str(path)))
    lines = _lines(path)
    table = np.array(lines or [b""], dtype="S35").view(np.uint8).reshape(-1, 35)
    table = np.where(table < BLANK, np.uint8(BLANK), table)
    mjd = np.full(len(table), np.nan)
    rows = np.flatnonzero(_IN_A_DATE[table[:, :9]].all(axis=1))
    mjd[rows] = _column(table[rows, :9], np.nan)
    _clear_overrun(table)
    dated = ((mjd >= 39000.0) & (mjd <= 100000.0)) | (mjd == 0.0)
    rows = np.flatnonzero(dated & (table[:, 9:33] != BLANK).any(axis=1))
    first, second = _column(table[rows, 9:21], 0.0), _column(table[rows, 21:33], 0.0)
    seconds = (second - np.where(first > 800.0, first - 818.8, first)) * 1e-6
    bad = rows[~np.isfinite(seconds)]
    if bad.size:
        raise DataError("a clock correction is not a number", _place(path, lines, bad[0]))
    parts = [_Corrections(mjd[rows], seconds, table[rows, 34])]
    for index in np.flatnonzero(~dated):
        words = lines[index].split() if lines else []
        if words and words[0].upper() == b"INCLUDE":
            parts.append(_tempo_rows(_included_path(path, _place(path, lines, index)), (*parents, path)))
    return _Corrections(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def _column(part: Int[Node, K], blank: float) -> Float[Node]:
    """The numbers of one column; NaN for text that is not a number, `blank` for an empty field."""
    value = np.full(len(part), blank)
    filled = (part != BLANK).any(axis=1)
    words = np.ascontiguousarray(part[filled]).view(f"S{part.shape[1]}").ravel()
    try:
        if (part == ord("_")).any():
            raise ValueError("Python reads 1_0 as 10")
        value[filled] = words.astype(np.float64)
    except ValueError:
        value[filled] = [_number(word) for word in words.tolist()]
    return value


def _clear_overrun(table: Int[Node, K]) -> None:
    """Clear the digits of an MJD that reach into the next column."""
    running = table[:, 8] != BLANK
    for column in range(9, 21):
        running = running & (table[:, column] >= ord("0")) & (table[:, column] <= ord("9"))
        if not running.any():
            return
        table[running, column] = BLANK


def included_files(path: Path) -> tuple[Path, ...]:
    """The files that a tempo clock file includes, and those that these include; a tempo2 file includes none."""
    found: list[Path] = []
    waiting = [path]
    while waiting:
        parent = waiting.pop()
        lines = _lines(parent)
        for index, line in enumerate(lines):
            if [word.upper() for word in line.split(None, 1)[:1]] == [b"INCLUDE"]:
                child = _included_path(parent, _place(parent, lines, index))
                if child not in (path, *found):
                    found.append(child)
                    waiting.append(child)
    return tuple(found)


def _included_path(path: Path, where: Where) -> Path:
    """File that an INCLUDE line names, in the folder of the including file."""
    words = where.text.split()
    if len(words) > 1:
        for name in (words[1], f"{words[1]}.gz"):
            if Path(name).name == name and isfile(path.parent / name):
                return path.parent / name
    raise DataError("the included clock file is not there", where, f"put it into {path.parent}")


def _one_site(rows: _Corrections, path: Path, site_code: str | None) -> tuple[Float[Node], Float[Node]]:
    """Rows of one site; all rows where the file has only one code."""
    codes = sorted({chr(code).lower() for code in set(rows.code.tolist())} - {" "})
    if len(codes) <= 1:
        return rows.mjd, rows.seconds
    code = (site_code or "").lower()
    if code not in codes:
        wanted = f"none of them {site_code!r}" if site_code else "and no site was asked for"
        raise DataError(f"the clock file holds the sites {', '.join(codes)}, {wanted}", _end(path))
    mine = np.isin(rows.code, [ord(code), ord(code.upper())])
    return rows.mjd[mine], rows.seconds[mine]


def _tempo2_rows(path: Path) -> tuple[Float[Node], Float[Node]]:
    """Dates and corrections of a tempo2 file."""
    lines = _lines(path)
    rows = [i for i, line in enumerate(lines) if line[:1] in _NUMBER_STARTS or line.lstrip()[:1] in _NUMBER_STARTS]
    if not rows:
        return np.empty(0), np.empty(0)
    dated = lines if len(rows) == len(lines) else [lines[i] for i in rows]
    try:
        if b"_" in b" ".join(dated):
            raise ValueError("Python reads 1_0 as 10")
        table = np.loadtxt(dated, usecols=(0, 1), comments=None, ndmin=2)
    except ValueError:
        table = np.array([_pair(lines[i]) for i in rows])
        rows = [i for i, dated in zip(rows, np.isfinite(table[:, 0]), strict=True) if dated]
        table = table[np.isfinite(table[:, 0])]
    bad = np.flatnonzero(~np.isfinite(table[:, 1]))
    if bad.size:
        raise DataError("no correction after the MJD", _place(path, lines, rows[bad[0]]))
    return table[:, 0], table[:, 1]


def _pair(line: bytes) -> tuple[float, float]:
    """The first two words of a line as numbers; NaN for a word that is not a number."""
    words = [*line.split(None, 2), b"", b""]
    return _number(words[0]), _number(words[1])
