"""Coordinates x of noise parameters in which the likelihood is smooth and a value of zero is an edge of the range.

    factor (EFAC)                     F = F0 sqrt(e^2x - 1),  x > 0;    theta = F
    size (EQUAD, an amplitude A)      A = A0 sqrt(e^2x - 1),  x >= 0;   theta = A, or log10 A
    positive (TNQPDMFREQ)             theta = e^x
    any other                         theta = width x

Far above A0 the coordinate of a size is a logarithm; near 0 it is A^2 / (2 A0^2), and the likelihood, which depends on
A^2, has a finite slope there. The sign of that slope shows whether A > 0 is more likely. A0 is a size without effect,
which `jug.fitting.noise.scales` finds. The amplitude of a power law is that at a frequency among its modes, not at
1/yr:

    log10 A = log10 A0 + log10(e^2x - 1) / 2 - tilt gamma

where the tilt is half the slope, with gamma, of log10 of the prior variance of that mode.

Where a factor multiplies a size (EFAC the EQUAD of the same TOAs), A is their product F EQUAD. TOAs of about equal
uncertainties e determine F^2 e^2 + F^2 EQUAD^2 well, and hardly the two terms. In x this is a short valley between two
edges, F = 0 and EQUAD = 0, with a finite slope of log L at both. In log F and log EQUAD it would have no end. For the
profile of EQUAD, A is EQUAD itself (`Coordinates.alone`), and F is a total, so that the valley is straight:

    F = F0 sqrt(e^2x - 1) / sqrt(1 + (EQUAD / e)^2)
"""

from typing import NamedTuple

import numpy as np

from jug.core.array import Float, Int, Parameter
from jug.sampling.coordinates import LN10

A_FACTOR, A_SIZE, A_LOG_SIZE, A_POSITIVE, ANY_OTHER = 0, 1, 2, 3, 4
"""Kinds of noise parameters: a factor of uncertainties, a size in its unit, the log10 of a size, a positive number,
any number."""

LEAST_FACTOR_EFFECT = 0.1
"""F0: 1% of the variance of uncertainties that are right."""

ABSENT_SHARE = 1e-3
"""Value of A / A0 that stands for zero: 1e-6 of a variance without effect."""

LOG10_A0_OF_ERROR = -1.0
"""log10 A0 of an EQUAD less that of e: 1% of the variance."""

LEAST_SIZE_X = 0.5 * float(np.log1p(ABSENT_SHARE**2))
"""The coordinate x of `ABSENT_SHARE`."""


class Coordinates(NamedTuple):
    """The coordinates of a vector of noise parameters.

    Parameters
    ----------
    kind : (k,) int array
        A_FACTOR, A_SIZE, A_LOG_SIZE, A_POSITIVE or ANY_OTHER.
    zero : (k,) array
        log10 A0 of a size, log10 F0 of a factor.
    partner : (k,) int array
        The element that is the spectral index of a size; -1 without one.
    tilt : (k,) array
        Its factor, 0 without one.
    width : (k,) array
        Of the others.
    low, high : (k,) arrays
        Range of x.
    multiplier, total : (k,) int arrays
        The element that is the factor of a size, and the size with which a factor is a total; -1 without one.
    error : (k,) array
        log10 of a typical uncertainty e, in the unit of the size that is added to it.
    """

    kind: Int[Parameter]
    zero: Float[Parameter]
    partner: Int[Parameter]
    tilt: Float[Parameter]
    width: Float[Parameter]
    low: Float[Parameter]
    high: Float[Parameter]
    multiplier: Int[Parameter]
    total: Int[Parameter]
    error: Float[Parameter]

    @property
    def sizes(self) -> Int[Parameter]:
        """The elements that are sizes."""
        return np.flatnonzero((self.kind == A_SIZE) | (self.kind == A_LOG_SIZE))

    @property
    def from_zero(self) -> Int[Parameter]:
        """The elements whose range has an edge at a value of zero: sizes and factors."""
        return np.flatnonzero(self.kind <= A_LOG_SIZE)

    def theta(self, x: Float[Parameter]) -> Float[Parameter]:
        """Return the parameters in par units, (k,), at coordinates."""
        theta = self.width * x
        positive, factors, some = self.kind == A_POSITIVE, self.kind == A_FACTOR, self.sizes
        theta[positive] = np.exp(x[positive])
        theta[factors] = 10.0 ** self.zero[factors] * np.sqrt(np.expm1(2.0 * x[factors]))
        log10 = self.zero[some] + 0.5 * np.log10(np.expm1(2.0 * x[some])) - self._tilted(theta, some)
        theta[some] = np.where(self.kind[some] == A_SIZE, 10.0 ** np.minimum(log10, 300.0), log10)
        theta[factors] /= np.sqrt(1.0 + self._added(theta)[factors])
        return theta

    def jacobian(self, x: Float[Parameter]) -> Float[Parameter, Parameter]:
        """Return d theta_i / dx_j, (k, k), at coordinates."""
        theta = self.theta(x)
        found = np.diag(np.where(self.kind == A_POSITIVE, theta, self.width))
        added = self._added(theta)
        for i in map(int, np.flatnonzero(self.kind == A_FACTOR)):
            found[i, i] = theta[i] / -np.expm1(-2.0 * x[i])
            if (size := int(self.total[i])) >= 0:
                found[i, size] = -theta[i] * added[i] / (1.0 + added[i]) / -np.expm1(-2.0 * x[size])
        for i in map(int, self.sizes):
            per_log = theta[i] * LN10 if self.kind[i] == A_SIZE else 1.0
            found[i, i] = per_log / (-np.expm1(-2.0 * x[i]) * LN10)
            index, factor = int(self.partner[i]), int(self.multiplier[i])
            if index >= 0:
                found[i, index] = -per_log * self.tilt[i] * self.width[index]
            if factor >= 0:
                found[i, factor] = -per_log * found[factor, factor] / (theta[factor] * LN10)
        return found

    def x(self, theta: Float[Parameter]) -> Float[Parameter]:
        """Return the coordinates of parameters in par units, (k,), clipped to their range."""
        some, positive, factors = self.sizes, self.kind == A_POSITIVE, self.kind == A_FACTOR
        x = theta / self.width
        x[positive] = np.log(np.maximum(theta[positive], 1e-300))
        totals = theta[factors] * np.sqrt(1.0 + self._added(theta)[factors])
        x[factors] = 0.5 * np.log1p((totals / 10.0 ** self.zero[factors]) ** 2)
        log10 = np.minimum(self._log10(theta)[some] - self.zero[some] + self._tilted(theta, some), 100.0)
        x[some] = 0.5 * np.log1p(10.0 ** (2.0 * log10))
        return np.clip(x, self.low, self.high)

    def alone(self, i: int, x: Float[Parameter]) -> "Coordinates":
        """Return coordinates in which a size is one element: an amplitude at 1/yr, an EQUAD without its factor.

        The range of such an EQUAD ends where its factor, with the same total, reaches its lower edge.

        Parameters
        ----------
        i : int
            An element; for one that is not a size the coordinates are returned unchanged.
        x : (k,) array
            The point at which the processes have the A0 of these coordinates.

        Returns
        -------
        Coordinates
        """
        if self.partner[i] < 0 and self.multiplier[i] < 0:
            return self
        zero, partner, multiplier = self.zero.copy(), self.partner.copy(), self.multiplier.copy()
        theta, total, high = self.theta(x), self.total.copy(), self.high.copy()
        if (factor := int(multiplier[i])) >= 0:
            zero[i], total[factor] = self.error[i] + LOG10_A0_OF_ERROR, i
            size = 10.0 ** (2.0 * (self._log10(theta)[i] - self.error[i]))
            least = self.theta(np.where(np.arange(len(x)) == factor, self.low, x))[factor]
            largest = (theta[factor] / least) ** 2 * (1.0 + size) - 1.0
            high[i] = 0.5 * np.log1p(max(largest, size) * 10.0 ** (-2.0 * LOG10_A0_OF_ERROR))
            high[factor] += high[i]
        else:
            zero[i] -= self._tilted(theta, np.array([i]))[0]
        partner[i] = multiplier[i] = -1
        return self._replace(zero=zero, partner=partner, multiplier=multiplier, total=total, high=high)

    def other_ends(self, size: int, x: Float[Parameter]) -> list[Float[Parameter]]:
        """Return the two points where only one of a size and its factor adds variance, with the same sum of variances.

        Parameters
        ----------
        size : int
            An element with a factor.
        x : (k,) array
            The point with both.

        Returns
        -------
        list of two (k,) arrays
            Without the size, and with the least factor.
        """
        factor, e = int(self.multiplier[size]), 10.0 ** self.error[size]
        units = {factor: 10.0 ** self.zero[factor] * e, size: 10.0 ** self.zero[size]}
        total = sum(unit**2 * float(np.expm1(2.0 * x[i])) for i, unit in units.items())
        ends = []
        for gone, there in ((size, factor), (factor, size)):
            at = x.copy()
            at[gone], at[there] = self.low[gone], 0.5 * np.log1p(total / units[there] ** 2)
            ends.append(np.clip(at, self.low, self.high))
        return ends

    def _log10(self, theta: Float[Parameter]) -> Float[Parameter]:
        """log10 of each size."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(self.kind == A_SIZE, np.log10(np.maximum(theta, 1e-300)), theta)

    def _added(self, theta: Float[Parameter]) -> Float[Parameter]:
        """(EQUAD / e)^2 for factors that are totals, 0 for all other elements."""
        log10 = (self._log10(theta) - self.error)[self.total]
        return np.where(self.total >= 0, 10.0 ** (2.0 * np.clip(log10, -150.0, 150.0)), 0.0)

    def _tilted(self, theta: Float[Parameter], some: Int[Parameter]) -> Float[Parameter]:
        """tilt gamma + log10(factor) of some sizes."""
        index, factor = self.partner[some], self.multiplier[some]
        tilted = np.where(index >= 0, self.tilt[some] * theta[index], 0.0)
        factors = np.where(factor >= 0, np.maximum(theta[factor], 1e-300), 1.0)
        return tilted + np.log10(factors)
