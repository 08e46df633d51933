"""Likelihoods of one structure, evaluated by one compiled function of their stacked data."""

from collections.abc import Callable, Hashable, Sequence
from threading import RLock
from typing import TYPE_CHECKING, TypeVar, cast

import numpy as np

from jug.compute.compile_cache import compiled_for
from jug.compute.devices import POINTS_AXIS, over_devices_by_row
from jug.compute.jax_import import failures
from jug.core.array import Array, Float, N, Parameter
from jug.core.execution.memory import COLUMNS_OF_A_POINT, MB, points_at_once, require_memory
from jug.model.registry import REGISTRY
from jug.sampling.batches.batch_structure import Alike
from jug.sampling.jax_of_likelihood import jax_of_likelihood, without_other_backend
from jug.sampling.likelihood import Likelihood
from jug.sampling.log_likelihood import Data, density
from jug.sampling.one_by_one import GRADIENTS_TOGETHER, VALUES_TOGETHER
from jug.sampling.vector import layout_of
from jug.text.name_lists import counted_noun

if TYPE_CHECKING:
    from jug.compute.jax_protocol import Jax

Evaluated = TypeVar("Evaluated")

GroupFunction = Callable[[Float[N, N, Parameter], Data], Evaluated]
"""``(thetas, data) -> arrays``: thetas are (pulsars, points, k), and the data have an axis of pulsars."""


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
        self._data = _stacked(jax, alike.data, self._count)
        room = points_at_once(n_toa, COLUMNS_OF_A_POINT + made.width)
        value_and_grad = jax.value_and_grad(made.value)
        self._functions: dict[str, GroupFunction[object]] = {
            "value": _of_all(jax, made.value, n_toa, room, VALUES_TOGETHER),
            "value_and_grad": _of_all(jax, value_and_grad, n_toa, room, GRADIENTS_TOGETHER),
        }
        kind = vector.n_timing > 0, vector.noisy, vector.live_basis
        known = set(model.components) <= set(REGISTRY)
        self._about = (tuple(c.name for c in model.components), layout, n_toa, room, kind) if known else None
        self._compiled: dict[tuple[str, tuple[int, ...]], Callable[..., object]] = {}
        self._lock = RLock()

    def value(self, thetas: Float[N, N, Parameter]) -> Float[N, N]:
        """Evaluate the log-likelihoods.

        Parameters
        ----------
        thetas : (pulsars, points, k) array

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

        Returns
        -------
        values : (pulsars, points) array
            Natural logarithms, no unit.
        gradients : (pulsars, points, k) array
            By the elements of the vectors, in their units.
        """
        values, slopes = cast(tuple[Array, Array], self._run("value_and_grad", thetas))
        return np.asarray(values)[: len(self.members)], np.asarray(slopes)[: len(self.members)]

    def traced(self, jax: "Jax", thetas: Array) -> Array:
        """Evaluate the log-likelihoods in a trace of the caller, who may differentiate them.

        Parameters
        ----------
        jax : module
        thetas : (pulsars, points, k) array of JAX

        Returns
        -------
        (pulsars, points) array of JAX
            Natural logarithms, no unit.
        """
        more = [thetas[-1:]] * (self._count - len(self.members))
        with jax.enable_x64(True):
            function = over_devices_by_row(jax, self._functions["value"])
            found = function(jax.numpy.concatenate([thetas, *more]), self._data)
            return cast(Array, found)[: len(self.members)]

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


def _stacked(jax: "Jax", data: list[Data], count: int) -> Data:
    """The data with an axis of pulsars, on the devices; the last one fills up to a multiple of their number."""
    trees = [*data, *data[-1:] * (count - len(data))]
    leaves = [[np.asarray(leaf) for leaf in jax.tree.flatten(one)[0]] for one in trees]
    size = sum(leaf.nbytes for one in leaves for leaf in one)
    require_memory(2 * size / MB, counted_noun(len(data), "likelihood") + " in one batch", "take fewer in a batch")
    devices = jax.local_devices()
    mesh = jax.sharding.Mesh(devices, (POINTS_AXIS,))
    place = None if len(devices) == 1 else jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec(POINTS_AXIS))
    with jax.enable_x64(True), failures("send the likelihoods to the device"):
        stacks = [jax.device_put(np.stack(one), place) for one in zip(*leaves, strict=True)]
        return cast(Data, jax.tree.unflatten(jax.tree.flatten(data[0])[1], stacks))


def _of_all(
    jax: "Jax", function: Callable[[Float[Parameter], Data], Evaluated], n_toa: int, room: int, most: int
) -> GroupFunction[Evaluated]:
    """Make the function of all pulsars and points.

    Parameters
    ----------
    jax : module
    function : callable
        ``(theta, data) -> arrays`` of one pulsar.
    n_toa : int
    room : int
        Largest number of evaluations at once.
    most : int
        Largest number of TOAs with which several points of one pulsar are evaluated together on a CPU.

    Returns
    -------
    callable
        On a CPU pulsars with more TOAs than `VALUES_TOGETHER` are evaluated one after the other, also for gradients,
        so that the data of one pulsar stay in the cache.
    """
    on_cpu = jax.default_backend() == "cpu"

    def of_one(thetas: Float[N, Parameter], data: Data) -> Evaluated:
        if thetas.shape[0] == 1:
            return jax.tree.map(lambda found: found[None], function(thetas[0], data))
        together = None if on_cpu and n_toa > most else room
        return jax.lax.map(lambda theta: function(theta, data), thetas, batch_size=together)

    def of_all(thetas: Float[N, N, Parameter], data: Data) -> Evaluated:
        together = None if on_cpu and n_toa > VALUES_TOGETHER else max(1, room // thetas.shape[1])
        return jax.lax.map(lambda one: of_one(*one), (thetas, data), batch_size=together)

    return of_all
