"""The vector-Jacobian product J^T v without the design matrix J, for the gradient of a likelihood or of chi2.

J^T v is the derivative of a weighted sum of residuals by the free parameters. Each column of
`jug.model.evaluation.chain.gradient` is multiplied by v and summed, so that no (n_toa, n_par) matrix is made.
"""

from collections.abc import Callable, Mapping

from jug.core.array import Array, Datum, Float, Parameter, Row
from jug.core.blocks import Binned
from jug.core.index_sums import index_sums
from jug.core.namespace import Namespace
from jug.model.declare import Component, Partial
from jug.model.evaluation.anchor import Reference
from jug.model.evaluation.chain import change_of_phase, dm_gradient, gradient
from jug.model.evaluation.evaluate import dm_residuals, forward_for_columns
from jug.model.parameters import Layout, unpack


def residuals_and_vjp(
    xp: Namespace, components: tuple[Component, ...], layout: Layout, ref: Reference, dx: Float[Parameter]
) -> tuple[Float[Datum], Callable[[Float[Datum]], Float[Parameter]]]:
    """Evaluate the residuals at a change of the free parameters, with the function ``v -> J^T v``.

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
    residual : (rows,) array
        Phase residuals, turns; for wideband data the DM residuals follow, pc cm^-3.
    vjp : callable
        ``v (rows,) -> (k,)``: the sum over the rows of v times the derivative of the residual by each parameter; 0 for
        parameters on which no residual depends (those of the noise).
    """
    p, d = unpack(xp, layout, ref.p0, dx)
    state = forward_for_columns(xp, components, layout, p, ref)
    change = change_of_phase(xp, components, p, d, state, ref)

    n, wideband = ref.residual.shape[0], ref.x.dm_measured is not None

    def vjp(v: Float[Datum]) -> Float[Parameter]:
        at_tzr = xp.zeros(1) if layout.offset else -xp.sum(v[:n])[None]
        columns, keys = gradient(xp, components, p, state), tuple(dict.fromkeys(key for key, _ in layout.free))
        sums = _sums(xp, columns, xp.concatenate([v[:n], at_tzr]), keys)
        zero = xp.zeros(())
        if wideband:
            more = _sums(xp, dm_gradient(xp, components, p, state), xp.concatenate([-v[n:], xp.zeros(1)]), keys)
            sums = {key: sums.get(key, zero) + more.get(key, zero) for key in (*sums, *more)}
        parts = [
            sums[key] if order is None else sums[key][order] for key, order in _keys_with_column(layout, sums, zero)
        ]
        return xp.stack(parts) if parts else xp.zeros(0)

    residual = ref.residual + (change[:-1] - change[-1])
    return xp.concatenate([residual, dm_residuals(xp, components, p, state)]) if wideband else residual, vjp


def _sums(xp: Namespace, columns: Mapping[str, Partial], rows: Float[Row], keys: tuple[str, ...]) -> dict[str, Array]:
    """J^T v by key, in the order of the keys: the compiled code is found by the text of the program."""
    return {key: _sum_column(xp, columns[key], rows) for key in keys if key in columns}


def _keys_with_column(layout: Layout, sums: dict[str, Array], zero: Float[()]) -> list[tuple[str, int | None]]:
    """The free parameters of a layout. Parameters without a column refer to a zero."""
    sums[""] = zero
    return [(key, order) if key in sums else ("", None) for key, order in layout.free]


def _sum_column(xp: Namespace, column: Partial, rows: Float[Row]) -> Array:
    """The sum of ``rows``, (n + 1,), times a column: (), or (k,) for a family."""
    if not isinstance(column, Binned):
        return rows @ column
    return index_sums(xp, column.member, rows * column.values, column.shift.shape[0])
