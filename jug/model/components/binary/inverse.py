"""The inverse timing formula: the delay of a pulse emitted on an orbit, as a function of its time of arrival.

D(t - D(t - ...)) to second order in n D', not iterated further (Damour & Deruelle 1986, Ann. Inst. H. Poincare 44, 263,
eqs 46-52; tempo, tempo2 and PINT):

    delay = D (1 - n D' + (n D')^2 + n^2 D D''/2 + n^2 kappa D D')

D the Roemer and Einstein delay, D' and D'' its derivatives by the eccentric anomaly u, n = du/dt, and
kappa = -e sin u / 2(1 - e cos u). What is neglected is of order D (n D)^3: 5 ns for x = 200 light-s and n x = 3e-3.
"""

from typing import NamedTuple

from jug.model.declare import Array


class Slopes(NamedTuple):
    """Derivatives of the delay by D, D', D'', n and kappa; (n,) arrays."""

    d: Array
    d1: Array
    d2: Array
    n: Array
    kappa: Array


def inverted(d: Array, d1: Array, d2: Array, n: Array, kappa: Array = 0.0) -> Array:
    """The delay, s, from D (s), D', D'', n (rad/s) and kappa."""
    a = n * d1
    return d * (1.0 - a + a * a + n * n * d * (0.5 * d2 + kappa * d1))


def inverted_slopes(d: Array, d1: Array, d2: Array, n: Array, kappa: Array = 0.0) -> Slopes:
    """Derivatives of `inverted`."""
    a, second = n * d1, n * n * d
    bracket = 0.5 * d2 + kappa * d1
    return Slopes(
        d=1.0 - a + a * a + 2.0 * second * bracket,
        d1=d * (2.0 * n * a - n + second * kappa),
        d2=0.5 * d * second,
        n=d * (2.0 * a * d1 - d1 + 2.0 * n * d * bracket),
        kappa=d * second * d1,
    )
