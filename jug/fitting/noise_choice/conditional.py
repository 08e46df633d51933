"""The likelihood of a term that is added to a model, with all else fixed.

With the columns F of the term, their prior variances Phi, and C of the model without it, timing parameters integrated
over,

    M = F^T C^-1 F,   d = F^T C^-1 r,   log L - log L0 = (d^T (Phi^-1 + M)^-1 d - log det(1 + Phi M)) / 2

(the lemma on determinants and inverses, as in van Haasteren & Vallisneri 2014, PRD 90, 104012). M and d take one
product with all TOAs; each value of the amplitude and spectral index then takes the algebra of m x m, m columns. For
one variance phi of all epochs (ECORR) it is a sum over the eigenvalues of M.
"""

from collections.abc import Mapping

import numpy as np

from jug.core.array import Datum, Float, Mode
from jug.fitting.noise_choice.term_columns import TermColumns
from jug.model.covariance.gaussian import Whitener


class ConditionalNoise:
    """log L with a term less log L without it, by the values of the term.

    Parameters
    ----------
    columns : TermColumns
    by : Whitener
        C^-1 of the model without the term.
    z : (rows,) array
        C^-1 r.
    """

    def __init__(self, columns: TermColumns, by: Whitener, z: Float[Datum]) -> None:
        self.columns = columns
        f = columns.matrix
        assert f is not None
        self.d = z @ f
        self.m = f.T @ _apply_inverse(by, f)
        self._eigen: tuple[Float[Mode], Float[Mode]] | None = None

    def __call__(self, values: Mapping[str, float]) -> float:
        """Evaluate at values by keyword, par units."""
        return self.of_variance(self.columns.variance(values))

    def of_variance(self, phi: Float[Mode]) -> float:
        """Evaluate at prior variances, (m,)."""
        if not np.all(np.isfinite(phi)) or np.max(phi) <= 0.0:
            return 0.0 if np.all(np.isfinite(phi)) else -np.inf
        if np.ptp(phi) == 0.0:
            if self._eigen is None:
                values, vectors = np.linalg.eigh(0.5 * (self.m + self.m.T))
                self._eigen = np.maximum(values, 0.0), (self.d @ vectors) ** 2
            values, squares = self._eigen
            grown = 1.0 + phi[0] * values
            return float(0.5 * np.sum(phi[0] * squares / grown - np.log(grown)))
        s = np.sqrt(phi)
        inner = s[:, None] * self.m * s
        inner[np.diag_indices_from(inner)] += 1.0
        try:
            lower = np.linalg.cholesky(inner)
        except np.linalg.LinAlgError:
            return -np.inf
        y = np.linalg.solve(lower, s * self.d)
        return float(0.5 * y @ y - np.sum(np.log(np.diag(lower))))

    def strength(self, values: Mapping[str, float]) -> float:
        """Return the largest ratio of the prior variance of a coefficient to its variance from the TOAs, no unit."""
        return float(np.max(self.columns.variance(values) * np.diag(self.m)))


def _apply_inverse(by: Whitener, f: Float[Datum, Mode]) -> Float[Datum, Mode]:
    """C^-1 F."""
    w = by.w[:, None]

    def inner(x: Float[Datum, Mode]) -> Float[Datum, Mode]:
        weighted: Float[Datum, Mode] = w * x
        if by.epochs is None:
            return weighted
        return weighted - w * by.epochs.give_to_toas(np, by.epochs.multiply(np, by.epochs.add_toas(np, weighted)))

    found = inner(f)
    if by.basis is None or by.root is None:
        return found
    a = by.root.T @ (by.root @ (by.basis.T @ found))
    return found - inner(by.basis @ a)
