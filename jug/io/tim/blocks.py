"""Some lines of a tim file at a time, and the words in them."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Block(NamedTuple):
    """Some lines: their text, their words in one list, and for each line the place and number of its words.

    Attributes
    ----------
    text : bytes
    number : int
        Of the first line.
    ends : int array, shape (n,)
        Where in `text` each line ends.
    words : list of str
    first, length : int array, shape (n,)
        Where in `words` each line begins, and how many words it has.
    heads : uint16 array, shape (n,)
        The first two bytes of each line's first word (of anything for a line without words).
    """

    text: bytes
    number: int
    ends: NDArray[np.int64]
    words: list[str]
    first: NDArray[np.int64]
    length: NDArray[np.int64]
    heads: NDArray[np.uint16]

    def line(self, i: int) -> str:
        """Line i as it stands."""
        start = int(self.ends[i - 1]) + 1 if i else 0
        return self.text[start : int(self.ends[i])].decode()

    def lines(self) -> list[str]:
        """All lines."""
        return self.text.decode().split("\n")


def cut(text: bytes, number: int) -> Block:
    """The words of each line of a text without the blanks and control characters that are not ASCII's."""
    chars = np.frombuffer(text, np.uint8)
    solid = chars > 32
    begins = solid.copy()
    begins[1:] &= ~solid[:-1]
    place = np.flatnonzero(begins)
    ends = np.flatnonzero(chars == 10)
    if text[-1:] != b"\n":
        ends = np.append(ends, len(text))
    after = np.searchsorted(place, ends)
    first = np.concatenate([[0], after[:-1]])
    words = text.decode().split()
    at = np.append(place, 0)[first]
    heads = chars[at].astype(np.uint16) << 8 | np.append(chars, 10)[at + 1]
    return Block(text, number, ends, words, first, after - first, heads)


def head_table(words: Iterable[str]) -> NDArray[np.bool_]:
    """Which first two bytes, as in `Block.heads`, one of these words may begin with, in any case; (65536,)."""
    table = np.zeros((256, 256), dtype=bool)
    for word in words:
        for one in {word[0].lower(), word[0].upper()}:
            for two in (word[1].lower(), word[1].upper()) if len(word) > 1 else map(chr, range(33)):
                table[ord(one), ord(two)] = True
    return table.ravel()
