"""TOA lines as columns of numbers, collected block by block."""

import math
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from jug.core import times
from jug.core.array import Bool, Float, Int, N
from jug.core.decimal_text import to_decimal
from jug.core.times import BadMJD, Times, parse_mjds
from jug.errors import Problem, TimError, Where
from jug.io.tim.command_state import StateHistory
from jug.io.tim.flag_column import FlagColumn
from jug.io.tim.flag_numbers import OFFSETS, with_offsets
from jug.io.tim.flags import DELETION_FLAG, FlagReader, Lines, Words, pair_flags
from jug.io.tim.formats import free_words
from jug.io.tim.raw_toas import RawTOAs, SourceLines

SAMPLE_WORDS = 256
"""Number of words that decide whether the words of a column repeat."""


MOST_OFFSET = 1e10
"""Largest offset of a time, s; a larger one is outside the calendar."""

ERRORS_S = (1e-30, 1e30)
"""Range of uncertainties, s, in which weights are finite float64."""


POWER_OF_MHZ = 6
"""Power of ten of the unit of frequencies."""

INFINITE = ("inf", "+inf", "infinity", "+infinity")
"""Words for an infinite frequency."""


class NoTOAsLeft(Problem):
    """A tim file has no TOA to use."""


class ZeroUncertainty(Problem):
    """A TOA has the uncertainty 0."""


class NegativeUncertainty(Problem):
    """A TOA has a negative uncertainty."""


class Scaled(dict[str, float]):
    """A cache of decimals times a power of ten, each as the nearest float64, which is written as the same decimal."""

    def __init__(self, power: int) -> None:
        super().__init__()
        self.power = power
        self.tail = f"e{power}"

    def __missing__(self, text: str) -> float:
        if self.power == POWER_OF_MHZ and text.lower() in INFINITE:
            return math.inf  # as in PINT; the usual word for it is 0
        value = math.nan if "_" in text else float(text + self.tail)
        if not math.isfinite(value):
            raise ValueError
        self[text] = value
        return value


class TOACollector:
    """Collects TOAs; `where` gives file and line of a row, for messages."""

    def __init__(self, where: Callable[[int], Where]) -> None:
        self.where = where
        self.flags = FlagReader(where)
        self.sites = Words()
        self.numbers = {"frequency": Scaled(POWER_OF_MHZ), "uncertainty": Scaled(-6)}
        self.names: list[str] = []
        self.times: list[Times] = []
        self.parts: dict[str, list[Float[N]]] = {"freq": [], "error": []}
        self.site_codes: list[Int[N]] = []
        self.starts: list[int] = []
        self.file_of: list[int] = []
        self.line_parts: list[Int[N]] = []
        self.deleted: list[int] = []
        self.deleted_by_jug: list[int] = []
        self.pending: list[Lines] = []
        self.n_rows = 0
        self.files: tuple[str, ...] = ()

    def place(self, row: int) -> tuple[int, int]:
        """Number of the file and line of a row."""
        part = bisect_right(self.starts, row) - 1
        return self.file_of[part], int(self.line_parts[part][row - self.starts[part]])

    def add(self, lines: Lines, file: int) -> None:
        """Add TOA lines; `flush` converts them into numbers.

        Parameters
        ----------
        lines : Lines
            Words in the order of FORMAT 1; `lines.row` holds the line numbers.
        file : int
            Number of their file.
        """
        start = self.n_rows
        self.starts.append(start)
        self.file_of.append(file)
        self.line_parts.append(lines.row)
        self.n_rows += len(lines.row)
        self.pending.append(lines._replace(row=np.arange(start, self.n_rows)))

    def add_deleted(self, words: list[str], number: int, file: int) -> bool:
        """Add a TOA that is commented out; words whose flags cannot be read are ignored.

        Parameters
        ----------
        words : list of str
            In the order of FORMAT 1.
        number, file : int
            Number of its line, and of its file.

        Returns
        -------
        bool
            Whether its flags could be read.
        """
        try:
            words = [*words[:5], *pair_flags(words[5:], lambda: Where(""))]
            pairs = [*zip(words[5::2], words[6::2], strict=True)]
            for key, value in pairs:
                if key.lstrip("-") in OFFSETS and value:
                    to_decimal(value)
        except (TimError, ValueError):
            return False
        self.deleted.append(self.n_rows)
        if DELETION_FLAG in pairs:
            self.deleted_by_jug.append(self.n_rows)
            words[5:] = [word for pair in pairs if pair != DELETION_FLAG for word in pair]
        self.add(Lines(words, np.array([0]), np.array([len(words)]), np.array([number])), file)
        return True

    def flush(self) -> None:
        """Convert the lines that were added since the last call into numbers."""
        if not self.pending:
            return
        base = int(self.pending[0].row[0])
        words = self.pending[0].words
        starts: dict[int, int] = {id(words): 0}
        for lines in self.pending:
            if id(lines.words) not in starts:
                words = words if len(starts) > 1 else list(words)
                starts[id(lines.words)] = len(words)
                words += lines.words
        first = np.concatenate([lines.first + starts[id(lines.words)] for lines in self.pending])
        length = np.concatenate([lines.length for lines in self.pending])
        self.pending = []
        lines = Lines(words, first, length, np.arange(base, base + len(first)))
        try:
            self._columns(lines)
        except TimError as error:
            raise TimError.of(self._all_faults(lines) or error.problems) from None

    def _all_faults(self, lines: Lines) -> list[Problem]:
        """The problems of each of these lines, each read alone."""
        found: list[Problem] = []
        for i in range(len(lines.row)):
            one = slice(i, i + 1)
            alone = TOACollector(self.where)
            try:
                alone._columns(Lines(lines.words, lines.first[one], lines.length[one], lines.row[one]))
            except TimError as error:
                found += error.problems
        return found

    def _columns(self, lines: Lines) -> None:
        short = np.flatnonzero(lines.length < 5)
        if short.size:
            i = int(short[0])
            start = int(lines.first[i])
            free_words(lines.words[start : start + int(lines.length[i])], self.where(int(lines.row[i])))
        self.flags.add(lines)
        base = int(lines.row[0])
        names, frequencies, mjds, errors, sites = lines.columns(range(5))
        self.parts["freq"].append(self._numbers(frequencies, "frequency", base))
        self.parts["error"].append(self._numbers(errors, "uncertainty", base))
        self.times.append(self._mjds(mjds, base))
        self.site_codes.append(self.sites.codes(sites))
        self.names += names

    def _mjds(self, texts: list[str], base: int) -> Times:
        try:
            return parse_mjds(texts)
        except BadMJD as error:
            raise TimError(f"MJD {texts[error.index]!r}: {error}", self.where(base + error.index)) from None

    def _numbers(self, texts: list[str], what: str, base: int) -> Float[N]:
        """A column of decimals in SI units."""
        table = self.numbers[what]
        if len(set(texts[:SAMPLE_WORDS])) > SAMPLE_WORDS // 2:
            table = Scaled(table.power)  # mostly different: do not cache them
        try:
            return np.array(list(map(table.__getitem__, texts)))
        except ValueError:
            pass
        values = np.empty(len(texts))
        for i, text in enumerate(texts):
            try:
                if table.power == POWER_OF_MHZ and text.lower() in INFINITE:
                    values[i] = math.inf
                    continue
                values[i] = float(to_decimal(text).scaleb(table.power))
                if math.isinf(values[i]):
                    raise ValueError("number too large")
            except ValueError as error:
                raise TimError(f"{what} {text!r}: {error}", self.where(base + i)) from None
        return values

    def toas(
        self, history: StateHistory, order: str, path: str, files: tuple[str, ...], sources: Sequence[SourceLines]
    ) -> RawTOAs:
        """Return all TOAs, those commented out as `RawTOAs.deleted`; TimError if there is none or a bad number.

        Parameters
        ----------
        history : StateHistory
        order : {"pint", "tempo2"}
        path : str
        files, sources : sequence
            Names and lines of all files that were read.

        Returns
        -------
        RawTOAs
        """
        n, self.files = self.n_rows, files
        not_deleted, commented = self._masks()
        if not n:
            hint = "every line is a comment, a command or skipped"
            raise TimError.of([NoTOAsLeft("no TOAs in this tim file", Where(path, sources[0].last_line), hint)])
        flags = self.flags.columns(n)
        for field, key in (("info", "info"), ("phase", "phase"), ("jump", "tim_jump")):
            if history.differs(field):
                flags[key] = history.flag(field, n, flags.get(key))
        offset = with_offsets(history.column("time", n), flags, self.where)
        self._refuse(np.abs(offset) > MOST_OFFSET, "offset of more than 300 years", "TIME, -to and -addsat are in s")
        freq, written = (np.concatenate(self.parts[key]) for key in ("freq", "error"))
        self._refuse(freq < 0.0, "negative frequency", "0 stands for infinite frequency")
        hint = "give it in us, or comment the TOA out with a C in front"
        self._refuse(written < 0.0, "negative uncertainty", hint, NegativeUncertainty)
        freq = np.where(freq == 0.0, np.inf, freq)
        error, left_in = history.weigh(written, freq, order)
        why = "zero uncertainty, which would be an infinite weight"
        self._refuse((error == 0.0) & left_in, why, hint, ZeroUncertainty)
        odd = left_in & ((error < ERRORS_S[0]) | (error > ERRORS_S[1]))
        self._refuse(odd, "uncertainty whose square is out of the range of numbers", "uncertainties are in us")
        raw = RawTOAs(
            times=times.concatenate(self.times),
            offset_s=offset,
            error_s=error,
            freq_hz=freq,
            site=FlagColumn(np.concatenate(self.site_codes), tuple(self.sites)),
            name=tuple(self.names),
            flags=flags,
            files=files,
            file_index=np.repeat(np.array(self.file_of, np.int32), np.diff([*self.starts, n])),
            line=np.concatenate(self.line_parts).astype(np.int32),
            serial=np.arange(n, dtype=np.int32),
            sources=tuple(sources),
            commented=commented if commented.any() else None,
        )
        if left_in.all() and not_deleted.all():
            return raw
        if not_deleted.any() and not (left_in & not_deleted).any():
            hint = "EMIN, EMAX, FMIN and FMAX leave them out"
            raise TimError.of([NoTOAsLeft("no TOAs are left in this tim file", self.where(0), hint)])
        return replace(raw.take(left_in).delete(~not_deleted[left_in]), commented=None)

    def _masks(self) -> tuple[Bool[N], Bool[N]]:
        """The rows that are not deleted, and those that the author of the file commented out, not jug."""
        not_deleted, commented = np.ones(self.n_rows, dtype=bool), np.zeros(self.n_rows, dtype=bool)
        not_deleted[self.deleted] = False
        commented[self.deleted] = True
        commented[self.deleted_by_jug] = False
        return not_deleted, commented

    def _refuse(self, refused: Bool[N], why: str, hint: str, kind: type[Problem] = Problem) -> None:
        """TimError for all rows that are refused."""
        if refused.any():
            places = map(self.where, np.flatnonzero(refused).tolist())
            raise TimError.of([kind(why, where, hint) for where in places])
