"""The data of several likelihoods as one, with an axis of pulsars, on the devices."""

from typing import TYPE_CHECKING, cast

import numpy as np

from jug.compute.devices import POINTS_AXIS
from jug.compute.jax_import import failures
from jug.core.execution.memory import MB, require_memory
from jug.sampling.log_likelihood import Data
from jug.text.name_lists import counted_noun

if TYPE_CHECKING:
    from jug.compute.jax_protocol import Jax


def stack_data(jax: "Jax", data: list[Data], count: int) -> Data:
    """Stack data of the same shapes.

    Parameters
    ----------
    jax : module
    data : list of Data
        In NumPy.
    count : int
        A multiple of the number of devices; the last data fill up to it.

    Returns
    -------
    Data
        Its arrays have one more axis, the first, which is divided among the devices.

    Raises
    ------
    JugMemoryError
        The data do not fit into memory.
    """
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
