"""A Fourier basis of many TOAs, of which no more than a chunk is ever in memory."""

from jug.core.array import Float, Mode, Toa
from jug.core.execution.rows_on_demand import RowsOnDemand
from jug.core.sincos import multiple_waves


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

    def __getitem__(self, rows: slice) -> Float[Toa, Mode]:
        return multiple_waves(self._since[rows], self._rate, self._m, self._factor[rows])
