"""The difference between the residuals of two models."""

from dataclasses import replace

import numpy as np

from jug.core.array import Float, Toa
from jug.model.evaluation.residuals import residuals
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


def residual_change(old: TimingModel, new: TimingModel, toas: TOAs) -> Float[Toa]:
    """Compute the residuals of the new model less those of the old one.

    Parameters
    ----------
    old, new : TimingModel
    toas : TOAs

    Returns
    -------
    (n,) array
        ns, with the mean removed. Whole turns are not counted, so that TRACK -2 needs no pulse numbers.
    """
    old, new = (replace(model, settings=replace(model.settings, track="0")) for model in (old, new))
    f0 = float(old.entries["F0"].value.hi)
    phase = residuals(new, toas).phase - residuals(old, toas).phase
    phase = phase - phase[0]
    phase = phase - np.rint(phase)
    return np.asarray((phase - np.mean(phase)) / f0 * 1e9)
