"""Normal equations of the Fourier coefficients of noise processes.

In r = M x + F a + E e + n, the timing x is integrated over with flat priors and the epochs e (ECORR) with theirs. Then
the likelihood of the coefficients a is a Gaussian of precision G = F^T P F with G a = F^T P r, before the prior of a.
P is the inverse covariance of n and e with M projected out. van Haasteren & Vallisneri 2014, PRD 90, 104012.
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Column, Datum, Float, Harmonic, Mode
from jug.core.blocks import Dense, dense_columns
from jug.errors import FitError
from jug.model.covariance.marginalisation import equations
from jug.model.covariance.noise import Noise, prior_of, split_epochs
from jug.model.evaluation.anchor import make_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.sampling.fixed_noise import offset_mask_of
from jug.sampling.log_likelihood import residual_rows, timing_columns


class ProcessColumns(NamedTuple):
    """The columns of one process.

    Parameters
    ----------
    frequency_hz : (m,) array
        Hz; the columns are m sines, then m cosines. Empty for a process that is not a Fourier process.
    basis : (rows, k) array
        Delay for a unit coefficient, s; for wideband data the rows of the DMs follow, pc cm^-3.
    variance : (k,) array
        Prior variance of each coefficient.
    places : slice
        Indices of its coefficients among those of all processes.
    """

    frequency_hz: Float[Harmonic]
    basis: Float[Datum, Mode]
    variance: Float[Mode]
    places: slice


class ProcessEquations(NamedTuple):
    """The normal equations of the coefficients of all processes except ECORR.

    Parameters
    ----------
    processes : dict of str to ProcessColumns
    gram : (k, k) array
        G, in the inverse unit of two coefficients.
    slope : (k,) array
        F^T P r, in the inverse unit of a coefficient.
    """

    processes: dict[str, ProcessColumns]
    gram: Float[Column, Column]
    slope: Float[Column]


def process_equations(model: TimingModel, toas: TOAs) -> ProcessEquations:
    """Compute the normal equations of the coefficients of a model's noise processes.

    Parameters
    ----------
    model : TimingModel
        Its free parameters are integrated over, with flat priors, in the linear model.
    toas : TOAs

    Returns
    -------
    ProcessEquations

    Raises
    ------
    FitError
        The model has no process except ECORR.
    """
    anchor = make_anchor(model, toas)
    layers, others = split_epochs(anchor.noise)
    if not others:
        raise FitError("the model has no noise process with a spectrum (red, DM, ... noise)")
    processes, begin = {}, 0
    for p in others:
        basis = np.asarray(dense_columns(np, p.block), dtype=np.float64)
        grid = anchor.state.x.grids.get(p.name)
        frequency = np.zeros(0) if grid is None else np.asarray(grid.frequency)
        processes[p.name] = ProcessColumns(frequency, basis, p.variance, slice(begin, begin + basis.shape[1]))
        begin += basis.shape[1]
    sigma, ones = anchor.noise.sigma, np.ones(len(anchor.noise.sigma))
    rest = timing_columns(model, anchor) if model.free else np.zeros((len(sigma), 0))
    if model.removes_mean:
        rest = np.column_stack([rest, offset_mask_of(anchor)])
    rest = rest / np.linalg.norm(rest / sigma[:, None], axis=0)  # so that their units cost no digits
    r = anchor.in_time(residual_rows(model, anchor))
    columns = np.column_stack([rest, *(p.basis for p in processes.values())])
    e = equations(np, (Dense(columns),), r, sigma, prior_of(np, Noise(sigma, tuple(layers)), ones))
    j = rest.shape[1]
    gain = np.linalg.solve(e.gram[:j, :j], np.column_stack([e.gram[:j, j:], e.slope[:j]]))
    gram = e.gram[j:, j:] - e.gram[j:, :j] @ gain[:, :-1]
    slope = e.slope[j:] - e.gram[j:, :j] @ gain[:, -1]
    return ProcessEquations(processes, 0.5 * (gram + gram.T), slope)
