"""NumPy or JAX: the kernels of a fit on either.

The kernel that counts is `Kernels.look`: evaluation, normal equations and step in one go, which JAX compiles as one
function (`jug.compute.jax_kernels`). JAX costs 0.7 s of import and seconds of compilation for every new structure of a
model; NumPy starts at once. `jug.compute.selector` weighs that.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from jug.compute.chunked_evaluation import numpy_iteration, numpy_residuals
from jug.compute.chunks import CHUNK_ROWS
from jug.compute.normal_equations import Iteration, step_of
from jug.compute.solver import Step
from jug.compute.structure_padding import padded_structure
from jug.core.blocks import Block
from jug.core.stopwatch import Stopwatch
from jug.errors import BackendError
from jug.model.covariance.noise import Prior
from jug.model.declare import Component
from jug.model.evaluation.anchor import Reference
from jug.model.evaluation.evaluate import Evaluation, evaluate, phase_residuals
from jug.model.parameters import Layout

BACKENDS = ("numpy", "jax")


class Kernels(NamedTuple):
    """A backend's kernels.

    Parameters
    ----------
    name : str
    to_device : callable
        ``Reference -> placed``, the arrays where `look` wants them.
    look : callable
        ``(placed, dx, damping) -> Looked``; its step is None where the residuals are not finite.
    whole : callable
        ``(reference, dx, damping) -> Looked``, the same with NumPy whatever the backend, its design matrix kept.
    evaluate : callable
        ``(reference, dx) -> Evaluation``, with NumPy whatever the backend.
    residuals : callable
        ``(reference, dx) -> turns``, likewise.
    step : callable
        ``(blocks, turns, sigma, prior, damping, level) -> Step``, likewise; sigma, prior and level as in `Reference`.
        The offset column comes first when the fit has one.
    """

    name: str
    to_device: Callable[[Reference], Any]
    iteration: Callable[[Any, Any, float], Iteration]
    whole: Callable[[Reference, Any, float], Iteration]
    evaluate: Callable[[Reference, Any], Evaluation]
    residuals: Callable[[Reference, Any], Any]
    step: Callable[..., Step]


def kernels(
    name: str, components: tuple[Component, ...], layout: Layout, stopwatch: Stopwatch | None = None
) -> Kernels:
    """The kernels of a backend for one model structure.

    Parameters
    ----------
    name : {"numpy", "jax"}
    clock : Clock, optional
        Which notes the time of each stage.

    Raises
    ------
    BackendError
        JAX is asked for and cannot be used.
    """
    stopwatch = stopwatch or Stopwatch()

    def run(reference: Reference, dx: Any) -> Evaluation:
        return evaluate(np, components, layout, reference, dx)

    def residuals(reference: Reference, dx: Any) -> Any:
        if in_stretches(reference):
            return numpy_residuals(components, layout, reference, dx)
        return phase_residuals(np, components, layout, reference, dx)

    def step(
        blocks: tuple[Block, ...], residual: Any, sigma: Any, prior: Prior | None, damping: float, mask: Any = None
    ) -> Step:
        return step_of(np, blocks, residual, sigma, prior, damping, layout.offset, mask)

    def whole(reference: Reference, dx: Any, damping: float) -> Iteration:
        stopwatch.restart()
        residual, blocks = run(reference, dx)
        stopwatch.lap("evaluate")
        if not np.all(np.isfinite(residual)):
            return Iteration(residual, None, None)
        solution = step(blocks, residual, reference.sigma, reference.prior, damping, reference.offset_mask)
        stopwatch.lap("normal equations and step")
        return Iteration(residual, solution, blocks)

    def iteration(reference: Reference, dx: Any, damping: float) -> Iteration:
        if not in_stretches(reference):
            return whole(reference, dx, damping)
        stopwatch.restart()
        found = numpy_iteration(components, layout, reference, dx, damping)
        stopwatch.lap("evaluate, normal equations and step")
        return found

    if name == "numpy":
        return Kernels("numpy", lambda reference: reference, iteration, whole, run, residuals, step)
    from jug.compute.jax_kernels import jax_iteration, place

    stopwatch.restart()
    import_jax()
    stopwatch.lap("import jax")
    shared = padded_structure(components, layout)
    padded = jax_iteration(shared.components, shared.layout, stopwatch)

    def unpadded_iteration(placed: Any, dx: Any, damping: float) -> Iteration:
        found = padded(placed, shared.vector(dx), damping)
        return found if found.step is None else found._replace(step=shared.step(found.step, placed.reference))

    return Kernels(
        "jax", lambda ref: place(shared.reference(ref), stopwatch), unpadded_iteration, whole, run, residuals, step
    )


def in_chunks(reference: Reference) -> bool:
    """Whether the rows may be taken in pieces: TOAs alone, with white noise."""
    return reference.prior is None and reference.offset_mask is None


def in_stretches(reference: Reference) -> bool:
    """Whether they are so many that they go over the cores."""
    return in_chunks(reference) and len(reference.residual) > CHUNK_ROWS


def import_jax() -> Any:
    """The jax module.

    Raises
    ------
    BackendError
        It cannot be imported, or finds no device.
    """
    try:
        import jax
        import jax.experimental.compilation_cache.compilation_cache
        import jax.numpy
    except (ImportError, RuntimeError, AttributeError, OSError) as reason:
        raise BackendError(f"JAX cannot be imported ({reason})") from reason
    try:
        jax.devices()
    except (RuntimeError, AssertionError) as reason:  # an assertion where JAX_PLATFORMS names what is not there
        why = str(reason) or f"JAX_PLATFORMS={getattr(jax.config, 'jax_platforms', '')}"
        raise BackendError(f"JAX finds no device ({why})") from reason
    return jax
