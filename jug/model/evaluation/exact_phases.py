"""The exact phase of every row at the parameters of a model, in double-double, chunk by chunk."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from jug.core import doubledouble as double
from jug.core.array import Array, Float, Row
from jug.core.doubledouble import DoubleDouble
from jug.core.execution.chunks import are_many, empty_rows, over_chunks
from jug.model.declare import SIGNALS, Columns, Values
from jug.model.evaluation.chain import ForwardPass, forward
from jug.model.parameters import seconds_between
from jug.model.timing_model import TimingModel


class KeptPass:
    """The forward pass at an anchor: as it was found, or found anew when it is first asked for.

    It has 200 bytes and more for each TOA, and a fit of TOAs with white noise does not need it.

    Parameters
    ----------
    model : TimingModel
    p0 : Values
        Parameters at the anchor, kernel units.
    x : Columns
        The columns of all rows.
    state : ForwardPass or None
        Of all rows, where it was kept.
    """

    def __init__(self, model: TimingModel, p0: Values, x: Columns, state: ForwardPass | None) -> None:
        self.model, self.p0, self.x = model, p0, x
        if state is not None:
            self.state = state

    @cached_property
    def state(self) -> ForwardPass:
        """The forward pass of all rows."""

        def of(rows: slice) -> ForwardPass:
            return forward(np, self.model.components, self.p0, self.x.by_row(lambda a: a[rows]))

        return joined(over_chunks(of, len(self.x.tdb)), self.x)


class ExactPhases(NamedTuple):
    """What the anchor takes of the forward pass, and the total phase; n + 1 rows.

    Parameters
    ----------
    t_e : (n + 1,) array
        Emission time, s since the model's epoch.
    delay, phase : (n + 1,) arrays
        Sum of the delays (s) and of the phase terms other than spin (turns).
    total : DoubleDouble
        (n + 1,) total phase, turns.
    kept : KeptPass
    """

    t_e: Float[Row]
    delay: Float[Row]
    phase: Float[Row]
    total: DoubleDouble
    kept: KeptPass


def exact_phases(model: TimingModel, p0: Values, x: Columns) -> ExactPhases:
    """Evaluate the total phase of every row.

    Parameters
    ----------
    model : TimingModel
    p0 : Values
        Its parameters, kernel units.
    x : Columns
        Its columns, n + 1 rows.

    Returns
    -------
    ExactPhases
    """
    n = len(x.tdb)
    offset = seconds_between(model.entries["PEPOCH"].value, double.double_double(float(model.epoch_day)))
    orders = [e for e in model.entries.values() if e.param.name == "F"]
    coefficients = [double.double_double(0.0)] + [e.value for e in sorted(orders, key=lambda e: e.order or 0)]
    keeps = not are_many(n) or needs_signals(model, x)
    out = [empty_rows(n) for _ in range(5)]

    def of(rows: slice) -> ForwardPass | None:
        state = forward(np, model.components, p0, x.by_row(lambda a: a[rows]))
        t = double.sub(double.add_float(DoubleDouble(x.tdb[rows], x.tdb_lo[rows]), -state.delay), offset)
        total = double.add_float(double.horner_taylor(coefficients, t), state.phase)
        for whole, part in zip(out, (state.t_e, state.delay, state.phase, total.hi, total.lo), strict=True):
            whole[rows] = part
        return state if keeps else None

    states = over_chunks(of, n, "TOAs with exact phases")
    t_e, delay, phase, hi, lo = out
    return ExactPhases(t_e, delay, phase, DoubleDouble(hi, lo), KeptPass(model, p0, x, _whole(states, x)))


def needs_signals(model: TimingModel, x: Columns) -> bool:
    """Say whether noise or data need more of the forward pass: correlated noise, and measured DMs.

    Parameters
    ----------
    model : TimingModel
    x : Columns

    Returns
    -------
    bool
    """
    return x.dm_measured is not None or any(c.basis is not None for c in model.components)


def _whole(states: Sequence[ForwardPass | None], x: Columns) -> ForwardPass | None:
    """The pass of all rows; None where it was not kept."""
    kept = [state for state in states if state is not None]
    return joined(kept, x) if len(kept) == len(states) else None


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
