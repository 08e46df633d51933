"""TOAs of a tim file that agree in time, frequency, uncertainty and site: one TOA entered twice."""

import numpy as np

from jug.core.array import Bool, Toa
from jug.io.tim.raw_toas import RawTOAs


def duplicate_pairs(raw: RawTOAs) -> list[tuple[int, int]]:
    """List the TOAs that agree with an earlier one in time, frequency, uncertainty and site.

    Parameters
    ----------
    raw : RawTOAs

    Returns
    -------
    list of (int, int)
        For each its first occurrence and its own row.
    """
    seconds = raw.times.day * 86400.0 + raw.times.sec.hi  # to 1 us
    ordered = np.sort(seconds)
    twice = ordered[1:][ordered[1:] == ordered[:-1]]
    if not twice.size:
        return []
    rows = np.flatnonzero(np.isin(seconds, twice))
    columns = (raw.times.day, raw.times.sec.hi, raw.times.sec.lo, raw.freq_hz, raw.error_s, raw.site.codes)
    first_row: dict[tuple[float, ...], int] = {}
    pairs = []
    for row, *key in zip(rows.tolist(), *(column[rows].tolist() for column in columns), strict=True):
        earlier = first_row.setdefault(tuple(key), row)
        if earlier != row:
            pairs.append((earlier, row))
    return pairs


def first_occurrences(raw: RawTOAs) -> Bool[Toa]:
    """Mark the TOAs that are not duplicates of an earlier one.

    Parameters
    ----------
    raw : RawTOAs

    Returns
    -------
    (n,) bool array
    """
    first = np.ones(len(raw), dtype=bool)
    first[[row for _, row in duplicate_pairs(raw)]] = False
    return first
