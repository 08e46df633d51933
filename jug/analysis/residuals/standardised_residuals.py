"""Residuals divided by their exact standard deviations, each standard normal if model and noise are right.

The residual of a TOA relative to the prediction from all other data, divided by the standard deviation of that
difference, is z_i = (P r)_i / sqrt(P_ii) (`jug.model.covariance.leave_out`). It is the whitened residual divided by its
exact standard deviation, which accounts for what the fit and the realisations of the noise absorb.
"""

from typing import NamedTuple

import numpy as np

from jug.analysis.residuals.fit_rows import fit_rows
from jug.conversion.error_propagation import model_of
from jug.core.arguments.kinds import expect
from jug.core.array import Float, N
from jug.errors import JugError
from jug.fitting.result.fit_result import FitResult
from jug.model.covariance.leave_out import LEAST_EIGENVALUE_LEFT, LeaveOut
from jug.model.covariance.noise import Noise
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.text.name_lists import toa_count


class RowsOfFit(NamedTuple):
    """Residuals, the linear model of their fit, and the noise: of TOAs, then of measured DMs."""

    model: TimingModel
    rows: LeaveOut
    noise: Noise


def fitted_rows(what: TimingModel | FitResult, toas: TOAs) -> RowsOfFit:
    """Prepare the residuals of a fit, or of a model to which nothing is fitted.

    Parameters
    ----------
    what : TimingModel or FitResult
    toas : TOAs
        The TOAs of the fit.

    Returns
    -------
    RowsOfFit

    Raises
    ------
    JugError
        The TOAs are not those of the fit.
    """
    expect(what=(what, (TimingModel, FitResult)), toas=(toas, TOAs))
    model, number = model_of(what), None
    if isinstance(what, FitResult):
        if len(what.residuals) != len(toas):
            raise JugError(
                f"the fit had {toa_count(len(what.residuals))}, these are {len(toas)}: give those of the fit"
            )
        number = what.residuals.pulse_number
    else:
        model = model.with_free(())
    rows, anchor = fit_rows(model, toas, number)
    return RowsOfFit(model, rows, anchor.noise)


def standardised(rows: LeaveOut) -> Float[N]:
    """Divide the residuals by their standard deviations.

    Parameters
    ----------
    rows : LeaveOut

    Returns
    -------
    (n,) array
        No unit; 0 for a row that alone determines a parameter, whose residual is zero.
    """
    return np.asarray(rows.q * inverse_deviation(rows))


def inverse_deviation(rows: LeaveOut) -> Float[N]:
    """Compute 1 / sqrt(P_ii); 0 for a row that alone determines a parameter."""
    good = rows.diagonal > LEAST_EIGENVALUE_LEFT * rows.weight
    return np.where(good, 1.0 / np.sqrt(np.where(good, rows.diagonal, 1.0)), 0.0)
