"""The priors of parameters for which the caller gives none."""

import numpy as np

from jug.errors import FitError
from jug.model.declare import Param
from jug.sampling.priors import ParameterPrior, log_uniform, physical, uniform

_EFAC_PRIOR = uniform(0.1, 10.0)
_MICROSECONDS_PRIOR = log_uniform(1e-3, 1e4)
_LOG10_SECONDS_PRIOR = uniform(-9.0, -2.0)
_LOG10_AMPLITUDE_PRIOR, _INDEX_PRIOR = uniform(-20.0, -8.0), uniform(0.0, 7.0)

DEFAULTS = {
    **dict.fromkeys(("EFAC", "DMEFAC", "TNGLOBALEF"), _EFAC_PRIOR),
    **dict.fromkeys(("EQUAD", "ECORR", "TNSECORR"), _MICROSECONDS_PRIOR),
    **dict.fromkeys(("TNEQ", "TNGLOBALEQ", "TNSQ"), _LOG10_SECONDS_PRIOR),
    "DMEQUAD": log_uniform(1e-7, 1.0),
    **{f"{kind}AMP": _LOG10_AMPLITUDE_PRIOR for kind in ("TNRED", "TNDM", "TNCHROM", "TNBAND", "TNGROUP", "TNBANDDM")},
    **{f"{kind}GAM": _INDEX_PRIOR for kind in ("TNRED", "TNDM", "TNCHROM", "TNBAND", "TNGROUP", "TNBANDDM", "TNSW")},
    "TNSWAMP": uniform(-10.0, 3.0),
    **{"TNQPDMAMP": uniform(-10.0, -2.0), "TNQPDMFREQ": log_uniform(0.1, 30.0), "TNQPDMWIDTH": log_uniform(0.01, 10.0)},
}
"""Priors, by keyword, of noise parameters for which the caller gives none."""


def default_prior(param: Param, low: float, high: float) -> ParameterPrior:
    """Return the prior of a parameter for which the caller gives none.

    Parameters
    ----------
    param : Param
    low, high : float
        Its range in the likelihood.

    Returns
    -------
    ParameterPrior
        `physical` for timing parameters, and for noise parameters with a finite range.

    Raises
    ------
    FitError
        A noise parameter without a range.
    """
    if param.name in DEFAULTS:
        return DEFAULTS[param.name]
    if param.sampled and not (np.isfinite(low) and np.isfinite(high)):
        how = f"jug.posterior(..., priors={{'{param.name}': jug.sampling.priors.uniform(low, high)}})"
        raise FitError(f"{param.name} has no prior, and no range in which one could be flat; give one: {how}")
    return physical()
