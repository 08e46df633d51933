"""The data of a fit and its linear model, prepared for statistics of single rows."""

import numpy as np

from jug.core.array import Float, Int, Toa
from jug.model.covariance.leave_out import LeaveOut
from jug.model.covariance.noise import Noise, prior_of
from jug.model.evaluation.anchor import Anchor, make_anchor
from jug.model.evaluation.design_matrix import design_matrix
from jug.model.evaluation.residuals import residuals_at_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


def fit_rows(model: TimingModel, toas: TOAs, pulse_number: Int[Toa] | None = None) -> tuple[LeaveOut, Anchor]:
    """Prepare the residuals of a model, its design matrix and its noise.

    Parameters
    ----------
    model : TimingModel
        With the values of the fit.
    toas : TOAs
        The TOAs of the fit.
    pulse_number : (n,) int array, optional
        Pulse numbers of the fit; the nearest pulses when absent.

    Returns
    -------
    rows : LeaveOut
        Residuals in s; the rows of measured DMs, pc cm^-3, follow those of the TOAs.
    anchor : Anchor
        At the same values.
    """
    anchor, found = make_anchor(model, toas, pulse_number), design_matrix(model, toas)
    matrix = found.matrix if found.dm is None else np.concatenate([found.matrix, found.dm])
    noise: Noise = anchor.noise
    prior = prior_of(np, noise, np.ones(len(noise.sigma)))
    residual: Float[Toa] = anchor.in_time(np.asarray(anchor.reference.residual))
    if found.dm is not None:
        dm = residuals_at_anchor(model, anchor).dm
        assert dm is not None
        residual = np.concatenate([residual[: len(toas)], dm.value])
    return LeaveOut(matrix, residual, np.asarray(noise.sigma), prior), anchor
