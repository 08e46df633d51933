"""The groups of TOAs that differ in colour and marker, or the frequencies that a colour scale shows."""

from typing import NamedTuple

import numpy as np

from jug.core.array import Bool, Float, Int, K, N, Str, Toa
from jug.errors import JugError
from jug.obs.toas import TOAs
from jug.plots.pictures import COLOURS
from jug.text.name_lists import counted_noun

FLAGS = ("f", "fe", "be", "sys", "group", "g")
"""Flags that name a receiver or a backend, in the order in which ``auto`` tries them."""

MOST_GROUPS = 12
"""Largest number of groups for which ``auto`` takes a flag. With more groups the colour shows the frequency."""

MARKERS = ("o", "s", "^", "D", "v", "P", "X")

MOST_STYLES = len(COLOURS) * len(MARKERS)
"""Largest number of groups with a style of their own. Of more groups, the smallest share one style."""

NO_FLAG = "no flag"
SEVERAL_GROUPS = "several"
"""Label of an average over TOAs of several groups."""

OTHERS_COLOUR = "0.6"


class Colouring(NamedTuple):
    """What the colours of a picture mean: groups, or the frequency.

    Parameters
    ----------
    words : (n,) array of str or None
        The group of each point, empty without a flag.
    mhz : (n,) array or None
        The frequency of each point, for a scale of colours; it may be infinite. One of the two is None.
    """

    words: Str[N] | None
    mhz: Float[N] | None = None


class PlottedGroup(NamedTuple):
    """Points that are drawn in one style: their label, and the mask that selects them, (n,) bool."""

    label: str
    members: Bool[N]


def colouring_of(toas: TOAs, colour: str, members: tuple[Int[K], ...] | None = None) -> Colouring:
    """Find the groups or frequencies by which TOAs, or averages over TOAs, are coloured.

    Parameters
    ----------
    toas : TOAs
    colour : str
        A flag, ``"site"``, ``"freq"``, ``"none"`` or ``"auto"`` (`jug.plot_residuals`).
    members : tuple of (k,) int arrays, optional
        The TOAs of each average.

    Returns
    -------
    Colouring

    Raises
    ------
    JugError
        No TOA has the flag.
    """
    found = _colouring_of_toas(toas, colour)
    if members is None:
        return found
    if found.mhz is not None:
        with np.errstate(invalid="ignore"):
            return Colouring(None, np.array([np.mean(found.mhz[rows]) for rows in members]))
    assert found.words is not None
    words = found.words
    return Colouring(
        np.array([w if np.all(words[rows] == (w := words[rows[0]])) else SEVERAL_GROUPS for rows in members])
    )


def _colouring_of_toas(toas: TOAs, colour: str) -> Colouring:
    nothing = Colouring(np.full(len(toas), ""))
    scale = Colouring(None, toas.freq_hz / 1e6) if _frequencies_differ(toas) else nothing
    if colour == "none":
        return nothing
    if colour == "site":
        return Colouring(np.array(toas.site_names, dtype=np.str_))
    if colour == "freq":
        return scale
    if colour != "auto":
        words = toas.flag(colour.removeprefix("-"))
        if not np.any(words != ""):
            flags = ", ".join(sorted(toas.raw.flags))
            known = f"there are: {flags}" if flags else "they have no flags"
            raise JugError(f"no TOA has the flag {colour!r} to colour by; {known}")
        return Colouring(words)
    for words in (*map(toas.flag, FLAGS), np.array(toas.site_names, dtype=np.str_)):
        if 2 <= len(np.unique(words)) <= MOST_GROUPS:
            return Colouring(words)
    return scale


def groups_of(words: Str[N]) -> tuple[PlottedGroup, ...]:
    """Split points into groups by their words, sorted by word. Above `MOST_STYLES`, the smallest become one group.

    Parameters
    ----------
    words : (n,) array of str

    Returns
    -------
    tuple of PlottedGroup
    """
    names, codes, counts = np.unique(words, return_inverse=True, return_counts=True)
    if len(names) <= MOST_STYLES:
        return tuple(PlottedGroup(str(name) or NO_FLAG, codes == i) for i, name in enumerate(names))
    kept = np.sort(np.argsort(-counts, kind="stable")[: MOST_STYLES - 1])
    groups = [PlottedGroup(str(names[i]) or NO_FLAG, codes == i) for i in kept]
    rest = counted_noun(len(names) - len(kept), "smaller group")
    return (*groups, PlottedGroup(rest, ~np.isin(codes, kept)))


def style_of(number: int, n_groups: int) -> dict[str, str]:
    """Return colour and marker (``fmt``) of a group by its number. The grey 0.2 is not used.

    Parameters
    ----------
    number, n_groups : int
        The number of the group, from 0, and the number of groups.

    Returns
    -------
    dict
        ``color`` and ``fmt``.
    """
    if number == MOST_STYLES - 1 and n_groups == MOST_STYLES:
        return {"color": OTHERS_COLOUR, "fmt": "."}
    return {"color": COLOURS[number % len(COLOURS)], "fmt": MARKERS[number // len(COLOURS) % len(MARKERS)]}


def _frequencies_differ(toas: TOAs) -> bool:
    mhz: Float[Toa] = toas.freq_hz[np.isfinite(toas.freq_hz)]
    return bool(mhz.size) and float(np.ptp(mhz)) > 0.0
