"""Gaussian priors on the free parameters: their values and uncertainties in the par file."""

import numpy as np

from jug.core.array import Float, Int, N
from jug.model.evaluation.design_matrix import design_matrix
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


def prior_sigmas(model: TimingModel, *, wanted: bool = True) -> Float[N]:
    """Return the uncertainty of each free parameter, in the unit of its value; inf where it has none.

    Parameters
    ----------
    model : TimingModel
    wanted : bool
        False: inf for all.

    Returns
    -------
    (k,) float64
        In the order of ``model.free``.
    """
    errors = (model.entries[name].error for name in model.free)
    return np.array([error if wanted and error is not None and error > 0.0 else np.inf for error in errors])


def prior_phase_error(model: TimingModel, toas: TOAs, order: Int[N]) -> Float[N] | None:
    """Predict how well the uncertainties of the par file carry the phase from each TOA to the next.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    order : (n,) int array
        The TOAs in the order of time.

    Returns
    -------
    (n - 1,) float64 or None
        Standard deviation of the difference in phase, turns; None where F0 is free and has no uncertainty, or where no
        parameter is free.
    """
    names, sigma = model.free, prior_sigmas(model)
    if not names or not np.all(np.isfinite(sigma[[name == "F0" for name in names]])):
        return None
    found = design_matrix(model, toas)
    matrix = found.matrix[:, [found.names.index(name) for name in names]] * model.values["F0"]
    known = np.isfinite(sigma)
    steps = np.diff(matrix[order][:, known], axis=0) * sigma[known]
    return np.asarray(np.sqrt(np.sum(steps**2, axis=1)))
