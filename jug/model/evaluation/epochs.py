"""Columns that noise terms need: epochs of simultaneous TOAs, and the frequencies of a Fourier basis."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jug.core.constants import YEAR
from jug.model.declare import EpochLayer

EPOCH_S = 1.0
"""TOAs of one epoch are less than this after its first, s (PINT 1.1.8, enterprise)."""


def epochs(tdb: NDArray[np.float64], chosen: NDArray[np.intp]) -> list[NDArray[np.intp]]:
    """The epochs of two TOAs or more among the chosen rows, in order of time.

    Parameters
    ----------
    tdb : (n,) array
        s.
    chosen : array of int
        Rows of one selection.
    """
    order = chosen[np.argsort(tdb[chosen], kind="stable")]
    t = tdb[order]
    groups, first = [], 0
    while first < len(order):
        last = int(np.searchsorted(t, t[first] + EPOCH_S, side="left"))
        last = max(last, first + 1)
        if last - first > 1:
            groups.append(order[first:last])
        first = last
    return groups


def layers(tdb: NDArray[np.float64], selections: list[NDArray[np.bool_]]) -> tuple[EpochLayer, ...]:
    """Epoch of each TOA and owner of each epoch, in as few layers of disjoint selections as the file's order gives."""
    found: list[tuple[NDArray[np.bool_], list[NDArray[np.intp]], list[int]]] = []
    for owner, rows in enumerate(selections):
        groups = epochs(tdb, np.flatnonzero(rows))
        home = next((layer for layer in found if not np.any(layer[0] & rows)), None)
        if home is None:
            found.append((rows.copy(), groups, [owner] * len(groups)))
        else:
            home[0][rows] = True
            home[1].extend(groups)
            home[2].extend([owner] * len(groups))
    out = []
    for _, groups, owners in found:
        index = np.full(len(tdb), len(groups), dtype=np.int32)
        for number, group in enumerate(groups):
            index[group] = number
        out.append(EpochLayer(index, np.array(owners, dtype=np.int32)))
    return tuple(out)


def around(tdb: NDArray[np.float64], selections: list[NDArray[np.bool_]]) -> tuple[EpochLayer, ...]:
    """Epochs as tempo2 has them: every TOA less than 1 s from the epoch's first, which alone needs to be selected.

    An epoch may have one TOA; the last selection that covers its first TOA owns it. A TOA is in one epoch only.
    There is one layer.
    """
    owner = np.full(len(tdb), -1)
    for number, rows in enumerate(selections):
        owner[rows] = number
    order = np.argsort(tdb, kind="stable")
    free, members, owners = np.ones(len(tdb), dtype=bool), [], []
    for first in order[owner[order] >= 0]:
        if not free[first]:
            continue
        low = np.searchsorted(tdb[order], tdb[first] - EPOCH_S, side="right")
        high = np.searchsorted(tdb[order], tdb[first] + EPOCH_S, side="left")
        group = order[low:high]
        group = group[free[group]]
        free[group] = False
        members.append(group)
        owners.append(owner[first])
    index = np.full(len(tdb), len(members), dtype=np.int32)
    for number, group in enumerate(members):
        index[group] = number
    return (EpochLayer(index, np.array(owners, dtype=np.int32)),)


def frequencies(span_s: float, linear: int, logarithmic: int, factor: float) -> tuple[NDArray[Any], NDArray[Any]]:
    """Frequencies of a Fourier basis and the width of each, Hz.

    Parameters
    ----------
    span_s : float
        T, s.
    linear : int
        How many at k/T.
    logarithmic : int
        How many before them, from factor^-logarithmic / T up to 1/T.
    factor : float
    """
    f = np.arange(1, linear + 1) / span_s
    if logarithmic > 0:
        low = np.log10(factor**-logarithmic / span_s)
        f = np.concatenate([np.logspace(low, np.log10(1.0 / span_s), logarithmic, endpoint=False), f])
    return f, np.diff(f, prepend=0.0)


def span(tdb: NDArray[np.float64], years: float | None) -> float:
    """T, s: as given (yr), or from the first TOA to the last."""
    return years * YEAR if years is not None else float(np.max(tdb) - np.min(tdb))
