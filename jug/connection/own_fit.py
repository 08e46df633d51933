"""Whether the uncertainties of a par file are those of a fit of these TOAs.

Such uncertainties assume the turns that a phase connection is to find. So they cannot be priors, and they cannot show
which TOAs are connected.
"""

from dataclasses import replace

import numpy as np

from jug.analysis.prediction.joint_covariance import joint_covariance
from jug.connection.priors import prior_sigmas
from jug.errors import FitError
from jug.model.evaluation.anchor import make_anchor
from jug.model.evaluation.residuals import residuals_at_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs

OWN_FIT_FACTOR = 3.0
"""Largest ratio between an uncertainty of the par file and that of a fit of these TOAs. After a search the uncertainty
of F0 is larger by 100 or more."""


def is_own_fit(model: TimingModel, toas: TOAs) -> bool:
    """Compare the uncertainties with those of a fit in which all pulse numbers are known.

    A program may have multiplied the uncertainties by the root of the reduced chi2. This root is large after a fit with
    lost turns, so the largest ratio is multiplied by that of the residuals.

    Parameters
    ----------
    model : TimingModel
        Its free parameters with an uncertainty are those of the fit.
    toas : TOAs

    Returns
    -------
    bool
        False where F0 is fixed or has no uncertainty.
    """
    known = np.isfinite(prior_sigmas(model))
    model = model.with_free([name for name, has in zip(model.free, known, strict=True) if has])
    model = replace(model, settings=replace(model.settings, track="0"))
    if "F0" not in model.free:
        return False
    try:
        names, covariance = joint_covariance(model, toas)
        residuals = residuals_at_anchor(model, make_anchor(model, toas))
    except FitError:
        return False
    scale = np.sqrt(max(1.0, residuals.chi2 / max(residuals.dof, 1)))
    fitted = dict(zip(names, np.sqrt(np.diagonal(covariance)).tolist(), strict=True))
    ratios = np.array([float(model.entries[name].error or 0.0) / fitted[name] for name in model.free])
    return bool(np.all((ratios > 1.0 / OWN_FIT_FACTOR) & (ratios < OWN_FIT_FACTOR * scale)))
