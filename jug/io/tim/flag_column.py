"""A flag of a tim file as a column: one word for each TOA, stored once for each different word."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from jug.core.array import Int, RowIndex, Str, Toa


class FlagColumn(NamedTuple):
    """One word for each TOA, stored once for each different word.

    Attributes
    ----------
    codes : int32, shape (n,)
        Index into `values`; -1 where the TOA does not have the flag.
    values : tuple of str
        The different words, in the order of their first use.
    """

    codes: Int[Toa]
    values: tuple[str, ...]

    def array(self) -> Str[Toa]:
        """Return the words as an array.

        Returns
        -------
        (n,) array of str
            Empty where the TOA does not have the flag.
        """
        return np.array((*self.values, ""), dtype=np.str_)[self.codes]

    def word(self, i: int) -> str:
        """Return the word of one TOA.

        Parameters
        ----------
        i : int
            Counted from 0.

        Returns
        -------
        str
            Empty where the TOA does not have the flag.
        """
        code = int(self.codes[i])
        return self.values[code] if code >= 0 else ""

    def take(self, index: RowIndex) -> "FlagColumn":
        """Select rows.

        Parameters
        ----------
        index : mask, slice or index array

        Returns
        -------
        FlagColumn
        """
        return FlagColumn(self.codes[index], self.values)


def join_columns(one: FlagColumn, other: FlagColumn, order: Int[Toa]) -> FlagColumn:
    """Join the words of two columns, and bring them in an order.

    Parameters
    ----------
    one, other : FlagColumn
    order : (n,) int array
        For each row its index in the words of ``one``, then of ``other``.

    Returns
    -------
    FlagColumn
    """
    table = {word: code for code, word in enumerate(dict.fromkeys((*one.values, *other.values)))}
    number = np.array([*map(table.__getitem__, other.values), -1], np.int32)
    return FlagColumn(np.concatenate([one.codes, number[other.codes]])[order], tuple(table))


def encode(words: Sequence[str]) -> FlagColumn:
    """Store one word for each TOA as a column; an empty word means that the TOA does not have the flag."""
    table = {word: code for code, word in enumerate(dict.fromkeys(filter(None, words)))}
    codes = {**table, "": -1}
    return FlagColumn(np.fromiter(map(codes.__getitem__, words), np.int32, len(words)), tuple(table))


def encode_numbers(numbers: Int[Toa]) -> FlagColumn:
    """Store whole numbers, as those of pulses (-pn), as a column of words."""
    return encode([str(number) for number in numbers.tolist()])
