"""The log-likelihood of residuals, from the normal equations of an overall offset."""

import numpy as np

from jug.core.array import Datum, Float
from jug.core.blocks import Dense
from jug.model.covariance.marginalisation import equations
from jug.model.covariance.noise import Prior


def log_likelihood(
    r: Float[Datum], sigma: Float[Datum], prior: Prior | None, offset_mask: Float[Datum] | None
) -> tuple[float, float]:
    """Compute chi2 = r^T C^-1 r and the log-likelihood -(chi2 + log det C) / 2, without the term n log(2 pi).

    Parameters
    ----------
    r, sigma : (rows,) arrays
        Residuals and white uncertainties, s; for wideband data the DMs follow, pc cm^-3.
    prior : Prior or None
        Correlated noise, the same.
    offset_mask : (rows,) array or None
        1 on the rows that a free overall offset shifts (TOAs), 0 on the others (measured DMs); None where no offset is
        free. With correlated noise the offset is marginalised as PINT 1.1.8 does, with a prior variance of 1e40 s^2,
        which also enters log det C. Without correlated noise the offset is the weighted mean, which is removed from
        the residuals before.

    Returns
    -------
    chi2, log_likelihood : float
    """
    column = np.ones(len(r)) if offset_mask is None else offset_mask
    e = equations(np, (Dense(column[:, None]),), r, sigma, prior)
    log_det = float(2.0 * np.sum(np.log(sigma)) + e.log_det)
    chi2 = float(e.chi2)
    if offset_mask is not None and prior is not None:
        chi2 -= float(e.slope[0] ** 2 / e.gram[0, 0])
        log_det += float(np.log(1e40 * e.gram[0, 0]))
    return chi2, -0.5 * (chi2 + log_det)
