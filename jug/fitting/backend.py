"""NumPy or JAX: the kernels of a fit on either.

The kernel that counts is `Kernels.look`: evaluation, normal equations and step in one go, which JAX compiles as one
function (`jug.fitting.jaxed`). JAX costs 0.7 s of import and seconds of compilation for every new structure of a model;
NumPy starts at once. `jug.fitting.choose` weighs that.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from jug.blocks import Block
from jug.errors import BackendError
from jug.fitting.alike import alike
from jug.fitting.clock import Clock
from jug.fitting.look import Looked, step_of
from jug.fitting.pieces import PIECE
from jug.fitting.solver import Step
from jug.fitting.stretches import numpy_look, numpy_residuals
from jug.model.anchor import Reference
from jug.model.declare import Component
from jug.model.evaluate import Evaluation, evaluate, phase_residuals
from jug.model.noise import Prior
from jug.model.table import Layout

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
    look: Callable[[Any, Any, float], Looked]
    whole: Callable[[Reference, Any, float], Looked]
    evaluate: Callable[[Reference, Any], Evaluation]
    residuals: Callable[[Reference, Any], Any]
    step: Callable[..., Step]


def kernels(name: str, components: tuple[Component, ...], plan: Layout, clock: Clock | None = None) -> Kernels:
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
    clock = clock or Clock()

    def run(reference: Reference, dx: Any) -> Evaluation:
        return evaluate(np, components, plan, reference, dx)

    def residuals(reference: Reference, dx: Any) -> Any:
        if in_stretches(reference):
            return numpy_residuals(components, plan, reference, dx)
        return phase_residuals(np, components, plan, reference, dx)

    def step(
        blocks: tuple[Block, ...], turns: Any, sigma: Any, prior: Prior | None, damping: float, level: Any = None
    ) -> Step:
        return step_of(np, blocks, turns, sigma, prior, damping, plan.offset, level)

    def whole(reference: Reference, dx: Any, damping: float) -> Looked:
        clock.restart()
        turns, blocks = run(reference, dx)
        clock.lap("evaluate")
        if not np.all(np.isfinite(turns)):
            return Looked(turns, None, None)
        solution = step(blocks, turns, reference.sigma, reference.prior, damping, reference.level)
        clock.lap("normal equations and step")
        return Looked(turns, solution, blocks)

    def look(reference: Reference, dx: Any, damping: float) -> Looked:
        if not in_stretches(reference):
            return whole(reference, dx, damping)
        clock.restart()
        found = numpy_look(components, plan, reference, dx, damping)
        clock.lap("evaluate, normal equations and step")
        return found

    if name == "numpy":
        return Kernels("numpy", lambda reference: reference, look, whole, run, residuals, step)
    from jug.fitting.jaxed import jax_look, place

    clock.restart()
    import_jax()
    clock.lap("import jax")
    shared = alike(components, plan)
    padded = jax_look(shared.components, shared.plan, clock)

    def look_with_jax(placed: Any, dx: Any, damping: float) -> Looked:
        found = padded(placed, shared.vector(dx), damping)
        return found if found.step is None else found._replace(step=shared.step(found.step, placed.reference))

    return Kernels("jax", lambda ref: place(shared.reference(ref), clock), look_with_jax, whole, run, residuals, step)


def in_pieces(reference: Reference) -> bool:
    """Whether the rows may be taken in pieces: TOAs alone, with white noise."""
    return reference.prior is None and reference.level is None


def in_stretches(reference: Reference) -> bool:
    """Whether they are so many that they go over the cores."""
    return in_pieces(reference) and len(reference.turns) > PIECE


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
