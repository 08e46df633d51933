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
from jug.model.evaluation.columns import count_dense_columns
from jug.model.parameters import seconds_between
from jug.model.timing_model import TimingModel


class LazyForwardPass:
    """The forward pass at an anchor; where it was not stored, it is computed at first use.

    It takes 200 bytes or more for each TOA, and a fit of TOAs with white noise does not need it.

    Parameters
    ----------
    model : TimingModel
    p0 : Values
        Parameters at the anchor, kernel units.
    x : Columns
        The columns of all rows.
    state : ForwardPass or None
        The pass of all rows, where it was stored.
    """

    def __init__(self, model: TimingModel, p0: Values, x: Columns, state: ForwardPass | None) -> None:
        self.model, self.p0, self.x = model, p0, x
        if state is not None:
            self.state = state

    @cached_property
    def state(self) -> ForwardPass:
        """The forward pass of all rows."""

        def on_rows(rows: slice) -> ForwardPass:
            return forward(np, self.model.components, self.p0, self.x.by_row(lambda a: a[rows]))

        columns = count_dense_columns(self.model.layout, self.x)
        return join_passes(over_chunks(on_rows, len(self.x.tdb), columns=columns), self.x)


class ExactPhases(NamedTuple):
    """The results of the forward pass that the anchor needs, and the total phase; n + 1 rows.

    Parameters
    ----------
    t_e : (n + 1,) array
        Emission time, s since the model's epoch.
    delay, phase : (n + 1,) arrays
        Sum of the delays (s) and of the phase terms other than spin (turns).
    total : DoubleDouble
        (n + 1,) total phase, turns.
    forward_pass : LazyForwardPass
    """

    t_e: Float[Row]
    delay: Float[Row]
    phase: Float[Row]
    total: DoubleDouble
    forward_pass: LazyForwardPass


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
    stores = not are_many(n) or needs_signals(model, x)
    out = [empty_rows(n) for _ in range(5)]

    def on_rows(rows: slice) -> ForwardPass | None:
        state = forward(np, model.components, p0, x.by_row(lambda a: a[rows]))
        t = double.sub(double.add_float(DoubleDouble(x.tdb[rows], x.tdb_lo[rows]), -state.delay), offset)
        total = double.add_float(double.horner_taylor(coefficients, t), state.phase)
        for whole, part in zip(out, (state.t_e, state.delay, state.phase, total.hi, total.lo), strict=True):
            whole[rows] = part
        return state if stores else None

    states = over_chunks(on_rows, n, "TOAs with exact phases", columns=count_dense_columns(model.layout, x))
    t_e, delay, phase, hi, lo = out
    return ExactPhases(t_e, delay, phase, DoubleDouble(hi, lo), LazyForwardPass(model, p0, x, _join_stored(states, x)))


def needs_signals(model: TimingModel, x: Columns) -> bool:
    """Whether a model needs the signals of the forward pass, as correlated noise and measured DMs do.

    Parameters
    ----------
    model : TimingModel
    x : Columns

    Returns
    -------
    bool
    """
    return x.dm_measured is not None or any(c.basis is not None for c in model.components)


def _join_stored(states: Sequence[ForwardPass | None], x: Columns) -> ForwardPass | None:
    """The pass of all rows; None where it was not stored."""
    stored = [state for state in states if state is not None]
    return join_passes(stored, x) if len(stored) == len(states) else None


def join_passes(parts: Sequence[ForwardPass], x: Columns) -> ForwardPass:
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
        """Concatenate arrays; several components that share an array get the same result."""
        key = tuple(map(id, arrays))
        if key not in found:
            found[key] = np.concatenate(arrays)
        return found[key]

    def join_named(*lists: tuple[tuple[str, Array], ...]) -> tuple[tuple[str, Array], ...]:
        return tuple((terms[0][0], whole(*(a for _, a in terms))) for terms in zip(*lists, strict=True))

    signals = {name: whole(*(getattr(part.x, name) for part in parts)) for name in made}
    return ForwardPass(
        x.with_signals(signals),
        tuple(whole(*times) for times in zip(*(part.times for part in parts), strict=True)),
        tuple(whole(*lows) for lows in zip(*(part.lows for part in parts), strict=True)),
        whole(*(part.t_e for part in parts)),
        join_named(*(part.delays for part in parts)),
        whole(*(part.delay for part in parts)),
        join_named(*(part.phases for part in parts)),
        whole(*(part.phase for part in parts)),
    )
