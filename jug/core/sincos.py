"""Sine and cosine together, in plain arithmetic that processors vectorise.

The angle is reduced by multiples of pi/2 in three parts (Cody & Waite 1980), the rest goes into the polynomials of
fdlibm (k_sin.c, k_cos.c; Sun Microsystems 1993) for |r| <= pi/4: within 1 unit in the last place up to angles of 1e6,
and beyond that within the rounding of the angle itself. XLA calls the C library for each number, 19 ns for either
function; these functions take a quarter of that. NumPy's own functions are faster than its arithmetic.
"""

from math import pi

import numpy as np

from jug.core.array import Array, Complex, Float, K, N
from jug.core.namespace import Namespace

HALF_PI = (1.57079632673412561417e00, 6.07710050630396597660e-11, 2.02226624879595063154e-21)
"""pi/2 in parts of 33 bits, so that their products with small integers are exact."""

SINE = (
    -1.66666666666666324348e-01,
    8.33333333332248946124e-03,
    -1.98412698298579493134e-04,
    2.75573137070700676789e-06,
    -2.50507602534068634195e-08,
    1.58969099521155010221e-10,
)
"""Coefficients of r^3, r^5 ... of sin r for |r| <= pi/4."""

COSINE = (
    4.16666666666666019037e-02,
    -1.38888888888741095749e-03,
    2.48015872894767294178e-05,
    -2.75573143513906633035e-07,
    2.08757232129817482790e-09,
    -1.13596475577881948265e-11,
)
"""Coefficients of r^4, r^6 ... of cos r for |r| <= pi/4."""

SAME_SHARE = 1e-14
"""Relative difference up to which rates count as multiples of the first one, or as equally spaced."""

FEWEST_EQUAL = 4
"""Least number of equally spaced rates for which products of complex numbers are faster than sines and cosines."""


def sine_cosine(xp: Namespace, angle: Array) -> tuple[Array, Array]:
    """Return sine and cosine of angles.

    Parameters
    ----------
    xp : Namespace
    angle : array
        rad, any shape.

    Returns
    -------
    sine, cosine : arrays
        Both of the shape of `angle`.
    """
    if xp is np:
        return xp.sin(angle), xp.cos(angle)
    turn = xp.round(angle * (2.0 / pi))
    r = angle
    for part in HALF_PI:
        r = r - turn * part
    z = r * r
    sine, cosine = r + r * z * _polynomial(SINE, z), (1.0 - 0.5 * z) + z * z * _polynomial(COSINE, z)
    half = 0.5 * turn
    odd = half != xp.floor(half)
    sign = _sign(xp, turn)
    return sign * xp.where(odd, cosine, sine), xp.where(odd, -sign, sign) * xp.where(odd, sine, cosine)


def waves(xp: Namespace, rates: Float[K], since: Float[N]) -> tuple[Float[N, K], Float[N, K]]:
    """Return sine and cosine of every rate times every time.

    In NumPy rates at equal distances d, as those of a Fourier series, take e^(i (r + j d) t) = e^(i r t) e^(i j d t):
    two sines and cosines a time. The rounding is that of the angles.

    Parameters
    ----------
    xp : Namespace
    rates : (k,) array
        rad/s.
    since : (n,) array
        s.

    Returns
    -------
    sine, cosine : (n, k) arrays
        Column after column in memory.
    """
    if xp is not np or not _are_equally_spaced(rates):
        return sine_cosine(xp, xp.outer(rates, since).T)
    k, distance = len(rates), (rates[-1] - rates[0]) / (len(rates) - 1)
    wave = np.empty((k, len(since)), dtype=np.complex128)
    wave[0].imag, wave[0].real = sine_cosine(np, rates[0] * since)
    np.multiply(powers_of_wave(distance * since, k - 1), wave[0], out=wave[1:])
    return np.ascontiguousarray(wave.imag).T, np.ascontiguousarray(wave.real).T


def _are_equally_spaced(rates: Float[K]) -> bool:
    """Whether there are enough rates, with a constant distance between neighbours."""
    k = len(rates)
    if k < FEWEST_EQUAL:
        return False
    even = rates[0] + np.arange(k) * ((rates[-1] - rates[0]) / (k - 1))
    return bool(np.all(np.abs(rates - even) <= SAME_SHARE * np.abs(rates)))


def multiple_waves(since: Float[N], rate: float, m: int, factor: Float[N]) -> Float[N, K]:
    """Return sines and cosines of the multiples of one frequency, times a factor for each TOA.

    Parameters
    ----------
    since : (n,) array
        Times, s.
    rate : float
        Angular frequency, rad/s.
    m : int
        Number of multiples.
    factor : (n,) array
        In any unit.

    Returns
    -------
    (n, 2 m) array
        In the unit of the factor, column after column in memory.
    """
    out, wave = np.empty((2 * m, len(since))), powers_of_wave(rate * since, m)
    np.multiply(wave.imag, factor, out=out[:m])
    np.multiply(wave.real, factor, out=out[m:])
    return out.T


def powers_of_wave(angle: Float[N], m: int) -> Complex[K, N]:
    """Return e^(i k angle) for k = 1, 2, ... m.

    e^(i (j + k) angle) is the product of two known powers, so each product doubles their number. The rounding grows
    as k, like that of the angle times k.

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


def _sign(xp: Namespace, turn: Array) -> Array:
    """+1 in the first two quarters of a turn, -1 in the others."""
    quarter = 0.25 * turn
    return xp.where(quarter - xp.floor(quarter) < 0.5, 1.0, -1.0)


def _polynomial(coefficients: tuple[float, ...], z: Array) -> Array:
    total = coefficients[-1] * z + coefficients[-2]
    for c in reversed(coefficients[:-2]):
        total = total * z + c
    return total
