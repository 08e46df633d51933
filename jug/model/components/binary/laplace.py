"""Roemer delay of an orbit of low eccentricity by Laplace-Lagrange elements, eps1 = e sin w and eps2 = e cos w.

    D = x sum_{k=1..4} S_k sin k Phi + C_k cos k Phi     (without the constant -3 x eps1 / 2)

x is the projected semi-major axis in light-s, Phi the orbital phase from the ascending node in rad. To third order in
e: Zhu+ 2019, MNRAS 482, 3249, eq. 1, with the sign that Fiore+ 2023, ApJ 956, 40, eq. 4 corrects. To first order:
Lange+ 2001, MNRAS 326, 274, eq. A6. Neglected is x e^4, or x e^2 at first order. D' and D'' are derivatives by Phi;
kappa of the inverse timing formula is 0.
"""

from typing import NamedTuple

from jug.core.array import Float, Row
from jug.core.sincos import sine_cosine
from jug.model.components.binary.inverse import inverse_timing_delay, inverse_timing_slopes
from jug.model.components.binary.orbit import Orbit, Slopes
from jug.model.declare import Broadcast, Namespace


class LaplaceElements(NamedTuple):
    """x (light-s), eps1 and eps2; floats or (n,) arrays."""

    x: Broadcast
    eps1: Broadcast
    eps2: Broadcast


Series = tuple[tuple[Broadcast, Broadcast], ...]
"""(S_k, C_k) for k = 1, 2, ...; floats or (n,) arrays."""

FIRST, THIRD = 1, 3
"""Orders in e of the Roemer delay."""


def roemer_series(eps1: Broadcast, eps2: Broadcast, order: int = THIRD) -> Series:
    """Coefficients of D / x.

    Parameters
    ----------
    eps1, eps2 : float or (n,) arrays
        Laplace-Lagrange elements.
    order : int
        Order in e: `FIRST` or `THIRD`.

    Returns
    -------
    Series
    """
    if order == FIRST:
        return (1.0, 0.0), (0.5 * eps2, -0.5 * eps1)
    a, b, ab = eps1 * eps1, eps2 * eps2, eps1 * eps2
    return (
        (1.0 - 0.625 * b - 0.375 * a, 0.25 * ab),
        (0.5 * eps2 - eps2 * (5.0 * b + 3.0 * a) / 12.0, -0.5 * eps1 + eps1 * (3.0 * b + 2.0 * a) / 6.0),
        (0.375 * (b - a), -0.75 * ab),
        (eps2 * (b - 3.0 * a) / 3.0, eps1 * (a - 3.0 * b) / 3.0),
    )


def series_slopes(eps1: Broadcast, eps2: Broadcast, order: int = THIRD) -> tuple[Series, Series]:
    """Derivatives of the coefficients of D / x.

    Parameters
    ----------
    eps1, eps2, order
        As in `roemer_series`.

    Returns
    -------
    by_eps1, by_eps2 : Series
    """
    if order == FIRST:
        return ((0.0, 0.0), (0.0, -0.5)), ((0.0, 0.0), (0.5, 0.0))
    a, b, ab = eps1 * eps1, eps2 * eps2, eps1 * eps2
    by_1 = (
        (-0.75 * eps1, 0.25 * eps2),
        (-0.5 * ab, -0.5 + 0.5 * b + a),
        (-0.75 * eps1, -0.75 * eps2),
        (-2.0 * ab, a - b),
    )
    by_2 = (
        (-1.25 * eps2, 0.25 * eps1),
        (0.5 - 1.25 * b - 0.25 * a, ab),
        (0.75 * eps2, -0.75 * eps1),
        (b - a, -2.0 * ab),
    )
    return by_1, by_2


class Harmonics(NamedTuple):
    """Sine and cosine of k Phi for k = 1..4, (n,) each."""

    sin: tuple[Float[Row], ...]
    cos: tuple[Float[Row], ...]


def harmonics(xp: Namespace, phase: Float[Row]) -> Harmonics:
    """Sines and cosines of k Phi, by the addition theorems from one sine and one cosine.

    Parameters
    ----------
    xp : Namespace
    phase : (n,) array
        Phi, rad.

    Returns
    -------
    Harmonics
    """
    sine, cosine = sine_cosine(xp, phase)
    s, c = [sine], [cosine]
    for _ in range(3):
        s, c = [*s, s[-1] * c[0] + c[-1] * s[0]], [*c, c[-1] * c[0] - s[-1] * s[0]]
    return Harmonics(tuple(s), tuple(c))


def sum_series(terms: Series, h: Harmonics, derivative: int = 0) -> Float[Row]:
    """Sum of the series, or its first, second or third derivative by Phi.

    Parameters
    ----------
    terms : Series
        Coefficients.
    h : Harmonics
        Sines and cosines.
    derivative : int
        0 to 3.

    Returns
    -------
    (n,) array
        In the unit of the series.
    """
    total = 0.0 * h.sin[0]
    for k, (a, b) in enumerate(terms, 1):
        for _ in range(derivative):
            a, b = -k * b, k * a
        total = total + a * h.sin[k - 1] + b * h.cos[k - 1]
    return total


class Expansion(NamedTuple):
    """D, D' and D'' over x, (n,) each; in ELL1k they are of different orders in e."""

    d: Float[Row]
    d1: Float[Row]
    d2: Float[Row]


def expansion(value: Series, rate: Series, h: Harmonics, shift: Broadcast = 0.0) -> Expansion:
    """D, D' and D'' over x from their series.

    Parameters
    ----------
    value : Series
        Coefficients of D / x.
    rate : Series
        Coefficients from which D' and D'' are computed.
    h : Harmonics
        Sines and cosines.
    shift : float or (n,) array
        Constant added to D / x.

    Returns
    -------
    Expansion
    """
    return Expansion(sum_series(value, h) + shift, sum_series(rate, h, 1), sum_series(rate, h, 2))


def roemer(el: LaplaceElements, o: Orbit, of: Expansion) -> Float[Row]:
    """Roemer delay by the inverse timing formula.

    Parameters
    ----------
    el : LaplaceElements
        x, eps1 and eps2.
    o : Orbit
        The orbit at each row.
    of : Expansion
        D, D' and D'' over x.

    Returns
    -------
    (n,) array
        s.
    """
    return inverse_timing_delay(el.x * of.d, el.x * of.d1, el.x * of.d2, o.n)


def expansion_slopes(
    el: LaplaceElements, o: Orbit, of: Expansion, by_phase: Expansion, by_1: Expansion, by_2: Expansion
) -> Slopes:
    """Derivatives of `roemer` by "x", "eps1", "eps2", "M" (rad) and "n" (rad/s).

    Parameters
    ----------
    el, o, of
        Arguments of `roemer`.
    by_phase, by_1, by_2 : Expansion
        Derivatives of ``of`` by Phi, eps1 and eps2.

    Returns
    -------
    dict of (n,) arrays
        In s by the unit of the element.
    """
    by = inverse_timing_slopes(el.x * of.d, el.x * of.d1, el.x * of.d2, o.n)

    def delay_change(change: Expansion) -> Float[Row]:
        return by.d * change.d + by.d1 * change.d1 + by.d2 * change.d2

    return {
        "x": delay_change(of),
        "M": el.x * delay_change(by_phase),
        "eps1": el.x * delay_change(by_1),
        "eps2": el.x * delay_change(by_2),
        "n": by.n,
    }
