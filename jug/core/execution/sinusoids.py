"""A Fourier basis of many TOAs, of which no more than a chunk is ever in memory."""

import numpy as np

from jug.core.array import Float, Mode, Toa
from jug.core.execution.rows_on_demand import RowsOnDemand, WavesMade
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
            Takes the rows, transposed, in their unit times that of the factor.
        rows : slice
        factor : (rows,) array or float
            In any unit.
        waves : dict
            Those of matrices that are made together.
        """
        since, key = self._since[rows], (self._rate, self._m)
        known = waves.get(key)
        if known is None or not np.array_equal(known[0], since):
            known = waves[key] = since, powers_of_wave(self._rate * since, self._m)
        both = factor * self._factor[rows]
        np.multiply(known[1].imag, both, out=out[: self._m])
        np.multiply(known[1].real, both, out=out[self._m :])
