"""The log-likelihood as a function of noise parameters alone, in NumPy, without compilation.

Value and slopes are those of `jug.model.covariance.gaussian`, as in `jug.sampling.log_likelihood`. The slopes are by
the white variances and the prior variances. The derivatives of these by the parameters are central differences of their
formulas (`DIFFERENCE`). BLAS forms a Gram matrix from half of its elements.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from jug.core.array import Datum, Float, Mode, Parameter
from jug.core.blocks import Binned
from jug.model.covariance.gaussian import Whitener, weigh_residuals, whitener
from jug.model.covariance.log_density import LikelihoodDerivatives, density_slopes, log_density
from jug.model.covariance.plain_prior import PlainPrior
from jug.model.covariance.repeated_density import RepeatedDensity
from jug.model.declare import Values
from jug.model.evaluation.anchor import Anchor, make_anchor
from jug.model.parameters import Layout, unpack
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.sampling.disjoint_columns import SplitPrior, split_prior
from jug.sampling.fixed_noise import seconds
from jug.sampling.log_likelihood import Data, data_of
from jug.sampling.vector import Vector, layout_of, make_vector, moved, noise_change

DIFFERENCE = 1e-5
"""Step of the differences, relative to parameters above 1 in size, in par units. Variances are squares or powers of ten
of parameters: the relative error is 2e-9 or less."""


class NoiseSlopes(NamedTuple):
    """Derivatives of log L.

    Parameters
    ----------
    sigma2 : (rows,) array
        By the white variances.
    processes : dict of str to list of (m,) arrays
        By the prior variances of each process of a component, by the component's name.
    """

    sigma2: Float[Datum]
    processes: dict[str, list[Float[Mode]]]


class NoiseLikelihood:
    """The log-likelihood of noise parameters, with the timing parameters integrated over or fixed.

    Its values are those of `jug.sampling.likelihood.Likelihood` with ``marginal=True`` or ``free=()``.

    Attributes
    ----------
    names : tuple of str
        The k parameters.
    low, high : (k,) arrays
        Their ranges, par units.
    """

    def __init__(self, model: TimingModel, toas: TOAs, noise: Iterable[str] | None, marginal: bool) -> None:
        model = model if marginal else model.with_free(())
        anchor = make_anchor(model, toas)
        self._vector: Vector = make_vector(model, anchor, False, noise, {})
        self._toas, self._marginal = toas, marginal
        self._take(model, anchor)

    def _take(self, model: TimingModel, anchor: Anchor) -> None:
        """Make the arrays of a model."""
        self._model = model
        self._data: Data = data_of(model, anchor, self._vector, self._marginal)
        self._layout: Layout = layout_of(model, self._vector.names)
        self._components = [c for c in model.components if c.scale or c.dm_scale or c.weights]
        self._split: SplitPrior | None = None
        self._repeated: RepeatedDensity | None = None
        prior = self._data.prior
        if prior is not None and prior.basis is not None:
            self._split = split_prior(prior, len(self._data.extra_variance))
            self._repeated = RepeatedDensity(self._split.prior)
        self._binned: dict[str, list[bool]] = {}
        self._sizes: dict[str, list[int]] = {}
        p, x = self._data.ref.p0, self._data.ref.x
        for c in self._components:
            if c.basis is not None and c.weights is not None:
                sizes = [len(variance) for variance in c.weights(np, p, x)]
                self._sizes[c.name] = sizes
                self._binned[c.name] = [isinstance(block, Binned) for block in c.basis(np, p, x)]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the elements of theta."""
        return self._vector.names

    @property
    def low(self) -> Float[Parameter]:
        """Least theta, (k,)."""
        return self._vector.low

    @property
    def high(self) -> Float[Parameter]:
        """Greatest theta, (k,)."""
        return self._vector.high

    @property
    def lives_in_basis(self) -> bool:
        """Whether a parameter changes the columns of a process, so that its slope is not computed here."""
        return self._vector.live_basis

    def with_timing_of(self, model: TimingModel) -> "NoiseLikelihood":
        """Fix the timing at that of another model with the same lines.

        Parameters
        ----------
        model : TimingModel

        Returns
        -------
        NoiseLikelihood
        """
        other = object.__new__(NoiseLikelihood)
        other.__dict__.update(self.__dict__)
        model = model if self._marginal else model.with_free(())
        model = moved(model, self.names, noise_change(self._vector, model, self._model))
        other._take(model, make_anchor(model, self._toas))
        return other

    def value_and_grad(self, theta: Float[Parameter]) -> tuple[float, Float[Parameter]]:
        """Evaluate the log-likelihood and its gradient.

        Parameters
        ----------
        theta : (k,) array
            Par units.

        Returns
        -------
        value : float
            Natural logarithm, no unit.
        gradient : (k,) array
            Per par unit.
        """
        data, at = self._data, np.asarray(theta, dtype=np.float64)
        if np.any(at < self.low) or np.any(at > self.high):
            return -np.inf, np.zeros(len(at))
        p, _ = unpack(np, self._layout, data.ref.p0, (at - data.origin) * data.scale)
        with np.errstate(all="ignore"):
            sigma2 = self._white(p)
            r = seconds(np, data.rows, 1.0 / sigma2, data.ref.rate, self._layout.offset)
            try:
                value, by = self._density(r, sigma2, p)
            except np.linalg.LinAlgError:
                return np.nan, np.zeros(len(at))
            slopes = self._slopes(by)
            gradient = np.array([self._along(p, slopes, i, float(at[i])) for i in range(len(at))])
        return value + data.constant, gradient

    def _density(self, r: Float[Datum], sigma2: Float[Datum], p: Values) -> tuple[float, LikelihoodDerivatives]:
        """The log-likelihood, and its derivatives by the variances."""
        if self._split is None or self._repeated is None:
            value, factors = log_density(np, r, sigma2, self._prior(p))
            return float(value), density_slopes(np, factors)
        prior = self._prior(p, self._split)
        assert prior is not None
        return self._repeated.value_and_slopes(r, sigma2, prior)

    def factor_covariance(self, theta: Float[Parameter]) -> tuple[Whitener, Float[Datum]]:
        """Factor the covariance at some parameters; with marginal timing parameters it contains theirs.

        Parameters
        ----------
        theta : (k,) array
            Par units.

        Returns
        -------
        by : Whitener
            C^-1.
        z : (rows,) array
            C^-1 r, s^-1.
        """
        data = self._data
        p, _ = unpack(np, self._layout, data.ref.p0, (np.asarray(theta) - data.origin) * data.scale)
        sigma2 = self._white(p)
        by = whitener(np, sigma2, self._prior(p), data.turned)
        return by, weigh_residuals(np, by, seconds(np, data.rows, 1.0 / sigma2, data.ref.rate, self._layout.offset))

    def _white(self, p: Values) -> Float[Datum]:
        """The white variances."""
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
        """The prior of the coefficients, those of marginal timing parameters last; with epochs as in ``split``."""
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
        return prior

    def _slopes(self, by: LikelihoodDerivatives) -> NoiseSlopes:
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
        return NoiseSlopes(by.sigma2, found)

    def _along(self, p: Values, slopes: NoiseSlopes, i: int, at: float) -> float:
        """The derivative of log L by one parameter, per par unit."""
        (key, order), scale = self._layout.free[i], float(self._data.scale[i])
        step = DIFFERENCE * (abs(at) if key == "RNAMP" else max(1.0, abs(at)))
        ends = []
        for change in (step, -step):
            value = np.array(p[key], dtype=np.float64)
            value[... if order is None else order] += change * scale
            ends.append(p.with_values({key: value}))
        up, down = ends
        total, x = 0.0, self._data.ref.x
        touched = [c for c in self._components if key in c.names]
        if any(c.scale or c.dm_scale for c in touched):
            total += float(slopes.sigma2 @ (self._white(up) - self._white(down)))
        for c in touched:
            if c.weights is not None:
                changes = zip(slopes.processes[c.name], c.weights(np, up, x), c.weights(np, down, x), strict=True)
                total += sum(float(slope @ (above - below)) for slope, above, below in changes)
        return total / (2.0 * step)
