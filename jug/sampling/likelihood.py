"""`likelihood`: the log-likelihood as a pure function of a parameter vector, for samplers and optimisers.

The value is that of `jug.model.covariance.log_likelihood`. Value and gradient come out of one pass: the
residuals by the exact chain, the Gaussian part and its slopes by `jug.model.covariance.gaussian`, the timing part of
the gradient by `jug.model.evaluation.vjp`. Where the noise is fixed, C^-1 is factored one time.
"""

from collections.abc import Iterable, Mapping

from jug.core.arguments.kinds import expect
from jug.core.execution.blas_threads import blas_threads
from jug.errors import FitError
from jug.model.evaluation.anchor import make_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.sampling.call_backend import CallBackend, check_call_backend
from jug.sampling.likelihood_functions import LikelihoodFunctions
from jug.sampling.shared_state import SharedState
from jug.sampling.vector import make_vector, moved, noise_change


def likelihood(
    model: TimingModel,
    toas: TOAs,
    *,
    free: Iterable[str] | None = None,
    noise: Iterable[str] | None = None,
    marginal: bool = False,
    bounds: Mapping[str, tuple[float, float]] | None = None,
    backend: str = "auto",
) -> "Likelihood":
    """Make the log-likelihood of a model as a function of a parameter vector.

    Integrated over (marginalised), with their priors, are the overall offset (variance 1e40 s^2; not with PHOFF) and
    the coefficients of correlated noise; with ``marginal`` the timing parameters too.

    Parameters
    ----------
    model : TimingModel
        As a rule after a fit. Its values are the origin of the vector, and its uncertainties the steps.
    toas : TOAs
    free : iterable of str, optional
        Timing parameters to vary; when absent, the parameters with a fit flag.
    noise : iterable of str, optional
        Noise parameters to vary (``["EFAC1", "TNREDAMP"]``); all that the likelihood depends on when absent, none
        with ``()``, which is faster.
    marginal : bool
        Integrate over the timing parameters instead, in the linear model and with flat priors of density 1 per par
        unit; the vector then has the noise parameters only.
    bounds : dict of str to (low, high), optional
        Ranges in par units, outside which the value is -inf; when absent, the ranges that the terms declare.
    backend : {"auto", "numpy", "jax"}
        What evaluates vectors of NumPy. "jax" compiles at the first evaluation (0.5 to 4 s); "auto" uses NumPy for the
        first 1,000 (fewer above 4,000 TOAs). The two agree to rounding. Arrays of JAX are evaluated by JAX.

    Returns
    -------
    Likelihood

    Raises
    ------
    BackendError
        JAX cannot be used, and ``backend`` is "jax".
    FitError
        An unknown backend or parameter; degenerate parameters; a noise parameter without effect; nothing to vary.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> log_l = jug.likelihood(jug.fit(model, toas).model, toas)
    >>> log_l.names, log_l.units[2].split()[-1], log_l.covariance.shape, len(log_l.toas)
    (('RAJ', 'DECJ', 'F0', 'F1', 'DM'), 'Hz', (5, 5), 62)
    >>> value, slope = log_l.value_and_grad(log_l.start + [0, 0, 1, 0, 0])  # F0 by one uncertainty
    >>> bool(value < log_l(log_l.start)), bool(slope[2] < 0.0)  # the slope is towards the best F0
    (True, True)
    """
    expect(model=(model, TimingModel), toas=(toas, TOAs))
    check_call_backend(backend)
    model = model if free is None else model.with_free(free)
    return Likelihood(model, toas, None if noise is None else tuple(noise), marginal, dict(bounds or {}), backend)


class Likelihood(LikelihoodFunctions):
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
        backend: str,
    ) -> None:
        self._made_of = (model, toas, noise, marginal, bounds, backend)
        with blas_threads(len(toas), len(model.free), algebra=True):
            self._anchor = make_anchor(model, toas)
            self.vector = make_vector(model, self._anchor, not marginal, noise, bounds)
        if not self.vector.names:
            raise FitError("there is nothing to vary: no free timing parameter and no noise parameter")
        self._model = model
        self._numpy = self._functions = None
        self._shared = SharedState(CallBackend(backend))

    def __reduce__(self) -> tuple[object, ...]:
        return Likelihood, self._made_of

    def with_timing_of(self, model: TimingModel) -> "Likelihood":
        """Give the likelihood about another model with the same lines; nothing is compiled again.

        Parameters
        ----------
        model : TimingModel
            Its timing is the new origin of theta; the noise parameters stay where they are.

        Returns
        -------
        Likelihood

        Examples
        --------
        >>> import jug
        >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
        >>> about_fit = jug.likelihood(model, toas).with_timing_of(jug.fit(model, toas).model)
        >>> float(abs(about_fit.value_and_grad(about_fit.start)[1]).max()) < 0.01  # the fit is the maximum
        True
        """
        marginal, other = self._made_of[3], object.__new__(Likelihood)
        model = model if marginal else model.with_free(self.names[: self.vector.n_timing])
        model = moved(model, self.names, noise_change(self.vector, model, self._model))
        with blas_threads(len(self.toas), len(model.free), algebra=True):
            anchor = make_anchor(model, self.toas)
        own = {"_made_of": (model, *self._made_of[1:]), "_model": model, "_anchor": anchor}
        other.__dict__.update(self.__dict__, **own, _numpy=None, _functions=None)
        return other
