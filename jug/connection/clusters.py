"""Clusters of TOAs. Between the TOAs of one cluster no turn can have been lost.

A tim file gives the clusters by its JUMP blocks, as DRACULA writes them (each block is a cluster, the TOAs outside of
all blocks are one more), and by lines C GAP (the TOAs outside of JUMP blocks before and after it are two clusters). In
other files neighbours in time are connected where the uncertainties of the par file predict the phase from one to the
next, or, where F0 has no uncertainty that may be trusted, where they are at most six hours apart.
"""

import re
from typing import NamedTuple

import numpy as np

from jug.connection.priors import prior_phase_error
from jug.core.array import Float, Int, Toa
from jug.errors import InputError
from jug.io.tim.raw_toas import RawTOAs
from jug.model.building.tim_jumps import FLAG
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

GAP_D = 0.25
"""Longest gap inside a cluster where nothing better is known, d: TOAs of one day."""

SURE_TURNS = 0.1
"""Largest standard deviation of the predicted phase across a gap inside a cluster, turns: five are half a turn."""

_GAP = re.compile(r"\s*(?:(?:C|c|CC|#)\s*)?GAP\w*\s*$")


class Clusters(NamedTuple):
    """The cluster of each TOA.

    Attributes
    ----------
    number : (n,) intp
        The cluster of each TOA; cluster 0 has the earliest TOA, and so on.
    n : int
        Number of clusters.
    by : str
        ``"jumps"`` where the tim file gives them, ``"gaps"`` where they were found from the gaps.
    """

    number: Int[Toa]
    n: int
    by: str


def clusters(
    model: TimingModel, toas: TOAs, by: str = "auto", gap_d: float | None = None, *, trusted: bool = True
) -> Clusters:
    """Find the clusters.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    by : {"auto", "jumps", "gaps"}
        ``auto``: as JUMP blocks and GAP lines of the tim file give them, else from the gaps.
    gap_d : float, optional
        Longest gap inside a cluster, d; clusters are then found from the gaps.
    trusted : bool
        Whether the uncertainties of the par file may connect TOAs that are more than six hours apart.

    Returns
    -------
    Clusters

    Raises
    ------
    InputError
        There is only one cluster, or ``by="jumps"`` and the tim file gives no clusters.
    """
    if by not in ("auto", "jumps", "gaps"):
        raise InputError(f"clusters cannot be found by {by!r}", hint="it is auto, jumps or gaps")
    labels = _labels_of_file(toas.raw) if by != "gaps" and gap_d is None else None
    if labels is None and by == "jumps":
        why = "the tim file has no JUMP blocks and no GAP lines"
        raise InputError(why, toas.raw.where(0)._replace(line=0, text=""), "let clusters be found from the gaps")
    how = "jumps" if labels is not None else "gaps"
    number = _numbered_by_time(_labels_of_gaps(model, toas, gap_d, trusted) if labels is None else labels, toas.mjd)
    count = int(number.max()) + 1
    if count < 2:
        why = "the TOAs are one cluster: there is no gap in which turns could have been lost"
        raise InputError(why, toas.raw.where(0)._replace(line=0, text=""), "fit them, or give a shorter gap")
    return Clusters(number, count, how)


def _labels_of_file(raw: RawTOAs) -> Int[Toa] | None:
    """A number for each JUMP block and each range between GAP lines, (n,); None where the file has only one.

    Where any file has a GAP line, an included file is a range of its own. INCLUDE lines alone do not divide the TOAs.
    """
    labels = np.zeros(len(raw), dtype=np.intp)
    gaps = [[i for i, text in enumerate(lines[:], 1) if _GAP.match(text)] for lines in raw.sources]
    if any(gaps):
        for file, own_gaps in enumerate(gaps):
            own = raw.file_index == file
            labels[own] = np.searchsorted(np.array(own_gaps), raw.line[own]) + file * len(raw)
    column = raw.flags.get(FLAG)
    if column is not None:
        labels = np.where(column.codes >= 0, -1 - column.codes, labels)
    return labels if len(np.unique(labels)) > 1 else None


def _labels_of_gaps(model: TimingModel, toas: TOAs, gap_d: float | None, trusted: bool) -> Int[Toa]:
    """A number for each run of TOAs without a gap in which a turn may be lost, (n,)."""
    order = np.argsort(toas.mjd, kind="stable")
    apart = np.diff(toas.mjd[order]) > (GAP_D if gap_d is None else gap_d)
    if gap_d is None:
        error = prior_phase_error(model, toas, order)
        if error is not None:
            apart = (error > SURE_TURNS) | (apart & (not trusted))
    number = np.empty(len(toas), dtype=np.intp)
    number[order] = np.concatenate([[0], np.cumsum(apart)])
    return number


def _numbered_by_time(labels: Int[Toa], mjd: Float[Toa]) -> Int[Toa]:
    """Labels as numbers from 0 in the order of each label's earliest TOA."""
    order = np.argsort(mjd, kind="stable")
    names, first, own = np.unique(labels[order], return_index=True, return_inverse=True)
    rank = np.empty(len(names), dtype=np.intp)
    rank[np.argsort(first)] = np.arange(len(names))
    number = np.empty(len(labels), dtype=np.intp)
    number[order] = rank[own]
    return number
