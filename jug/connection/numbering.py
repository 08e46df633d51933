"""Pulse numbers inside the clusters."""

from dataclasses import replace

import numpy as np

from jug.connection.clusters import Clusters
from jug.core.array import Float, Int, Toa
from jug.io.tim.pulse_numbers import pulse_numbers, whole_turns
from jug.model.evaluation.anchor import make_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


def first_numbers(model: TimingModel, toas: TOAs, found: Clusters, *, phases: bool = True) -> Int[Toa]:
    """Number the pulses: inside a cluster as the tim file says, from cluster to cluster by the nearest pulse.

    Where all TOAs have pulse numbers (-pn), the clusters take these. Else a cluster in which whole turns of PHASE
    differ takes these turns. Else each TOA has the pulse nearest to the prediction from the TOA before it.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    found : Clusters
    phases : bool
        Whether whole turns of PHASE count.

    Returns
    -------
    (n,) int64
        For TOAs as `jug.connection.stated_turns.without_stated_turns` makes them.
    """
    untracked = replace(model, settings=replace(model.settings, track="0"))
    anchor = make_anchor(untracked, toas)
    whole = whole_turns(toas.raw)
    given = anchor.pulse_number - whole
    numbered, known = pulse_numbers(toas.raw)
    residual = anchor.reference.residual
    nearest = _numbers_by_neighbours(anchor.pulse_number, residual - whole, toas.mjd)
    number = nearest.copy()
    for k in range(found.n):
        own = np.flatnonzero(found.number == k)
        inside = numbered if known.all() else given if phases and np.ptp(whole[own]) else nearest
        number[own] = inside[own] + (nearest[own[0]] - inside[own[0]])
    return number


def _numbers_by_neighbours(number: Int[Toa], residual: Float[Toa], mjd: Float[Toa]) -> Int[Toa]:
    """Numbers with which neighbours in time differ by the nearest whole number of turns, (n,)."""
    order = np.argsort(mjd, kind="stable")
    extra = np.rint(np.diff(residual[order])).astype(np.int64)
    out = number.copy()
    out[order[1:]] += np.cumsum(extra)
    return out
