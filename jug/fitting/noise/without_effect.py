"""Noise lines on which the likelihood does not depend: ECORR of TOAs that are each alone in their epoch, and others."""

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
    """Whether two TOAs of an ECORR or more are of one epoch.

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


def not_estimated(model: TimingModel, names: Iterable[str], reasons: Mapping[str, str]) -> tuple[str, ...]:
    """Say which noise lines stay as they are since the likelihood does not depend on them, and why.

    Parameters
    ----------
    model : TimingModel
    names : iterable of str
        The noise parameters that were estimated.
    reasons : mapping of str to str
        Why others were not, where another reason is known than that the likelihood does not depend on them.

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
