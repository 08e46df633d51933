"""The log-likelihood of `jug.model.covariance.gaussian` in NumPy for many variances, with epochs and a basis that stay.

The sums over epochs are products with a sparse matrix that is made one time, and the arrays of the length of the data
are written in place: to take new memory for them costs as much as the products.
"""

from typing import TYPE_CHECKING

import numpy as np

from jug.core.array import Datum, Epoch, Float, Int, Mode
from jug.core.blocks import Binned
from jug.model.covariance.disjoint_epochs import UnitEpochs
from jug.model.covariance.gaussian import Whitener, factored_modes, inverse_of_epochs, weigh
from jug.model.covariance.linked_epochs import LinkedEpochs
from jug.model.covariance.log_density import Evaluated, LikelihoodDerivatives, slopes_by_variances
from jug.model.covariance.plain_prior import PlainPrior

if TYPE_CHECKING:
    from scipy.sparse import csr_array

ROWS_AT_ONCE = 512
"""Rows of the data that stay in the processor's cache with their columns."""


class RepeatedDensity:
    """Evaluates the log-likelihood and its slopes by all variances. One thread at a time may use it."""

    def __init__(self, prior: PlainPrior) -> None:
        """Make the arrays for the epochs and the basis of a prior, which must have a basis."""
        assert prior.basis is not None
        self._basis = np.ascontiguousarray(prior.basis)
        self._work = np.empty_like(self._basis)
        self._across = None
        if prior.epochs is not None and prior.epoch_variance is not None:
            self._across = SparseEpochs(prior.epochs, len(self._basis), len(prior.epoch_variance))

    def value_and_slopes(
        self, r: Float[Datum], sigma2: Float[Datum], prior: PlainPrior
    ) -> tuple[float, LikelihoodDerivatives]:
        """Evaluate.

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
        if self._across is not None and epochs is not None:
            sums = self._across.sums(root_w, work)
            inner -= sums.T @ epochs.times(np, sums)
            log_det += epochs.log_det
        root, log_det_modes = factored_modes(np, inner, prior.variance)
        by = Whitener(w, epochs, self._basis, sums, root, log_det + log_det_modes)
        z = weigh(np, by, r)
        evaluated = Evaluated(by, r, z, prior)
        return float(-0.5 * (r @ z + by.log_det)), self._slopes(evaluated, root)

    def _slopes(self, evaluated: Evaluated, root: Float[Mode, Mode]) -> LikelihoodDerivatives:
        by, g, less, epoch_root = evaluated.by, self._work, None, None
        if by.epochs is not None and by.sums is not None:
            epoch_root = by.sums @ root.T
            less = by.epochs.times(np, epoch_root)
        norms = np.empty(len(g))
        half = len(root) // 2  # R is a lower triangle: its first rows have no elements in the second half
        np.matmul(self._basis[:, :half], root[:half, :half].T, out=g[:, :half])
        np.matmul(self._basis, root[half:].T, out=g[:, half:])
        for start in range(0, len(g), ROWS_AT_ONCE):
            rows = slice(start, start + ROWS_AT_ONCE)
            if self._across is not None and less is not None:
                g[rows] -= self._across.on_rows(start, less)
            norms[rows] = np.einsum("ij,ij->i", g[rows], g[rows])
        return slopes_by_variances(np, evaluated, norms, epoch_root)


class SparseEpochs:
    """E, the columns of all epochs, as sparse matrices."""

    def __init__(self, epochs: Binned | UnitEpochs | LinkedEpochs, n: int, m: int) -> None:
        """Make them for m epochs of n rows."""
        from scipy.sparse import csr_array

        row, column, self._values = _elements(epochs, n, m)
        m += not isinstance(epochs, LinkedEpochs)  # `EpochInverse.across` has one more, for the TOAs in no epoch
        self._row_of = row
        order = np.argsort(column, kind="stable")
        starts = np.searchsorted(column[order], np.arange(m + 1))
        self._turned: csr_array = csr_array((self._values[order], row[order], starts), shape=(m, n))
        self._order = order
        whole = csr_array((self._values, (row, column)), shape=(n, m))
        self._parts = [whole[start : start + ROWS_AT_ONCE] for start in range(0, n, ROWS_AT_ONCE)]

    def sums(self, factor: Float[Datum], rows: Float[Datum, Mode]) -> Float[Epoch, Mode]:
        """E^T of the factors of the rows times the rows, (m, k)."""
        self._turned.data[:] = (self._values * factor[self._row_of])[self._order]
        found: Float[Epoch, Mode] = self._turned @ rows
        return found

    def on_rows(self, start: int, x: Float[Epoch, Mode]) -> Float[Datum, Mode]:
        """E x for the rows from ``start``, a multiple of `ROWS_AT_ONCE`, to the next."""
        found: Float[Datum, Mode] = self._parts[start // ROWS_AT_ONCE] @ x
        return found


def _elements(
    epochs: Binned | UnitEpochs | LinkedEpochs, n: int, m: int
) -> tuple[Int[Datum], Int[Datum], Float[Datum]]:
    """Row, column and value of each element of E."""
    if isinstance(epochs, LinkedEpochs):
        pairs = [(member, layer.values) for member, layer in zip(epochs.members(), epochs.layers, strict=True)]
    else:
        pairs = [(epochs.member, epochs.values if isinstance(epochs, Binned) else np.ones(n))]
    inside = [np.flatnonzero(member < m) for member, _ in pairs]
    column = np.concatenate([member[rows] for (member, _), rows in zip(pairs, inside, strict=True)])
    values = np.concatenate([value[rows] for (_, value), rows in zip(pairs, inside, strict=True)])
    return np.concatenate(inside), column, np.asarray(values, dtype=np.float64)
