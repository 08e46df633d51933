"""The function that JAX compiles for rows with correlated noise or measured DMs: residuals and step, summed in chunks.

Rows of measured DMs are summed over the columns that a DM depends on (`jug.model.evaluation.rows_apart`).
"""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias, cast

import numpy as np

from jug.compute.chunked_reference import chunk
from jug.compute.coupled_sums import (
    CoupledRows,
    CoupledSums,
    about_common_mean,
    coupled_equations,
    gram_of_chunk,
    no_sums,
    spread,
    whitened_columns,
    with_epochs_of,
)
from jug.compute.jax_import import import_jax
from jug.compute.normal_equations import weighted_mean, with_offset
from jug.compute.solver import Step, damped_step, scaled_equations
from jug.core.array import Array, Datum, Float, Int, N, Parameter
from jug.core.blocks import Binned, Block, Dense, dense_columns, store_block
from jug.core.execution.chunks import equal_chunk_rows
from jug.model.covariance.noise import Prior
from jug.model.declare import Component
from jug.model.evaluation.anchor import Reference
from jug.model.evaluation.rows_apart import evaluate_apart
from jug.model.parameters import Layout

SumsFunction: TypeAlias = Callable[[Reference, Float[Parameter]], tuple[CoupledSums, CoupledRows]]
"""``(reference, dx) -> (sums, rows of each chunk)``."""

IterationFunction: TypeAlias = Callable[[Reference, Float[Parameter], Float[()]], tuple[Float[Datum], Step]]
"""``(reference, dx, damping) -> (residuals, Step)``."""


def can_be_coupled(reference: Reference) -> bool:
    """Whether rows have correlated noise or measured DMs, and no TOA is in two epochs."""
    prior = reference.prior
    if prior is None:
        return reference.offset_mask is not None
    return prior.epochs is None or isinstance(prior.epochs, Binned)


class CoupledChunks(NamedTuple):
    """The sums over the chunks of a structure, on JAX.

    Parameters
    ----------
    components : tuple of Component
    layout : Layout
    size : int
        Padded number of TOAs.
    length : int
        Number of TOAs of a chunk.
    whole : bool
        Whether products of the noise with itself are among them.
    """

    components: tuple[Component, ...]
    layout: Layout
    size: int
    length: int
    whole: bool

    def cut(self, a: Array, start: Int[()] | int) -> Array:
        """Take the rows of a chunk.

        Parameters
        ----------
        a : array
            Its first dimension has the rows; in any unit.
        start : int
            The first row.

        Returns
        -------
        array
            In the unit of ``a``.
        """
        return import_jax().lax.dynamic_slice_in_dim(a, start, self.length)

    def add(
        self, ref: Reference, dx: Float[Parameter], total: CoupledSums, start: Int[()] | int
    ) -> tuple[CoupledSums, CoupledRows]:
        """Add the sums of a chunk.

        Parameters
        ----------
        ref : Reference
            Of all rows.
        dx : (k,) array
            Change from the anchor, kernel units.
        total : CoupledSums
            Of the chunks before.
        start : int
            The first row of the chunk.

        Returns
        -------
        CoupledSums
        CoupledRows
            Of this chunk.
        """
        jnp, layout = import_jax().numpy, self.layout
        part = chunk(jnp, ref, self.size, self.cut, start)
        sigma, sigma_dm = part.sigma[: self.length], part.sigma[self.length :]
        toas, measured = evaluate_apart(jnp, self.components, layout, part, dx)
        mean = weighted_mean(jnp, toas.residual, sigma) if layout.offset else 0.0 * toas.residual[0]
        blocks = with_offset(jnp, toas.blocks, toas.residual, layout.offset)
        if not layout.offset:  # a `Binned` block may have a shift of all rows, which dense columns contain
            blocks = tuple(Dense(dense_columns(jnp, block)) for block in blocks)
        prior = _on_rows(ref.prior, lambda a: self.cut(a, start))
        parameters, others = whitened_columns(jnp, blocks, toas.residual - mean, prior, sigma)
        parameters = tuple(store_block(jnp, block) for block in parameters)  # else made anew in each loop over rows
        columns, beside = self._columns(parameters, others)
        gram, cross = gram_of_chunk(jnp, columns, beside), total.cross
        first = gram[0]
        if cross is not None and prior is not None and isinstance(prior.epochs, Binned):
            cross = with_epochs_of(jnp, cross, columns, prior.epochs, sigma)
        if measured is None:
            return CoupledSums(total.gram + gram, cross), CoupledRows(toas.residual, None, mean, first)
        below = _on_rows(ref.prior, lambda a: self.cut(a, self.size + start))
        own, rest = whitened_columns(jnp, measured.blocks, measured.residual, below, sigma_dm)
        k = int(layout.offset) + len(layout.free)
        place = np.concatenate([measured.place + int(layout.offset), np.arange(k, gram.shape[1])])
        gram = gram + spread(jnp, gram_of_chunk(jnp, *self._columns(own, rest)), place, gram.shape)
        return CoupledSums(total.gram + gram, cross), CoupledRows(toas.residual, measured.residual, mean, first)

    def _columns(
        self, own: tuple[Block, ...], others: tuple[Dense, ...]
    ) -> tuple[tuple[Block, ...], tuple[Dense, ...]]:
        """Columns of which all products are wanted, and those of which only the products with these are."""
        return ((*own, *others), ()) if self.whole else ((*own, others[0]), others[1:])

    def all(self, ref: Reference, dx: Float[Parameter]) -> tuple[CoupledSums, CoupledRows]:
        """Sum all chunks.

        Parameters
        ----------
        ref : Reference
            Of all rows.
        dx : (k,) array
            Change from the anchor, kernel units.

        Returns
        -------
        CoupledSums
        CoupledRows
            Each array with one row for each chunk.
        """
        jax = import_jax()
        none = no_sums(jax.numpy, self.layout, ref.prior, self.whole)
        if self.length < self.size:
            starts: Int[N] = jax.numpy.arange(0, self.size, self.length)
            return jax.lax.scan(lambda total, start: self.add(ref, dx, total, start), none, starts)
        total, one = self.add(ref, dx, none, 0)
        return total, jax.tree.map(lambda a: a[None], one)


def coupled_sums_function(components: tuple[Component, ...], layout: Layout, size: int, count: int = 1) -> SumsFunction:
    """Make the function ``(reference, dx) -> (sums, rows of each chunk)``, from which the host solves for the step.

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
    return CoupledChunks(components, layout, size, equal_chunk_rows(size), whole=False).all


def coupled_function(components: tuple[Component, ...], layout: Layout, size: int) -> IterationFunction:
    """Make the function ``(reference, dx, damping) -> (residuals, Step)`` of all rows.

    Parameters
    ----------
    components : tuple of Component
    layout : Layout
    size : int
        Padded number of TOAs, all of one chunk.

    Returns
    -------
    callable
        To be compiled.
    """
    jnp, of = import_jax().numpy, CoupledChunks(components, layout, size, size, whole=True)

    def iteration(ref: Reference, dx: Float[Parameter], damping: Float[()]) -> tuple[Float[Datum], Step]:
        total, chunks = of.all(ref, dx)
        k, sigma = len(layout.free) + int(layout.offset), ref.sigma[:size]
        if layout.offset:
            total = about_common_mean(jnp, total, chunks, k, ref.prior, sigma)
        e = coupled_equations(jnp, total, k, ref.prior, sigma)
        rows = [chunks.residual] if chunks.measured is None else [chunks.residual, chunks.measured]
        residual = jnp.concatenate([part.reshape(-1) for part in rows])
        return residual, damped_step(jnp, scaled_equations(jnp, e, layout.offset), damping)

    return iteration


def _on_rows(prior: Prior | None, cut: Callable[[Array], Array]) -> Prior | None:
    """Correlated noise on some rows."""
    if prior is None:
        return None
    epochs, basis = prior.epochs, None if prior.basis is None else cut(prior.basis)
    if isinstance(epochs, Binned):
        member = cast("Int[Datum]", cut(cast("Array", epochs.member)))
        epochs = Binned(member, cut(epochs.values), epochs.shift)
    return prior._replace(epochs=epochs, basis=basis)
