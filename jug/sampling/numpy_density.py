"""The log-likelihood of a vector in NumPy, without compilation: the formulas of `jug.sampling.log_likelihood`."""

import numpy as np

from jug.core.array import Datum, Float, Parameter
from jug.model.covariance.gaussian import Whitener, weigh_residuals
from jug.model.declare import Values
from jug.model.evaluation.vjp import residuals_and_vjp
from jug.model.parameters import Layout, unpack
from jug.model.timing_model import TimingModel
from jug.sampling.fixed_noise import chi2_and_slope, per_turn, seconds
from jug.sampling.log_likelihood import Data
from jug.sampling.noise_terms import NoiseSlopes, NoiseTerms
from jug.sampling.vector import Vector, layout_of


class NumpyDensity:
    """The log-likelihood of a vector theta, and its gradient.

    Values are those of the compiled likelihood to rounding, slopes by timing parameters too; those by noise parameters
    have a relative error of 1e-8 or less (`jug.sampling.noise_terms.DIFFERENCE`).
    """

    def __init__(self, model: TimingModel, vector: Vector, data: Data) -> None:
        """Take the arrays of `jug.sampling.log_likelihood.data_of` for a model and its vector."""
        self._components, self._vector, self._data = model.components, vector, data
        self._layout: Layout = layout_of(model, vector.names)
        self._units = [model.entries[name].scale for name in vector.names]
        self._terms = NoiseTerms(model, vector, data) if data.fixed is None else None

    @property
    def n_columns(self) -> int:
        """Number of columns of the largest matrix, for the threads of BLAS."""
        prior = self._data.prior
        return max(len(self._vector.names), 0 if prior is None or prior.basis is None else prior.basis.shape[1])

    def value_and_grad(self, theta: Float[Parameter], *, with_slope: bool = True) -> tuple[float, Float[Parameter]]:
        """Evaluate the log-likelihood and its gradient.

        Parameters
        ----------
        theta : (k,) array
            Offsets of timing parameters in units of their uncertainties; noise parameters in par units.
        with_slope : bool
            Without it the gradient is not computed, and 0 is returned for it.

        Returns
        -------
        value : float
            Natural logarithm, no unit; -inf outside the range of the vector, NaN where the covariance is singular.
        gradient : (k,) array
            Per unit of the elements; 0 outside the range.
        """
        data, vector, at = self._data, self._vector, np.asarray(theta, dtype=np.float64)
        zero = np.zeros(len(at))
        if not np.all((at >= vector.low) & (at <= vector.high)):
            return -np.inf, zero
        dx = (at - data.origin) * data.scale
        with np.errstate(all="ignore"):
            if data.fixed is not None:
                chi2, half_slope = chi2_and_slope(np, self._components, self._layout, data.fixed, dx)
                value = float(-0.5 * (chi2 + data.fixed.by.log_det))
                slope = -half_slope() * data.scale if with_slope else zero
            else:
                try:
                    value, slope = self._with_free_noise(at, dx, with_slope)
                except np.linalg.LinAlgError:
                    return np.nan, zero
        return value + float(data.constant), slope

    def _with_free_noise(
        self, at: Float[Parameter], dx: Float[Parameter], with_slope: bool
    ) -> tuple[float, Float[Parameter]]:
        assert self._terms is not None
        data, zero = self._data, np.zeros(len(at))
        rows, vjp = data.rows, None
        if self._vector.n_timing:
            rows, vjp = residuals_and_vjp(np, self._components, self._layout, data.ref, dx)
        p = self._values(dx)
        sigma2 = self._terms.white(p)
        r = seconds(np, rows, 1.0 / sigma2, data.ref.rate, self._layout.offset)
        value, by, slopes = self._terms.density(r, sigma2, p)
        if not with_slope:
            return value, zero
        slope = np.array([self._noise_slope(p, slopes, i, float(at[i])) for i in range(len(at))])
        return value, slope + vjp(per_turn(np, by.r, data.ref.rate)) * data.scale if vjp else slope

    def _noise_slope(self, p: Values, slopes: NoiseSlopes, i: int, at: float) -> float:
        """The slope through the noise by an element of theta; a timing parameter has one where it changes columns."""
        assert self._terms is not None
        slot, step = self._layout.free[i], float(self._data.scale[i])
        if i >= self._vector.n_timing:
            return self._terms.slope_along(p, slopes, slot, at, step)
        key, order = slot
        unit, value = self._units[i], float(p[key] if order is None else p[key][order])
        return self._terms.slope_along(p, slopes, slot, value / unit, unit) * step / unit

    def _values(self, dx: Float[Parameter]) -> Values:
        p, _ = unpack(np, self._layout, self._data.ref.p0, dx)
        return p

    def factor_covariance(self, theta: Float[Parameter]) -> tuple[Whitener, Float[Datum]]:
        """Factor the covariance at some noise parameters; with marginal timing parameters it contains theirs.

        Parameters
        ----------
        theta : (k,) array
            Of a vector without timing parameters, par units.

        Returns
        -------
        by : Whitener
            C^-1.
        z : (rows,) array
            C^-1 r, s^-1.
        """
        assert self._terms is not None
        data = self._data
        p = self._values((np.asarray(theta) - data.origin) * data.scale)
        sigma2 = self._terms.white(p)
        by = self._terms.factor_covariance(sigma2, p)
        return by, weigh_residuals(np, by, seconds(np, data.rows, 1.0 / sigma2, data.ref.rate, self._layout.offset))
