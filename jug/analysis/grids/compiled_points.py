"""chi2 and slope of many points of a grid by JAX: one compiled function for all batches of a grid.

On a CPU, points of many TOAs are evaluated one after the other, so that the arrays of a point stay in the cache, and
points of few TOAs some at a time. A chunk always has the same number of places, so that one size is compiled; points
are dealt to the devices in turn. Places without a point are not evaluated.
"""

from collections.abc import Callable
from functools import cache
from typing import TypeAlias, cast

import numpy as np

from jug.analysis.grids.grid_task import GridTask, Many
from jug.compute.devices import over_devices
from jug.compute.jax_import import failures, import_jax
from jug.core.array import Array, Float, Int, N, Parameter
from jug.model.declare import Component
from jug.model.parameters import Layout
from jug.sampling.fixed_noise import FixedNoise, chi2_and_slope
from jug.sampling.one_by_one import GRADIENTS_TOGETHER

POINTS_TOGETHER = 16
"""Points of few TOAs that a CPU evaluates together: 5 to 10 us a point for 62 and 200 TOAs, 8 to 11 us one by one."""

Compiled: TypeAlias = Callable[[Float[N, Parameter], FixedNoise], tuple[Float[N], Float[N, Parameter]]]
"""A compiled function that computes chi2 and its slope at many points for a given noise."""

CompiledFor: TypeAlias = Callable[[Float[N, Parameter], FixedNoise], Compiled]
"""A function that compiles it for arguments of these shapes."""


def many_with_jax(task: GridTask) -> Many:
    """Compile chi2 (m,) and slopes (m, K) at changes (m, K) of all parameters of the layout, and send the data."""
    jax = import_jax()
    noise, places = _noise_on_device(task), _places(task)
    shape = (len(places), len(task.layout.free))
    run = _compile_with_jax(task.components, task.layout, _together(task))(np.zeros(shape), noise)

    def many(at: Float[N, Parameter]) -> tuple[Float[N], Float[N, Parameter]]:
        found = []
        for start in range(0, len(at), task.chunk):
            part = at[start : start + task.chunk]
            taken = places[: len(part)]
            filled = np.full(shape, np.nan)
            filled[taken] = part
            with jax.enable_x64(True), failures("run the grid"):
                chi2, slope = jax.block_until_ready(run(filled, noise))
            found.append((np.asarray(chi2)[taken], np.asarray(slope)[taken]))
        chi2s, slopes = zip(*found, strict=True)
        return np.concatenate(chi2s), np.concatenate(slopes)

    return many


def _together(task: GridTask) -> int:
    """How many points are evaluated together; on any device but a CPU those of a chunk."""
    if import_jax().default_backend() != "cpu":
        return task.chunk
    return 1 if len(task.noise.ref.residual) > GRADIENTS_TOGETHER else min(task.chunk, POINTS_TOGETHER)


def _places(task: GridTask) -> Int[N]:
    """The row of each point of a chunk, and then the rest of the rows; each device gets a part of the rows."""
    devices, together = len(import_jax().local_devices()), _together(task)
    batches = -(-task.chunk // (devices * together))
    rows = np.arange(devices * batches * together).reshape(devices, batches, together)
    return rows.transpose(1, 0, 2).reshape(-1)


def _noise_on_device(task: GridTask) -> FixedNoise:
    jax = import_jax()
    with jax.enable_x64(True):
        on_device: FixedNoise = jax.tree.map(jax.numpy.asarray, task.noise)
    return on_device


@cache
def _compile_with_jax(components: tuple[Component, ...], layout: Layout, together: int) -> CompiledFor:
    """Make the function by which JAX compiles chi2 and slope of many points; the slopes reuse the points' memory."""
    from jug.compute.compile_cache import compiled_for

    jax = import_jax()
    jnp = jax.numpy

    def one(dx: Float[Parameter], noise: FixedNoise) -> tuple[Float[()], Float[Parameter]]:
        chi2, slope = chi2_and_slope(jnp, components, layout, noise, dx)
        return chi2, slope()

    def all_points(points: Float[N, Parameter], noise: FixedNoise) -> tuple[Float[N], Float[N, Parameter]]:
        def evaluated(part: Array) -> tuple[Array, Array]:
            return cast(Compiled, jax.vmap(one, in_axes=(0, None)))(part, noise)

        def skipped(part: Array) -> tuple[Array, Array]:
            return jnp.zeros(part.shape[0]), jnp.zeros(part.shape)

        def batch(part: Array) -> tuple[Array, Array]:
            return jax.lax.cond(part[0, 0] == part[0, 0], evaluated, skipped, part)  # not NaN

        chi2, slope = jax.lax.map(batch, points.reshape(-1, together, points.shape[1]))
        return chi2.reshape(-1), slope.reshape(points.shape)

    devices = len(jax.local_devices())
    many = jax.jit(over_devices(jax, all_points), donate_argnums=0 if devices == 1 else ())
    ready: dict[tuple[tuple[int, ...], ...], Compiled] = {}

    def executable(at: Float[N, Parameter], noise: FixedNoise) -> Compiled:
        shapes = tuple(leaf.shape for leaf in jax.tree.leaves((at, noise)))
        if shapes not in ready:
            with jax.enable_x64(True):
                ready[shapes] = compiled_for(jax, many, (at, noise))
        return ready[shapes]

    return executable
