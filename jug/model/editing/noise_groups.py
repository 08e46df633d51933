"""Groups of TOAs with noise of their own: one for each backend, where a line of a par file can select it."""

from typing import NamedTuple

import numpy as np

from jug.core.array import Bool, Str, Toa
from jug.errors import InputError
from jug.obs.receivers import RECEIVER_FLAGS, receiver_names
from jug.obs.toas import TOAs
from jug.text.name_lists import comma_list, toa_count

LEAST_TOAS = 10
"""Least number of TOAs of a group: the relative uncertainty of EFAC is then 1/4."""

SELECTING_FLAGS = (*RECEIVER_FLAGS, "fe", "be", "B")
"""The flags by which a line may select a group, in the order in which they are tried."""


class NoiseGroup(NamedTuple):
    """TOAs that have noise lines in common.

    Parameters
    ----------
    selector : str
        As in a par file: ``-f L-wide_PUPPI``, ``TEL gbt``.
    rows : (n,) array of bool
        Its TOAs.
    """

    selector: str
    rows: Bool[Toa]


class _Backend(NamedTuple):
    """One or more backends: their names, their TOAs, and the selector, empty where no line selects just these."""

    names: tuple[str, ...]
    rows: Bool[Toa]
    selector: str


def noise_groups(toas: TOAs, flag: str | None = None) -> tuple[tuple[NoiseGroup, ...], tuple[str, ...]]:
    """Divide TOAs by backend; small backends are joined with others by a selector that covers both.

    Parameters
    ----------
    toas : TOAs
    flag : str, optional
        Divide by the values of this flag; by default by `jug.obs.receivers.receiver_names`, by -fe or -be alone where
        there is no other, and by site where a TOA has none of these flags.

    Returns
    -------
    groups : tuple of NoiseGroup
        In the order of their first TOAs. No TOA is in two of them.
    notes : tuple of str
        The backends that were joined, and those in no group, with the reason.

    Raises
    ------
    InputError
        No TOA has the flag.
    """
    candidates = _candidates(toas, flag)
    left = [_Backend((name,), rows, _selector_of(rows, candidates)) for name, rows in _by_name(toas, flag)]
    notes = []
    while poor := [one for one in left if not one.selector or np.count_nonzero(one.rows) < LEAST_TOAS]:
        worst = min(poor, key=lambda one: int(np.count_nonzero(one.rows)))
        left = [one for one in left if one is not worst]
        wider = _wider_selection(worst, left, candidates)
        if wider is None:
            notes.append(
                f"{_describe_backend(worst)} and cannot be joined with others by one selection: without noise lines"
            )
            continue
        with_it = [one for one in left if wider.rows[one.rows].any()]
        left = [one for one in left if not wider.rows[one.rows].any()] + [wider]
        others = comma_list([name for one in with_it for name in one.names])
        notes.append(f"{_describe_backend(worst)}: the lines of {wider.selector} are for it and {others}")
    left.sort(key=lambda one: int(np.argmax(one.rows)))
    return tuple(NoiseGroup(one.selector, one.rows) for one in left), tuple(notes)


def _describe_backend(one: _Backend) -> str:
    """Describe why a backend cannot have lines of its own."""
    name, size = comma_list(one.names), int(np.count_nonzero(one.rows))
    if size < LEAST_TOAS:
        return f"{name} has {toa_count(size)}, fewer than {LEAST_TOAS}"
    return f"{name} has no selection of its own"


def _by_name(toas: TOAs, flag: str | None) -> list[tuple[str, Bool[Toa]]]:
    """Backends in the order of their names, and their TOAs."""
    if flag is None:
        names: Str[Toa] = receiver_names(toas)
        for key in ("fe", "be"):
            names = np.where(names == "", toas.flag(key), names)
    else:
        names = toas.flag(flag.lstrip("-"))
        if not np.any(names != ""):
            raise InputError(f"no TOA has the flag -{flag.lstrip('-')}")
    sites = np.array([f"TEL {site}" for site in toas.site_names], dtype=object)
    every = np.where(names == "", sites, names.astype(object)).astype(np.str_)
    return [(str(name), every == name) for name in np.unique(every)]


def _candidates(toas: TOAs, flag: str | None) -> list[tuple[str, Bool[Toa]]]:
    """Selectors of a par file, each with its TOAs."""
    keys = SELECTING_FLAGS if flag is None else dict.fromkeys((flag.lstrip("-"), *SELECTING_FLAGS))
    found = []
    for key in keys:
        values = toas.flag(key)
        found += [(f"-{key} {value}", values == value) for value in np.unique(values) if value]
    sites = np.array(toas.site_names)
    return found + [(f"TEL {site}", sites == site) for site in np.unique(sites)]


def _selector_of(rows: Bool[Toa], candidates: list[tuple[str, Bool[Toa]]]) -> str:
    """The first selector that selects these TOAs and no others; empty where there is none."""
    return next((text for text, selected in candidates if np.array_equal(selected, rows)), "")


def _wider_selection(one: _Backend, others: list[_Backend], candidates: list[tuple[str, Bool[Toa]]]) -> _Backend | None:
    """The smallest selection with this backend, all TOAs of one or more others, and enough TOAs.

    At most one of the others could have lines of its own, so that a backend of few TOAs does not join many.
    """
    found: _Backend | None = None
    for text, selected in candidates:
        inside = [other for other in others if selected[other.rows].all()]
        size = int(np.count_nonzero(selected))
        whole = sum(int(np.count_nonzero(part.rows)) for part in (one, *inside))
        good = sum(bool(other.selector) and np.count_nonzero(other.rows) >= LEAST_TOAS for other in inside)
        if not selected[one.rows].all() or not inside or good > 1 or size != whole or size < LEAST_TOAS:
            continue
        if found is None or size < np.count_nonzero(found.rows):
            found = _Backend((*one.names, *(name for other in inside for name in other.names)), selected, text)
    return found
