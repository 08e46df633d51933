"""Noise lines on which the likelihood does not depend, as an ECORR whose TOAs are each alone in their epoch."""

from collections.abc import Iterable, Mapping

import numpy as np

from jug.model.epochs import find_epochs
from jug.model.parameters import Entry
from jug.model.timing_model import TimingModel
from jug.obs.selection import mask
from jug.obs.toas import TOAs

JITTERS = ("ECORR", "TNSECORR")
NO_EPOCH = "no two of its TOAs are of one epoch, so that the data show no noise common to one"
"""Why an ECORR cannot be estimated."""


def has_epoch(model: TimingModel, toas: TOAs, e: Entry) -> bool:
    """Whether an epoch has two or more TOAs of an ECORR.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    e : Entry
        Of an ECORR.

    Returns
    -------
    bool
    """
    if model.settings.conventions["ECORR"] != "PINT" or e.selector is None:
        return True  # in tempo2 one TOA is an epoch
    seconds = (toas.tdb.day - toas.tdb.day.min()) * 86400.0 + toas.tdb.sec.hi
    where = None if e.line is None else model.par.where(e.line)
    return bool(find_epochs(seconds, np.flatnonzero(mask(e.selector, toas, where))))


def notes_on_unestimated(model: TimingModel, names: Iterable[str], reasons: Mapping[str, str]) -> tuple[str, ...]:
    """Return a sentence for each noise line that was not estimated, with the reason.

    Parameters
    ----------
    model : TimingModel
    names : iterable of str
        The noise parameters that were estimated.
    reasons : mapping of str to str
        Reasons by name, other than that the likelihood does not depend on the parameter.

    Returns
    -------
    tuple of str
        One sentence for each line, without a full stop.
    """
    found = frozenset(names)
    left = [e for e in model.entries.values() if e.param.sampled and e.line is not None and e.name not in found]
    why = "the likelihood does not change with it"
    usual = {e.name: NO_EPOCH if e.param.name in JITTERS else why for e in left}
    return tuple(f"{e.label} is left as it is: {reasons.get(e.name, usual[e.name])}" for e in left)
