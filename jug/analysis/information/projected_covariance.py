"""The inverse covariance of the data with timing parameters projected out, dense, and traces of products with it.

P = C^-1 - C^-1 M (M^T C^-1 M)^-1 M^T C^-1. A derivative of C is that of the white variances and of the prior variances
of the noise's columns, A = diag(d) + B diag(v) B^T, so that

    tr(P A P A') = d^T (P o P) d' + d^T (Q o Q) v' + d'^T (Q o Q) v + v^T (R o R) v',   Q = P B,  R = B^T P B

o is the product of elements. Time grows as n^3, memory as n^2.
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Datum, Float, Mode, Parameter
from jug.core.blocks import dense_columns
from jug.core.execution.memory import MB, require_memory
from jug.model.covariance.noise import Noise

SQUARES = 5
"""Matrices of n x n numbers at the peak."""


class ProjectedCovariance(NamedTuple):
    """P, and what the traces need.

    Parameters
    ----------
    inverse : (rows, rows) array
        P, in s^-2.
    squared, with_basis, of_basis : arrays
        P o P, (rows, rows); Q o Q, (rows, k); R o R, (k, k).
    """

    inverse: Float[Datum, Datum]
    squared: Float[Datum, Datum]
    with_basis: Float[Datum, Mode]
    of_basis: Float[Mode, Mode]

    def trace(self, white: Float[Parameter, Datum], prior: Float[Parameter, Mode]) -> Float[Parameter, Parameter]:
        """Compute tr(P A_i P A_j) of derivatives.

        Parameters
        ----------
        white : (k, rows) array
            d of each.
        prior : (k, modes) array
            v of each.

        Returns
        -------
        (k, k) array
            In the inverse of the units of two parameters.
        """
        mixed = white @ self.with_basis @ prior.T
        found: Float[Parameter, Parameter] = white @ self.squared @ white.T + mixed + mixed.T
        return found + prior @ self.of_basis @ prior.T


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
        The TOAs are too many for dense matrices.
    """
    n = len(noise.sigma)
    require_memory(SQUARES * 8.0 * n**2 / MB, f"a Fisher matrix of {n} TOAs", "take fewer TOAs")
    basis = np.concatenate([np.zeros((n, 0)), *(dense_columns(np, p.block) for p in noise.processes)], axis=1)
    variance = np.concatenate([np.zeros(0), *(p.variance for p in noise.processes)])
    covariance = np.diag(noise.sigma**2) + (basis * variance) @ basis.T
    inverse = np.linalg.inv(covariance)
    if timing.shape[1]:
        scaled = timing / np.linalg.norm(timing / noise.sigma[:, None], axis=0)
        weighted = inverse @ scaled
        inverse = inverse - weighted @ np.linalg.solve(scaled.T @ weighted, weighted.T)
    product = inverse @ basis
    return ProjectedCovariance(inverse, inverse**2, product**2, (basis.T @ product) ** 2)
