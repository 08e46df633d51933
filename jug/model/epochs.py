"""Epochs of simultaneous TOAs, and the frequencies of a Fourier basis, for noise terms."""

import numpy as np

from jug.core.array import Bool, Float, Harmonic, Int, K, N, Toa
from jug.core.constants import YEAR
from jug.model.declare import EpochLayer

EPOCH_S = 1.0
"""Length of an epoch, s: each of its TOAs is less than this after its first TOA (PINT 1.1.8, enterprise)."""


def find_epochs(tdb: Float[Toa], chosen: Int[N]) -> list[Int[K]]:
    """Find the epochs of two TOAs or more among the chosen rows.

    Parameters
    ----------
    tdb : (n,) array
        TDB, s.
    chosen : (m,) array of int
        Rows of one selection.

    Returns
    -------
    list of (k,) arrays of int
        The rows of each epoch, in order of time.
    """
    if not len(chosen):
        return []
    order = chosen[np.argsort(tdb[chosen], kind="stable")]
    t = tdb[order]
    later = t + EPOCH_S
    ends = np.flatnonzero(np.append(t[1:] >= later[:-1], True)) + 1  # no epoch continues after such a gap
    starts = np.concatenate([[0], ends[:-1]])
    is_whole = t[ends - 1] < later[starts]
    groups = []
    for first, end, whole in zip(starts.tolist(), ends.tolist(), is_whole.tolist(), strict=True):
        while first < end:
            last = end if whole else first + int(np.searchsorted(t[first:end], later[first], side="left"))
            if last - first > 1:
                groups.append(order[first:last])
            first = last
    return groups


def epoch_layers(tdb: Float[Toa], selections: list[Bool[Toa]]) -> tuple[EpochLayer, ...]:
    """Assign TOAs to epochs, in layers of disjoint selections.

    Each selection is added to the first layer with which it has no TOA in common, in the order of the par file.

    Parameters
    ----------
    tdb : (n,) array
        TDB, s.
    selections : list of (n,) bool arrays
        TOAs to which each member of the noise family applies.

    Returns
    -------
    tuple of EpochLayer
    """
    found: list[tuple[Bool[Toa], list[Int[N]], list[int]]] = []
    for owner, rows in enumerate(selections):
        groups = find_epochs(tdb, np.flatnonzero(rows))
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
        if groups:
            index[np.concatenate(groups)] = np.repeat(np.arange(len(groups)), [len(group) for group in groups])
        out.append(EpochLayer(index, np.array(owners, dtype=np.int32)))
    return tuple(out)


def tempo2_epochs(tdb: Float[Toa], selections: list[Bool[Toa]]) -> tuple[EpochLayer, ...]:
    """Assign TOAs to epochs as tempo2 does.

    An epoch has all TOAs that are less than 1 s from its first TOA. Only the first TOA needs to be selected. An epoch
    may have a single TOA. An epoch belongs to the last selection that covers its first TOA. A TOA is in one epoch only.

    Parameters
    ----------
    tdb : (n,) array
        TDB, s.
    selections : list of (n,) bool arrays
        TOAs to which each member of the noise family applies.

    Returns
    -------
    tuple of EpochLayer
        One layer.
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


def fourier_frequencies(
    span_s: float, linear: int, logarithmic: int, factor: float
) -> tuple[Float[Harmonic], Float[Harmonic]]:
    """Return the frequencies of a Fourier basis and their widths.

    Parameters
    ----------
    span_s : float
        Time span T, s.
    linear : int
        Number of frequencies k/T, k = 1, 2, ...
    logarithmic : int
        Number of frequencies below them, from factor^-logarithmic / T to 1/T in equal steps of the logarithm.
    factor : float
        Ratio of 1/T to the next lower frequency.

    Returns
    -------
    frequency, width : (m,) arrays
        Hz. The width is the distance from the next lower frequency, for the lowest one from 0.
    """
    f = np.arange(1, linear + 1) / span_s
    if logarithmic > 0:
        low = np.log10(factor**-logarithmic / span_s)
        f = np.concatenate([np.logspace(low, np.log10(1.0 / span_s), logarithmic, endpoint=False), f])
    return f, np.diff(f, prepend=0.0)


def basis_span(tdb: Float[Toa], years: float | None) -> float:
    """Return the time span of a Fourier basis.

    Parameters
    ----------
    tdb : (n,) array
        TDB, s.
    years : float or None
        The span in yr where it is given; None: from the first TOA to the last.

    Returns
    -------
    float
        s.
    """
    return years * YEAR if years is not None else float(np.max(tdb) - np.min(tdb))
