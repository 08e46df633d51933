"""A look at many rows: stretches of them over the cores, each taken piece by piece, and put together in their order.

The stretches are the same however many cores there are, and so are their sums, to the last bit; the step from them too,
as long as BLAS has as many threads for it (`jug.fitting.threads`).
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from jug.blocks import Array
from jug.fitting.look import Looked, solved, sums_of, together
from jug.fitting.pieces import PIECE, piece
from jug.model.anchor import Reference
from jug.model.declare import Component
from jug.model.evaluate import evaluate, phase_residuals
from jug.model.table import Layout
from jug.parallel import each

STRETCHES = 16
"""Stretches at most: as many cores are made use of, and as many Gram matrices are kept."""


class Stretch(NamedTuple):
    """Residuals (rows,) of a stretch, its Gram matrix (k, k), and of each of its pieces what `look.together` asks."""

    turns: Array
    gram: Array
    pieces: tuple[Array, ...]


def numpy_look(
    components: tuple[Component, ...], plan: Layout, reference: Reference, dx: Any, damping: float
) -> Looked:
    """`Kernels.look` with NumPy for many rows without correlated noise."""
    cuts = _cuts(len(reference.turns))
    count = min(len(cuts), STRETCHES)

    def stretch(i: int) -> Stretch:
        gram: Any = 0.0
        found, parts = [], []
        for rows in cuts[i * len(cuts) // count : (i + 1) * len(cuts) // count]:
            part = _rows(reference, rows)
            turns, blocks = evaluate(np, components, plan, part, dx)
            e, mean = sums_of(np, turns, blocks, part.sigma, plan.offset)
            gram = gram + e.gram
            parts.append((e.slope, e.chi2, mean, e.gram[0]))
            found.append(turns)
        return Stretch(np.concatenate(found), gram, tuple(np.array(p) for p in zip(*parts, strict=True)))

    return looked(plan, stretch, count, damping)


def numpy_residuals(components: tuple[Component, ...], plan: Layout, reference: Reference, dx: Any) -> Array:
    """`Kernels.residuals` for the same."""
    cuts = _cuts(len(reference.turns))
    parts = each(lambda i: phase_residuals(np, components, plan, _rows(reference, cuts[i]), dx), len(cuts))
    return np.concatenate(parts)


def _cuts(n: int) -> list[slice]:
    """Pieces of ``n`` rows, all of one size but the last."""
    size = -(-n // -(-n // PIECE))
    return [slice(start, min(start + size, n)) for start in range(0, n, size)]


def _rows(reference: Reference, rows: slice) -> Reference:
    return piece(np, reference, len(reference.turns), lambda a, at: a[at : at + rows.stop - rows.start], rows.start)


def looked(plan: Layout, stretch: Callable[[int], Stretch], count: int, damping: float) -> Looked:
    """The stretches, and the step from them together."""
    done = each(stretch, count)
    turns = np.concatenate([part.turns for part in done])
    if not np.all(np.isfinite(turns)):
        return Looked(turns, None, None)
    gram = sum(part.gram for part in done)
    pieces = tuple(np.concatenate(part) for part in zip(*(part.pieces for part in done), strict=True))
    return Looked(turns, solved(np, together(np, gram, pieces, plan.offset), plan.offset, damping), None)
