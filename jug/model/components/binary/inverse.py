"""Inverse timing formula: the delay of a pulse emitted on an orbit, as a function of its arrival time.

    delay = D (1 - n D' + (n D')^2 + n^2 D D''/2 + n^2 kappa D D')

This is the solution of D(t - D(t - ...)) to second order in n D', without further iteration (Damour & Deruelle 1986,
Ann. Inst. H. Poincare 44, 263, eqs 46-52; tempo, tempo2 and PINT). D is the Roemer and Einstein delay in s, D' and D''
are its derivatives by the eccentric anomaly u, n = du/dt in rad/s, and kappa = -e sin u / 2(1 - e cos u). The next
order, D (n D)^3, is neglected: 5 ns for x = 200 light-s and n x = 3e-3.
"""

from typing import NamedTuple

from jug.core.array import Float, Row
from jug.model.declare import Broadcast


class InverseSlopes(NamedTuple):
    """Derivatives of the delay by D, D', D'', n and kappa, (n,) each."""

    d: Float[Row]
    d1: Float[Row]
    d2: Float[Row]
    n: Float[Row]
    kappa: Float[Row]


def inverse_timing_delay(
    d: Float[Row], d1: Float[Row], d2: Float[Row], n: Float[Row], kappa: Broadcast = 0.0
) -> Float[Row]:
    """Delay by the inverse timing formula.

    Parameters
    ----------
    d, d1, d2 : (n,) arrays
        D, D' and D'', s.
    n : (n,) array
        du/dt, rad/s.
    kappa : float or (n,) array
        As above; 0 for an orbit of low eccentricity.

    Returns
    -------
    (n,) array
        s.
    """
    a = n * d1
    return d * (1.0 - a + a * a + n * n * d * (0.5 * d2 + kappa * d1))


def inverse_timing_slopes(
    d: Float[Row], d1: Float[Row], d2: Float[Row], n: Float[Row], kappa: Broadcast = 0.0
) -> InverseSlopes:
    """Derivatives of `inverse_timing_delay` by its arguments.

    Parameters
    ----------
    d, d1, d2, n, kappa
        As in `inverse_timing_delay`.

    Returns
    -------
    InverseSlopes
        (n,) arrays.
    """
    a, second = n * d1, n * n * d
    bracket = 0.5 * d2 + kappa * d1
    return InverseSlopes(
        d=1.0 - a + a * a + 2.0 * second * bracket,
        d1=d * (2.0 * n * a - n + second * kappa),
        d2=0.5 * d * second,
        n=d * (2.0 * a * d1 - d1 + 2.0 * n * d * bracket),
        kappa=d * second * d1,
    )
