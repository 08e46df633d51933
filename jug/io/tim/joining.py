"""TOAs of two files or sets as one."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from jug.core.array import Bool, Int, Toa
from jug.io.tim.raw_toas import RawTOAs, merge_toas


def lines_of(one: RawTOAs | None, other: RawTOAs) -> Bool[Toa]:
    """Find the TOAs of a second set that come from the same line of the same file as one of the first.

    Parameters
    ----------
    one, other : RawTOAs
        None stands for an empty set.

    Returns
    -------
    (n,) bool array
        A row for each TOA of `other`; False for TOAs that come from no file.
    """
    if one is None:
        return np.zeros(len(other), dtype=bool)
    number = {path: k for k, path in enumerate(dict.fromkeys(one.files))}
    text = dict(zip(one.files, _lines_of_files(one), strict=True))
    same = [number[path] if path in text and _equal(text[path], lines) else -1 for path, lines in _with_lines(other)]
    found: Bool[Toa] = np.isin(_places(other, same), _places(one, [number[path] for path in one.files]))
    return found & (other.line > 0) & (np.array([*same, -1])[other.file_index] >= 0)


def joined_toas(one: RawTOAs, other: RawTOAs) -> RawTOAs:
    """Join two sets of TOAs. The TOAs of the first set come first.

    Parameters
    ----------
    one, other : RawTOAs
        Each TOA keeps its file and line; deleted ones stay deleted. No TOA may be in both. Of a line that is deleted in
        one of them or in both, one TOA is kept, the one that is not deleted.

    Returns
    -------
    RawTOAs
    """
    last = max((int(part.serial.max()) for part in (one, one.deleted) if part is not None and len(part)), default=-1)
    gone = None if one.deleted is None else one.deleted.take(~lines_of(other, one.deleted))
    if other.deleted is not None:
        known = lines_of(one, other.deleted) | lines_of(gone, other.deleted)
        other = replace(other, deleted=other.deleted.take(~known))
    moved = _renumber(other, len(one.files), last + 1)
    apart = [part for part in (gone, moved.deleted) if part is not None and len(part)]
    together = merge_toas(one, moved)
    return replace(
        together,
        files=(*one.files, *other.files),
        sources=(*_lines_of_files(one), *_lines_of_files(other)),
        deleted=merge_toas(*apart) if len(apart) == 2 else (apart[0] if apart else None),
    )


def _renumber(raw: RawTOAs, files: int, serial: int) -> RawTOAs:
    """The same TOAs with their files and places counted on from those of another set."""
    deleted = None if raw.deleted is None else _renumber(raw.deleted, files, serial)
    index, places = (raw.file_index + files).astype(np.int32), (raw.serial + serial).astype(np.int32)
    return replace(raw, file_index=index, serial=places, deleted=deleted)


def _places(raw: RawTOAs, numbers: Sequence[int]) -> Int[Toa]:
    """One number for the file and line of each TOA."""
    places: Int[Toa] = (np.array([*numbers, -1], np.int64)[raw.file_index] << 32) + raw.line
    return places


def _with_lines(raw: RawTOAs) -> list[tuple[str, Sequence[str]]]:
    return list(zip(raw.files, _lines_of_files(raw), strict=True))


def _equal(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two files have the same lines: a file may have changed between two readings."""
    return one is other or list(one) == list(other)


def _lines_of_files(raw: RawTOAs) -> tuple[Sequence[str], ...]:
    """The lines of each file, none for TOAs that come from no file."""
    return (*raw.sources, *(() for _ in raw.files[len(raw.sources) :]))
