"""The effect of leaving some data out of a fit, without another fit.

With C the covariance of the noise, M the design matrix and r the residuals, let

    P = C^-1 - C^-1 M (M^T C^-1 M)^-1 M^T C^-1,   q = P r

Then chi2 of the best linear fit is r^T q, and without the rows B it is lower by q_B^T P_BB^-1 q_B. The vector
P_BB^-1 q_B is the excess of these rows over the prediction from all others, and P_BB^-1 its covariance (Cook & Weisberg
1982, section 2.2, for correlated data). Epochs enter one by one, other bases by a Cholesky factor. No n x n matrix is
made.
"""

from typing import NamedTuple

import numpy as np

from jug.core.arithmetic import without_numpy_warnings
from jug.core.array import Column, Datum, Float, Int, K, N
from jug.errors import FitError
from jug.model.covariance.gaussian import inverse_of_epochs
from jug.model.covariance.noise import Prior

LEAST_EIGENVALUE_LEFT = 1e-9
"""Least eigenvalue of P_BB, in units of 1/sigma^2; with a smaller one only the rows B determine some parameter."""


class LeaveOutEffect(NamedTuple):
    """The effect of leaving out some rows.

    Parameters
    ----------
    decrease : float
        Of chi2, in the linear model.
    excess : (b,) array
        The rows less the prediction from the others.
    error : (b,) array
        Standard deviation of the excess.
    determines : bool
        Whether a parameter is determined by these rows only; it is then left out with them.
    """

    decrease: float
    excess: Float[N]
    error: Float[N]
    determines: bool


class LeaveOut:
    """The fit of one model, ready to leave out rows.

    Parameters
    ----------
    matrix : (n, k) array
        Design matrix, with the column of an overall offset.
    r, sigma : (n,) array
        Residuals and white uncertainties, in the unit of the matrix.
    prior : Prior or None
        Correlated noise.

    Raises
    ------
    FitError
        The data do not determine the columns, or a residual or column is not finite.
    """

    @without_numpy_warnings
    def __init__(self, matrix: Float[Datum, Column], r: Float[Datum], sigma: Float[Datum], prior: Prior | None) -> None:
        self.weight = 1.0 / sigma**2
        self.epochs = inverse_of_epochs(np, prior, self.weight)
        columns = _orthonormal_basis(matrix / sigma[:, None]) * sigma[:, None]
        self.n_columns = columns.shape[1]
        inverse_prior = np.zeros(self.n_columns)
        if prior is not None and prior.basis is not None:
            root = np.sqrt(np.asarray(prior.variance))
            columns = np.column_stack([columns, np.asarray(prior.basis) * root])
            inverse_prior = np.concatenate([inverse_prior, np.ones(len(root))])
        weighted = self._inverse(columns)
        gram = columns.T @ weighted + np.diag(inverse_prior)
        scale = np.sqrt(np.diagonal(gram))
        lower = _cholesky_factor(gram / np.outer(scale, scale))
        self.half = np.linalg.solve(lower, (weighted / scale).T)
        self.columns, self.scale, self.lower = columns, scale, lower
        self.r, self.q = r, self.project(r[:, None])[0][:, 0]
        shared = 0.0 if self.epochs is None else self.weight**2 * self.epochs.diagonal_at_toas(np)
        self.diagonal = self.weight - shared - np.sum(self.half**2, axis=0)
        if not np.isfinite(self.q @ self.diagonal):
            raise _too_large()

    def project(self, r: Float[Datum, K]) -> tuple[Float[Datum, K], Float[Datum, K]]:
        """Compute P r and the best linear fit of each of k sets of residuals.

        Parameters
        ----------
        r : (n, k) array
            Residuals, in the unit of the matrix.

        Returns
        -------
        projected : (n, k) array
            P r, in the inverse unit.
        fitted : (n, k) array
            M (M^T C^-1 M)^-1 M^T C^-1 r: the part of r that the columns of the design matrix fit.
        """
        white = self._inverse(r)
        whitened = np.linalg.solve(self.lower, (self.columns.T @ white) / self.scale[:, None])
        own = np.linalg.solve(self.lower.T, whitened)[: self.n_columns] / self.scale[: self.n_columns, None]
        return white - self.half.T @ whitened, self.columns[:, : self.n_columns] @ own

    def leave_out(self, rows: Int[N]) -> LeaveOutEffect:
        """Leave out rows.

        Parameters
        ----------
        rows : (b,) int array
            Indices of the rows.

        Returns
        -------
        LeaveOutEffect
        """
        block = self._block(rows, rows)
        sigma = np.sqrt(self.weight[rows])
        value, vector = np.linalg.eigh(block / np.outer(sigma, sigma))
        kept = value > LEAST_EIGENVALUE_LEFT
        along = vector[:, kept] / np.sqrt(value[kept])
        scaled = along.T @ (self.q[rows] / sigma)
        excess = (along @ scaled) / sigma
        error = np.sqrt(np.sum(along**2, axis=1)) / sigma
        return LeaveOutEffect(float(scaled @ scaled), excess, error, not bool(np.all(kept)))

    def excess_of_each_row(self, without: Int[N]) -> tuple[Float[Datum], Float[Datum]]:
        """Compute the excess of each row over the prediction from the others, with some rows left out of all of these.

        Parameters
        ----------
        without : (b,) int array
            Rows that no prediction uses.

        Returns
        -------
        excess, error : (n,) array
            The error is infinite for a row that is the only one to determine a parameter.
        """
        q, diagonal = self.q, self.diagonal
        rest = np.ones(len(q), dtype=bool)
        rest[without] = False
        if len(without):
            cross, block = self._block(np.flatnonzero(rest), without), self._block(without, without)
            solved = np.linalg.lstsq(block, np.column_stack([q[without], cross.T]), rcond=LEAST_EIGENVALUE_LEFT)[0]
            q, diagonal = q.copy(), diagonal.copy()
            q[rest] -= cross @ solved[:, 0]
            diagonal[rest] -= np.sum(cross * solved[:, 1:].T, axis=1)
        good = diagonal > LEAST_EIGENVALUE_LEFT * self.weight
        precision = np.where(good, diagonal, 1.0)
        excess, error = np.where(good, q / precision, 0.0), np.where(good, 1.0 / np.sqrt(precision), np.inf)
        if len(without):
            left = self.leave_out(without)
            excess[without], error[without] = left.excess, left.error
        return excess, error

    def _inverse(self, columns: Float[Datum, K]) -> Float[Datum, K]:
        """C^-1 of white noise and epochs times columns."""
        out = self.weight[:, None] * columns
        if self.epochs is None:
            return out
        shared = self.epochs.give_to_toas(np, self.epochs.multiply(np, self.epochs.add_toas(np, out)))
        return np.asarray(out - self.weight[:, None] * shared)

    def _block(self, some: Int[N], others: Int[K]) -> Float[N, K]:
        """The block of P of some rows and others."""
        white = np.where(some[:, None] == others, self.weight[some][:, None], 0.0)
        if self.epochs is not None:
            white -= np.outer(self.weight[some], self.weight[others]) * self.epochs.elements_between(some, others)
        return np.asarray(white - self.half[:, some].T @ self.half[:, others])


def _orthonormal_basis(columns: Float[Datum, K]) -> Float[Datum, K]:
    """An orthonormal basis of the space of the columns, since their correlations would cost the equations digits."""
    size = np.linalg.norm(columns, axis=0)
    if not np.all(np.isfinite(size)):
        raise _too_large()
    basis, triangle = np.linalg.qr(columns / size)
    _cholesky_factor(triangle.T @ triangle)
    return np.asarray(basis)


def _too_large() -> FitError:
    return FitError(
        "residuals or derivatives at these values are too large to compute with: "
        "check the par file for a value of the wrong magnitude"
    )


def _cholesky_factor(gram: Float[K, K]) -> Float[K, K]:
    """The Cholesky factor; a FitError where the columns are not independent."""
    try:
        return np.asarray(np.linalg.cholesky(gram))
    except np.linalg.LinAlgError:
        raise FitError(
            "the data do not determine the free parameters: fix some of them (fit flag 0, --free or free=[...])"
        ) from None
