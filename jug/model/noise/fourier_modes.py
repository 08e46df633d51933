"""Sines and cosines at the frequencies of a process.

In NumPy those at the multiples k / T of one frequency are powers of e^(i phi): e^(i (j + k) phi) is the product of two
that are known. From k on twice as many follow in one product. The rounding grows as k, as that of the angle k phi does.
"""

from math import pi
from typing import cast

import numpy as np

from jug.core.array import Complex, Float, Harmonic, Mode, Toa
from jug.core.execution.chunks import are_many
from jug.core.execution.rows_on_demand import RowsOnDemand
from jug.core.namespace import Namespace
from jug.model.declare import Columns, Dense

SAME_SHARE = 1e-14
"""Frequencies are multiples of the first one if they differ from these by less than this share."""


def modes(xp: Namespace, x: Columns, tag: str, factor: Float[Toa]) -> Dense:
    """Sines and cosines at the frequencies of a process, times a factor for each TOA.

    Parameters
    ----------
    xp : Namespace
    x : Columns
        Has the `FourierGrid` of the process, with m frequencies.
    tag : str
        Name of the process.
    factor : (n,) array
        g.

    Returns
    -------
    Dense
        (n, 2 m): m sines, then m cosines; in NumPy column after column in memory, and of many TOAs on demand.
    """
    grid = x.grids[tag]
    since, frequency = x.tdb[:-1] - grid.start, grid.frequency
    if xp is not np or not _are_multiples(frequency):
        phase = 2.0 * pi * since[:, None] * frequency
        return Dense(xp.concatenate([xp.sin(phase), xp.cos(phase)], axis=1) * factor[:, None])
    found = Sinusoids(since, 2.0 * pi * float(frequency[0]), len(frequency), factor)
    return Dense(cast("Float[Toa, Mode]", found) if are_many(len(since)) else found[:])


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
    """

    def __init__(self, since: Float[Toa], rate: float, m: int, factor: Float[Toa]) -> None:
        super().__init__((len(since), 2 * m))
        self._since, self._rate, self._m, self._factor = since, rate, m, factor

    def __getitem__(self, rows: slice) -> Float[Toa, Mode]:
        since, factor, m = self._since[rows], self._factor[rows], self._m
        out, wave = np.empty((2 * m, len(since))), powers_of_wave(self._rate * since, m)
        np.multiply(wave.imag, factor, out=out[:m])
        np.multiply(wave.real, factor, out=out[m:])
        return out.T


def powers_of_wave(angle: Float[Toa], m: int) -> Complex[Harmonic, Toa]:
    """Return e^(i k angle) for k = 1, 2, ... m.

    Parameters
    ----------
    angle : (n,) array
        rad.
    m : int

    Returns
    -------
    (m, n) array of complex
        Without unit.
    """
    out = np.empty((m, len(angle)), dtype=np.complex128)
    np.cos(angle, out=out[0].real)
    np.sin(angle, out=out[0].imag)
    known = 1
    while known < m:
        more = min(known, m - known)
        np.multiply(out[known - 1], out[:more], out=out[known : known + more])
        known += more
    return out


def _are_multiples(frequency: Float[Harmonic]) -> bool:
    """Whether frequencies are 1, 2, ... times the first one."""
    k = np.arange(1.0, len(frequency) + 1.0)
    return len(k) > 0 and bool(np.all(np.abs(frequency - k * frequency[0]) <= SAME_SHARE * frequency))
