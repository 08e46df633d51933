"""The list of clock files that the IPTA distributes: ``index.txt``.

Its rows are: path below the base address (``T2runtime/clock/gps2utc.clk``), days between updates of the file (``inf``:
never updated), a date such that copies fetched before it are known to be wrong (``---``: none), and flags, which are
not used.
"""

import math
from datetime import UTC, datetime
from pathlib import PurePosixPath
from typing import NamedTuple

from jug.errors import DataError, Where
from jug.text.json_types import JsonObject

INDEX_FILE = "index.txt"


class IndexRow(NamedTuple):
    """One file of the publisher's list.

    Attributes
    ----------
    path : str
        Path below the base address.
    interval_days : float
        Days between updates; infinite if it is never updated.
    invalid_before : str
        ISO date before which copies are known to be wrong; empty where there is none.
    """

    path: str
    interval_days: float
    invalid_before: str = ""

    @property
    def name(self) -> str:
        """Name of the file."""
        return PurePosixPath(self.path).name


def parse_index(text: str, url: str) -> dict[str, IndexRow]:
    """Read the publisher's list of clock files.

    Parameters
    ----------
    text : str
    url : str
        Its address, for messages.

    Returns
    -------
    dict of str to IndexRow
        By the name of the file.

    Raises
    ------
    DataError
        The text is not such a list; for example the login page of a network.
    """
    rows = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        row = _row(words)
        if row is None:
            hint = "look at it in a browser: does this network ask for a login, or is the base address wrong?"
            raise DataError(f"this is not a list of clock files, {line.strip()[:60]!r}", Where(url, number), hint)
        rows[row.name] = row
    if not rows:
        raise DataError("the list of clock files is empty", Where(url, text.count("\n") + 1), "try again later")
    return rows


def _row(words: list[str]) -> IndexRow | None:
    path = PurePosixPath(words[0])
    if len(words) < 3 or path.is_absolute() or ".." in path.parts or path.suffix == "":
        return None
    try:
        interval = math.nan if "_" in words[1] else float(words[1])
        date = "" if words[2] == "---" else datetime.fromisoformat(words[2]).date().isoformat()
    except ValueError:
        return None
    return IndexRow(words[0], interval, date) if interval >= 0.0 else None


def is_due(row: IndexRow, recorded: JsonObject, now: datetime) -> bool:
    """Whether a file that was fetched before should be fetched again, by its publisher's list.

    Parameters
    ----------
    row : IndexRow
    recorded : dict
        Its entry in the list of the cache, with ``fetched``, an ISO date and time.
    now : datetime

    Returns
    -------
    bool
        Also True if `recorded` has no date.
    """
    try:
        fetched = datetime.fromisoformat(str(recorded.get("fetched", "")))
    except ValueError:
        return True
    fetched = fetched if fetched.tzinfo else fetched.replace(tzinfo=UTC)
    if row.invalid_before and fetched.date().isoformat() < row.invalid_before:
        return True
    return not math.isinf(row.interval_days) and (now - fetched).total_seconds() >= row.interval_days * 86400.0
