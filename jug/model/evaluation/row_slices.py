"""What is done to each row by itself, done to many rows: in slices that stay in a processor's cache, over the cores.

The slices do not depend on the number of cores. A row is a TOA; the TZR point is the last one.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from jug.core.blocks import Array
from jug.core.threads import each
from jug.model.evaluation.chain import ForwardPass

T = TypeVar("T")

ROWS = 8192
"""Rows of a slice at most."""

OF_THE_MODEL = ("ecliptic_to_icrs", "origin", "n_origin", "swx_cos", "wave_number", "t2_harmonics", "ell1h_harmonics")
"""Columns that are no columns: one value, or one for each member of a family, however many TOAs there are."""


def is_column(key: str, value: Any, n: int) -> bool:
    """Whether an entry of the columns has one row a TOA and one for the TZR point."""
    return key not in OF_THE_MODEL and np.ndim(value) > 0 and np.shape(value)[0] == n + 1


def by_chunks_of_rows(function: Callable[[slice], T], rows: int) -> list[T]:
    """The function of each slice of so many rows."""
    count = -(-rows // ROWS)
    size = -(-rows // count)
    return each(lambda i: function(slice(i * size, (i + 1) * size)), -(-rows // size))


def some_rows(x: Mapping[str, Any], rows: slice) -> dict[str, Any]:
    """A slice of the columns."""
    n = len(x["tdb"]) - 1
    return {key: value[rows] if is_column(key, value, n) else value for key, value in x.items()}


def joined(parts: Sequence[ForwardPass], x: Mapping[str, Any]) -> ForwardPass:
    """The forward passes of slices as that of all rows, whose columns are ``x``."""
    if len(parts) == 1:
        return parts[0]
    made: dict[tuple[int, ...], Array] = {}

    def whole(*arrays: Array) -> Array:
        """Put together; once for what several components share."""
        key = tuple(map(id, arrays))
        if key not in made:
            made[key] = np.concatenate(arrays)
        return made[key]

    def named(*lists: tuple[tuple[str, Array], ...]) -> tuple[tuple[str, Array], ...]:
        return tuple((terms[0][0], whole(*(a for _, a in terms))) for terms in zip(*lists, strict=True))

    return ForwardPass(
        {**{key: whole(*(part.x[key] for part in parts)) for key in parts[0].x if key not in x}, **x},
        tuple(whole(*times) for times in zip(*(part.times for part in parts), strict=True)),
        tuple(whole(*lows) for lows in zip(*(part.lows for part in parts), strict=True)),
        whole(*(part.t_e for part in parts)),
        named(*(part.delays for part in parts)),
        whole(*(part.delay for part in parts)),
        named(*(part.phases for part in parts)),
        whole(*(part.phase for part in parts)),
    )
