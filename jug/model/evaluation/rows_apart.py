"""One evaluation with the rows of measured DMs separate from those of the TOAs, for compiled sums.

The DM depends on few of the parameters. `jug.model.evaluation.evaluate` puts its rows below those of the TOAs, with
zeros for all other parameters. Here the rows of the DM have columns only for the parameters that it depends on.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from jug.core.array import Float, Int, Parameter, Toa
from jug.core.blocks import Binned, Block
from jug.core.namespace import Namespace
from jug.model.declare import Component, Partial, scale_rows
from jug.model.evaluation.anchor import Reference
from jug.model.evaluation.chain import change_of_phase, dm_gradient, gradient
from jug.model.evaluation.evaluate import Evaluation, block_order, blocks_of, dm_residuals, forward_for_columns
from jug.model.parameters import Layout, unpack


class MeasuredRows(NamedTuple):
    """The rows of measured DMs.

    Parameters
    ----------
    residual : (n,) array
        Measured less model DM, pc cm^-3.
    blocks : tuple of Dense or Binned
        Its derivatives by the parameters that the DM depends on, pc cm^-3 per kernel unit.
    place : (k,) int array
        For each of these columns, its position among the columns of the TOAs.
    """

    residual: Float[Toa]
    blocks: tuple[Block, ...]
    place: Int[Parameter]


def evaluate_apart(
    xp: Namespace, components: tuple[Component, ...], layout: Layout, ref: Reference, dx: Float[Parameter]
) -> tuple[Evaluation, MeasuredRows | None]:
    """Evaluate residuals and design matrix at a change of the free parameters, those of measured DMs separately.

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
        On the TOAs.
    MeasuredRows or None
        None without measured DMs.
    """
    p, d = unpack(xp, layout, ref.p0, dx)
    state = forward_for_columns(xp, components, layout, p, ref)
    columns = gradient(xp, components, p, state)
    change = change_of_phase(xp, components, p, d, state, ref)
    toas = Evaluation(ref.residual + (change[:-1] - change[-1]), blocks_of(xp, layout, columns))
    if ref.x.dm_measured is None:
        return toas, None
    by = dm_gradient(xp, components, p, state)
    own = layout._replace(free=tuple(slot for slot in layout.free if slot[0] in by), offset=True)
    minus = -xp.ones(state.t_e.shape[0])
    ours = {key: scale_rows(minus, by[key]) for key in dict(own.free)}
    order = [layout.free[i] for i in block_order(layout, _binned_keys(columns))]
    place = [order.index(own.free[i]) for i in block_order(own, _binned_keys(ours))]
    blocks = blocks_of(xp, own, {"F": columns["F"], **ours})
    return toas, MeasuredRows(dm_residuals(xp, components, p, state), blocks, np.array(place, dtype=np.intp))


def _binned_keys(columns: Mapping[str, Partial]) -> frozenset[str]:
    """The families whose columns are on disjoint rows."""
    return frozenset(key for key, column in columns.items() if isinstance(column, Binned))
