"""The covariance of a model's parameters from TOAs, for its conversion."""

import warnings
from dataclasses import replace

from jug.errors import FitWarning
from jug.fitting.fit import fit
from jug.fitting.result.fit_result import FitResult
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


def with_toa_covariance(model: TimingModel, toas: TOAs) -> TimingModel | FitResult:
    """Compute the covariance of the free parameters of a model from TOAs, at its own values.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs

    Returns
    -------
    FitResult or TimingModel
        The model itself where no parameter is free.
    """
    if not model.free:
        return model
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FitWarning)
        return replace(fit(model, toas, backend="numpy", max_iter=0, robust="none", noise=False), model=model)
