"""The noise of a likelihood in NumPy: its variances and columns, the Gaussian density, and slopes by noise parameters.

The slopes of the density are by the white variances, the prior variances and the columns. The derivatives of these by
the parameters are central differences of their formulas (`DIFFERENCE`, `STENCIL`). BLAS forms a Gram matrix from half
of its elements.
"""

from threading import Lock
from typing import NamedTuple

import numpy as np

from jug.core.array import Datum, Float, Mode
from jug.core.blocks import Binned
from jug.model.covariance.gaussian import Whitener, whitener
from jug.model.covariance.log_density import LikelihoodDerivatives, density_slopes, log_density
from jug.model.covariance.noise import noise_of, prior_of
from jug.model.covariance.plain_prior import PlainPrior
from jug.model.covariance.repeated_density import RepeatedDensity
from jug.model.declare import Component, Values
from jug.model.timing_model import TimingModel
from jug.sampling.disjoint_columns import SplitPrior, split_prior
from jug.sampling.fixed_noise import with_columns
from jug.sampling.log_likelihood import Data
from jug.sampling.vector import Vector

DIFFERENCE = 1e-6
"""Step of the differences, relative to parameters above 1 in size, in par units. The formulas are smooth on this scale:
the error of fourth order is below the rounding, which is 1e-8 of the slope or less
(`tests/sampling/test_numpy_density.py`)."""

STENCIL = ((1.0, 2.0 / 3.0), (2.0, -1.0 / 12.0))
"""Steps to both sides, and their weights in a central difference of fourth order."""


class NoiseSlopes(NamedTuple):
    """Derivatives of log L.

    Parameters
    ----------
    sigma2 : (rows,) array
        By the white variances.
    processes : dict of str to list of (m,) arrays
        By the prior variances of each process of a component, by the component's name.
    basis : (rows, k) array or None
        By the elements of the columns; None where no parameter changes them.
    """

    sigma2: Float[Datum]
    processes: dict[str, list[Float[Mode]]]
    basis: Float[Datum, Mode] | None


class NoiseTerms:
    """The noise terms of a model as functions of its parameters, and the density of residuals under them."""

    def __init__(self, model: TimingModel, vector: Vector, data: Data) -> None:
        self._data = data
        self._every, self._live = model.components, vector.live_basis
        self._components = [c for c in model.components if c.scale or c.dm_scale or c.weights]
        self._lock = Lock()
        self._split: SplitPrior | None = None
        self._repeated: RepeatedDensity | None = None
        prior = data.prior
        if prior is not None and prior.basis is not None and not self._live:
            self._split = split_prior(prior, len(data.extra_variance))
            self._repeated = RepeatedDensity(self._split.prior)
        self._binned: dict[str, list[bool]] = {}
        self._sizes: dict[str, list[int]] = {}
        p, x = data.ref.p0, data.ref.x
        for c in self._components:
            if c.basis is not None and c.weights is not None:
                sizes = [len(variance) for variance in c.weights(np, p, x)]
                self._sizes[c.name] = sizes
                self._binned[c.name] = [isinstance(block, Binned) for block in c.basis(np, p, x)]

    def density(
        self, r: Float[Datum], sigma2: Float[Datum], p: Values
    ) -> tuple[float, LikelihoodDerivatives, NoiseSlopes]:
        """Evaluate the log-likelihood of residuals.

        Parameters
        ----------
        r : (rows,) array
            Residuals, s; residuals of DMs in pc cm^-3.
        sigma2 : (rows,) array
            The white variances at ``p``.
        p : Values

        Returns
        -------
        value : float
            Natural logarithm, without the term n log(2 pi).
        by : LikelihoodDerivatives
        slopes : NoiseSlopes
            The same derivatives, sorted by component and process.

        Raises
        ------
        numpy.linalg.LinAlgError
            The covariance is singular to rounding.
        """
        if self._split is None or self._repeated is None:
            whole, factors = log_density(np, r, sigma2, self._prior(p))
            value, by = float(whole), density_slopes(np, factors)
        else:
            prior = self._prior(p, self._split)
            assert prior is not None
            with self._lock:
                value, by = self._repeated.value_and_slopes(r, sigma2, prior)
        return value, by, self._sorted(by)

    def factor_covariance(self, sigma2: Float[Datum], p: Values) -> Whitener:
        """Factor the covariance at some parameters.

        Parameters
        ----------
        sigma2 : (rows,) array
            The white variances at ``p``.
        p : Values

        Returns
        -------
        Whitener
        """
        return whitener(np, sigma2, self._prior(p), None if self._live else self._data.turned)

    def white(self, p: Values) -> Float[Datum]:
        """Compute the white variances.

        Parameters
        ----------
        p : Values

        Returns
        -------
        (rows,) array
            s^2; for measured DMs (pc cm^-3)^2.
        """
        x = self._data.ref.x
        sigma, dm_sigma = x.error, x.dm_error
        for c in self._components:
            if c.scale is not None:
                sigma = c.scale(np, p, x, sigma)
            if c.dm_scale is not None and dm_sigma is not None:
                dm_sigma = c.dm_scale(np, p, x, dm_sigma)
        both = sigma[:-1] if dm_sigma is None else np.concatenate([sigma[:-1], dm_sigma[:-1]])
        return both * both

    def _prior(self, p: Values, split: SplitPrior | None = None) -> PlainPrior | None:
        """The prior of the coefficients, with the marginal timing parameters last; with epochs as in ``split``."""
        data, prior = self._data, self._data.prior if split is None else split.prior
        if prior is None:
            return None
        epochs: list[Float[Mode]] = []
        modes: list[Float[Mode]] = []
        for c in self._components:
            if c.weights is not None:
                pairs = zip(self._binned[c.name], c.weights(np, p, data.ref.x), strict=True)
                for binned, variance in pairs:
                    (epochs if binned else modes).append(variance)
        if prior.epoch_variance is not None:
            prior = prior._replace(epoch_variance=np.concatenate([*epochs, *([] if split is None else [split.flat])]))
        if prior.variance is not None:
            extra = data.extra_variance if split is None else data.extra_variance[split.kept]
            prior = prior._replace(variance=np.concatenate([*modes, extra]))
        return prior._replace(basis=self._columns(p)) if self._live and prior.basis is not None else prior

    def _columns(self, p: Values) -> Float[Datum, Mode] | None:
        """The columns of the processes and of the marginal timing parameters, where a parameter changes them."""
        noise = noise_of(np, self._every, p, self._data.ref.x)
        processes = prior_of(np, noise, np.ones(len(noise.sigma)))
        prior = with_columns(np, processes, self._data.extra, self._data.extra_variance)
        return None if prior is None else prior.basis

    def _sorted(self, by: LikelihoodDerivatives) -> NoiseSlopes:
        """Sort the derivatives by component and process."""
        at, found = {True: 0, False: 0}, {}
        for c in self._components:
            own: list[Float[Mode]] = []
            for binned, size in zip(self._binned.get(c.name, ()), self._sizes.get(c.name, ()), strict=True):
                whole = by.epoch_variance if binned else by.variance
                assert whole is not None or size == 0
                own.append(np.zeros(0) if whole is None else whole[at[binned] : at[binned] + size])
                at[binned] += size
            found[c.name] = own
        return NoiseSlopes(by.sigma2, found, by.basis if self._live else None)

    def slope_along(
        self, p: Values, slopes: NoiseSlopes, slot: tuple[str, int | None], at: float, unit: float
    ) -> float:
        """Differentiate log L, through the noise, by one parameter.

        Parameters
        ----------
        p : Values
        slopes : NoiseSlopes
            At ``p``.
        slot : tuple of str and int or None
            Key and order of the parameter.
        at : float
            Its value, par units.
        unit : float
            Kernel units in a par unit.

        Returns
        -------
        float
            Per par unit; 0 where the noise does not depend on the parameter.
        """
        touched = [c for c in self._components if slot[0] in c.names]
        if not touched:
            return 0.0
        step = DIFFERENCE * (abs(at) if slot[0] == "RNAMP" else max(1.0, abs(at)))
        total = 0.0
        for steps, weight in STENCIL:
            up, down = (_changed(p, slot, sign * steps * step * unit) for sign in (1.0, -1.0))
            total += weight * self._change(touched, slopes, up, down)
        return total / step

    def _change(self, touched: list[Component], slopes: NoiseSlopes, up: Values, down: Values) -> float:
        """The change of log L, to first order, between two sets of values."""
        total, x = 0.0, self._data.ref.x
        if any(c.scale or c.dm_scale for c in touched):
            total += float(slopes.sigma2 @ (self.white(up) - self.white(down)))
        for c in touched:
            if c.weights is not None:
                changes = zip(slopes.processes[c.name], c.weights(np, up, x), c.weights(np, down, x), strict=True)
                total += sum(float(slope @ (above - below)) for slope, above, below in changes)
        if slopes.basis is not None:
            above, below = self._columns(up), self._columns(down)
            if above is not None and below is not None:
                total += float(np.sum(slopes.basis * (above - below)))
        return total


def _changed(p: Values, slot: tuple[str, int | None], change: float) -> Values:
    """Values with another one for a parameter, kernel units."""
    key, order = slot
    value = np.array(p[key], dtype=np.float64)
    value[... if order is None else order] += change
    return p.with_values({key: value})
