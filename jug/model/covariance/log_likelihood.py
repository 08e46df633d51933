"""The log-likelihood of residuals, from the normal equations of an overall offset."""

import numpy as np

from jug.core.array import Datum, Float
from jug.core.blocks import Dense
from jug.core.execution.chunks import are_many, groups
from jug.model.covariance.marginalisation import Equations, equations
from jug.model.covariance.noise import Prior

OFFSET_VARIANCE = 1e40
"""Prior variance of a free overall offset, s^2: that of PINT 1.1.8, wide enough to be flat."""


def log_likelihood(
    r: Float[Datum],
    sigma: Float[Datum],
    prior: Prior | None,
    offset_mask: Float[Datum] | None,
    rate: Float[Datum] | float = 1.0,
    n_toa: int | None = None,
) -> tuple[float, float]:
    """Compute chi2 = r^T C^-1 r and the log-likelihood -(chi2 + log det C) / 2, without the term n log(2 pi).

    Parameters
    ----------
    r, sigma : (rows,) arrays
        Residuals and white uncertainties, s; for wideband data the DMs follow, pc cm^-3.
    prior : Prior or None
        Correlated noise, in the unit of ``rate``.
    offset_mask : (rows,) array or None
        1 on the rows that a free overall offset shifts (TOAs), 0 on the others (measured DMs); None where no offset is
        free.
    rate : (rows,) array or float
        Factor from s to the unit of the prior: Hz where this is turns; 1 for DMs.
    n_toa : int, optional
        Number of TOAs; that of rows when absent.

    Returns
    -------
    chi2, log_likelihood : float
        Both without unit.

    Notes
    -----
    The coefficients of the correlated noise are marginalised with their priors. A free offset is marginalised too, with
    a Gaussian prior of the variance 1e40 s^2, with white noise as with correlated noise: it adds
    log(1e40 m^T C^-1 m) to log det C, where m is the mask. So the values of models with and without correlated noise
    can be compared. PINT 1.1.8 does the same with correlated noise; with white noise it takes the value at the
    weighted mean, without this term.
    """
    column = np.ones(len(r)) if offset_mask is None else offset_mask
    e = _equations(column * rate, r * rate, sigma * rate, prior, n_toa or len(r))
    log_det = float(2.0 * np.sum(np.log(sigma)) + e.log_det)
    chi2 = float(e.chi2)
    if offset_mask is not None and len(r):
        if prior is not None:  # else it is the weighted mean, which is removed before
            chi2 -= float(e.slope[0] ** 2 / e.gram[0, 0])
        log_det += float(np.log(OFFSET_VARIANCE * e.gram[0, 0]))
    return chi2, -0.5 * (chi2 + log_det)


def _equations(
    column: Float[Datum], r: Float[Datum], sigma: Float[Datum], prior: Prior | None, n_toa: int
) -> Equations:
    """The normal equations of one column; many rows with correlated noise are summed in chunks over the cores."""
    one = (Dense(column[:, None]),)
    if prior is None:
        return equations(np, one, r, sigma, None)
    if are_many(len(r)):
        from jug.model.covariance.chunked_equations import ChunkRows, chunked_equations

        def of(rows: slice) -> ChunkRows:
            return ChunkRows((Dense(column[rows, None]),), r[rows])

        found = chunked_equations(of, prior, sigma, groups(n_toa, len(r) // n_toa))
        return equations(np, one, r, sigma, prior) if found is None else found
    from jug.model.covariance.equations_with_noise import equations_with_noise

    return equations_with_noise(np, one, r, sigma, prior)
