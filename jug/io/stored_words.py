"""A sequence of words in two arrays, which may be mapped files: the text of all words, and the end of each."""

from collections.abc import Sequence
from typing import overload

import numpy as np

from jug.core.array import Int, N


class StoredWords(Sequence[str]):
    """Words that are decoded on access.

    Parameters
    ----------
    text : (m,) array of bytes
        All words, one after the other, in UTF-8.
    ends : (n,) int array
        Place after the last byte of each word.
    """

    def __init__(self, text: Int[N], ends: Int[N]) -> None:
        self.text, self.ends = text, ends

    def __len__(self) -> int:
        return len(self.ends)

    @overload
    def __getitem__(self, i: int) -> str: ...
    @overload
    def __getitem__(self, i: slice) -> tuple[str, ...]: ...
    def __getitem__(self, i: int | slice) -> str | tuple[str, ...]:
        if isinstance(i, slice):
            return tuple(self._word(j) for j in range(*i.indices(len(self))))
        return self._word(range(len(self))[i])

    def _word(self, i: int) -> str:
        start = int(self.ends[i - 1]) if i else 0
        return self.text[start : int(self.ends[i])].tobytes().decode()


def words_as_bytes(words: Sequence[str]) -> tuple[Int[N], Int[N]]:
    """Return the bytes of all words, and the number of bytes of each.

    Parameters
    ----------
    words : sequence of str, length n

    Returns
    -------
    text : (m,) array of uint8
        In UTF-8, one after the other.
    lengths : (n,) int64 array
        Bytes of each word.
    """
    coded = [word.encode() for word in words]
    return np.frombuffer(b"".join(coded), np.uint8), np.fromiter(map(len, coded), np.int64, len(coded))
