"""The choice between NumPy and compiled JAX for the likelihood of a noise fit."""

from collections.abc import Iterable
from typing import Protocol

from jug.core.array import Float, Parameter
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs
from jug.sampling.likelihood import likelihood
from jug.sampling.noise_likelihood import NoiseLikelihood

MOST_TOAS_IN_NUMPY = 20_000
"""Largest number of TOAs in NumPy. With more, XLA's threads save more time than the compilation takes."""


class EvaluatedLikelihood(Protocol):
    """A log-likelihood of noise parameters."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the k parameters."""

    @property
    def low(self) -> Float[Parameter]:
        """Least values, (k,)."""

    @property
    def high(self) -> Float[Parameter]:
        """Greatest values, (k,)."""

    def value_and_grad(self, theta: Float[Parameter]) -> tuple[float, Float[Parameter]]:
        """Log-likelihood and gradient at parameters in par units, (k,)."""

    def with_timing_of(self, model: TimingModel) -> "EvaluatedLikelihood":
        """Fix the timing at that of another model with the same lines."""


def evaluated_likelihood(
    model: TimingModel, toas: TOAs, names: Iterable[str] | None, marginal: bool
) -> EvaluatedLikelihood:
    """Make the log-likelihood of noise parameters.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs
    names : iterable of str or None
        The noise parameters; None: all that the likelihood depends on.
    marginal : bool
        Whether the free timing parameters are integrated over; else they are fixed.

    Returns
    -------
    EvaluatedLikelihood
    """
    names = None if names is None else tuple(names)
    if len(toas) <= MOST_TOAS_IN_NUMPY:
        found = NoiseLikelihood(model, toas, names, marginal)
        if not found.lives_in_basis:
            return found
    if marginal:
        return likelihood(model, toas, noise=names, marginal=True, backend="jax")
    return likelihood(model, toas, noise=names, free=(), backend="jax")
