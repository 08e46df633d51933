"""One function of the stacked data of several pulsars: all of them together, or one after the other."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from jug.core.array import Float, N, Parameter
from jug.sampling.log_likelihood import Data
from jug.sampling.one_by_one import VALUES_TOGETHER

if TYPE_CHECKING:
    from jug.compute.jax_protocol import Jax

OfPulsar = TypeVar("OfPulsar")

PulsarsFunction = Callable[[Float[N, N, Parameter], Data], OfPulsar]
"""``(thetas, data) -> arrays``: thetas are (pulsars, points, k), and the data have an axis of pulsars."""


def of_all_pulsars(
    jax: "Jax", function: Callable[[Float[Parameter], Data], OfPulsar], n_toa: int, room: int, most: int
) -> PulsarsFunction[OfPulsar]:
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

    def of_one(thetas: Float[N, Parameter], data: Data) -> OfPulsar:
        if thetas.shape[0] == 1:
            return jax.tree.map(lambda found: found[None], function(thetas[0], data))
        together = None if on_cpu and n_toa > most else room
        return jax.lax.map(lambda theta: function(theta, data), thetas, batch_size=together)

    def of_all(thetas: Float[N, N, Parameter], data: Data) -> OfPulsar:
        together = None if on_cpu and n_toa > VALUES_TOGETHER else max(1, room // thetas.shape[1])
        return jax.lax.map(lambda one: of_one(*one), (thetas, data), batch_size=together)

    return of_all
