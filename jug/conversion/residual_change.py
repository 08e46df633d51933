"""By how much the residuals of a converted model differ from those of the model that it was made from."""

import warnings
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from jug.errors import FitWarning
from jug.fitting.fit import fit
from jug.fitting.result import FitResult
from jug.model.evaluation.residuals import residuals
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


def residual_change(old: TimingModel, new: TimingModel, toas: TOAs) -> NDArray[np.float64]:
    """Compute the residuals of the new model less those of the old one.

    Parameters
    ----------
    old, new : TimingModel
    toas : TOAs

    Returns
    -------
    (n,) array
        ns, the mean removed. Whole turns count as no difference.
    """
    f0 = float(old.entries["F0"].value.hi)
    turns = residuals(new, toas).phase - residuals(old, toas).phase
    turns = turns - turns[0]
    turns = turns - np.rint(turns)
    return np.asarray((turns - np.mean(turns)) / f0 * 1e9)


def with_covariance(model: TimingModel, toas: TOAs) -> TimingModel | FitResult:
    """Find the covariance that TOAs give the free parameters of a model, at its own values.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs

    Returns
    -------
    FitResult or TimingModel
        The model itself where nothing is free.
    """
    if not model.free:
        return model
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FitWarning)
        return replace(fit(model, toas, backend="numpy", max_iter=0), model=model)
