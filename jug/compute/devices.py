"""Several devices of JAX: each evaluates a share of the points of a batch, with a copy of the data."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from jug.core.array import Float, N, Parameter

if TYPE_CHECKING:
    from jug.compute.jax_protocol import Jax

Shared = TypeVar("Shared")
Batched = TypeVar("Batched")
PerPoint = TypeVar("PerPoint")

POINTS_AXIS = "points"
"""Name of the axis of the mesh of devices."""


def over_devices(
    jax: "Jax", function: Callable[[Float[N, Parameter], Shared], PerPoint]
) -> Callable[[Float[N, Parameter], Shared], PerPoint]:
    """Make a function of many points that gives each device of this process its share of them.

    Parameters
    ----------
    jax : module
    function : callable
        ``(points, shared) -> arrays``: points are (m, k), the first axis of each result counts the points, and no point
        depends on another.

    Returns
    -------
    callable
        The same function where there is one device. Else copies of the last point fill the points up to a multiple of
        the number of devices, and their results are left out.
    """
    devices = jax.local_devices()
    if len(devices) == 1:
        return function
    divided = _divided(jax, function, jax.sharding.PartitionSpec())

    def many(points: Float[N, Parameter], shared: Shared) -> PerPoint:
        count = points.shape[0]
        padding = [points[-1:]] * (-count % len(devices))
        found = divided(jax.numpy.concatenate([points, *padding]), shared)
        first: PerPoint = jax.tree.map(lambda result: result[:count], found)
        return first

    return many


def over_devices_by_row(
    jax: "Jax", function: Callable[[Batched, Shared], PerPoint]
) -> Callable[[Batched, Shared], PerPoint]:
    """Make a function of many points, each with data of its own, that gives each device its share of both.

    Parameters
    ----------
    jax : module
    function : callable
        ``(points, data) -> arrays``: the first axis of all arrays counts the points, and no point depends on another.

    Returns
    -------
    callable
        The same function where there is one device; else for multiples of the number of devices.
    """
    if len(jax.local_devices()) == 1:
        return function
    return _divided(jax, function, jax.sharding.PartitionSpec(POINTS_AXIS))


def _divided(
    jax: "Jax", function: Callable[[Batched, Shared], PerPoint], of_data: object
) -> Callable[[Batched, Shared], PerPoint]:
    mesh, rows = jax.sharding.Mesh(jax.local_devices(), (POINTS_AXIS,)), jax.sharding.PartitionSpec(POINTS_AXIS)
    return jax.shard_map(function, mesh=mesh, in_specs=(rows, of_data), out_specs=rows, check_vma=False)
