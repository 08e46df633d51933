"""One evaluation of the model for a fit: residuals and design matrix at a change of the free parameters.

Before this: `jug.model.evaluation.chain` gives the change of the phase and its derivatives by every parameter, those of
F0, F1, ... as one array (n, k). Here the columns of the free parameters become blocks of the design matrix without the
TZR row (`blocks_of`). After this: `jug.compute.normal_equations` sums the blocks, and `jug.compute.solver` solves for
the step.

Every function is a pure function of ``xp``: `jug.compute.numpy_kernels` runs it with NumPy, and
`jug.compute.jax_kernels` compiles it.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from jug.core.array import Datum, Float, Int, Member, Parameter, Row, Toa
from jug.core.blocks import Binned, Block, Dense, dense_columns, stack_blocks
from jug.core.namespace import Namespace
from jug.model.declare import ByName, Component, Partial, Scope, Values, scale_rows
from jug.model.evaluation.anchor import Reference
from jug.model.evaluation.chain import ForwardPass, change_of_phase, dispersion_measure, dm_gradient, forward, gradient
from jug.model.parameters import Layout, unpack
from jug.model.timing_model import TimingModel


class Evaluation(NamedTuple):
    """Residuals, and their derivatives by the free parameters.

    Rows are the phase residuals of the TOAs, turns; for wideband data the n DM residuals follow, pc cm^-3.

    Parameters
    ----------
    residual : (rows,) array
        Phase residuals, turns; DM residuals, pc cm^-3.
    blocks : tuple of Dense or Binned
        Columns with these rows, per kernel unit, in the order of `block_order`.
    """

    residual: Float[Datum]
    blocks: tuple[Block, ...]


def phase_residuals(
    xp: Namespace, components: tuple[Component, ...], layout: Layout, ref: Reference, dx: Float[Parameter]
) -> Float[Toa]:
    """Evaluate the residuals at a change of the free parameters.

    Parameters
    ----------
    xp : Namespace
    components : tuple of Component
    layout : Layout
        The free parameters.
    ref : Reference
        The anchor.
    dx : (k,) array
        Change of the free parameters from the anchor, kernel units, in the order of the layout.

    Returns
    -------
    (rows,) array
        Turns, then pc cm^-3, as in `Evaluation`.
    """
    p, d = unpack(xp, layout, ref.p0, dx)
    return _residuals_of_rows(xp, components, p, d, forward(xp, components, p, ref.x), ref)


def evaluate(
    xp: Namespace, components: tuple[Component, ...], layout: Layout, ref: Reference, dx: Float[Parameter]
) -> Evaluation:
    """Evaluate residuals and design matrix at a change of the free parameters.

    Parameters
    ----------
    xp : Namespace
    components : tuple of Component
    layout : Layout
        The free parameters.
    ref : Reference
        The anchor.
    dx : (k,) array
        Change of the free parameters from the anchor, kernel units, in the order of the layout.

    Returns
    -------
    Evaluation
    """
    p, d = unpack(xp, layout, ref.p0, dx)
    state = forward_for_columns(xp, components, layout, p, ref)
    residual = _residuals_of_rows(xp, components, p, d, state, ref)
    return Evaluation(residual, all_blocks(xp, components, layout, p, state))


def forward_for_columns(
    xp: Namespace, components: tuple[Component, ...], layout: Layout, p: Values, ref: Reference
) -> ForwardPass:
    """Evaluate the terms of a model, with a cache of what the columns of the free parameters need.

    Parameters
    ----------
    xp : Namespace
    components : tuple of Component
    layout : Layout
        The free parameters.
    p : Values
        Parameters, kernel units.
    ref : Reference
        The anchor.

    Returns
    -------
    ForwardPass
    """
    free = frozenset(("F", *(key for key, _ in layout.free)))  # the column of F has the number of rows
    return forward(xp, components, p, ref.x._replace(scope=Scope(free, {})))


def columns_at(model: TimingModel, ref: Reference) -> tuple[Block, ...]:
    """Evaluate the columns of a model's free parameters at an anchor, with NumPy.

    Parameters
    ----------
    model : TimingModel
    ref : Reference
        Of the model's anchor, or of some of its rows.

    Returns
    -------
    tuple of Dense or Binned
        As in `Evaluation`.
    """
    return evaluate(np, model.components, model.layout, ref, np.zeros(len(model.free))).blocks


def dm_residuals(xp: Namespace, components: tuple[Component, ...], p: Values, state: ForwardPass) -> Float[Toa]:
    """Return the measured less the model DM.

    Parameters
    ----------
    xp : Namespace
    components : tuple of Component
    p : Values
        Parameters, kernel units.
    state : ForwardPass
        The forward pass at ``p``, of wideband data.

    Returns
    -------
    (n,) array
        pc cm^-3.
    """
    measured = state.x.dm_measured
    assert measured is not None, "only wideband data have DM residuals"
    return (measured - dispersion_measure(xp, components, p, state))[:-1]


def all_blocks(
    xp: Namespace, components: tuple[Component, ...], layout: Layout, p: Values, state: ForwardPass
) -> tuple[Block, ...]:
    """Return the columns of the free parameters on all rows.

    Parameters
    ----------
    xp : Namespace
    components : tuple of Component
    layout : Layout
        The free parameters.
    p : Values
        Parameters, kernel units.
    state : ForwardPass
        The forward pass at ``p``.

    Returns
    -------
    tuple of Dense or Binned
        Rows and columns as in `Evaluation`.
    """
    columns = gradient(xp, components, p, state)
    blocks = blocks_of(xp, layout, columns)
    if state.x.dm_measured is None:
        return blocks
    columns = _with_missing_columns(xp, layout, columns)
    by = dm_gradient(xp, components, p, state)
    minus = -xp.ones(state.t_e.shape[0])
    rest = {key: scale_rows(minus, by[key]) if key in by else scale_rows(0.0 * minus, columns[key]) for key in columns}
    below = blocks_of(xp, layout._replace(offset=True), rest)
    if not layout.offset:  # the shift of a binned family applies to the phase rows only
        blocks, below = (tuple(Dense(dense_columns(xp, b)) for b in part) for part in (blocks, below))
    return tuple(stack_blocks(xp, a, b) for a, b in zip(blocks, below, strict=True))


def _residuals_of_rows(
    xp: Namespace, components: tuple[Component, ...], p: Values, d: ByName, state: ForwardPass, ref: Reference
) -> Float[Datum]:
    change = change_of_phase(xp, components, p, d, state, ref)
    residual: Float[Datum] = ref.residual + (change[:-1] - change[-1])
    if ref.x.dm_measured is None:
        return residual
    return xp.concatenate([residual, dm_residuals(xp, components, p, state)])


def blocks_of(xp: Namespace, layout: Layout, columns: Mapping[str, Partial]) -> tuple[Block, ...]:
    """Return the columns of the free parameters as blocks: one dense block, then the binned families.

    A residual is a phase relative to that of the TZR point, so the derivative on the TZR row is subtracted from each
    column. Where an overall offset is free it is not subtracted, because the offset absorbs any constant (PINT 1.1.8
    never subtracts it).

    Parameters
    ----------
    xp : Namespace
    layout : Layout
        The free parameters.
    columns : dict
        Derivatives on n + 1 rows, the TZR point last (`jug.model.evaluation.chain.gradient`).

    Returns
    -------
    tuple of Dense or Binned
        n rows; columns in the order of `block_order`.
    """
    dense, binned = [], []
    columns = _with_missing_columns(xp, layout, columns)
    for key, orders in _groups(layout, columns):
        column = columns[key]
        if isinstance(column, Binned):
            assert orders is not None, "only a family is binned"
            binned.append(_free_bins(xp, column, orders, layout.offset))
            continue
        chosen = column[:, None] if orders is None else _member_columns(column, orders)
        dense.append(chosen[:-1] if layout.offset else chosen[:-1] - chosen[-1])
    if not dense:
        return tuple(binned)
    matrix = xp.concatenate([m.T for m in dense], axis=0).T  # column after column in memory: written and read faster
    return (Dense(matrix), *binned)


def _member_columns(column: Float[Row, Member], orders: Int[Parameter]) -> Float[Row, Parameter]:
    """The columns of some members of a family, (n, k); a copy only where they are not next to each other."""
    first, last = int(orders[0]), int(orders[-1])
    whole = np.array_equal(orders, np.arange(first, last + 1))
    return column[:, first : last + 1] if whole else column[:, orders]


def _with_missing_columns(xp: Namespace, layout: Layout, columns: Mapping[str, Partial]) -> dict[str, Partial]:
    """Add zeros for free parameters on which nothing depends; the solver reports them as degenerate."""
    spin = columns["F"]
    assert not isinstance(spin, Binned), "F is a series"
    rows = spin.shape[0]
    sizes = dict(layout.sizes)
    zeros = {
        key: xp.zeros(rows) if order is None else xp.zeros((rows, sizes[key]))
        for key, order in layout.free
        if key not in columns
    }
    return {**columns, **zeros}


def _groups(layout: Layout, columns: Mapping[str, Partial]) -> list[tuple[str, Int[Parameter] | None]]:
    """The free parameters by family, dense ones first: key, and orders of the free members (None: no family)."""
    orders: dict[str, list[int] | None] = {}
    for key, order in layout.free:
        members = orders.setdefault(key, None if order is None else [])
        if members is not None and order is not None:
            members.append(order)
    groups = [(key, None if members is None else np.array(members)) for key, members in orders.items()]
    return sorted(groups, key=lambda group: isinstance(columns[group[0]], Binned))


def block_order(layout: Layout, binned: frozenset[str]) -> tuple[int, ...]:
    """Return the position in the layout of each column of the blocks.

    Parameters
    ----------
    layout : Layout
        The free parameters.
    binned : set of str
        The families whose columns are `Binned`.

    Returns
    -------
    tuple of int
        In the order of the columns in the blocks: dense columns first, then the binned families.
    """
    keys = list(dict.fromkeys(key for key, _ in layout.free))
    keys.sort(key=lambda key: key in binned)
    return tuple(i for key in keys for i, slot in enumerate(layout.free) if slot[0] == key)


def _free_bins(xp: Namespace, column: Binned, orders: Int[Parameter], offset: bool) -> Binned:
    """The free members of a binned family, without the TZR row, whose negative value becomes the shift."""
    k = column.shift.shape[0]
    place = np.full(k + 1, len(orders), dtype=np.int32)
    place[orders] = np.arange(len(orders), dtype=np.int32)
    index = xp.asarray(place)[column.member]
    values = xp.where(index < len(orders), column.values, 0.0)
    at_tzr = xp.arange(len(orders)) == index[-1]
    shift = xp.zeros(len(orders)) if offset else xp.where(at_tzr, -values[-1], 0.0)
    return Binned(index[:-1], values[:-1], shift)
