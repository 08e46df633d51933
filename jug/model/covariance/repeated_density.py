"""The log-likelihood of `jug.model.covariance.gaussian` in NumPy for many variances, with the same epochs and basis.

The sums over epochs are products with a sparse matrix that is made once. Arrays of the length of the data are written
in place, because new memory for them costs as much time as the products.
"""

import numpy as np

from jug.core.array import Datum, Float, Mode
from jug.model.covariance.gaussian import Whitener, factor_modes, inverse_of_epochs, weigh_residuals
from jug.model.covariance.log_density import Evaluated, LikelihoodDerivatives, slopes_by_variances
from jug.model.covariance.plain_prior import PlainPrior
from jug.model.covariance.sparse_epochs import ROWS_AT_ONCE, SparseEpochs


class RepeatedDensity:
    """Evaluate the log-likelihood and its slopes by all variances. Only one thread at a time may use an object."""

    def __init__(self, prior: PlainPrior) -> None:
        """Make the arrays for the epochs and the basis of a prior, which must have a basis."""
        assert prior.basis is not None
        self._basis = np.ascontiguousarray(prior.basis)
        self._work = np.empty_like(self._basis)
        self._sparse_epochs = None
        if prior.epochs is not None and prior.epoch_variance is not None:
            self._sparse_epochs = SparseEpochs(prior.epochs, len(self._basis), len(prior.epoch_variance))

    def value_and_slopes(
        self, r: Float[Datum], sigma2: Float[Datum], prior: PlainPrior
    ) -> tuple[float, LikelihoodDerivatives]:
        """Evaluate the log-likelihood and its slopes.

        Parameters
        ----------
        r : (n,) array
            Residuals.
        sigma2 : (n,) array
            White variances.
        prior : PlainPrior
            With the epochs and the basis that the object was made for.

        Returns
        -------
        value : float
            -(r^T C^-1 r + log det C) / 2.
        slopes : LikelihoodDerivatives
            Without those by the elements of the basis.
        """
        assert prior.variance is not None
        w, work, sums = 1.0 / sigma2, self._work, None
        root_w = np.sqrt(w)
        np.multiply(root_w[:, None], self._basis, out=work)
        inner = work.T @ work
        inner.flat[:: len(inner) + 1] += 1.0 / prior.variance
        log_det = np.sum(np.log(sigma2))
        epochs = inverse_of_epochs(np, prior, w)
        if self._sparse_epochs is not None and epochs is not None:
            sums = self._sparse_epochs.sums(root_w, work)
            inner -= sums.T @ epochs.multiply(np, sums)
            log_det += epochs.log_det
        root, log_det_modes = factor_modes(np, inner, prior.variance)
        by = Whitener(w, epochs, self._basis, sums, root, log_det + log_det_modes)
        z = weigh_residuals(np, by, r)
        evaluated = Evaluated(by, r, z, prior)
        return float(-0.5 * (r @ z + by.log_det)), self._slopes(evaluated, root)

    def _slopes(self, evaluated: Evaluated, root: Float[Mode, Mode]) -> LikelihoodDerivatives:
        by, g, less, epoch_root = evaluated.by, self._work, None, None
        if by.epochs is not None and by.sums is not None:
            epoch_root = by.sums @ root.T
            less = by.epochs.multiply(np, epoch_root)
        norms = np.empty(len(g))
        half = len(root) // 2  # R is a lower triangle: its first rows have no elements in the second half
        np.matmul(self._basis[:, :half], root[:half, :half].T, out=g[:, :half])
        np.matmul(self._basis, root[half:].T, out=g[:, half:])
        for start in range(0, len(g), ROWS_AT_ONCE):
            rows = slice(start, start + ROWS_AT_ONCE)
            if self._sparse_epochs is not None and less is not None:
                g[rows] -= self._sparse_epochs.give_to_rows(start, less)
            norms[rows] = np.einsum("ij,ij->i", g[rows], g[rows])
        return slopes_by_variances(np, evaluated, norms, epoch_root)
