"""Some lines of a tim file at a time, and the words in them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Block(NamedTuple):
    """Some lines: their text, their words in one list, and for each line the place and number of its words."""

    text: bytes
    number: int
    ends: NDArray[np.int64]
    words: list[str]
    first: NDArray[np.int64]
    length: NDArray[np.int64]

    def line(self, i: int) -> str:
        """Line i as it stands."""
        start = int(self.ends[i - 1]) + 1 if i else 0
        return self.text[start : int(self.ends[i])].decode()

    def lines(self) -> list[str]:
        """All lines."""
        return self.text.decode().split("\n")


def cut(text: bytes, number: int) -> Block:
    """The words of each line of a text."""
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
    words = text.decode().split() if text.isascii() else [word.decode() for word in text.split()]
    return Block(text, number, ends, words, first, after - first)
