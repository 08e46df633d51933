"""The losses of a robust fit: how the weight of a residual falls with its size.

With u the residual in units of its uncertainty and of the scale, psi(u) = rho'(u) and w(u) = psi(u) / u:

    huber      w = min(1, c / |u|)              c = 1.345    Huber 1964, Ann. Math. Stat. 35, 73
    bisquare   w = (1 - (u/c)^2)^2, 0 beyond c  c = 4.685    Beaton & Tukey 1974, Technometrics 16, 147
    welsch     w = exp(-(u/c)^2)                c = 2.985    Dennis & Welsch 1978, Comm. Stat. B 7, 345

With these constants the fit of normal data is 95 % as efficient as least squares (Holland & Welsch 1977, Comm. Stat. A
6, 813). Huber's loss is convex. The other two leave out what is far off, and may have several minima.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from jug.core.array import Float, N


class Loss(NamedTuple):
    """One loss.

    Parameters
    ----------
    name : {"huber", "bisquare", "welsch"}
    tuning : float
        The constant c.
    weight : callable
        ``u -> w``, (n,) arrays.
    slope : callable
        ``u -> psi'``, (n,) arrays.
    """

    name: str
    tuning: float
    weight: Callable[[Float[N]], Float[N]]
    slope: Callable[[Float[N]], Float[N]]


def _huber(c: float) -> Loss:
    def weight(u: Float[N]) -> Float[N]:
        return c / np.maximum(np.abs(u), c)

    def slope(u: Float[N]) -> Float[N]:
        return np.where(np.abs(u) <= c, 1.0, 0.0)

    return Loss("huber", c, weight, slope)


def _bisquare(c: float) -> Loss:
    def weight(u: Float[N]) -> Float[N]:
        return np.asarray(np.maximum(1.0 - (u / c) ** 2, 0.0) ** 2)

    def slope(u: Float[N]) -> Float[N]:
        rest = np.maximum(1.0 - (u / c) ** 2, 0.0)
        return np.asarray(rest * (5.0 * rest - 4.0))

    return Loss("bisquare", c, weight, slope)


def _welsch(c: float) -> Loss:
    def weight(u: Float[N]) -> Float[N]:
        return np.exp(-np.minimum((u / c) ** 2, 700.0))

    def slope(u: Float[N]) -> Float[N]:
        return np.asarray((1.0 - 2.0 * (u / c) ** 2) * weight(u))

    return Loss("welsch", c, weight, slope)


HUBER = _huber(1.345)
LOSSES = {loss.name: loss for loss in (HUBER, _bisquare(4.685), _welsch(2.985))}
"""Every loss by its name."""
