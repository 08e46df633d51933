"""The kernels of a fit with JAX: one compiled function from the change of the parameters to the normal equations.

The arrays of a problem are padded to a few sizes (`jug.compute.padding`, `jug.compute.structure_padding`) and stay on
the device for the whole fit; their buffers are therefore not donated to XLA. Vectors of parameters are donated where
a gradient of the same size comes back (`jug.sampling.likelihood`, `jug.analysis.grids.compiled_points`). A call sends
the change of the parameters and returns residuals and sums, from which NumPy solves for the step. On another device
than the CPU, and for epochs that share TOAs, the compiled function solves too. XLA's compiled code is stored in the
user's cache folder (`jug.compute.compile_cache`).
"""

from collections.abc import Callable, Hashable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, ParamSpec, TypeAlias, TypeVar, cast

import numpy as np

from jug.compute.chunked_reference import can_be_chunked
from jug.compute.compile_cache import compiled_for, mark_cached
from jug.compute.coupled_function import can_be_coupled, coupled_sums_function
from jug.compute.coupled_step import coupled_step
from jug.compute.jax_functions import GroupFunction, group_function, iteration_function
from jug.compute.jax_import import failures, import_jax
from jug.compute.normal_equations import GroupSums, Iteration, iteration_of_groups
from jug.compute.on_device import OnDevice, is_on_cpu, to_device
from jug.compute.padding import padded_size, remove_padding
from jug.compute.structure_padding import padded_structure
from jug.core.array import Float, Int, Parameter
from jug.core.execution.chunks import equal_chunk_rows, n_groups
from jug.core.execution.stopwatch import Stopwatch
from jug.model.declare import Component
from jug.model.evaluation.anchor import Reference
from jug.model.parameters import Layout
from jug.model.registry import are_of_jug

if TYPE_CHECKING:
    from jug.compute.jax_protocol import Jax

Inputs = ParamSpec("Inputs")
Outputs = TypeVar("Outputs")

CodeKey: TypeAlias = tuple[int, Hashable]
"""Padded number of TOAs, and the shapes of all arrays."""

Maker: TypeAlias = Callable[[tuple[Component, ...], Layout, int, int], Callable[Inputs, Outputs]]
"""A function of components, layout, padded size and number of groups that makes a function to be compiled."""


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
    made = _FunctionsOfStructure(jax, components, layout, stopwatch)

    def solved(data: OnDevice, change: Float[Parameter], damping: float) -> Iteration:
        damped: Float[()] = np.asarray(damping, dtype=np.float64)
        residual, step = made.run(iteration_function, 1, data, data.reference, change, damped)
        residual, step = remove_padding(residual, data.n, data.size), jax.tree.map(np.asarray, step)
        stopwatch.lap("to the host")
        return Iteration(residual, step if np.isfinite(step.chi2) else None, None)

    def coupled(data: OnDevice, change: Float[Parameter], damping: float) -> Iteration:
        total, rows = jax.tree.map(np.asarray, made.run(coupled_sums_function, 1, data, data.reference, change))
        parts = (rows.residual,) if rows.measured is None else (rows.residual, rows.measured)
        residual = remove_padding(np.concatenate([part.reshape(-1) for part in parts]), data.n, data.size)
        finite = bool(np.all(np.isfinite(residual)))
        step = coupled_step(layout, data.noise, data.rows, total, rows, damping) if finite else None
        stopwatch.lap("step")
        return Iteration(residual, step, None)

    def white(data: OnDevice, change: Float[Parameter], damping: float) -> Iteration:
        count = _n_groups(data)
        first: Int[()] | int = np.asarray(0, dtype=np.int64)
        if count > 1:
            sums = made.executable(group_function, count, data, data.reference, change, first)
            found = _run_over_cores(jax, layout, sums, data, change, damping, count)
            stopwatch.lap("compute")
        else:
            one = jax.tree.map(np.asarray, made.run(group_function, 1, data, data.reference, change, first))
            found = iteration_of_groups(layout, lambda _: one, 1, damping)
            stopwatch.lap("step")
        return found._replace(residual=remove_padding(found.residual, data.n, data.size))

    def iteration(data: OnDevice, dx: Float[Parameter], damping: float) -> Iteration:
        stopwatch.restart()
        kind = solved
        if is_on_cpu(data.reference):
            kind = white if can_be_chunked(data.reference) else coupled if can_be_coupled(data.reference) else solved
        with jax.enable_x64(True):
            return kind(data, np.asarray(dx, dtype=np.float64), damping)

    return iteration


class _FunctionsOfStructure(NamedTuple):
    """What JAX compiles for one structure, at the first call for each size."""

    jax: "Jax"
    components: tuple[Component, ...]
    layout: Layout
    stopwatch: Stopwatch

    def executable(
        self, make: Maker[Inputs, Outputs], count: int, data: OnDevice, *given: Inputs.args, **named: Inputs.kwargs
    ) -> Callable[Inputs, Outputs]:
        """The compiled function for the shapes of the data."""
        known, key = _executables(self.components, self.layout), (data.size, data.shapes)
        if key not in known:
            function = self.jax.jit(make(self.components, self.layout, data.size, count))
            about = None
            if are_of_jug(self.components):
                names, rows = [c.name for c in self.components], equal_chunk_rows(data.size)
                about = make.__name__, names, self.layout, data.size, count, rows
            known[key] = compiled_for(self.jax, function, given, self.stopwatch, about=about)
            mark_cached(self.components, self.layout, data.size)
        return cast(Callable[Inputs, Outputs], known[key])

    def run(
        self, make: Maker[Inputs, Outputs], count: int, data: OnDevice, *given: Inputs.args, **named: Inputs.kwargs
    ) -> Outputs:
        """Run it, and wait for the results."""
        run = self.executable(make, count, data, *given, **named)
        with failures("run the fit"):
            found = run(*given, **named)
            self.stopwatch.lap("dispatch")
            self.jax.block_until_ready(found)
            self.stopwatch.lap("compute")
        return found


def _n_groups(data: OnDevice) -> int:
    """Return the number of groups of chunks that go over the cores; 1 for few rows."""
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
        return iteration_of_groups(layout, group, count, damping)
