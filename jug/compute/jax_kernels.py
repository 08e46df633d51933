"""The kernels of a fit with JAX: one compiled function from the change of the parameters to the step.

The arrays of a problem are padded to a few sizes (`jug.compute.padding`, `jug.compute.structure_padding`) and stay on
the device for the whole fit; their buffers are therefore not donated to XLA. Vectors of parameters are donated where
a gradient of the same size comes back (`jug.sampling.likelihood`, `jug.analysis.grid_points`). A call sends the change
of the parameters and returns residuals, normal equations and step. XLA's compiled code is stored in the user's cache
folder (`jug.compute.compile_cache`).
"""

from collections.abc import Callable, Hashable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, ParamSpec, TypeAlias, TypeVar, cast

import numpy as np

from jug.compute.chunked_reference import can_be_chunked
from jug.compute.compile_cache import compiled_for, mark_cached
from jug.compute.jax_functions import GroupFunction, group_function, iteration_function
from jug.compute.jax_import import failures, import_jax
from jug.compute.normal_equations import GroupSums, Iteration, iteration_of_groups
from jug.compute.padding import pad_reference, padded_size, remove_padding
from jug.compute.structure_padding import padded_structure
from jug.core.array import Float, Int, Parameter
from jug.core.execution.chunks import equal_chunk_rows, n_groups
from jug.core.execution.stopwatch import Stopwatch
from jug.model.declare import Component
from jug.model.evaluation.anchor import Reference
from jug.model.parameters import Layout

if TYPE_CHECKING:
    from jug.compute.jax_protocol import Device, DeviceArray, Jax

Inputs = ParamSpec("Inputs")
Outputs = TypeVar("Outputs")

CodeKey: TypeAlias = tuple[int, Hashable]
"""Padded number of TOAs, and the shapes of all arrays."""

Maker: TypeAlias = Callable[[tuple[Component, ...], Layout, int, int], Callable[Inputs, Outputs]]
"""A function of components, layout, padded size and number of groups that makes a function to be compiled."""


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
    """

    reference: Reference
    n: int
    size: int
    shapes: Hashable


class JaxKernels:
    """`to_device` and `iteration` of `jug.compute.kernels.Kernels`, on a padded structure that other pulsars share.

    Parameters
    ----------
    components : tuple of Component
    layout : Layout
        Both of the model.
    stopwatch : Stopwatch
        Gets the time of each stage.

    Raises
    ------
    BackendError
        JAX cannot be used.
    """

    def __init__(self, components: tuple[Component, ...], layout: Layout, stopwatch: Stopwatch) -> None:
        stopwatch.restart()
        import_jax()
        stopwatch.lap("import jax")
        self.stopwatch = stopwatch
        self.padded = padded_structure(components, layout)
        self.padded_iteration = jax_iteration(self.padded.components, self.padded.layout, stopwatch)

    def to_device(self, reference: Reference) -> OnDevice:
        """Pad a reference and send it to JAX's default device."""
        return to_device(self.padded.reference(reference), self.stopwatch)

    def iteration(self, data: OnDevice, dx: Float[Parameter], damping: float) -> Iteration:
        """Evaluate the residuals, and solve for the step, in the model's own layout.

        Parameters
        ----------
        data : OnDevice
            From `to_device`.
        dx : (k,) array
            Change from the anchor, kernel units.
        damping : float
            Added to the unit diagonal of the scaled normal matrix, no unit.

        Returns
        -------
        Iteration
            Without a step where a residual is not finite.
        """
        found = self.padded_iteration(data, self.padded.vector(dx), damping)
        if found.step is None:
            return found
        return found._replace(step=self.padded.step(found.step, data.reference))


@cache
def _executables(components: tuple[Component, ...], layout: Layout) -> dict[CodeKey, object]:
    """Return the compiled functions of one structure in this process, by padded size and array shapes."""
    return {}


def compilations(components: tuple[Component, ...], layout: Layout) -> int:
    """Count the compilations of a padded structure in this process.

    Parameters
    ----------
    components : tuple of Component
    layout : Layout
        Both of the padded structure.

    Returns
    -------
    int
    """
    return len(_executables(components, layout))


def forget_compiled_code() -> None:
    """Forget all compiled code of this process."""
    _executables.cache_clear()


def is_compiled(components: tuple[Component, ...], layout: Layout, n_toa: int) -> bool:
    """Whether this process has compiled a padded structure for a number of TOAs.

    Parameters
    ----------
    components : tuple of Component
    layout : Layout
        Both of the padded structure.
    n_toa : int
        Number of TOAs before padding.

    Returns
    -------
    bool
    """
    return any(size == padded_size(n_toa) for size, _ in _executables(components, layout))


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
    with failures("send the arrays to the device"), jax.enable_x64(True):
        arrays = jax.device_put(pad_reference(reference, size), device)
    leaves, tree = jax.tree.flatten(arrays)
    stopwatch.lap("to the device")
    return OnDevice(arrays, n, size, (tree, *((leaf.shape, leaf.dtype, leaf.sharding) for leaf in leaves)))


def jax_iteration(
    components: tuple[Component, ...], layout: Layout, stopwatch: Stopwatch
) -> Callable[[OnDevice, Float[Parameter], float], Iteration]:
    """Make ``(data, dx, damping) -> Iteration`` with JAX, compiled at its first call for each size.

    Parameters
    ----------
    components : tuple of Component
    layout : Layout
    stopwatch : Stopwatch
        Gets the time of each stage.

    Returns
    -------
    callable
    """
    jax = import_jax()
    executables = _executables(components, layout)

    def compiled(
        make: Maker[Inputs, Outputs], count: int, data: OnDevice, *arguments: Inputs.args, **named: Inputs.kwargs
    ) -> Callable[Inputs, Outputs]:
        key = data.size, data.shapes
        if key not in executables:
            function = jax.jit(make(components, layout, data.size, count))
            executables[key] = compiled_for(jax, function, arguments, stopwatch)
            mark_cached(components, layout, data.size)
        return cast(Callable[Inputs, Outputs], executables[key])

    def iteration(data: OnDevice, dx: Float[Parameter], damping: float) -> Iteration:
        stopwatch.restart()
        count = _n_groups(data)
        change: Float[Parameter] = np.asarray(dx, dtype=np.float64)
        with jax.enable_x64(True):
            if count > 1:
                first: Int[()] | int = np.asarray(0, dtype=np.int64)
                sums = compiled(group_function, count, data, data.reference, change, first)
                found = _run_over_cores(jax, layout, sums, data, change, damping, count)
                stopwatch.lap("compute")
                return found
            damped: Float[()] = np.asarray(damping, dtype=np.float64)
            run = compiled(iteration_function, count, data, data.reference, change, damped)
            with failures("run the fit"):
                residual, step = run(data.reference, change, damped)
                stopwatch.lap("dispatch")
                jax.block_until_ready(step)
                stopwatch.lap("compute")
                residual, step = remove_padding(residual, data.n, data.size), jax.tree.map(np.asarray, step)
        stopwatch.lap("to the host")
        return Iteration(residual, step if np.isfinite(step.chi2) else None, None)

    return iteration


def _n_groups(data: OnDevice) -> int:
    """Return the number of groups of chunks that go over the cores; 1 for few rows, and on any device but a CPU."""
    rows = cast("DeviceArray", data.reference.residual)
    if not can_be_chunked(data.reference) or any(device.platform != "cpu" for device in rows.devices()):
        return 1
    return n_groups(data.size // equal_chunk_rows(data.size))


def _run_over_cores(
    jax: "Jax", layout: Layout, run: GroupFunction, data: OnDevice, dx: Float[Parameter], damping: float, count: int
) -> Iteration:
    """Run the groups of chunks over the cores: XLA loops over the chunks of each group on one core."""
    length = data.size // count

    def group(i: int) -> GroupSums:
        with jax.enable_x64(True):  # a setting of each thread
            return jax.tree.map(np.asarray, run(data.reference, dx, np.asarray(i * length, dtype=np.int64)))

    with failures("run the fit"):
        found = iteration_of_groups(layout, group, count, damping)
    return found._replace(residual=remove_padding(found.residual, data.n, data.size))
