"""A padded reference on JAX's device, and what NumPy needs of it for the step."""

from collections.abc import Hashable
from typing import TYPE_CHECKING, NamedTuple, cast

from jug.compute.coupled_function import can_be_coupled
from jug.compute.coupled_step import HostNoise, host_noise
from jug.compute.jax_import import failures, import_jax
from jug.compute.padding import pad_reference, padded_size
from jug.core.execution.stopwatch import Stopwatch
from jug.model.evaluation.anchor import Reference

if TYPE_CHECKING:
    from jug.compute.jax_protocol import Device, DeviceArray


class OnDevice(NamedTuple):
    """A padded reference on the device.

    Parameters
    ----------
    reference : Reference
        Its arrays are JAX arrays.
    n : int
        Number of TOAs without padding.
    size : int
        Number of TOAs with padding.
    shapes : hashable
        Tree structure, shapes, types and devices, by which compiled code is found.
    rows : Reference
        The padded arrays before they were sent.
    noise : HostNoise or None
        Correlated noise where NumPy solves for the step.
    """

    reference: Reference
    n: int
    size: int
    shapes: Hashable
    rows: Reference
    noise: HostNoise | None


def is_on_cpu(reference: Reference) -> bool:
    """Say whether the arrays of a reference are in the memory of the host."""
    rows = cast("DeviceArray", reference.residual)
    return all(device.platform == "cpu" for device in rows.devices())


def to_device(reference: Reference, stopwatch: Stopwatch, device: "Device | None" = None) -> OnDevice:
    """Pad a reference and send it to a device.

    Parameters
    ----------
    reference : Reference
    stopwatch : Stopwatch
        Gets the stage "to the device".
    device : jax.Device, optional
        JAX's default device when absent.

    Returns
    -------
    OnDevice

    Raises
    ------
    BackendError
        JAX fails, for example because the device has too little memory.
    """
    jax = import_jax()
    stopwatch.restart()
    n = len(reference.residual)
    size = padded_size(n)
    rows = pad_reference(reference, size)
    with failures("send the arrays to the device"), jax.enable_x64(True):
        arrays = jax.device_put(rows, device)
    leaves, tree = jax.tree.flatten(arrays)
    stopwatch.lap("to the device")
    shapes = frozenset([(tree, *((leaf.shape, leaf.dtype, leaf.sharding) for leaf in leaves))])  # it stores its hash
    noise = host_noise(reference) if can_be_coupled(reference) and is_on_cpu(arrays) else None
    stopwatch.lap("products of the noise")
    return OnDevice(arrays, n, size, shapes, rows, noise)
