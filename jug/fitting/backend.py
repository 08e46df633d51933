"""NumPy or JAX: which one runs a fit, and the two kernels of it, `evaluate` and `step`, on either.

JAX costs 0.7 s of import and a second or more of compilation for every new shape, and then a step is faster for
some sizes; NumPy starts at once. So ``auto`` weighs n_toa x n_par^2, the work of a step, against measured thresholds.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from jug.blocks import Block, Dense
from jug.errors import BackendError
from jug.fitting.solver import Step, damped_step, normal_equations
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
        ``Reference -> Reference`` where the kernels want their arrays.
    evaluate : callable
        ``(reference, dx) -> Evaluation``.
    residuals : callable
        ``(reference, dx) -> turns``, without the design matrix where that is less work.
    step : callable
        ``(blocks, turns, sigma, prior, damping) -> Step``; sigma and prior in turns. The offset column comes first
        when the fit has one.
    """

    name: str
    to_device: Callable[[Reference], Reference]
    evaluate: Callable[[Reference, Any], Evaluation]
    residuals: Callable[[Reference, Any], Any]
    step: Callable[..., Step]


def kernels(name: str, components: tuple[Component, ...], plan: Layout) -> Kernels:
    """The kernels of a backend for one model structure.

    Raises
    ------
    BackendError
        JAX is asked for and cannot be used.
    """
    if name == "numpy":
        return _numpy_kernels(components, plan)
    made = _jax_functions(components, plan)
    run, step = _in_float64(made.evaluate), _in_float64(made.step)

    def noted(reference: Reference, dx: Any) -> Evaluation:
        made.seen.add(len(reference.turns))
        return run(reference, dx)

    return Kernels("jax", _to_jax, noted, lambda reference, dx: run(reference, dx).turns, step)


def with_offset(xp: Any, blocks: tuple[Block, ...], turns: Any, offset: bool) -> tuple[Block, ...]:
    """The blocks with the offset's column of ones put first."""
    if not offset:
        return blocks
    ones = Dense(xp.ones((turns.shape[0], 1)))
    if blocks and isinstance(blocks[0], Dense):
        return (Dense(xp.concatenate([ones.matrix, blocks[0].matrix], axis=1)), *blocks[1:])
    return (ones, *blocks)


def _step(
    xp: Any, blocks: tuple[Block, ...], turns: Any, sigma: Any, prior: Prior | None, damping: Any, offset: bool
) -> Step:
    """The damped step; with an offset, from residuals whose weighted mean is taken out first, to keep digits."""
    if offset:
        w = 1.0 / (sigma * sigma)
        turns = turns - xp.sum(w * turns) / xp.sum(w)
    columns = with_offset(xp, blocks, turns, offset)
    return damped_step(xp, normal_equations(xp, columns, turns, sigma, prior, offset), damping)


def _numpy_kernels(components: tuple[Component, ...], plan: Layout) -> Kernels:
    def run(reference: Reference, dx: Any) -> Evaluation:
        return evaluate(np, components, plan, reference, dx)

    def turns_at(reference: Reference, dx: Any) -> Any:
        return phase_residuals(np, components, plan, reference, dx)

    def step(blocks: tuple[Block, ...], turns: Any, sigma: Any, prior: Prior | None, damping: float) -> Step:
        return _step(np, blocks, turns, sigma, prior, damping, plan.offset)

    return Kernels("numpy", lambda reference: reference, run, turns_at, step)


class Jitted(NamedTuple):
    """The compiled kernels of one structure, and the numbers of TOAs they have been compiled for."""

    evaluate: Any
    step: Any
    seen: set[int]


@cache
def _jax_functions(components: tuple[Component, ...], plan: Layout) -> Jitted:
    """The jitted kernels of one structure; jax compiles each once for each set of shapes."""
    jax = import_jax()
    jnp = jax.numpy

    def run(reference: Reference, dx: Any) -> Evaluation:
        return evaluate(jnp, components, plan, reference, dx)

    def step(blocks: tuple[Block, ...], turns: Any, sigma: Any, prior: Prior | None, damping: Any) -> Step:
        return _step(jnp, blocks, turns, sigma, prior, damping, plan.offset)

    return Jitted(jax.jit(run), jax.jit(step), set())


def compilations(components: tuple[Component, ...], plan: Layout) -> tuple[int, int]:
    """How often `evaluate` and `step` of a structure have been compiled by JAX in this process."""
    made = _jax_functions(components, plan)
    return made.evaluate._cache_size(), made.step._cache_size()


def compiled(components: tuple[Component, ...], plan: Layout, n_toa: int) -> bool:
    """Whether JAX has compiled this structure for this number of TOAs in this process."""
    return n_toa in _jax_functions(components, plan).seen


def import_jax() -> Any:
    """The jax module.

    Raises
    ------
    BackendError
        It cannot be imported.
    """
    try:
        import jax
        import jax.numpy
    except ImportError as reason:
        raise BackendError(f"JAX cannot be imported ({reason}); use backend='numpy'") from reason
    return jax


def _in_float64(function: Any) -> Callable[..., Any]:
    """Run with float64 switched on for this call only, so that a user's other JAX code keeps its own setting."""
    jax = import_jax()

    def call(*args: Any) -> Any:
        with jax.enable_x64(True):
            return function(*args)

    return call


def _to_jax(reference: Reference) -> Reference:
    jax = import_jax()
    with jax.enable_x64(True):
        return jax.tree.map(jax.numpy.asarray, reference)
