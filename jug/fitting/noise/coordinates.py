"""Coordinates x of noise parameters in which the likelihood is smooth and zero is an edge that is reached.

    factor (EFAC)                     theta = e^x
    size (EQUAD, an amplitude A)      A = A0 sqrt(e^2x - 1),  x >= 0;   theta = A, or log10 A
    any other                         theta = width x

Far above A0 the coordinate of a size is a logarithm; near 0 it is A^2 / (2 A0^2), and the likelihood, which depends on
A^2, has a finite slope there: whether the data want A > 0 is the sign of that slope. A0 is a size of no effect, which
`jug.fitting.noise.scales` finds. The amplitude of a power law is taken at a frequency amid its modes, not at 1/yr:

    log10 A = log10 A0 + log10(e^2x - 1) / 2 - tilt gamma

where the tilt is half the slope, with gamma, of log10 of the prior variance of that mode.
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Float, Int, Parameter
from jug.sampling.coordinates import LN10

A_FACTOR, A_SIZE, A_LOG_SIZE, ANY_OTHER = 0, 1, 2, 3
ABSENT_SHARE = 1e-3
"""Value of A / A0 that stands for zero: 1e-6 of a variance without effect."""

LEAST_SIZE_X = 0.5 * float(np.log1p(ABSENT_SHARE**2))
"""The coordinate x of `ABSENT_SHARE`."""


class Coordinates(NamedTuple):
    """The coordinates of a vector of noise parameters.

    Parameters
    ----------
    kind : (k,) int array
        A_FACTOR, A_SIZE, A_LOG_SIZE or ANY_OTHER.
    zero : (k,) array
        log10 A0 of a size.
    partner : (k,) int array
        The element that is the spectral index of a size; -1 without one.
    tilt : (k,) array
        Its factor, 0 without one.
    width : (k,) array
        Of the others.
    low, high : (k,) arrays
        Range of x.
    """

    kind: Int[Parameter]
    zero: Float[Parameter]
    partner: Int[Parameter]
    tilt: Float[Parameter]
    width: Float[Parameter]
    low: Float[Parameter]
    high: Float[Parameter]

    @property
    def sizes(self) -> Int[Parameter]:
        """The elements that are sizes."""
        return np.flatnonzero((self.kind == A_SIZE) | (self.kind == A_LOG_SIZE))

    def theta(self, x: Float[Parameter]) -> Float[Parameter]:
        """Parameters in par units, (k,)."""
        theta = self.width * x
        factors = self.kind == A_FACTOR
        theta[factors] = np.exp(x[factors])
        some = self.sizes
        log10 = self.zero[some] + 0.5 * np.log10(np.expm1(2.0 * x[some])) - self._tilted(theta, some)
        theta[some] = np.where(self.kind[some] == A_SIZE, 10.0 ** np.minimum(log10, 300.0), log10)
        return theta

    def jacobian(self, x: Float[Parameter]) -> Float[Parameter, Parameter]:
        """d theta_i / dx_j, (k, k)."""
        theta = self.theta(x)
        found = np.diag(np.where(self.kind == A_FACTOR, theta, self.width))
        for i in self.sizes:
            per_log = theta[i] * LN10 if self.kind[i] == A_SIZE else 1.0
            found[i, i] = per_log / (-np.expm1(-2.0 * x[i]) * LN10)
            if self.partner[i] >= 0:
                found[i, self.partner[i]] = -per_log * self.tilt[i] * self.width[self.partner[i]]
        return found

    def x(self, theta: Float[Parameter]) -> Float[Parameter]:
        """Return x of parameters, (k,), moved into its range."""
        with np.errstate(divide="ignore"):
            x = theta / self.width
            factors = self.kind == A_FACTOR
            x[factors] = np.log(np.maximum(theta[factors], 1e-300))
            some = self.sizes
            log10 = np.where(self.kind[some] == A_SIZE, np.log10(np.maximum(theta[some], 1e-300)), theta[some])
        log10 = np.minimum(log10 - self.zero[some] + self._tilted(theta, some), 100.0)
        x[some] = 0.5 * np.log1p(10.0 ** (2.0 * log10))
        return np.clip(x, self.low, self.high)

    def _tilted(self, theta: Float[Parameter], some: Int[Parameter]) -> Float[Parameter]:
        """Return tilt times gamma of some sizes."""
        own = self.partner[some]
        return np.where(own >= 0, self.tilt[some] * theta[own], 0.0)
