"""One evaluation of the model for a fit: phase residuals and design matrix, from the change of the free parameters.

A pure function of ``xp``; `jug.compute.kernels` runs it in NumPy or compiles it with JAX.
"""

from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from jug.core.array import Array
from jug.core.blocks import Binned, Block, Dense, dense_columns, side_by_side, stacked
from jug.model.declare import Component, Scope, scaled
from jug.model.evaluation.anchor import Reference
from jug.model.evaluation.chain import ForwardPass, change_of_phase, dispersion_measure, dm_gradient, forward, gradient
from jug.model.parameters import Layout, unpack


class Evaluation(NamedTuple):
    """Residuals and their derivatives by the free parameters, per kernel unit.

    A row is the phase of a TOA, turns; for wideband data the measured DMs less the model's follow, pc cm^-3.
    """

    residual: Array
    blocks: tuple[Block, ...]


def phase_residuals(
    xp: ModuleType, components: tuple[Component, ...], layout: Layout, ref: Reference, dx: Array
) -> Array:
    """Residuals after a change ``dx`` of the free parameters, (rows,) as in `Evaluation`."""
    p, d = unpack(xp, layout, ref.p0, dx)
    return _rows(xp, components, p, d, forward(xp, components, p, ref.x), ref)


def evaluate(
    xp: ModuleType, components: tuple[Component, ...], layout: Layout, ref: Reference, dx: Array
) -> Evaluation:
    """Residuals and design matrix after a change ``dx`` of the free parameters."""
    p, d = unpack(xp, layout, ref.p0, dx)
    free = frozenset(("F", *(key for key, _ in layout.free)))  # the column of F says how many rows there are
    state = forward(xp, components, p, ref.x._replace(scope=Scope(free, {})))
    return Evaluation(_rows(xp, components, p, d, state, ref), all_blocks(xp, components, layout, p, state))


def dm_residuals(xp: ModuleType, components: tuple[Component, ...], p: Any, state: ForwardPass) -> Array:
    """Return the measured less the model DM.

    Parameters
    ----------
    xp : module
        numpy or jax.numpy.
    components : tuple of Component
    p : dict
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
    xp: ModuleType, components: tuple[Component, ...], layout: Layout, p: Any, state: ForwardPass
) -> tuple[Block, ...]:
    """The free columns of all rows: the phases, and for wideband data the DM residuals behind them."""
    columns = gradient(xp, components, p, state)
    blocks = blocks_of(xp, layout, columns)
    if state.x.dm_measured is None:
        return blocks
    columns = _complete(xp, layout, columns)
    by = dm_gradient(xp, components, p, state)
    minus = -xp.ones(state.t_e.shape[0])
    rest = {key: scaled(minus, by[key]) if key in by else scaled(0.0 * minus, columns[key]) for key in columns}
    below = blocks_of(xp, layout._replace(offset=True), rest)
    if not layout.offset:  # a binned family's shift is of the phases alone
        blocks, below = (tuple(Dense(dense_columns(xp, b)) for b in part) for part in (blocks, below))
    return tuple(stacked(xp, a, b) for a, b in zip(blocks, below, strict=True))


def _rows(
    xp: ModuleType, components: tuple[Component, ...], p: Any, d: Any, state: ForwardPass, ref: Reference
) -> Array:
    change = change_of_phase(xp, components, p, d, state, ref)
    residual = ref.residual + (change[:-1] - change[-1])
    if ref.x.dm_measured is None:
        return residual
    return xp.concatenate([residual, dm_residuals(xp, components, p, state)])


def blocks_of(xp: ModuleType, layout: Layout, columns: dict[str, Any]) -> tuple[Block, ...]:
    """The free columns: one dense block, then the binned families, in the order of `block_order`.

    A residual is the phase relative to the TZR row, whose own derivative is taken off each column; not where an
    overall offset is free, which takes up any constant (PINT 1.1.8 never takes it off).
    """
    dense, binned = [], []
    columns = _complete(xp, layout, columns)
    for kind, key, orders in _groups(layout, columns):
        column = columns[key]
        if kind == "binned":
            binned.append(_free_bins(xp, column, orders, layout.offset))
            continue
        chosen = column[:, None] if orders is None else _members(column, orders)
        dense.append(chosen[:-1] if layout.offset else chosen[:-1] - chosen[-1])
    blocks: tuple[Block, ...] = (Dense(side_by_side(xp, dense)),) if dense else ()
    return (*blocks, *binned)


def _members(column: Array, orders: np.ndarray) -> Array:
    """The columns of some members of a family, (n, k); a copy only where they are not next to each other."""
    first, last = int(orders[0]), int(orders[-1])
    whole = np.array_equal(orders, np.arange(first, last + 1))
    return column[:, first : last + 1] if whole else column[:, orders]


def _complete(xp: ModuleType, layout: Layout, columns: dict[str, Any]) -> dict[str, Any]:
    """The columns, with zeros for a free parameter that nothing depends on (the solver names it)."""
    rows = columns["F"].shape[0]
    sizes = dict(layout.sizes)
    zeros = {
        key: xp.zeros(rows) if order is None else xp.zeros((rows, sizes[key]))
        for key, order in layout.free
        if key not in columns
    }
    return {**columns, **zeros}


def _groups(layout: Layout, columns: dict[str, Any]) -> list[tuple[str, str, Any]]:
    """The free parameters gathered by family, dense ones first: (kind, key, orders or None)."""
    orders: dict[str, list[int] | None] = {}
    for key, order in layout.free:
        members = orders.setdefault(key, None if order is None else [])
        if members is not None and order is not None:
            members.append(order)
    groups = [
        ("binned" if isinstance(columns[key], Binned) else "dense", key, None if o is None else np.array(o))
        for key, o in orders.items()
    ]
    return sorted(groups, key=lambda g: g[0] == "binned")


def block_order(layout: Layout, binned: frozenset[str]) -> tuple[int, ...]:
    """Position in the layout of each column of the blocks, in the order in which the blocks hold them.

    Parameters
    ----------
    binned : set of str
        The families that come as `Binned`.
    """
    keys = list(dict.fromkeys(key for key, _ in layout.free))
    keys.sort(key=lambda key: key in binned)
    return tuple(i for key in keys for i, slot in enumerate(layout.free) if slot[0] == key)


def _free_bins(xp: ModuleType, column: Binned, orders: Any, offset: bool) -> Binned:
    """A binned family restricted to its free members, without the TZR row, whose value becomes the shift."""
    k = column.shift.shape[0]
    place = np.full(k + 1, len(orders), dtype=np.int32)
    place[orders] = np.arange(len(orders), dtype=np.int32)
    index = xp.asarray(place)[column.member]
    values = xp.where(index < len(orders), column.values, 0.0)
    at_tzr = xp.arange(len(orders)) == index[-1]
    shift = xp.zeros(len(orders)) if offset else xp.where(at_tzr, -values[-1], 0.0)
    return Binned(index[:-1], values[:-1], shift)
