"""Checks of date ranges (DMX, CMX, SWX) against the TOAs: empty ones, overlaps, and TOAs in no range."""

from enum import Enum

import numpy as np

from jug.core.array import Float, Int, Member, Toa
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.text.name_lists import comma_list, toa_count


class RangeFault(Enum):
    """What may be wrong with date ranges."""

    EMPTY = "a range covers no TOA"
    OVERLAP = "ranges overlap"
    OUTSIDE = "a TOA is in no range"


def range_notes(model: TimingModel, toas: TOAs) -> tuple[str, ...]:
    """Describe empty and overlapping ranges, and TOAs in no range.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs

    Returns
    -------
    tuple of str
        One clause for each finding.
    """
    return tuple(text for _, text in range_faults(model, toas))


def range_faults(model: TimingModel, toas: TOAs) -> list[tuple[RangeFault, str]]:
    """Find empty and overlapping ranges, and TOAs in no range.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs

    Returns
    -------
    list of (RangeFault, str)
        What is wrong, and a clause that describes it.
    """
    mjd = np.sort(toas.mjd)
    found: list[tuple[RangeFault, str]] = []
    for c in model.components:
        for families, low, high in c.ranges:
            names = [e.name for e in _members(model, families[0])]
            r1, r2 = (np.array([float(e.value.hi) for e in _members(model, key)]) for key in (low, high))
            clauses = {
                RangeFault.EMPTY: _empty_ranges(names, r1, r2, mjd),
                RangeFault.OVERLAP: _overlaps(names, r1, r2),
                RangeFault.OUTSIDE: _toas_in_no_range(families[0], r1, r2, mjd),
            }
            found += ((fault, text) for fault, text in clauses.items() if text)
    return found


def _members(model: TimingModel, name: str) -> list[Entry]:
    return sorted((e for e in model.entries.values() if e.param.name == name), key=lambda e: e.order or 0)


def _first_and_end(r1: Float[Member], r2: Float[Member], mjd: Float[Toa]) -> tuple[Int[Member], Int[Member]]:
    """The rows of sorted ``mjd`` that each range covers: from the first, up to the end."""
    first = np.searchsorted(mjd, r1, side="left")
    return first, np.maximum(np.searchsorted(mjd, r2, side="right"), first)


def _empty_ranges(names: list[str], r1: Float[Member], r2: Float[Member], mjd: Float[Toa]) -> str:
    first, end = _first_and_end(r1, r2, mjd)
    empty = [name for name, n in zip(names, end - first, strict=True) if n == 0]
    if not empty:
        return ""
    return f"{comma_list(empty)} {'covers' if len(empty) == 1 else 'cover'} no TOA and cannot be fitted"


def _overlaps(names: list[str], r1: Float[Member], r2: Float[Member]) -> str:
    order = np.argsort(r1, kind="stable")
    pairs, reach = [], order[0]
    for j in order[1:]:
        if r1[j] < r2[reach]:
            pairs.append(f"{names[reach]} with {names[j]}")
        if r2[j] > r2[reach]:
            reach = j
    return f"ranges overlap and add up there: {comma_list(pairs)}" if pairs else ""


def _toas_in_no_range(family: str, r1: Float[Member], r2: Float[Member], mjd: Float[Toa]) -> str:
    first, end = _first_and_end(r1, r2, mjd)
    change = np.bincount(first, minlength=len(mjd) + 1) - np.bincount(end, minlength=len(mjd) + 1)
    outside = np.flatnonzero(np.cumsum(change)[: len(mjd)] == 0)
    if not len(outside):
        return ""
    who = f"{len(outside)} of {toa_count(len(mjd))} {'is' if len(outside) == 1 else 'are'}"
    return f"{who} in no range of {family}, the first at MJD {mjd[outside[0]]:.4f}"
