"""Likelihoods of one structure, evaluated by one compiled function of their stacked data."""

from collections.abc import Callable, Hashable, Sequence
from threading import RLock
from typing import TYPE_CHECKING, cast

import numpy as np

from jug.compute.compile_cache import compiled_for
from jug.compute.devices import over_devices_by_row
from jug.compute.jax_import import failures
from jug.core.array import Array, Float, N, Parameter
from jug.core.execution.memory import COLUMNS_OF_A_POINT, points_at_once
from jug.model.registry import are_of_jug
from jug.sampling.batches.batch_structure import Alike
from jug.sampling.batches.pulsars_function import PulsarsFunction, of_all_pulsars
from jug.sampling.batches.stacked_data import stack_data
from jug.sampling.jax_of_likelihood import jax_of_likelihood, without_other_backend
from jug.sampling.likelihood import Likelihood
from jug.sampling.log_likelihood import density
from jug.sampling.one_by_one import GRADIENTS_TOGETHER, VALUES_TOGETHER
from jug.sampling.vector import layout_of

if TYPE_CHECKING:
    from jug.compute.jax_protocol import Jax


class BatchGroup:
    """The functions of likelihoods of one structure.

    Attributes
    ----------
    members : tuple of int
        Which likelihoods of the batch they are.
    """

    def __init__(self, jax: "Jax", likelihoods: Sequence[Likelihood], alike: Alike) -> None:
        """Stack the data of the likelihoods on the device, or on all devices of the process."""
        self.members = alike.members
        first = likelihoods[alike.members[0]]
        model, vector = first._model, first.vector
        layout, n_toa = layout_of(model, first.names), len(alike.data[0].ref.residual)
        made = density(jax, model, first._anchor, layout, vector, alike.data[0])
        self._count = -(-len(self.members) // len(jax.local_devices())) * len(jax.local_devices())
        self._data = stack_data(jax, alike.data, self._count)
        room = points_at_once(n_toa, COLUMNS_OF_A_POINT + made.width)
        value_and_grad = jax.value_and_grad(made.value)
        self._functions: dict[str, PulsarsFunction[object]] = {
            "value": of_all_pulsars(jax, made.value, n_toa, room, VALUES_TOGETHER),
            "value_and_grad": of_all_pulsars(jax, value_and_grad, n_toa, room, GRADIENTS_TOGETHER),
        }
        kind = vector.n_timing > 0, vector.noisy, vector.live_basis
        known = are_of_jug(model.components)
        self._about = (tuple(c.name for c in model.components), layout, n_toa, room, kind) if known else None
        self._compiled: dict[tuple[str, tuple[int, ...]], Callable[..., object]] = {}
        self._lock = RLock()

    def value(self, thetas: Float[N, N, Parameter]) -> Float[N, N]:
        """Evaluate the log-likelihoods.

        Parameters
        ----------
        thetas : (pulsars, points, k) array
            In the units of each likelihood.

        Returns
        -------
        (pulsars, points) array
            Natural logarithms, no unit.
        """
        return np.asarray(cast(Array, self._run("value", thetas)))[: len(self.members)]

    def value_and_grad(self, thetas: Float[N, N, Parameter]) -> tuple[Float[N, N], Float[N, N, Parameter]]:
        """Evaluate the log-likelihoods and their gradients.

        Parameters
        ----------
        thetas : (pulsars, points, k) array
            In the units of each likelihood.

        Returns
        -------
        values : (pulsars, points) array
            Natural logarithms, no unit.
        gradients : (pulsars, points, k) array
            By the elements of the vectors, in their units.
        """
        values, slopes = cast(tuple[Array, Array], self._run("value_and_grad", thetas))
        return np.asarray(values)[: len(self.members)], np.asarray(slopes)[: len(self.members)]

    def traced(self, jax: "Jax", thetas: Float[N, N, Parameter]) -> Float[N, N]:
        """Evaluate the log-likelihoods in a trace of the caller, who may differentiate them.

        Parameters
        ----------
        jax : module
        thetas : (pulsars, points, k) array of JAX
            In the units of each likelihood.

        Returns
        -------
        (pulsars, points) array of JAX
            Natural logarithms, no unit.
        """
        more = [thetas[-1:]] * (self._count - len(self.members))
        with jax.enable_x64(True):
            function = over_devices_by_row(jax, self._functions["value"])
            found = function(jax.numpy.concatenate([thetas, *more]), self._data)
            return cast("Float[N, N]", found)[: len(self.members)]

    def _run(self, name: str, thetas: Float[N, N, Parameter]) -> object:
        jax = jax_of_likelihood()
        at = np.concatenate([thetas, np.repeat(thetas[-1:], self._count - len(thetas), axis=0)])
        with jax.enable_x64(True), without_other_backend():
            with self._lock:
                if (name, at.shape) not in self._compiled:
                    about: Hashable = self._about and ("batch", name, self._about)
                    function = jax.jit(over_devices_by_row(jax, self._functions[name]))
                    self._compiled[name, at.shape] = compiled_for(jax, function, (at, self._data), about=about)
            with failures("run the likelihoods"):
                return jax.block_until_ready(self._compiled[name, at.shape](at, self._data))
