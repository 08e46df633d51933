"""The flags of a tim file's TOAs, from words on lines to columns.

Lines with the same flags in the same order, as a program writes them, are handled together: so a flag costs
two dictionary look-ups for each TOA and no object of its own.
"""

import warnings
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from jug import double
from jug.errors import InputWarning, TimError, Where, sentence
from jug.io.rawtoas import FlagColumn

Rows = list[list[str]]
"""Words of each TOA line: name, frequency, MJD, uncertainty, site, then flags and values."""

_ACTING = {
    "padd": "a phase in turns",
    "phase": "turns",
    "radd": "a time",
    "addsat": "a time",
    "pnadd": "turns",
    "ddm": "a DM correction",
    "dmo": "a DM correction",
}
"""Flags by which other programs change a TOA, and what they add; refused unless 0."""


def collect(rows: Rows, where: Callable[[int], Where]) -> dict[str, FlagColumn]:
    """The columns of all flags, in the order of their first use; lines with a flag without value are mended.

    Parameters
    ----------
    rows : list of list of str
        Words of each TOA line. Where a flag has no value an empty word is put in its place.
    where : callable
        The place of row i, for messages.
    """
    groups = _groups(rows)
    unpaired = _unpaired(rows, groups)
    if unpaired:
        for i in unpaired:
            rows[i][5:] = _paired(rows[i][5:], where(i))
        groups = _groups(rows)
    columns: dict[str, FlagColumn] = {}
    tables: dict[str, dict[str, int]] = {}
    for keys, members in groups.items():
        lines, index = [rows[i] for i in members], np.array(members)
        for place, key in enumerate(keys):
            name = key.lstrip("-")
            words = [line[6 + 2 * place] for line in lines]
            table = tables.setdefault(name, {})
            for word in dict.fromkeys(words):
                table.setdefault(word, len(table))
            codes = np.fromiter(map(table.__getitem__, words), np.int32, len(words))
            if name not in columns:
                columns[name] = FlagColumn(np.full(len(rows), -1, np.int32), ())
            _warn_of_change(name, columns[name].codes[index], codes, members, where)
            columns[name].codes[index] = codes
    odd = [name for name, table in tables.items() if any(map(_is_flag, table))]
    if odd:
        for name in odd:
            wrong = [code for word, code in tables[name].items() if _is_flag(word)]
            for i in np.flatnonzero(np.isin(columns[name].codes, wrong)).tolist():
                rows[i][5:] = _paired([word for word in rows[i][5:] if word], where(i))
        return collect(rows, where)
    return {name: FlagColumn(column.codes, tuple(tables[name])) for name, column in columns.items()}


def _groups(rows: Rows) -> dict[tuple[str, ...], list[int]]:
    groups: dict[tuple[str, ...], list[int]] = {}
    for i, words in enumerate(rows):
        groups.setdefault(tuple(words[5::2]), []).append(i)
    return groups


def _unpaired(rows: Rows, groups: dict[tuple[str, ...], list[int]]) -> list[int]:
    """Rows whose words after the fifth are not flag, value, flag, value, ..."""
    found = []
    for keys, members in groups.items():
        length = 5 + 2 * len(keys)
        if not all(map(_is_flag, keys)):
            found += members
        else:
            found += [i for i in members if len(rows[i]) != length]
    return found


def _is_flag(word: str) -> bool:
    """A dash and then no number: ``-fe``, but not ``-8``, ``-.5``, ``-inf`` or a lone dash."""
    return word[:1] == "-" and len(word) > 1 and word[1] not in "0123456789." and word not in ("-inf", "-nan")


def _paired(words: Sequence[str], where: Where) -> list[str]:
    """Flags and values in turn, with an empty value for a flag that has none."""
    pairs: list[str] = []
    for word in words:
        if _is_flag(word):
            if len(pairs) % 2:
                pairs.append("")
            pairs.append(word)
        elif len(pairs) % 2:
            pairs.append(word)
        else:
            hint = "after the site come pairs: -flag value"
            raise TimError(f"the word {word!r} belongs to no flag", where, hint)
    return pairs if len(pairs) % 2 == 0 else [*pairs, ""]


def _warn_of_change(
    name: str,
    old: NDArray[np.int32],
    new: NDArray[np.int32],
    members: Sequence[int],
    where: Callable[[int], Where],
) -> None:
    changed = np.flatnonzero((old >= 0) & (old != new))
    if changed.size:
        why = f"flag -{name} stands twice with different values on {changed.size} line(s); the last one counts"
        place = where(members[int(changed[0])])
        warnings.warn(sentence(why, place), InputWarning, stacklevel=5)


def refuse_acting(flags: dict[str, FlagColumn], where: Callable[[int], Where]) -> None:
    """TimError for a flag that other programs add to a TOA and that is not supported yet, unless it is 0."""
    for name in flags.keys() & _ACTING.keys():
        column = flags[name]
        for code, value in enumerate(column.values):
            try:
                zero = not double.to_decimal(value)
            except ValueError:
                zero = False
            if not zero:
                row = int(np.flatnonzero(column.codes == code)[0])
                raise TimError(f"flag -{name} {value}, {_ACTING[name]} to add, is not supported yet", where(row))


def seconds(column: FlagColumn, name: str, where: Callable[[int], Where]) -> NDArray[np.float64]:
    """The values of a flag in seconds, 0 where absent."""
    table = np.zeros(len(column.values) + 1)
    for code, value in enumerate(column.values):
        try:
            table[code] = float(double.to_decimal(value))
        except ValueError as error:
            row = int(np.flatnonzero(column.codes == code)[0])
            raise TimError(f"flag -{name} {value}: {error}", where(row), "seconds are expected") from None
    return table[column.codes]
