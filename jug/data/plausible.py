"""Whether the new rows of a clock file can be those of a clock, and which sites read the file."""

from pathlib import Path

import numpy as np

from jug.core.array import Bool, Node
from jug.core.constants import TT_MINUS_TAI
from jug.data.compare import last_measured, read, readings
from jug.errors import DataError
from jug.io.clockfile import ClockFile
from jug.obs.clock import GPS
from jug.obs.sites import site_table

BEYOND_S = 1.0
"""Largest correction of a new row, s. Of the files that come with jug Arecibo's has a row of 0.99997 s."""

JUMP_S = 1e-3
"""Largest difference of a new row from the file at hand, s."""

MOST_GROWTH = 10
"""Largest ratio of the size of a new file to that of the file at hand, above `SMALL_FILE_BYTES`."""

SMALL_FILE_BYTES = 1_000_000
"""Size of a file, bytes, up to which it may grow by any ratio."""

NAMED_SITES = 4
"""Most sites that a message names."""


def implausible(old: Path | None, new: Path, name: str) -> str:
    """Describe rows that no clock can have.

    Rows that the file at hand has too are not checked, so that the wrong ones of a long history stay as they are.

    Parameters
    ----------
    old : Path or None
        The file at hand.
    new : Path
    name : str
        Name of the clock file.

    Returns
    -------
    str
        A phrase, as "has a correction of 3 s at MJD 60000"; empty where nothing is wrong.

    Raises
    ------
    DataError
        The new file cannot be read.
    """
    if old is not None and new.stat().st_size > max(SMALL_FILE_BYTES, MOST_GROWTH * old.stat().st_size):
        return f"is {new.stat().st_size / old.stat().st_size:.0f} times as large as the file at hand"
    for reading in readings(name):
        after = read(new, reading)
        try:
            before = None if old is None else read(old, reading)
        except DataError:
            before = None  # damaged: nothing to compare with
        if reason := _reason(before, after, TT_MINUS_TAI if name.startswith("tai2tt_") else 0.0):
            return reason
    return ""


def _reason(old: ClockFile | None, new: ClockFile, offset_s: float) -> str:
    rows = _new_rows(old, new)
    mjd, seconds = new.mjd[rows], new.seconds[rows] - offset_s
    if not len(mjd):
        return ""
    worst = int(np.argmax(np.abs(seconds)))
    if abs(seconds[worst]) > BEYOND_S:
        return f"has a correction of {seconds[worst]:.6g} s at MJD {mjd[worst]:.7g}, which is beyond {BEYOND_S:g} s"
    if old is None:
        return ""
    extended = old.evaluate(np.clip(mjd, old.mjd[0], last_measured(old)), hold=True)[0] - offset_s
    apart = np.abs(seconds - extended)
    worst = int(np.argmax(apart))
    if apart[worst] <= JUMP_S:
        return ""
    return f"has a row at MJD {mjd[worst]:.7g} that is {apart[worst] * 1e3:.4g} ms from the file at hand"


def _new_rows(old: ClockFile | None, new: ClockFile) -> Bool[Node]:
    """The rows that the old file does not have to the last digit."""
    if old is None:
        return np.ones(len(new.mjd), dtype=bool)
    known = set(zip(old.mjd.tolist(), old.seconds.tolist(), strict=True))
    return np.array([row not in known for row in zip(new.mjd.tolist(), new.seconds.tolist(), strict=True)], dtype=bool)


def sites_of(name: str) -> str:
    """Name the sites whose TOAs a clock file corrects.

    Parameters
    ----------
    name : str
        Name of the clock file.

    Returns
    -------
    str
        As "gbt" or "every site whose clock is steered to GPS"; empty where no site of the table reads it.
    """
    if name == GPS.name:
        return "every site whose clock is steered to GPS"
    if name.startswith("tai2tt_bipm"):
        return f"every site with CLK TT(BIPM{name[11:15]})"
    found = [
        site.name for site in site_table().values() if any(ref.name == name for ref in (*site.clock, *site.fallback))
    ]
    return (
        ", ".join(found)
        if len(found) <= NAMED_SITES
        else f"{', '.join(found[:NAMED_SITES])} and {len(found) - NAMED_SITES} more"
    )
