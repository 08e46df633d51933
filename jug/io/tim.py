"""Tim files: the TOAs of a file and of all the files that it includes, with the commands between them.

The reader works in two passes. The first goes through the lines and does what depends on their order
(INCLUDE, TIME, SKIP, ...); it only cuts TOA lines into words. The second turns whole columns into numbers.
"""

import os
import warnings
from os import PathLike

import numpy as np
from numpy.typing import NDArray

from jug import double
from jug.errors import InputWarning, TimError, Where, sentence
from jug.io import files, timflags
from jug.io.rawtoas import FlagColumn, RawTOAs, encode, make_toas
from jug.io.timformats import COMMANDS, NOT_YET, fixed_words, free_words, is_comment
from jug.io.timwrite import write_tim
from jug.times import BadMJD, Times, parse_mjds

__all__ = ["FlagColumn", "RawTOAs", "make_toas", "read_tim", "write_tim"]

_COMMANDS = COMMANDS | NOT_YET


def read_tim(path: str | PathLike[str]) -> RawTOAs:
    """Read the TOAs of a tim file in FORMAT 1 (tempo2) or in Princeton format.

    MODE, INCLUDE (from the folder of the including file), TIME, SKIP/NOSKIP, INFO, END and comments are
    obeyed. TIME goes on into included files and out of them again, and END ends the whole reading, as in
    PINT 1.1.8 and tempo. What stands between SKIP and NOSKIP is left out, commands too, as in tempo and
    tempo2.

    Raises
    ------
    TimError
        For what cannot be read, with file, line, text and what to do: a missing or empty or binary file, an
        INCLUDE that goes in a circle, a truncated TOA, a bad number, an uncertainty that is not positive, a
        command or an acting flag that is not supported yet.

    Warns
    -----
    InputWarning
        For identical TOAs, and for lines that other programs read differently.
    """
    reader = _Reader()
    reader.read_file(os.fspath(path), ())
    return reader.toas(os.fspath(path))


class _Reader:
    """The first pass: where the reading stands, and the words of the TOA lines found so far."""

    def __init__(self) -> None:
        self.rows: timflags.Rows = []
        self.lines: list[int] = []
        self.files: list[str] = []
        self.sources: list[list[str]] = []
        self.file_runs: list[tuple[int, int]] = []
        self.time_runs: list[tuple[int, float]] = [(0, 0.0)]
        self.notes: dict[str, tuple[Where, int]] = {}
        self.format_1 = self.skip = self.ended = False
        self.info = ""

    @property
    def time_s(self) -> float:
        return self.time_runs[-1][1]

    def note(self, why: str, where: Where) -> None:
        first, count = self.notes.get(why, (where, 0))
        self.notes[why] = first, count + 1

    def read_file(self, path: str, parents: tuple[str, ...]) -> None:
        """Go through one file; `parents` are the real paths of the files that include it."""
        parents = (*parents, os.path.realpath(path))
        lines = files.read_text(path, "tim file", TimError).split("\n")
        index = len(self.files)
        self.files.append(path)
        self.sources.append(lines)
        self.file_runs.append((len(self.rows), index))
        self.format_1 = False
        for number, line in enumerate(lines, 1):
            words = line.split()
            if not words or (line[0] in "Cc# \t" and is_comment(line, words, self.format_1)):
                continue
            if words[0].upper() in _COMMANDS:
                self.command(words, Where(path, number, line), parents)
                if self.ended:
                    if words[0].upper() == "INCLUDE" and any(map(_is_content, lines[number:])):
                        why = "END in the included file ends all, as in tempo and PINT (tempo2: that file only)"
                        self.note(why, Where(path, number, line))
                    return
                if self.file_runs[-1][1] != index:
                    self.file_runs.append((len(self.rows), index))
            elif not self.skip:
                if not self.format_1:
                    words = fixed_words(line, words, Where(path, number, line), self.note)
                elif len(words) < 5:
                    free_words(words, Where(path, number, line))
                if self.info:
                    words += ["-info", self.info]
                self.rows.append(words)
                self.lines.append(number)

    def command(self, words: list[str], where: Where, parents: tuple[str, ...]) -> None:
        """Obey a command line."""
        name = words[0].upper()
        if self.skip:
            if name == "NOSKIP":
                self.skip = False
            elif name != "SKIP":
                why = f"{name} between SKIP and NOSKIP is ignored, as in tempo and tempo2 (PINT obeys it)"
                self.note(why, where)
        elif name in NOT_YET:
            raise TimError(f"{name} in a tim file is not supported yet", where)
        elif name in ("SKIP", "NOSKIP", "END"):
            self.skip, self.ended = name == "SKIP", name == "END"
        elif len(words) < 2:
            raise TimError(f"{name} without a value", where)
        elif name == "FORMAT":
            if words[1] != "1":
                raise TimError(f"FORMAT {words[1]} is not known", where, "FORMAT 1 is tempo2's format")
            self.format_1 = True
        elif name == "MODE":
            if words[1] != "1":
                self.note("MODE other than 1 is ignored: jug always weights TOAs by their uncertainties", where)
        elif name == "INFO":
            self.info = words[1]
        elif name == "TIME":
            self.add_time(words[1], where)
        else:
            self.include(" ".join(words[1:]), where, parents)

    def add_time(self, text: str, where: Where) -> None:
        try:
            value = float(double.to_decimal(text))
        except ValueError as error:
            raise TimError(f"TIME {text}: {error}", where, "seconds are expected") from None
        self.time_runs.append((len(self.rows), self.time_s + value))

    def include(self, name: str, where: Where, parents: tuple[str, ...]) -> None:
        path = os.path.join(os.path.dirname(where.path), name)
        if os.path.realpath(path) in parents:
            hint = "the chain is " + " -> ".join(map(os.path.basename, (*parents, path)))
            raise TimError(f"INCLUDE of {path}, which is being read already: a circle", where, hint)
        if not os.path.isfile(path):
            what = "it is a directory" if os.path.isdir(path) else "there is no such file"
            hint = "the name counts from the folder of the file with the INCLUDE"
            raise TimError(f"cannot include {path}: {what}", where, hint)
        before, format_1 = self.time_s, self.format_1
        self.read_file(path, parents)
        self.format_1 = format_1
        if before or self.time_s:
            why = "TIME goes on across this INCLUDE, as in tempo and PINT (in tempo2 it ends with its file)"
            self.note(why, where)

    def toas(self, path: str) -> RawTOAs:
        """The second pass: columns of numbers."""
        if not self.rows:
            hint = "every line is a comment, a command or skipped"
            raise TimError("no TOAs in this tim file", Where(path), hint)
        rows = self.rows
        flags = timflags.collect(rows, self.where)
        timflags.refuse_acting(flags, self.where)
        offset = _spread(self.time_runs, len(rows), np.float64)
        if "to" in flags:
            offset = offset + timflags.seconds(flags["to"], "to", self.where)
        frequency = self.numbers([words[1] for words in rows], 6, "frequency")
        error = self.numbers([words[3] for words in rows], -6, "uncertainty")
        self.refuse(frequency < 0.0, "negative frequency", "0 stands for infinite frequency")
        self.refuse(error < 0.0, "negative uncertainty", "")
        hint = "give it in us, or comment the TOA out with a C in front"
        self.refuse(error == 0.0, "zero uncertainty, which would be an infinite weight", hint)
        raw = RawTOAs(
            times=self.mjds([words[2] for words in rows]),
            offset_s=offset,
            error_s=error,
            freq_hz=np.where(frequency == 0.0, np.inf, frequency),
            site=encode([words[4] for words in rows]),
            name=tuple(words[0] for words in rows),
            flags=flags,
            files=tuple(self.files),
            file_index=_spread(self.file_runs, len(rows), np.int32),
            line=np.array(self.lines, np.int32),
            sources=tuple(self.sources),
        )
        for why, (where, count) in self.notes.items():
            more = f" (and {count - 1} more such lines)" if count > 1 else ""
            warnings.warn(sentence(why + more, where), InputWarning, stacklevel=3)
        _warn_of_twins(raw)
        return raw

    def where(self, i: int) -> Where:
        """The place of row i."""
        file = [file for start, file in self.file_runs if start <= i][-1]
        return Where(self.files[file], self.lines[i], self.sources[file][self.lines[i] - 1])

    def refuse(self, bad: NDArray[np.bool_], why: str, hint: str) -> None:
        """TimError for the first row that is bad."""
        if bad.any():
            raise TimError(why, self.where(int(bad.argmax())), hint)

    def mjds(self, texts: list[str]) -> Times:
        try:
            return parse_mjds(texts)
        except BadMJD as error:
            raise TimError(f"MJD {texts[error.index]!r}: {error}", self.where(error.index)) from None

    def numbers(self, texts: list[str], power: int, what: str) -> NDArray[np.float64]:
        """Decimals times a power of ten as the nearest float64 (so that writing them is exact)."""
        tail = f"e{power}"
        if "_" not in "".join(texts):
            try:
                return np.fromiter((float(text + tail) for text in texts), np.float64, len(texts))
            except ValueError:
                pass
        values = np.empty(len(texts))
        for i, text in enumerate(texts):
            try:
                values[i] = float(double.to_decimal(text).scaleb(power))
            except ValueError as error:
                raise TimError(f"{what} {text!r}: {error}", self.where(i)) from None
        return values


def _is_content(line: str) -> bool:
    """Whether a line behind an END would have meant something."""
    words = line.split()
    return bool(words) and words[0].upper() not in ("C", "CC", "END") and words[0][0] != "#"


def _spread(runs: list[tuple[int, float]] | list[tuple[int, int]], n: int, kind: type) -> NDArray:
    """Values that hold from a row on, as one value for each of n rows."""
    starts = np.array([start for start, _ in runs] + [n])
    return np.repeat(np.array([value for _, value in runs], dtype=kind), np.diff(starts))


def _warn_of_twins(raw: RawTOAs) -> None:
    """One warning for TOAs that agree in time, frequency, uncertainty and site."""
    order = np.argsort(raw.times.sec.hi, kind="stable")
    seconds = raw.times.sec.hi[order]
    near = np.zeros(len(raw) + 1, dtype=bool)
    near[1:-1] = seconds[1:] == seconds[:-1]
    rows = np.sort(order[near[1:] | near[:-1]])
    columns = (raw.times.day, raw.times.sec.hi, raw.times.sec.lo, raw.freq_hz, raw.error_s, raw.site.codes)
    seen: dict[tuple[float, ...], int] = {}
    twins = []
    for row, *key in zip(rows.tolist(), *(column[rows].tolist() for column in columns), strict=True):
        earlier = seen.setdefault(tuple(key), row)
        if earlier != row:
            twins.append((earlier, row))
    if twins:
        first, second = map(raw.where, twins[0])
        more = f" (and {len(twins) - 1} more such pairs)" if len(twins) > 1 else ""
        why = f"the same TOA as {first}{more}; both are used"
        warnings.warn(sentence(why, second), InputWarning, stacklevel=4)
