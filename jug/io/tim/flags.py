"""The flags of a tim file's TOAs, from words on lines to columns.

Lines of a block that have the same flags in the same order, as a program writes them, are handled together: a flag then
takes one dictionary look-up for each TOA and no object of its own.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from typing import NamedTuple

import numpy as np

from jug.core.array import Bool, Int, K, N, Toa
from jug.core.execution.given_warnings import give_warning
from jug.errors import InputWarning, TimError, Where, sentence
from jug.io.tim.flag_column import FlagColumn

N_FIXED = 5
"""Words before the flags: name, frequency, MJD, uncertainty, site."""

DELETION_FLAG = ("-deleted_by", "jug")
"""Flag that a written file has on the comments of TOAs that jug deleted. Reading removes it. Comments without it are
TOAs that the author of a file commented out."""


class Lines(NamedTuple):
    """Words of some TOA lines, all in one list.

    Attributes
    ----------
    words : list of str
    first : int array, shape (n,)
        Where in `words` each line begins.
    length : int array, shape (n,)
        How many words it has.
    row : int array, shape (n,)
        The number of each TOA.
    """

    words: list[str]
    first: Int[N]
    length: Int[N]
    row: Int[N]

    def take(self, index: Int[K]) -> "Lines":
        """Some of the lines."""
        return Lines(self.words, self.first[index], self.length[index], self.row[index])

    def columns(self, places: Sequence[int]) -> list[list[str]]:
        """The words at some places of every line, a list for each place."""
        words, first, _, _ = self.evenly_spaced(max(places) + 1)
        start, n = int(first[0]), len(first)
        step = int(first[1]) - start if n > 1 else 1
        return [words[start + k : start + (n - 1) * step + k + 1 : step] for k in places]

    def evenly_spaced(self, count: int) -> "Lines":
        """The lines with at least `count` words of each, at equal distances, so that a slice is a column."""
        steps = np.diff(self.first)
        if not len(steps) or (steps[0] > 0 and (steps == steps[0]).all()):
            return self
        words = list(chain.from_iterable(self.words[i : i + count] for i in self.first.tolist()))
        return self._replace(words=words, first=count * np.arange(len(self.first)))


class Words(dict[str, int]):
    """The number of each different word, in the order of their first use."""

    has_flag = False
    """True if a new word looks like a flag."""

    def __missing__(self, word: str) -> int:
        self[word] = code = len(self)
        if word[:1] == "-" and is_flag(word):
            self.has_flag = True
        return code

    def codes(self, words: list[str]) -> Int[Toa]:
        """The numbers of some words."""
        if all_equal(words):
            return np.full(len(words), self[words[0]], np.int32)
        return np.fromiter(map(self.__getitem__, words), np.int32, len(words))

    def forget(self, size: int) -> None:
        """Remove all but the first `size` words."""
        while len(self) > size:
            self.popitem()
        self.has_flag = False


class FlagReader:
    """Collects flags; `where` gives file and line of a row, for messages."""

    def __init__(self, where: Callable[[int], Where]) -> None:
        self.where = where
        self.tables: dict[str, Words] = {}
        self.parts: dict[str, list[tuple[Int[Toa], Int[Toa]]]] = {}
        self.twice: dict[str, list[int]] = {}
        self.bare: dict[str, tuple[int, int]] = {}
        """Flags without a value: the first row and how many."""
        self.dashes: dict[str, tuple[int, int]] = {}
        """Flags with more than one dash, as written: the first row and how many."""

    def add(self, lines: Lines) -> None:
        """Add the flags of some lines."""
        counts = np.flatnonzero(np.bincount(lines.length)).tolist()  # np.unique imports more of NumPy
        for count in counts:
            if count > N_FIXED:
                some = lines if len(counts) == 1 else lines.take(np.flatnonzero(lines.length == count))
                self._same_length(some, count)

    def _same_length(self, lines: Lines, count: int) -> None:
        """Add lines of one length; a line that is not flag, value, flag, value, ... is repaired first."""
        if (count - N_FIXED) % 2:
            return self._repair(lines)
        lines = lines.evenly_spaced(count)
        columns = lines.columns(range(N_FIXED, count, 2))
        if all(map(all_equal, columns)):
            keys = tuple(column[0] for column in columns)
            return self._same_flags(lines, keys) if all(map(is_flag, keys)) else self._repair(lines)
        groups: dict[tuple[str, ...], list[int]] = {}
        for i, found in enumerate(zip(*columns, strict=True)):
            groups.setdefault(found, []).append(i)
        for keys, index in groups.items():
            some = lines.take(np.array(index))
            if all(map(is_flag, keys)):
                self._same_flags(some, keys)
            else:
                self._repair(some)
        return None

    def _same_flags(self, lines: Lines, keys: tuple[str, ...]) -> None:
        """Lines with the same flags in the same order."""
        names = [key.lstrip("-") for key in keys]
        tables = [self.tables.setdefault(name, Words()) for name in names]
        sizes = [len(table) for table in tables]
        columns = lines.columns(range(N_FIXED + 1, N_FIXED + 2 * len(keys), 2))
        codes = [table.codes(column) for table, column in zip(tables, columns, strict=True)]
        if any(table.has_flag for table in tables):
            for table, size in zip(tables, sizes, strict=True):
                table.forget(size)
            has_flag = np.array([any(map(is_flag, values)) for values in zip(*columns, strict=True)])
            self._repair(lines.take(np.flatnonzero(has_flag)))
            if not has_flag.all():
                self._same_flags(lines.take(np.flatnonzero(~has_flag)), keys)
            return
        if any(key[:2] == "--" for key in keys):
            self._count_dashes(lines, keys)
        first: dict[str, int] = {}
        for k, name in enumerate(names):
            if (before := first.setdefault(name, k)) < k:
                changed = np.flatnonzero(codes[before] != codes[k])
                self.twice.setdefault(name, []).extend(lines.row[changed].tolist())
            self.parts.setdefault(name, []).append((lines.row, codes[k]))

    def _repair(self, lines: Lines) -> None:
        """Put an empty word after each flag that has no value."""
        words: list[str] = []
        first = []
        for start, count, row in zip(lines.first.tolist(), lines.length.tolist(), lines.row.tolist(), strict=True):
            first.append(len(words))
            words += lines.words[start : start + N_FIXED]
            pairs = pair_flags(lines.words[start + N_FIXED : start + count], partial(self.where, row))
            for key, value in zip(pairs[::2], pairs[1::2], strict=True):
                if not value:
                    place, many = self.bare.get(key.lstrip("-"), (row, 0))
                    self.bare[key.lstrip("-")] = min(place, row), many + 1
            words += pairs
        ends = np.array([*first[1:], len(words)])
        self.add(Lines(words, np.array(first), ends - np.array(first), lines.row))

    def _count_dashes(self, lines: Lines, keys: tuple[str, ...]) -> None:
        """Take note of flags with more than one dash."""
        first, count = int(lines.row.min()), len(lines.row)
        for key in (key for key in keys if key[:2] == "--"):
            place, many = self.dashes.get(key, (first, 0))
            self.dashes[key] = min(place, first), many + count

    def notes(self) -> list[tuple[str, int]]:
        """Warnings about flags without a value and with more than one dash, each with the row of the first one."""
        found = []
        if self.bare:
            names, (first, count) = ", ".join(f"-{name}" for name in self.bare), _first_and_count(self.bare)
            found.append((f"flag without a value ({names}; {count} in all), kept with an empty one", first))
        if self.dashes:
            names = ", ".join(f"{key} as -{key.lstrip('-')}" for key in self.dashes)
            first, count = _first_and_count(self.dashes)
            why = f"flag with more than one dash, read as with one, as PINT does: {names} ({count} in all)"
            found.append((why, first))
        return found

    def columns(self, n: int) -> dict[str, FlagColumn]:
        """The columns of all flags for n TOAs, in the order of their first use."""
        found = {}
        for name, parts in sorted(self.parts.items(), key=lambda item: min(int(rows[0]) for rows, _ in item[1])):
            codes = np.full(n, -1, np.int32)
            for rows, values in parts:
                codes[rows] = values
            found[name] = FlagColumn(codes, tuple(self.tables[name]))
        for name, rows_twice in self.twice.items():
            if rows_twice:
                why = f"flag -{name} stands twice with different values on {len(rows_twice)} line(s)"
                place = self.where(min(rows_twice))
                give_warning(InputWarning(sentence(f"{why}; the last one counts", place)))
        return found


def all_equal(words: list[str]) -> bool:
    """Whether all words are equal."""
    return words[0] == words[-1] == words[len(words) // 2] and words.count(words[0]) == len(words)


def is_flag(word: str) -> bool:
    """Whether a word is a dash and a name: ``-fe``, but not ``-8``, ``-.5``, ``-inf`` or a lone dash."""
    name = word.lstrip("-")
    return word[:1] == "-" and name[:1] not in _NO_NAME and word not in ("-inf", "-nan")


_NO_NAME = frozenset(("", *"0123456789."))
"""Characters with which the name of a flag cannot begin."""


def pair_flags(words: Sequence[str], where: Callable[[], Where]) -> list[str]:
    """Put an empty value after each flag that has none.

    Parameters
    ----------
    words : sequence of str
        The words after the site.
    where : callable
        Gives the line, for messages.

    Returns
    -------
    list of str
        Flag and value in turn.

    Raises
    ------
    TimError
        A word belongs to no flag.
    """
    pairs: list[str] = []
    for word in words:
        if is_flag(word):
            if len(pairs) % 2:
                pairs.append("")
            pairs.append(word)
        elif len(pairs) % 2:
            pairs.append(word)
        else:
            hint = "after the site come pairs: -flag value"
            raise TimError(f"the word {word!r} belongs to no flag", where(), hint)
    return pairs if len(pairs) % 2 == 0 else [*pairs, ""]


def remove_flag_outside(column: FlagColumn, rows: Bool[Toa]) -> FlagColumn:
    """Remove a flag from the TOAs outside a mask.

    Parameters
    ----------
    column : FlagColumn
        The flag, (n,).
    rows : (n,) bool
        False for the TOAs that lose the flag.

    Returns
    -------
    FlagColumn
        (n,), with only the values that are in use.
    """
    codes = np.where(rows, column.codes, -1).astype(np.int32)
    used = np.flatnonzero(np.bincount(codes[codes >= 0], minlength=len(column.values)))
    number = np.full(len(column.values) + 1, -1, np.int32)
    number[used] = np.arange(len(used))
    return FlagColumn(number[codes], tuple(column.values[i] for i in used.tolist()))


def _first_and_count(noted: dict[str, tuple[int, int]]) -> tuple[int, int]:
    """The first row of all flags in a table, and how many there are."""
    return min(row for row, _ in noted.values()), sum(count for _, count in noted.values())
