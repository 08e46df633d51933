"""Check that the new rows of a clock file are plausible for a clock."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from jug.core.array import Bool, Float, Node
from jug.core.constants import TT_MINUS_TAI
from jug.data.compare import last_measured, read, readings
from jug.io.clockfile import ClockFile

BEYOND_S = 1.0
"""Smallest correction of a new row, s, that is refused. Arecibo's file that comes with jug has one of 0.99997 s."""

JUMP_S = 1e-3
"""Largest difference of a new row from the file at hand, s, that is accepted."""

MOST_GROWTH = 10
"""Largest ratio of the size of a new file to that of the file at hand, above `SMALL_FILE_BYTES`."""

SMALL_FILE_BYTES = 1_000_000
"""Size of a file, bytes, up to which it may grow by any ratio."""


def implausible_rows(old: Sequence[Path], new: Path, name: str) -> str:
    """Describe rows that are implausible for a clock.

    Rows that a copy at hand also has are not checked, so that old wrong rows do not prevent an update. Each other row
    is compared with every copy that covers its date, and at dates that no copy covers with the copy that ends nearest.

    Parameters
    ----------
    old : sequence of Path
        The copies at hand, all readable; empty for a new file.
    new : Path
    name : str
        Name of the clock file.

    Returns
    -------
    str
        A phrase, as "has a correction of 3 s at MJD 60000"; empty if all rows are plausible.

    Raises
    ------
    DataError
        One of them cannot be read.
    """
    size, largest = new.stat().st_size, max((path.stat().st_size for path in old), default=0)
    if old and size > max(SMALL_FILE_BYTES, MOST_GROWTH * largest):
        return f"is {size / largest:.0f} times as large as the file at hand"
    offset_s = TT_MINUS_TAI if name.startswith("tai2tt_") else 0.0
    for reading in readings(name):
        if reason := _reason([read(path, reading) for path in old], read(new, reading), offset_s):
            return reason
    return ""


def _reason(old: Sequence[ClockFile], new: ClockFile, offset_s: float) -> str:
    rows = _new_rows(old, new)
    mjd, seconds = new.mjd[rows], new.seconds[rows]
    if not len(mjd):
        return ""
    size = np.abs(seconds - offset_s)
    worst = int(np.argmax(size))
    if size[worst] >= BEYOND_S:
        value = seconds[worst] - offset_s
        return f"has a correction of {value:.6g} s at MJD {mjd[worst]:.7g}, which is {BEYOND_S:g} s or more"
    if not old:
        return ""
    apart = np.max([_apart(copy, old, mjd, seconds) for copy in old], axis=0)
    worst = int(np.argmax(apart))
    if apart[worst] <= JUMP_S:
        return ""
    return f"has a row at MJD {mjd[worst]:.7g} that is {apart[worst] * 1e3:.4g} ms from the file at hand"


def _apart(copy: ClockFile, old: Sequence[ClockFile], mjd: Float[Node], seconds: Float[Node]) -> Float[Node]:
    """Distance of rows from a copy at hand, s; 0 at dates outside it to which another copy is nearer."""
    first, last = copy.mjd[0], last_measured(copy)
    early = (mjd < first) & (first > min(other.mjd[0] for other in old))
    late = (mjd > last) & (last < max(last_measured(other) for other in old))
    extended = copy.evaluate(np.clip(mjd, first, last), hold=True)[0]
    return np.where(early | late, 0.0, np.abs(seconds - extended))


def _new_rows(old: Sequence[ClockFile], new: ClockFile) -> Bool[Node]:
    """The rows that no old file has to the last digit."""
    known = {row for copy in old for row in zip(copy.mjd.tolist(), copy.seconds.tolist(), strict=True)}
    return np.array([row not in known for row in zip(new.mjd.tolist(), new.seconds.tolist(), strict=True)], dtype=bool)
