"""A Fourier basis of many TOAs, of which at most one chunk is in memory."""

from collections.abc import Sequence
from itertools import combinations_with_replacement

import numpy as np

from jug.core.arithmetic import are_near
from jug.core.array import Complex, Float, Mode, Toa
from jug.core.execution.rows_on_demand import RowsOnDemand, SideBySide, WavesMade
from jug.core.sincos import powers_of_wave


class Sinusoids(RowsOnDemand):
    """Sines and cosines of the multiples of one frequency, times a factor for each TOA.

    Parameters
    ----------
    since : (n,) array
        Times, s.
    rate : float
        Angular frequency, rad/s.
    m : int
        Number of multiples.
    factor : (n,) array
        Its unit is that of the matrix.
    """

    def __init__(self, since: Float[Toa], rate: float, m: int, factor: Float[Toa]) -> None:
        super().__init__((len(since), 2 * m))
        self._since, self._rate, self._m, self._factor = since, rate, m, factor

    def fill(self, out: Float[Mode, Toa], rows: slice, factor: Float[Toa] | float, waves: WavesMade) -> None:
        """Make some rows; the waves are made once for all matrices with the same times and frequencies.

        Parameters
        ----------
        out : (k, rows) array
            Receives the rows, transposed. Its unit is the unit of the matrix times that of ``factor``.
        rows : slice
        factor : (rows,) array or float
            In any unit.
        waves : dict
            The waves that other matrices have made for the same rows. Waves that are absent are added.
        """
        both = self.of_rows(rows, factor)
        if not np.any(both):  # noise that the measured DMs do not have
            out[:] = 0.0
            return
        powers = self._powers(rows, waves)
        np.multiply(powers.imag, both, out=out[: self._m])
        np.multiply(powers.real, both, out=out[self._m :])

    def of_rows(self, rows: slice, factor: Float[Toa] | float) -> Float[Toa]:
        """Return the factor of some rows times another one.

        Parameters
        ----------
        rows : slice
        factor : (rows,) array or float
            In any unit.

        Returns
        -------
        (rows,) array
            In the unit of the matrix times that of the factor.
        """
        both: Float[Toa] = factor * self._factor[rows]
        return both

    def _powers(self, rows: slice, waves: WavesMade) -> Complex[Mode, Toa]:
        """e^(i k rate t) for k = 1 .. m."""
        since, key = self._since[rows], (self._rate, self._m)
        known = waves.get(key)
        if known is None or not np.array_equal(known[0], since):
            known = waves[key] = since, powers_of_wave(self._rate * since, self._m)
        return known[1]

    def has_waves_of(self, other: object) -> bool:
        """Whether another matrix has the same waves at the same times.

        Parameters
        ----------
        other : object

        Returns
        -------
        bool
        """
        if not isinstance(other, Sinusoids) or (other._rate, other._m) != (self._rate, self._m):
            return False
        return other._since is self._since or np.array_equal(self._since, other._since)

    def above(self, factor: Float[Toa]) -> "Sinusoids":
        """Put the same waves at the same times below, with other factors.

        Parameters
        ----------
        factor : (n,) array
            Of each row below; the unit of these rows is its unit.

        Returns
        -------
        Sinusoids
            2 n rows.
        """
        both = np.concatenate([self._factor, factor])
        return Sinusoids(np.concatenate([self._since, self._since]), self._rate, self._m, both)

    def is_near(self, other: object, share: float) -> bool:
        """Whether another basis has the same waves, and factors within a relative difference.

        Parameters
        ----------
        other : object
        share : float
            Largest difference of two factors over their size, no unit.

        Returns
        -------
        bool
        """
        if not isinstance(other, Sinusoids) or not self.has_waves_of(other):
            return False
        return are_near(self._factor, other._factor, share)


def waves_gram(basis: RowsOnDemand, rows: slice, factor: Float[Toa], waves: WavesMade) -> Float[Mode, Mode] | None:
    """Compute the Gram matrix of some rows of Fourier bases side by side, from sums of single waves.

    With v the product of the factors of two bases on each row, and Z_j = sum v e^(i j a) over the rows,

        2 sum v sin(k a) sin(l a) = Re Z_(k - l) - Re Z_(k + l)
        2 sum v cos(k a) cos(l a) = Re Z_(k - l) + Re Z_(k + l)
        2 sum v sin(k a) cos(l a) = Im Z_(k + l) + Im Z_(k - l)

    so that 2 m sums for each pair of bases replace 4 m^2 products. Z_j for j > m is the sum of v e^(i m a)
    times e^(i (j - m) a). The rounding is that of sums of v.

    Parameters
    ----------
    basis : RowsOnDemand
    rows : slice
    factor : (rows,) array
        Of each row, in any unit.
    waves : dict
        The waves of these rows.

    Returns
    -------
    (k, k) array or None
        In the square of the unit of the basis times the factor; None where the bases do not all have the same waves.
    """
    if not isinstance(basis, SideBySide):
        return None
    matrices: Sequence[object] = basis.matrices  # a `Sinusoids` passes for an array
    parts = [one for one in matrices if isinstance(one, Sinusoids)]
    if not parts or len(parts) < len(matrices) or not all(map(parts[0].has_waves_of, parts)):
        return None
    m, powers = parts[0]._m, parts[0]._powers(rows, waves)
    both = basis.of_rows(rows, factor)
    each = [one.of_rows(rows, both) for one in parts]
    pairs = list(combinations_with_replacement(range(len(parts)), 2))
    weights = np.array([each[a] * each[b] for a, b in pairs])
    sums = np.concatenate([weights, weights * powers[-1]]) @ powers.T
    gram = np.empty((2 * m * len(parts), 2 * m * len(parts)))
    k = np.arange(1, m + 1)
    minus, plus = k[:, None] - k, k[:, None] + k
    for i, (a, b) in enumerate(pairs):
        z = np.concatenate([[np.sum(weights[i])], sums[i], sums[len(pairs) + i]])
        near, far = z[np.abs(minus)], z[plus]
        odd = np.where(minus < 0, -near.imag, near.imag)
        sines = np.concatenate([near.real - far.real, far.imag + odd], axis=1)
        cosines = np.concatenate([far.imag - odd, near.real + far.real], axis=1)
        block = 0.5 * np.concatenate([sines, cosines])
        gram[2 * m * a : 2 * m * (a + 1), 2 * m * b : 2 * m * (b + 1)] = block
        gram[2 * m * b : 2 * m * (b + 1), 2 * m * a : 2 * m * (a + 1)] = block.T
    return gram
