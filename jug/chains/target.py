"""The log density of a posterior and its gradient as compiled functions of z."""

from collections.abc import Callable
from typing import NamedTuple, cast

import numpy as np

from jug.compute.compile_cache import compiled_for
from jug.compute.jax_import import failures, import_jax
from jug.core.arithmetic import without_numpy_warnings
from jug.core.array import Float, Parameter
from jug.sampling.log_likelihood import Data
from jug.sampling.posterior import Posterior


class Target(NamedTuple):
    """The log density of z, to be traced by JAX, and its data.

    Parameters
    ----------
    posterior : Posterior
    value : callable
        ``(z, data) -> log density``.
    data : Data
        Data on the device. They are an argument, so that they are not compiled into the code.
    """

    posterior: Posterior
    value: Callable[[Float[Parameter], Data], Float[()]]
    data: Data


def target_of(posterior: Posterior) -> Target:
    """Make the target of a posterior.

    Parameters
    ----------
    posterior : Posterior

    Returns
    -------
    Target
    """
    xp, functions = import_jax().numpy, posterior.likelihood._made()

    @without_numpy_warnings
    def value(z: Float[Parameter], data: Data) -> Float[()]:
        theta, more = posterior._at(xp, z)
        density: Float[()] = functions.value(cast(Float[Parameter], theta), data) + more
        return density

    return Target(posterior, value, functions.data)


ValueAndGradient = Callable[[Float[Parameter]], tuple[float, Float[Parameter]]]
"""``z -> (log density, its gradient)``."""


def gradient_of(target: Target) -> ValueAndGradient:
    """Compile the log density and its gradient.

    Parameters
    ----------
    target : Target

    Returns
    -------
    callable
    """
    jax = import_jax()
    start = np.array(target.posterior.start)
    with jax.enable_x64(True):
        function = jax.jit(jax.value_and_grad(target.value))
        run = compiled_for(jax, function, (start, target.data))

    def value_and_gradient(z: Float[Parameter]) -> tuple[float, Float[Parameter]]:
        with jax.enable_x64(True), failures("run the posterior"):
            value, slope = run(np.asarray(z, dtype=np.float64), target.data)
            return float(value), cast(Float[Parameter], np.array(slope))

    return value_and_gradient
