"""TOAs of two files or sets as one."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from jug.io.tim.raw_toas import RawTOAs, merge


def joined(one: RawTOAs, other: RawTOAs) -> RawTOAs:
    """Join two sets of TOAs, those of the first in front.

    Parameters
    ----------
    one, other : RawTOAs
        Each TOA keeps its file and line; deleted ones stay deleted.

    Returns
    -------
    RawTOAs
    """
    last = max((int(part.serial.max()) for part in (one, one.deleted) if part is not None and len(part)), default=-1)
    moved = _moved(other, len(one.files), last + 1)
    apart = [part for part in (one.deleted, moved.deleted) if part is not None]
    together = merge(one, moved)
    return replace(
        together,
        files=(*one.files, *other.files),
        sources=(*_padded(one), *_padded(other)),
        deleted=merge(*apart) if len(apart) == 2 else (apart[0] if apart else None),
    )


def _moved(raw: RawTOAs, files: int, serial: int) -> RawTOAs:
    """The same TOAs with their files and places counted behind those of another set."""
    deleted = None if raw.deleted is None else _moved(raw.deleted, files, serial)
    index, places = (raw.file_index + files).astype(np.int32), (raw.serial + serial).astype(np.int32)
    return replace(raw, file_index=index, serial=places, deleted=deleted)


def _padded(raw: RawTOAs) -> tuple[Sequence[str], ...]:
    """The lines of each file, none for TOAs that come from no file."""
    return (*raw.sources, *(() for _ in raw.files[len(raw.sources) :]))
