"""The member of a family that applies on each row: an index, or a 0/1 mask where members overlap."""

from collections.abc import Callable

import numpy as np

from jug.core.array import Bool, Float, Member, Row
from jug.model.declare import Selection


def selection_by_ranges(mjd: Float[Row], low: Float[Member], high: Float[Member]) -> Selection:
    """Return the selection of members that cover ranges of MJD, both ends included.

    Parameters
    ----------
    mjd : (n + 1,) array
        The times to select by, MJD.
    low, high : (k,) array
        The ends of each range, MJD.

    Returns
    -------
    Selection
        As from `selection_by_rows`.
    """
    order = np.argsort(low, kind="stable")
    place = np.searchsorted(low[order], mjd, side="right") - 1
    reach = np.concatenate([np.maximum.accumulate(high[order]), [-np.inf]])
    if np.any(mjd <= reach[place - 1], where=place > 0):
        return selection_by_rows(len(mjd), len(low), lambda j: (mjd >= low[j]) & (mjd <= high[j]))
    inside = (place >= 0) & (mjd <= reach[place])
    return np.where(inside, order[place], len(low)).astype(np.int32)


def selection_by_rows(n_rows: int, k: int, covered: Callable[[int], Bool[Row]]) -> Selection:
    """Return the selection of members by the rows that each covers.

    Parameters
    ----------
    n_rows : int
        n + 1.
    k : int
        Number of members.
    covered : callable
        ``j -> (n + 1,) bool array``: the rows that member j covers.

    Returns
    -------
    Selection
        An index, (n + 1,), where the members are disjoint; else a 0/1 mask, (n + 1, k).
    """
    index = np.full(n_rows, k, dtype=np.int32)
    for j in range(k):
        rows = covered(j)
        if np.any(index[rows] < k):
            return np.stack([covered(i) for i in range(k)], axis=1).astype(np.float64)
        index[rows] = j
    return index
