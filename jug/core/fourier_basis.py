"""The Fourier basis of a noise process: as one array, or made chunk by chunk where it is used."""

from math import pi
from typing import cast

import numpy as np

from jug.core.array import Float, Harmonic, Mode, Toa
from jug.core.execution.chunks import are_many
from jug.core.namespace import Namespace
from jug.core.sincos import SAME_SHARE, multiple_waves


def fourier_basis(xp: Namespace, since: Float[Toa], frequency: Float[Harmonic], factor: Float[Toa]) -> Float[Toa, Mode]:
    """Return sines and cosines, times a factor for each TOA.

    Parameters
    ----------
    xp : Namespace
    since : (n,) array
        Times, s.
    frequency : (m,) array
        Hz.
    factor : (n,) array
        In any unit.

    Returns
    -------
    (n, 2 m) array
        In the unit of the factor: m sines, then m cosines. In NumPy column after column in memory, and for many TOAs
        made on demand (`jug.core.execution.rows_on_demand`).
    """
    if xp is not np or not _are_multiples(frequency):
        phase = 2.0 * pi * since[:, None] * frequency
        return xp.concatenate([xp.sin(phase), xp.cos(phase)], axis=1) * factor[:, None]
    m, rate = len(frequency), 2.0 * pi * float(frequency[0])
    if are_many(len(since)):
        from jug.core.sinusoids import Sinusoids

        return cast("Float[Toa, Mode]", Sinusoids(since, rate, m, factor))
    return multiple_waves(since, rate, m, factor)


def _are_multiples(frequency: Float[Harmonic]) -> bool:
    """Whether frequencies are 1, 2, ... times the first one."""
    k = np.arange(1.0, len(frequency) + 1.0)
    return len(k) > 0 and bool(np.all(np.abs(frequency - k * frequency[0]) <= SAME_SHARE * frequency))
