"""Power laws: the spectral density of red, DM and chromatic noise (formulas in `jug.model.noise.fourier`)."""

from math import pi

from jug.core.array import Float, Harmonic
from jug.core.constants import YEAR
from jug.model.declare import Namespace


def spectrum(xp: Namespace, f: Float[Harmonic], log10_a: Float[()], gamma: Float[()]) -> Float[Harmonic]:
    """Power-law spectral density.

    Parameters
    ----------
    xp : Namespace
    f : (m,) array
        Frequencies, Hz.
    log10_a, gamma : float
        log10 of the amplitude, and the spectral index.

    Returns
    -------
    (m,) array
        s^3.
    """
    return 10.0 ** (2.0 * log10_a) / (12.0 * pi**2) * YEAR**3 * (f * YEAR) ** (-gamma)


def corner_spectrum(
    xp: Namespace, f: Float[Harmonic], log10_a: Float[()], gamma: Float[()], corner: Float[()]
) -> Float[Harmonic]:
    """Spectral density that is flat below ``corner`` and equals the power law at 1/yr.

    For a corner of 0 it is the power law, whatever the index; tempo2 has no corner then.

    Parameters
    ----------
    xp : Namespace
    f, log10_a, gamma
        As in `spectrum`.
    corner : float
        Hz.

    Returns
    -------
    (m,) array
        s^3.
    """
    half, there = 0.5 * gamma, corner > 0.0
    low = xp.where(there, (YEAR * xp.where(there, corner, 1.0)) ** half, 0.0)
    ratio = (low + 1.0) / (low + (YEAR * f) ** half)
    return 10.0 ** (2.0 * log10_a) / (12.0 * pi**2) * YEAR**3 * ratio**2
