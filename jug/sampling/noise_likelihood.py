"""The log-likelihood as a function of noise parameters alone, in NumPy, without compilation."""

from collections.abc import Iterable

from jug.core.array import Datum, Float, Parameter
from jug.model.covariance.gaussian import Whitener
from jug.model.evaluation.anchor import Anchor, make_anchor
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.sampling.log_likelihood import data_of
from jug.sampling.numpy_density import NumpyDensity
from jug.sampling.vector import Vector, make_vector, moved, noise_change


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
        self._density = NumpyDensity(model, self._vector, data_of(model, anchor, self._vector, self._marginal))

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
        return self._density.value_and_grad(theta)

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
        return self._density.factor_covariance(theta)
