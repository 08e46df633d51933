"""`likelihood`: the log-likelihood as a pure function of a parameter vector, for samplers and optimisers.

The value is that of `jug.model.covariance.log_likelihood`. Value and gradient come out of one pass: the
residuals by the exact chain, the Gaussian part and its slopes by `jug.model.covariance.gaussian`, the timing part of
the gradient by `jug.model.evaluation.vjp`. Where the noise is fixed, C^-1 is factored one time.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar, cast, overload

import numpy as np
from numpy.typing import ArrayLike

from jug.compute.compile_cache import CPU_OPTIONS, UNFUSED, compiled_for
from jug.compute.jax_import import ForkedError, failures, import_jax, is_forked
from jug.core.arguments.kinds import expect
from jug.core.array import Float, N, Parameter
from jug.core.display.shown import Shown, TextRow
from jug.errors import BackendError, FitError
from jug.model.evaluation.anchor import make_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.sampling.compiled_functions import Functions, device_data, functions_of
from jug.sampling.log_likelihood import Data
from jug.sampling.vector import Vector, make_vector, moved, noise_change
from jug.text.name_lists import comma_list, toa_count

if TYPE_CHECKING:
    from jug.compute.jax_protocol import DeviceArray, Jax, Jitted, XlaOptions

T = TypeVar("T")


def likelihood(
    model: TimingModel,
    toas: TOAs,
    *,
    free: Iterable[str] | None = None,
    noise: Iterable[str] | None = None,
    marginal: bool = False,
    bounds: Mapping[str, tuple[float, float]] | None = None,
) -> "Likelihood":
    """Make the log-likelihood of a model as a function of a parameter vector, compiled by JAX.

    Integrated over (marginalised), with their priors, are the overall offset (variance 1e40 s^2; not with PHOFF) and
    the coefficients of correlated noise; with ``marginal`` the timing parameters too.

    Parameters
    ----------
    model : TimingModel
        Best after a fit: its values are the origin, and the uncertainties there the steps, of the vector.
    toas : TOAs
    free : iterable of str, optional
        Timing parameters to vary; those with a fit flag when absent.
    noise : iterable of str, optional
        Noise parameters to vary (``["EFAC1", "TNREDAMP"]``); all that the likelihood depends on when absent, none
        with ``()``, which is faster.
    marginal : bool
        Integrate over the timing parameters instead, in the linear model and with flat priors of density 1 per par
        unit; the vector then has the noise parameters only.
    bounds : dict of str to (low, high), optional
        Ranges of parameters in par units, outside which the value is -inf; those that the terms declare when absent.

    Returns
    -------
    Likelihood

    Raises
    ------
    BackendError
        JAX cannot be used.
    FitError
        A name that is not in the model; timing parameters that cannot be told apart; a noise parameter without effect;
        nothing to vary.

    Examples
    --------
    >>> import jug, jug.data
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> best = jug.fit(model, toas).model
    >>> log_l = jug.likelihood(best, toas)
    >>> log_l.names
    ('RAJ', 'DECJ', 'F0', 'F1', 'DM')
    >>> step = log_l.start
    >>> step[2] += 1.0  # F0 by one uncertainty
    >>> value, slope = log_l.value_and_grad(step)  # towards the best F0
    >>> bool(value < log_l(log_l.start)), bool(slope[2] < 0.0), log_l.many([log_l.start, step]).shape
    (True, True, (2,))
    """
    expect(model=(model, TimingModel), toas=(toas, TOAs))
    _jax()
    model = model if free is None else model.with_free(free)
    return Likelihood(model, toas, None if noise is None else tuple(noise), marginal, dict(bounds or {}))


class Likelihood(Shown):
    """Log-likelihood as a function of a vector theta, made by `likelihood`.

    Call it with a NumPy vector for a float (emcee), or with a JAX array, under ``jit``, ``grad`` and ``vmap``, for a
    JAX scalar (NumPyro, BlackJAX; with ``jax_enable_x64`` on). theta holds the timing parameters first, as offsets from
    ``model`` in units of their uncertainties there, so that float64 keeps the digits; then the noise parameters, as
    values in par units. Pulse numbers stay those of ``model``.

    Integrated over (marginalised) are, in every model alike: the overall offset, with a Gaussian prior of the variance
    1e40 s^2, where PHOFF is not a parameter; the coefficients of the correlated noise, with their priors; with
    ``marginal`` the timing parameters. The constant n log(2 pi)/2 is left out. So values can be compared between models
    of the same TOAs, and are those of `jug.model.evaluation.residuals.Residuals.log_likelihood`.

    Attributes
    ----------
    names, units : tuples of str
        What each element is, and what a step of 1 means.
    start : (k,) array
        theta of the model itself.
    low, high : (k,) arrays
        Range outside which the value is -inf.
    covariance : (n_timing, n_timing) array
        Of the timing parameters in the linear model, units of theta: a proposal, or a mass matrix.
    """

    def __init__(
        self,
        model: TimingModel,
        toas: TOAs,
        noise: tuple[str, ...] | None,
        marginal: bool,
        bounds: dict[str, tuple[float, float]],
    ) -> None:
        self._made_of = (model, toas, noise, marginal, bounds)
        anchor = make_anchor(model, toas)
        self.vector: Vector = make_vector(model, anchor, not marginal, noise, bounds)
        if not self.vector.names:
            raise FitError("there is nothing to vary: no free timing parameter and no noise parameter")
        self._model = model
        self._compiled: dict[tuple[int, tuple[int, ...]], object] = {}
        self._functions: Functions | None = None
        if not is_forked():  # there a call tells so; an error here ends the worker of a pool, whose caller waits on
            self._functions = functions_of(_jax(), model, anchor, self.vector, marginal)

    def _shown(self) -> tuple[str, list[TextRow]]:
        model, toas, *_ = self._made_of
        title = f"Likelihood of PSR {model.psr or '(no name)'}: {len(self.names)} elements, {toa_count(len(toas))}"
        elements = zip(self.names, self.start.tolist(), self.units, strict=True)
        return title, [(name, f"{x:.6g}", f"1 is {unit}" if unit else "") for name, x, unit in elements]

    def __reduce__(self) -> tuple[object, ...]:
        return Likelihood, self._made_of

    @property
    def toas(self) -> TOAs:
        """The TOAs."""
        return self._made_of[1]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the elements of theta."""
        return self.vector.names

    @property
    def units(self) -> tuple[str, ...]:
        """The size of a step of 1 in each element of theta, with its unit; the unit alone for noise parameters."""
        return self.vector.units

    @property
    def start(self) -> Float[Parameter]:
        """theta of the model as it was given, (k,)."""
        return self.vector.origin.copy()

    @property
    def low(self) -> Float[Parameter]:
        """Least theta, (k,)."""
        return self.vector.low

    @property
    def high(self) -> Float[Parameter]:
        """Greatest theta, (k,)."""
        return self.vector.high

    @property
    def covariance(self) -> Float[Parameter, Parameter]:
        """Covariance of the timing parameters' theta in the linear model."""
        return self.vector.covariance

    @overload
    def __call__(self, theta: ArrayLike) -> float: ...
    @overload
    def __call__(self, theta: "DeviceArray") -> "DeviceArray": ...
    def __call__(self, theta: "ArrayLike | DeviceArray") -> "float | DeviceArray":
        """Log-likelihood at theta, (k,): a float for NumPy, a JAX scalar for a JAX array."""
        jax = _jax()
        if isinstance(theta, jax.Array):
            self._require(theta.shape, 1)
            if theta.dtype != np.float64:
                hint = "call jax.config.update('jax_enable_x64', True) before the sampler makes its first array"
                raise BackendError(f"theta is {theta.dtype}, not float64", hint)
            functions = self._made()
            return cast("DeviceArray", functions.value(cast(Float[Parameter], theta), functions.data))
        return float(self._run(self._made().value, cast(ArrayLike, theta)))

    def value_and_grad(self, theta: ArrayLike) -> tuple[float, Float[Parameter]]:
        """Log-likelihood and its gradient, (k,)."""
        value, slope = self._run(self._made().value_and_grad, theta)
        return float(value), np.asarray(slope)

    def hessian(self, theta: ArrayLike) -> Float[Parameter, Parameter]:
        """Second derivatives, (k, k)."""
        return np.asarray(self._run(self._made().hessian, theta, UNFUSED))

    def many(self, thetas: ArrayLike) -> Float[N]:
        """Log-likelihoods of many vectors, (m, k) -> (m,), in chunks that bound the memory (emcee's ``vectorize``)."""
        at = np.atleast_2d(np.asarray(thetas, dtype=np.float64))
        return np.asarray(self._run(self._made().many, at, n_axes=2))

    def values(self, theta: ArrayLike) -> dict[str, float]:
        """The parameters' values in par units."""
        found = self.model(theta).values
        return {name: found[name] for name in self.names}

    def model(self, theta: ArrayLike) -> TimingModel:
        """The timing model at theta, with all digits."""
        at = np.asarray(theta, dtype=np.float64)
        self._require(at.shape, 1)
        change = (at - self.vector.origin) * self.vector.scale
        return moved(self._model, self.names, change)

    def theta(self, values: Mapping[str, float]) -> Float[Parameter]:
        """theta with some parameters set, in par units, and the others at `start`."""
        theta = self.start
        for given, value in values.items():
            entry = self._model.entry(given)
            if entry.name not in self.names:
                raise FitError(f"{entry.name} is not varied; there are {comma_list(self.names, 12)}")
            i = self.names.index(entry.name)
            theta[i] += (float(value) - entry.value.hi - entry.value.lo) * entry.scale / self.vector.scale[i]
        return theta

    def with_timing_of(self, model: TimingModel) -> "Likelihood":
        """Fix the timing at that of another model with the same lines; nothing is compiled again."""
        marginal, other = self._made_of[3], object.__new__(Likelihood)
        model = model if marginal else model.with_free(self.names[: self.vector.n_timing])
        model = moved(model, self.names, noise_change(self.vector, model, self._model))
        other.__dict__.update(self.__dict__, _made_of=(model, *self._made_of[1:]), _model=model)
        anchor = make_anchor(model, self.toas)
        other._functions = self._made()._replace(data=device_data(_jax(), model, anchor, self.vector, marginal))
        return other

    def _made(self) -> Functions:
        """The functions of JAX; ForkedError in a process that was forked after JAX was used."""
        _jax()
        return cast(Functions, self._functions)

    def _require(self, shape: tuple[int, ...], n_axes: int) -> None:
        """Refuse a theta of the wrong shape: (k,), or (m, k) for ``n_axes`` 2."""
        k = len(self.names)
        if len(shape) == n_axes and shape[-1] == k:
            return
        wanted = f"({k},)" if n_axes == 1 else f"(m, {k}), a vector of parameters in each row"
        others = "; for many vectors at once there is many(thetas), or jax.vmap of it" if n_axes == 1 else ""
        raise FitError(f"theta has the shape {shape}; the one wanted is {wanted}, in the order of names{others}")

    def _run(
        self,
        function: "Jitted[[Float[Parameter], Data], T]",
        theta: ArrayLike,
        options: "XlaOptions" = CPU_OPTIONS,
        *,
        n_axes: int = 1,
    ) -> T:
        at = np.asarray(theta, dtype=np.float64)
        self._require(at.shape, n_axes)
        jax, key, data = _jax(), (id(function), at.shape), self._made().data
        with jax.enable_x64(True), _without_choice():
            if key not in self._compiled:
                self._compiled[key] = compiled_for(jax, function, (at, data), options=options)
            run = cast(Callable[[Float[Parameter], Data], T], self._compiled[key])
            with failures("run the likelihood"):
                return jax.block_until_ready(run(at, data))


@contextmanager
def _without_choice() -> Iterator[None]:
    """Replace the hint of a `BackendError`: a likelihood has no other backend."""
    try:
        yield
    except ForkedError:
        raise
    except BackendError as reason:
        hint = "jug.likelihood has no other backend; jug.residuals(model, toas).log_likelihood is its value without JAX"
        raise BackendError(reason.why, hint) from reason


def _jax() -> "Jax":
    """The jax module (`jug.compute.jax_import.import_jax`)."""
    with _without_choice():
        return import_jax()
