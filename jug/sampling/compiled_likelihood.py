"""A compiled log-likelihood at one vector and at many, its gradient and its second derivatives."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar, cast, overload

import numpy as np
from numpy.typing import ArrayLike

from jug.compute.compile_cache import CPU_OPTIONS, UNFUSED, compiled_for
from jug.compute.jax_import import failures
from jug.core.array import Float, N, Parameter
from jug.errors import BackendError
from jug.sampling.compiled_functions import Functions
from jug.sampling.jax_of_likelihood import jax_of_likelihood, without_other_backend
from jug.sampling.log_likelihood import Data
from jug.sampling.model_vector import ModelVector

if TYPE_CHECKING:
    from jug.compute.jax_protocol import DeviceArray, Jitted, XlaOptions

T = TypeVar("T")


class CompiledLikelihood(ModelVector):
    """What a likelihood evaluates by JAX; a function is compiled when it is first called, for each shape of theta."""

    _functions: Functions | None
    _compiled: dict[tuple[int, tuple[int, ...]], object]

    @overload
    def __call__(self, theta: ArrayLike) -> float: ...
    @overload
    def __call__(self, theta: "DeviceArray") -> "DeviceArray": ...
    def __call__(self, theta: "ArrayLike | DeviceArray") -> "float | DeviceArray":
        """Evaluate the log-likelihood at theta.

        Parameters
        ----------
        theta : (k,) array
            Of NumPy, a list, or of JAX (float64), in the units of `units` and the order of `names`.

        Returns
        -------
        float, or a scalar of JAX for an array of JAX
            Without the constant n log(2 pi)/2; -inf outside `low` and `high`.

        Raises
        ------
        FitError
            theta has another shape.
        BackendError
            JAX fails, or its array is not of float64.

        Examples
        --------
        >>> import jug
        >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
        >>> log_l, expected = jug.likelihood(model, toas), jug.residuals(model, toas).log_likelihood
        >>> abs(log_l(log_l.start) - expected) < 1e-6 * abs(expected)
        True
        """
        jax = jax_of_likelihood()
        if isinstance(theta, jax.Array):
            self._require(theta.shape, 1)
            if theta.dtype != np.float64:
                hint = "call jax.config.update('jax_enable_x64', True) before the sampler makes its first array"
                raise BackendError(f"theta is {theta.dtype}, not float64", hint)
            functions = self._made()
            return cast("DeviceArray", functions.value(cast(Float[Parameter], theta), functions.data))
        return float(self._run("value", self._made().value, cast(ArrayLike, theta)))

    def value_and_grad(self, theta: ArrayLike) -> tuple[float, Float[Parameter]]:
        """Evaluate the log-likelihood and its gradient in one pass.

        Parameters
        ----------
        theta : (k,) array
            In the units of `units`, in the order of `names`.

        Returns
        -------
        value : float
            Natural logarithm, without unit.
        gradient : (k,) array
            By the elements of theta, whose units are `units`.

        Raises
        ------
        FitError
            theta has another shape.
        BackendError
            JAX fails.

        Examples
        --------
        >>> import jug
        >>> log_l = jug.likelihood(*jug.load(*jug.data.example("NGC6440E")))
        >>> value, gradient = log_l.value_and_grad(log_l.start)
        >>> abs(value - log_l(log_l.start)) < 1e-9 * abs(value), gradient.shape
        (True, (5,))
        """
        value, slope = self._run("value_and_grad", self._made().value_and_grad, theta)
        return float(value), np.asarray(slope)

    def hessian(self, theta: ArrayLike) -> Float[Parameter, Parameter]:
        """Evaluate the second derivatives of the log-likelihood, by JAX.

        Parameters
        ----------
        theta : (k,) array
            In the units of `units`, in the order of `names`.

        Returns
        -------
        ndarray, shape (k, k)
            By the elements of theta; at the maximum, less the inverse of the covariance.

        Raises
        ------
        FitError
            theta has another shape.
        BackendError
            JAX fails.

        Examples
        --------
        >>> import jug
        >>> log_l = jug.likelihood(*jug.load(*jug.data.example("NGC6440E")))
        >>> log_l.hessian(log_l.start).shape
        (5, 5)
        """
        return np.asarray(self._run("hessian", self._made().hessian, theta, UNFUSED))

    def many(self, thetas: ArrayLike) -> Float[N]:
        """Evaluate the log-likelihood at many vectors, in chunks that bound the memory (emcee's ``vectorize``).

        Parameters
        ----------
        thetas : ndarray, shape (m, k)
            A vector in each row.

        Returns
        -------
        (m,) array
            Natural logarithms, without unit.

        Raises
        ------
        FitError
            theta has another shape.
        BackendError
            JAX fails.

        Examples
        --------
        >>> import jug
        >>> log_l = jug.likelihood(*jug.load(*jug.data.example("NGC6440E")))
        >>> log_l.many([log_l.start, 0.5 * log_l.start]).shape
        (2,)
        """
        at = np.atleast_2d(np.asarray(thetas, dtype=np.float64))
        return np.asarray(self._run("many", self._made().many, at, n_axes=2))

    def _made(self) -> Functions:
        """The functions of JAX; ForkedError in a process that was forked after JAX was used."""
        jax_of_likelihood()
        return cast(Functions, self._functions)

    def _run(
        self,
        name: str,
        function: "Jitted[[Float[Parameter], Data], T]",
        theta: ArrayLike,
        options: "XlaOptions" = CPU_OPTIONS,
        *,
        n_axes: int = 1,
    ) -> T:
        at = np.asarray(theta, dtype=np.float64)
        self._require(at.shape, n_axes)
        jax, key, data = jax_of_likelihood(), (id(function), at.shape), self._made().data
        with jax.enable_x64(True), without_other_backend():
            if key not in self._compiled:
                made_of = self._made().about
                about = made_of and ("likelihood", name, made_of)
                self._compiled[key] = compiled_for(jax, function, (at, data), options=options, about=about)
            run = cast(Callable[[Float[Parameter], Data], T], self._compiled[key])
            with failures("run the likelihood"):
                return jax.block_until_ready(run(at, data))
