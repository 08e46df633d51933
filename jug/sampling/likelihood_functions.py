"""A log-likelihood at one vector and at many, its gradient and its second derivatives, by NumPy or by JAX."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar, cast, overload

import numpy as np
from numpy.typing import ArrayLike

from jug.compute.compile_cache import CPU_OPTIONS, UNFUSED, compiled_for
from jug.compute.jax_import import failures
from jug.core.array import Float, N, Parameter
from jug.core.execution.blas_threads import blas_threads
from jug.model.evaluation.anchor import Anchor
from jug.sampling.compiled_functions import Functions, device_data, functions_of
from jug.sampling.jax_of_likelihood import is_of_jax, jax_of_likelihood, require_float64, without_other_backend
from jug.sampling.log_likelihood import Data, data_of
from jug.sampling.model_vector import ModelVector
from jug.sampling.numpy_density import NumpyDensity
from jug.sampling.shared_state import SharedState

if TYPE_CHECKING:
    from jug.compute.jax_protocol import DeviceArray, Jitted, XlaOptions

T = TypeVar("T")


class LikelihoodFunctions(ModelVector):
    """What a likelihood evaluates.

    NumPy needs no compilation and serves the first evaluations (`CallBackend`). A function of JAX is compiled when it
    is first called, for each shape of theta.
    """

    _anchor: Anchor
    _shared: SharedState
    _numpy: NumpyDensity | None
    _functions: Functions | None

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
        if is_of_jax(theta):
            self._shared.backend.require_jax("a vector that is an array of JAX")
            self._require(theta.shape, 1)
            require_float64(theta)
            functions = self._made()
            return cast("DeviceArray", functions.value(cast(Float[Parameter], theta), functions.data))
        at = self._vector_of(cast(ArrayLike, theta), 1)
        if self._shared.backend.takes_numpy(len(self.toas)):
            return self._by_numpy(at, with_slope=False)[0]
        return float(self._run("value", self._made().value, at))

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
        at = self._vector_of(theta, 1)
        if self._shared.backend.takes_numpy(len(self.toas)):
            return self._by_numpy(at, with_slope=True)
        value, slope = self._run("value_and_grad", self._made().value_and_grad, at)
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
        at = self._vector_of(theta, 1)
        self._shared.backend.require_jax("the Hessian")
        return np.asarray(self._run("hessian", self._made().hessian, at, UNFUSED))

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
        at = self._vector_of(np.atleast_2d(np.asarray(thetas, dtype=np.float64)), 2)
        if self._shared.backend.takes_numpy(len(self.toas), len(at)):
            return np.array([self._by_numpy(one, with_slope=False)[0] for one in cast(Float[N, Parameter], at)])
        return np.asarray(self._run("many", self._made().many, at))

    def _vector_of(self, theta: ArrayLike, n_axes: int) -> Float[N]:
        at = np.asarray(theta, dtype=np.float64)
        self._require(at.shape, n_axes)
        return at

    def _by_numpy(self, theta: Float[Parameter], *, with_slope: bool) -> tuple[float, Float[Parameter]]:
        if self._numpy is None:
            with blas_threads(len(self.toas), len(self._model.free), algebra=True):
                data = data_of(self._model, self._anchor, self.vector, self._made_of[3])
                self._numpy = NumpyDensity(self._model, self.vector, data)
        with blas_threads(len(self.toas), self._numpy.n_columns):
            return self._numpy.value_and_grad(theta, with_slope=with_slope)

    def _made(self) -> Functions:
        """The functions of JAX; ForkedError in a process that was forked after JAX was used."""
        jax, shared = jax_of_likelihood(), self._shared
        if self._functions is not None:
            return self._functions
        about = self._model, self._anchor, self.vector, self._made_of[3]
        threads = blas_threads(len(self.toas), len(self._model.free), algebra=True)
        with shared.lock, threads, jax.ensure_compile_time_eval():  # the first call may be that of a trace
            if shared.functions is None:
                shared.functions = found = functions_of(jax, *about)
            else:
                found = shared.functions._replace(data=device_data(jax, *about))
            self._functions = self._functions or found
        return self._functions

    def _run(
        self,
        name: str,
        function: "Jitted[[Float[Parameter], Data], T]",
        at: Float[N],
        options: "XlaOptions" = CPU_OPTIONS,
    ) -> T:
        jax, shared, key = jax_of_likelihood(), self._shared, (name, at.shape)
        functions = self._made()
        with jax.enable_x64(True), without_other_backend():
            with shared.lock:
                if key not in shared.compiled:
                    about = functions.about and ("likelihood", name, functions.about)
                    arguments = at, functions.data
                    shared.compiled[key] = compiled_for(jax, function, arguments, options=options, about=about)
            run = cast(Callable[[Float[Parameter], Data], T], shared.compiled[key])
            with failures("run the likelihood"):
                return jax.block_until_ready(run(at, functions.data))
