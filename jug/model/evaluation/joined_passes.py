"""Join the forward passes of chunks of rows into that of all rows."""

from collections.abc import Sequence

import numpy as np

from jug.core.array import Array
from jug.model.declare import SIGNALS, Columns
from jug.model.evaluation.chain import ForwardPass


def joined(parts: Sequence[ForwardPass], x: Columns) -> ForwardPass:
    """Join the forward passes of chunks.

    Parameters
    ----------
    parts : sequence of ForwardPass
        Of each chunk, in order.
    x : Columns
        The columns of all rows.

    Returns
    -------
    ForwardPass
        Of all rows.
    """
    if len(parts) == 1:
        return parts[0]
    made = [name for name in (*SIGNALS, "t_lo") if getattr(parts[0].x, name) is not None]
    found: dict[tuple[int, ...], Array] = {}

    def whole(*arrays: Array) -> Array:
        """Concatenate, with the same result for an array that several components share."""
        key = tuple(map(id, arrays))
        if key not in found:
            found[key] = np.concatenate(arrays)
        return found[key]

    def named(*lists: tuple[tuple[str, Array], ...]) -> tuple[tuple[str, Array], ...]:
        return tuple((terms[0][0], whole(*(a for _, a in terms))) for terms in zip(*lists, strict=True))

    signals = {name: whole(*(getattr(part.x, name) for part in parts)) for name in made}
    return ForwardPass(
        x.with_signals(signals),
        tuple(whole(*times) for times in zip(*(part.times for part in parts), strict=True)),
        tuple(whole(*lows) for lows in zip(*(part.lows for part in parts), strict=True)),
        whole(*(part.t_e for part in parts)),
        named(*(part.delays for part in parts)),
        whole(*(part.delay for part in parts)),
        named(*(part.phases for part in parts)),
        whole(*(part.phase for part in parts)),
    )
