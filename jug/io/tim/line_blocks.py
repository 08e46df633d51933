"""A block of lines of a tim file, split into words."""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple, TypeAlias

import numpy as np

from jug.core.array import Bool, Int, N

BLANKS = re.compile(rb"\xc2[\x85\xa0]|\xe1\x9a\x80|\xe2(?:\x80[\x80-\x8a\xa8\xa9\xaf]|\x81\x9f)|\xe3\x80\x80")
"""Blanks that are not ASCII, in UTF-8: no-break space and the like."""

LeftOut: TypeAlias = Mapping[str, Collection[int]]
"""Numbers of lines by the path of their file."""

NO_LINES: LeftOut = {}


class LineBlock(NamedTuple):
    """Lines, their words in one list, and for each line the position and number of its words.

    Attributes
    ----------
    text : bytes
    number : int
        Number of the first line in its file.
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
    ends: Int[N]
    words: list[str]
    first: Int[N]
    length: Int[N]
    heads: Int[N]

    def line(self, i: int) -> str:
        """The text of line i, from 0."""
        start = int(self.ends[i - 1]) + 1 if i else 0
        return self.text[start : int(self.ends[i])].decode()

    def lines(self) -> list[str]:
        """All lines."""
        return self.text.decode().split("\n")


def split_lines(text: bytes, number: int) -> LineBlock:
    """Split a text into the words of each line.

    Parameters
    ----------
    text : bytes
        Its only blanks and control characters are ASCII ones.
    number : int
        Number of its first line in the file.

    Returns
    -------
    LineBlock
    """
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
    return LineBlock(text, number, ends, words, first, after - first, heads)


def head_table(words: Iterable[str]) -> Bool[N]:
    """The table of first two bytes, as in `LineBlock.heads`, of lines that may begin with one of `words`; (65536,).

    Upper and lower case count as the same.
    """
    table = np.zeros((256, 256), dtype=bool)
    for word in words:
        for one in {word[0].lower(), word[0].upper()}:
            for two in (word[1].lower(), word[1].upper()) if len(word) > 1 else map(chr, range(33)):
                table[ord(one), ord(two)] = True
    return table.ravel()


def with_emptied_lines(content: bytes, numbers: Collection[int]) -> bytes:
    """Empty some lines of a text, so that the numbers of the others stay.

    Parameters
    ----------
    content : bytes
    numbers : collection of int
        Numbers of the lines to empty, from 1.

    Returns
    -------
    bytes
    """
    left_out = frozenset(numbers)
    return b"\n".join(b"" if i in left_out else line for i, line in enumerate(content.split(b"\n"), 1))
