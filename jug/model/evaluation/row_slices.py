"""What is done to each row by itself, done to many rows: in slices that stay in a processor's cache, over the cores.

The slices do not depend on the number of cores. A row is a TOA; the TZR point is the last one.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

from jug.core.blocks import Array
from jug.core.threads import each
from jug.model.declare import SIGNALS, Columns
from jug.model.evaluation.chain import ForwardPass

T = TypeVar("T")

ROWS = 8192
"""Rows of a slice at most."""


def by_chunks_of_rows(function: Callable[[slice], T], rows: int) -> list[T]:
    """The function of each slice of so many rows."""
    count = -(-rows // ROWS)
    size = -(-rows // count)
    return each(lambda i: function(slice(i * size, (i + 1) * size)), -(-rows // size))


def joined(parts: Sequence[ForwardPass], x: Columns) -> ForwardPass:
    """The forward passes of slices as that of all rows, whose columns are ``x``."""
    if len(parts) == 1:
        return parts[0]
    made = [name for name in (*SIGNALS, "t_lo") if getattr(parts[0].x, name) is not None]
    found: dict[tuple[int, ...], Array] = {}

    def whole(*arrays: Array) -> Array:
        """Put together; once for what several components share."""
        key = tuple(map(id, arrays))
        if key not in found:
            found[key] = np.concatenate(arrays)
        return found[key]

    def named(*lists: tuple[tuple[str, Array], ...]) -> tuple[tuple[str, Array], ...]:
        return tuple((terms[0][0], whole(*(a for _, a in terms))) for terms in zip(*lists, strict=True))

    return ForwardPass(
        x._replace(**{name: whole(*(getattr(part.x, name) for part in parts)) for name in made}),
        tuple(whole(*times) for times in zip(*(part.times for part in parts), strict=True)),
        tuple(whole(*lows) for lows in zip(*(part.lows for part in parts), strict=True)),
        whole(*(part.t_e for part in parts)),
        named(*(part.delays for part in parts)),
        whole(*(part.delay for part in parts)),
        named(*(part.phases for part in parts)),
        whole(*(part.phase for part in parts)),
    )
