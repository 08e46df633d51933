"""The covariance that TOAs give the parameters of a model that is converted."""

import warnings
from dataclasses import replace

from jug.errors import FitWarning
from jug.fitting.fit import fit
from jug.fitting.result.fit_result import FitResult
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


def with_toa_covariance(model: TimingModel, toas: TOAs) -> TimingModel | FitResult:
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
        return replace(fit(model, toas, backend="numpy", max_iter=0, robust="none", noise=False), model=model)
