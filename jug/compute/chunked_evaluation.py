"""A look at many rows: stretches of them over the cores, each taken piece by piece, and put together in their order.

The stretches are the same however many cores there are, and so are their sums, to the last bit; the step from them too,
as long as BLAS has as many threads for it (`jug.compute.blas_threads`).
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from jug.compute.chunks import CHUNK_ROWS, chunk
from jug.compute.normal_equations import Iteration, solved, sums_of, together
from jug.core.blocks import Array
from jug.core.threads import each
from jug.model.declare import Component
from jug.model.evaluation.anchor import Reference
from jug.model.evaluation.evaluate import evaluate, phase_residuals
from jug.model.parameters import Layout

STRETCHES = 16
"""Stretches at most: as many cores are made use of, and as many Gram matrices are kept."""


class Stretch(NamedTuple):
    """Residuals (rows,) of a stretch, its Gram matrix (k, k), and of each of its pieces what `look.together` asks."""

    residual: Array
    gram: Array
    chunks: tuple[Array, ...]


def numpy_iteration(
    components: tuple[Component, ...], layout: Layout, reference: Reference, dx: Any, damping: float
) -> Iteration:
    """`Kernels.look` with NumPy for many rows without correlated noise."""
    cuts = _cuts(len(reference.residual))
    count = min(len(cuts), STRETCHES)

    def stretch(i: int) -> Stretch:
        gram: Any = 0.0
        found, parts = [], []
        for rows in cuts[i * len(cuts) // count : (i + 1) * len(cuts) // count]:
            part = _rows(reference, rows)
            residual, blocks = evaluate(np, components, layout, part, dx)
            e, mean = sums_of(np, residual, blocks, part.sigma, layout.offset)
            gram = gram + e.gram
            parts.append((e.slope, e.chi2, mean, e.gram[0]))
            found.append(residual)
        return Stretch(np.concatenate(found), gram, tuple(np.array(p) for p in zip(*parts, strict=True)))

    return combined(layout, stretch, count, damping)


def numpy_residuals(components: tuple[Component, ...], layout: Layout, reference: Reference, dx: Any) -> Array:
    """`Kernels.residuals` for the same."""
    cuts = _cuts(len(reference.residual))
    parts = each(lambda i: phase_residuals(np, components, layout, _rows(reference, cuts[i]), dx), len(cuts))
    return np.concatenate(parts)


def _cuts(n: int) -> list[slice]:
    """Pieces of ``n`` rows, all of one size but the last."""
    size = -(-n // -(-n // CHUNK_ROWS))
    return [slice(start, min(start + size, n)) for start in range(0, n, size)]


def _rows(reference: Reference, rows: slice) -> Reference:
    return chunk(np, reference, len(reference.residual), lambda a, at: a[at : at + rows.stop - rows.start], rows.start)


def combined(layout: Layout, stretch: Callable[[int], Stretch], count: int, damping: float) -> Iteration:
    """The stretches, and the step from them together."""
    done = each(stretch, count)
    residual = np.concatenate([part.residual for part in done])
    if not np.all(np.isfinite(residual)):
        return Iteration(residual, None, None)
    gram = sum(part.gram for part in done)
    chunks = tuple(np.concatenate(part) for part in zip(*(part.chunks for part in done), strict=True))
    return Iteration(residual, solved(np, together(np, gram, chunks, layout.offset), layout.offset, damping), None)
