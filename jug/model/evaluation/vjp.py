"""J^T v without the design matrix J: the derivative of a weighted sum of residuals by the free parameters.

Each column is summed up as it comes out of the reverse sweep (`jug.model.evaluation.chain.gradient`), so that nothing
of shape (n_toa, n_par) is kept; this is what the gradient of a likelihood or of chi2 needs of the timing model.
"""

from types import ModuleType
from typing import Any

import numpy as np

from jug.core.array import Array
from jug.core.blocks import Binned
from jug.model.declare import Component
from jug.model.evaluation.anchor import Reference
from jug.model.evaluation.chain import change_of_phase, dm_gradient, forward, gradient
from jug.model.evaluation.evaluate import dm_residuals
from jug.model.parameters import Layout, unpack


def residuals_and_vjp(
    xp: ModuleType, components: tuple[Component, ...], layout: Layout, ref: Reference, dx: Array
) -> tuple[Array, Any]:
    """Residuals after a change ``dx`` of the parameters of a layout, and the function ``v -> J^T v``.

    Parameters
    ----------
    dx : (k,) array
        Kernel units, in the order of the layout.

    Returns
    -------
    turns : (rows,) array
        Phases, and for wideband data the DM residuals behind them (`jug.model.evaluation.evaluate.Evaluation`).
    vjp : callable
        ``v (rows,) -> (k,)``: the sum over the rows of v times the derivative of the residual by each parameter; 0 for
        parameters on which none depends (those of the noise).
    """
    p, d = unpack(xp, layout, ref.p0, dx)
    state = forward(xp, components, p, ref.x)
    change = change_of_phase(xp, components, p, d, state, ref)

    n, wideband = ref.residual.shape[0], ref.x.dm_measured is not None

    def vjp(v: Array) -> Array:
        at_tzr = xp.zeros(1) if layout.offset else -xp.sum(v[:n])[None]
        columns, keys = gradient(xp, components, p, state), {key for key, _ in layout.free}
        sums = _sums(xp, columns, xp.concatenate([v[:n], at_tzr]), keys)
        if wideband:
            more = _sums(xp, dm_gradient(xp, components, p, state), xp.concatenate([-v[n:], xp.zeros(1)]), keys)
            sums = {key: sums.get(key, 0.0) + more.get(key, 0.0) for key in (*sums, *more)}
        zero = xp.zeros(())
        parts = [sums[key] if order is None else sums[key][order] for key, order in _known(layout, sums, zero)]
        return xp.stack(parts) if parts else xp.zeros(0)

    turns = ref.residual + (change[:-1] - change[-1])
    return xp.concatenate([turns, dm_residuals(xp, components, p, state)]) if wideband else turns, vjp


def _sums(xp: ModuleType, columns: dict[str, Any], rows: Array, keys: set[str]) -> dict[str, Any]:
    return {key: _summed(xp, columns[key], rows) for key in keys if key in columns}


def _known(layout: Layout, sums: dict[str, Any], zero: Array) -> list[tuple[str, int | None]]:
    """The slots of a layout; those without a column point to a zero."""
    sums[""] = zero
    return [(key, order) if key in sums else ("", None) for key, order in layout.free]


def _summed(xp: ModuleType, column: Any, rows: Array) -> Array:
    """``rows`` (n + 1,) times a column, summed: a number, or (k,) for a family."""
    if not isinstance(column, Binned):
        return rows @ column
    k = column.shift.shape[0]
    weights = rows * column.values
    if xp is np:
        return np.bincount(column.member, weights=weights, minlength=k + 1)[:k]
    return xp.bincount(column.member, weights=weights, length=k + 1)[:k]
