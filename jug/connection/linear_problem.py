"""The linear problem at one model: residuals, derivatives, turns of the gaps and priors, all in units of their errors.

    residual = y + B z - A delta

y are the phase residuals. z are the turns added to each cluster but the first. delta is the change of the parameters,
with the coefficients of correlated noise. Below the n rows of the TOAs there is a row for each prior.
"""

from typing import NamedTuple

import numpy as np

from jug.connection.clusters import Clusters
from jug.core.array import Column, Datum, Float, Int, K, Mode, N, Parameter, Toa
from jug.core.blocks import to_dense
from jug.model.covariance.linked_epochs import LinkedEpochs
from jug.model.covariance.noise import Prior
from jug.model.evaluation.anchor import make_anchor
from jug.model.evaluation.design_matrix import design_matrix
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


class Task(NamedTuple):
    """The model, the TOAs and the clusters that are to be connected.

    Attributes
    ----------
    model : TimingModel
        The start, with the free parameters of this search, and without parameters of JUMP blocks.
    toas : TOAs
        Without marks about turns.
    clusters : Clusters
    number : (n,) int64
        Pulse numbers. Their differences inside a cluster are final.
    sigma : (k,) float64
        Uncertainty of the prior of each free parameter, in the unit of its value; inf for none.
    own_fit : bool
        Whether the uncertainties of the par file are not used because they are those of a fit of these TOAs.
    """

    model: TimingModel
    toas: TOAs
    clusters: Clusters
    number: Int[Toa]
    sigma: Float[Parameter]
    own_fit: bool = False

    def numbers_with(self, turns: Int[K]) -> Int[Toa]:
        """Return the pulse numbers with turns of the clusters after the first; residuals grow by these turns.

        Parameters
        ----------
        turns : (clusters - 1,) int64

        Returns
        -------
        (n,) int64
        """
        return np.asarray(self.number - np.concatenate([[0], turns])[self.clusters.number])

    def prior_chi2(self, delta: Float[Parameter]) -> float:
        """Return the contribution of the priors to chi2.

        Parameters
        ----------
        delta : (k,) float64
            Change of the free parameters from the start, in the units of the values.

        Returns
        -------
        float
            No unit.
        """
        return float(np.sum((delta / self.sigma) ** 2))


class LinearProblem(NamedTuple):
    """The whitened problem.

    Attributes
    ----------
    y : (rows,) float64
    matrix : (rows, columns) float64
        A: the overall offset first, then the free parameters, then noise.
    gaps : (rows, clusters - 1) float64
        B.
    n_free : int
        Number of free parameters.
    """

    y: Float[N]
    matrix: Float[N, Column]
    gaps: Float[N, K]
    n_free: int


def linear_problem(task: Task, delta: Float[Parameter], turns: Int[K]) -> LinearProblem:
    """Evaluate the problem at a change of the parameters and with turns of the gaps.

    Parameters
    ----------
    task : Task
    delta : (k,) float64
        Change of the free parameters from the start, in the units of the values.
    turns : (clusters - 1,) int64
        Turns that are in the pulse numbers already.

    Returns
    -------
    LinearProblem
    """
    model = task.model.moved(dict(zip(task.model.free, delta.tolist(), strict=True)))
    anchor = make_anchor(model, task.toas, task.numbers_with(turns))
    found = design_matrix(model, task.toas)
    names = list(model.free)
    columns = found.matrix[:, [found.names.index(name) for name in names]] * model.values["F0"]
    sigma, n = anchor.reference.sigma, len(task.toas)
    noise, deviation = _noise_columns(anchor.reference.prior, n)
    gaps = (task.clusters.number[:, None] == np.arange(1, task.clusters.n)).astype(np.float64)
    known = np.flatnonzero(np.isfinite(task.sigma))
    k, m = len(names), noise.shape[1]
    matrix = np.zeros((n + len(known) + m, 1 + k + m))
    matrix[:n] = np.column_stack([np.ones(n), columns, noise]) / sigma[:, None]
    y = np.zeros(len(matrix))
    y[:n] = (anchor.reference.residual - anchor.reference.residual[0]) / sigma
    below = n + np.arange(len(known))
    matrix[below, 1 + known] = 1.0 / task.sigma[known]
    y[below] = -delta[known] / task.sigma[known]
    matrix[n + len(known) :, 1 + k :] = np.diag(1.0 / deviation)
    return LinearProblem(y, matrix, np.vstack([gaps / sigma[:, None], np.zeros((len(matrix) - n, gaps.shape[1]))]), k)


def _noise_columns(prior: Prior | None, n: int) -> tuple[Float[Datum, Mode], Float[Mode]]:
    """Columns of correlated noise, turns, and the standard deviation of each coefficient."""
    columns, variances = [np.zeros((n, 0))], [np.zeros(0)]
    if prior is not None and prior.epochs is not None:
        layers = prior.epochs.layers if isinstance(prior.epochs, LinkedEpochs) else (prior.epochs,)
        columns += [to_dense(layer)[:n] for layer in layers]
        variances.append(np.asarray(prior.epoch_variance))
    if prior is not None and prior.basis is not None:
        columns.append(np.asarray(prior.basis)[:n])
        variances.append(np.asarray(prior.variance))
    return np.concatenate(columns, axis=1), np.sqrt(np.concatenate(variances))
