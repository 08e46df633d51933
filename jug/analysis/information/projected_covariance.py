"""The inverse covariance of the data with timing parameters projected out, and traces of products with it.

P = C^-1 - C^-1 M (M^T C^-1 M)^-1 M^T C^-1 of C = W^-1 + B V B^T, white variances and those of the noise's columns, is
stored as P = W - Y Y^T, with a column of Y for each of B and of M (Woodbury identity). A derivative of C is
A = diag(d) + B diag(v) B^T, so that

    tr(P A P A') = d^T (P o P) d' + d^T (Q o Q) v' + d'^T (Q o Q) v + v^T (R o R) v',   Q = P B,  R = B^T P B
    d^T (P o P) d' = d^T (W o W - 2 W o Y Y^T) d' + sum (Y^T D Y) o (Y^T D' Y)

o is the product of elements. Time grows as n k^2 for n data and k columns; no n x n matrix is made.
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Column, Datum, Float, K, Mode, Parameter
from jug.core.blocks import dense_columns
from jug.core.execution.memory import MB, require_memory
from jug.core.execution.threads import limit_new_blas
from jug.model.covariance.noise import Noise
from jug.text.name_lists import toa_count

FISHER_ARRAYS = 6
"""Number of arrays of n x k numbers that exist at the same time at most."""


class ProjectedCovariance(NamedTuple):
    """P, and the products that the traces need.

    Parameters
    ----------
    w : (rows,) array
        W, s^-2.
    y : (rows, k) array
        Y, s^-1.
    with_basis, of_basis : arrays
        Q o Q, (rows, m); R o R, (m, m).
    """

    w: Float[Datum]
    y: Float[Datum, Column]
    with_basis: Float[Datum, Mode]
    of_basis: Float[Mode, Mode]

    def between(self, columns: Float[Datum, K]) -> Float[K, K]:
        """Compute M^T P M of columns.

        Parameters
        ----------
        columns : (rows, k) array
            s per unit of the parameter of each column.

        Returns
        -------
        (k, k) array
            In the inverse of the units of two columns.
        """
        along = self.y.T @ columns
        found: Float[K, K] = columns.T @ (self.w[:, None] * columns) - along.T @ along
        return found

    def trace(self, white: Float[Parameter, Datum], prior: Float[Parameter, Mode]) -> Float[Parameter, Parameter]:
        """Compute tr(P A_i P A_j) of derivatives.

        Parameters
        ----------
        white : (k, rows) array
            d of the derivative by each parameter.
        prior : (k, modes) array
            v of the derivative by each parameter.

        Returns
        -------
        (k, k) array
            In the inverse of the units of two parameters.
        """
        mixed = white @ self.with_basis @ prior.T
        found: Float[Parameter, Parameter] = prior @ self.of_basis @ prior.T + mixed + mixed.T
        found += (white * (self.w**2 - 2.0 * self.w * np.sum(self.y**2, axis=1))) @ white.T
        changed = [np.flatnonzero(d) for d in white]
        inner = [self.y[rows].T @ (d[rows, None] * self.y[rows]) for d, rows in zip(white, changed, strict=True)]
        found += np.array([[np.vdot(a, b) for b in inner] for a in inner])
        return found


def projected_covariance(noise: Noise, timing: Float[Datum, Parameter]) -> ProjectedCovariance:
    """Make P of a noise model.

    Parameters
    ----------
    noise : Noise
    timing : (rows, j) array
        M, any unit.

    Returns
    -------
    ProjectedCovariance

    Raises
    ------
    JugMemoryError
        The noise has too many columns for dense matrices in memory.
    """
    from scipy.linalg import solve_triangular

    limit_new_blas()
    n, w = len(noise.sigma), 1.0 / noise.sigma**2
    variance = np.concatenate([np.zeros(0), *(p.variance for p in noise.processes)])
    size = FISHER_ARRAYS * 8.0 * (n + len(variance)) * (len(variance) + timing.shape[1]) / MB
    require_memory(size, f"a Fisher matrix of {toa_count(n)} and {len(variance)} columns of noise", "take fewer TOAs")
    basis = np.concatenate([np.zeros((n, 0)), *(dense_columns(np, p.block) for p in noise.processes)], axis=1)
    scaled = basis * np.sqrt(variance)
    lower = np.linalg.cholesky(np.eye(len(variance)) + scaled.T @ (w[:, None] * scaled))
    y = solve_triangular(lower, (w[:, None] * scaled).T, lower=True).T
    if timing.shape[1]:
        columns = np.linalg.qr(timing / np.linalg.norm(timing / noise.sigma[:, None], axis=0) / noise.sigma[:, None])[0]
        columns *= noise.sigma[:, None]
        weighted = w[:, None] * columns - y @ (y.T @ columns)
        lower = np.linalg.cholesky(columns.T @ weighted)
        y = np.concatenate([y, solve_triangular(lower, weighted.T, lower=True).T], axis=1)
    product = w[:, None] * basis - y @ (y.T @ basis)
    return ProjectedCovariance(w, y, product**2, (basis.T @ product) ** 2)
