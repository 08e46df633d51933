"""The functions that JAX compiles: the sums of one group of chunks, or one iteration of all rows with its step."""

from collections.abc import Callable
from typing import TypeAlias

from jug.compute.chunked_reference import can_be_chunked, chunk
from jug.compute.coupled_function import IterationFunction, can_be_coupled, coupled_function
from jug.compute.jax_import import import_jax
from jug.compute.normal_equations import GroupSums, step_from_sums, step_of, sums_of
from jug.compute.solver import Step
from jug.core.array import Array, Column, Datum, Float, Int, N, Parameter
from jug.core.blocks import Binned, store_block
from jug.core.execution.chunks import equal_chunk_rows
from jug.model.declare import Component
from jug.model.evaluation.anchor import Reference
from jug.model.evaluation.evaluate import evaluate
from jug.model.parameters import Layout

Chunk: TypeAlias = tuple[Float[Datum], tuple[Array, ...]]
"""Residuals of a chunk, and its sums as in `GroupSums`."""

GroupFunction: TypeAlias = Callable[[Reference, Float[Parameter], Int[()] | int], GroupSums]


def group_function(components: tuple[Component, ...], layout: Layout, size: int, count: int = 1) -> GroupFunction:
    """Make the function ``(reference, dx, first_row) -> GroupSums`` of one group of chunks.

    Parameters
    ----------
    components : tuple of Component
    layout : Layout
    size : int
        Padded number of TOAs.
    count : int
        Number of groups, all of the same size.

    Returns
    -------
    callable
        To be compiled.
    """
    jax = import_jax()
    jnp = jax.numpy
    length = equal_chunk_rows(size)

    def rows(a: Array, start: Int[()] | int) -> Array:
        return jax.lax.dynamic_slice_in_dim(a, start, length)

    def at_once(ref: Reference, dx: Float[Parameter], first_row: Int[()] | int) -> GroupSums:
        residual, blocks = evaluate(jnp, components, layout, ref, dx)
        blocks = tuple(store_block(jnp, b) if isinstance(b, Binned) else b for b in blocks)
        e, mean = sums_of(jnp, residual, blocks, ref.sigma, layout.offset)
        return GroupSums(residual, e.gram, tuple(a[None] for a in (e.slope, e.chi2, mean, e.gram[0])))

    def group(ref: Reference, dx: Float[Parameter], first_row: Int[()] | int) -> GroupSums:
        def add(gram: Float[Column, Column], start: Int[()]) -> tuple[Float[Column, Column], Chunk]:
            part = chunk(jnp, ref, size, rows, start)
            residual, blocks = evaluate(jnp, components, layout, part, dx)
            e, mean = sums_of(jnp, residual, blocks, part.sigma, layout.offset)
            return gram + e.gram, (residual, (e.slope, e.chi2, mean, e.gram[0]))

        k = len(layout.free) + int(layout.offset)
        starts: Int[N] = first_row + jnp.arange(0, size // count, length)
        none: Float[Column, Column] = jnp.zeros((k, k))
        gram, (residual, sums) = jax.lax.scan(add, none, starts)
        return GroupSums(residual.reshape(-1), gram, sums)

    return group if length < size else at_once


def iteration_function(
    components: tuple[Component, ...], layout: Layout, size: int, count: int = 1
) -> IterationFunction:
    """Make the function ``(reference, dx, damping) -> (residuals, Step)`` of all rows, which solves too.

    Parameters
    ----------
    components : tuple of Component
    layout : Layout
    size : int
        Padded number of TOAs.
    count : int
        1: all chunks are one group.

    Returns
    -------
    callable
        To be compiled.
    """
    jax = import_jax()
    jnp = jax.numpy

    def at_once(ref: Reference, dx: Float[Parameter], damping: Float[()]) -> tuple[Float[Datum], Step]:
        residual, blocks = evaluate(jnp, components, layout, ref, dx)
        with_epochs = ref.prior is not None and ref.prior.epochs is not None  # sums with epochs read the columns twice
        blocks = tuple(store_block(jnp, b) if with_epochs or isinstance(b, Binned) else b for b in blocks)
        return residual, step_of(jnp, blocks, residual, ref.sigma, ref.prior, damping, layout.offset, ref.offset_mask)

    def by_chunks(ref: Reference, dx: Float[Parameter], damping: Float[()]) -> tuple[Float[Datum], Step]:
        residual, gram, sums = group_function(components, layout, size, count)(ref, dx, 0)
        return residual, step_from_sums(jnp, gram, sums, layout.offset, damping)

    def iteration(ref: Reference, dx: Float[Parameter], damping: Float[()]) -> tuple[Float[Datum], Step]:
        if can_be_coupled(ref):
            return coupled_function(components, layout, size)(ref, dx, damping)
        run = by_chunks if can_be_chunked(ref) and equal_chunk_rows(size) < size else at_once
        return run(ref, dx, damping)

    return iteration
