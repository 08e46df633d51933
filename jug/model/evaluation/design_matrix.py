"""The design matrix in par units, with PINT's sign and scale."""

from dataclasses import dataclass

import numpy as np

from jug.core.arguments.kinds import expect
from jug.core.arguments.named import no_such_name
from jug.core.arithmetic import without_numpy_warnings
from jug.core.array import Datum, Float, Parameter
from jug.core.blocks import Block, Dense, to_dense
from jug.core.display.shown import Shown, TextRow
from jug.model.evaluation.chain import forward, gradient
from jug.model.evaluation.columns import binned_families, make_columns
from jug.model.evaluation.evaluate import all_blocks, block_order, blocks_of
from jug.model.timing_model import TimingModel
from jug.obs.toas import TOAs


@dataclass(frozen=True, eq=False, repr=False)
class DesignMatrix(Shown):
    """Derivatives of the time residuals by the free parameters, sign reversed.

    Column of theta: -(dphase/dtheta) / F0, in s per unit of the value in a par file: s per hour of RAJ, per degree of
    DECJ, per Hz of F0, per day of an epoch (sign and units of PINT 1.1.8). So
    residuals = matrix @ (theta_true - theta). The columns are blocks; `matrix` makes the dense form.

    Parameters
    ----------
    names : tuple of str
        ``Offset`` first when the model's mean is removed, then the free parameters.
    units : tuple of str
        Unit of each column, as ``s/hourangle`` (RAJ), ``s/deg``, ``s/Hz``.
    blocks : tuple of Dense or Binned
        The columns in turns per kernel unit.
    order : tuple of int
        The column of the blocks that belongs to each name.
    factors : (k,) array
        From turns per kernel unit to s per par unit, in the order of the names.
    dm : (n_toa, k) array or None
        For wideband data, the same for the DM residuals: pc cm^-3 per par unit, so that
        dm residuals = dm @ (theta_true - theta).

    Examples
    --------
    >>> import jug
    >>> design = jug.design_matrix(*jug.load(*jug.data.example("NGC6440E")))
    >>> design.names, design.matrix.shape
    (('Offset', 'RAJ', 'DECJ', 'F0', 'F1', 'DM'), (62, 6))
    """

    names: tuple[str, ...]
    units: tuple[str, ...]
    blocks: tuple[Block, ...]
    order: tuple[int, ...]
    factors: Float[Parameter]
    dm: Float[Datum, Parameter] | None = None

    @property
    def matrix(self) -> Float[Datum, Parameter]:
        """Dense form, (n_toa, k), s per par unit."""
        full = np.concatenate([to_dense(b) for b in self.blocks], axis=1)
        return full[:, self.order] * self.factors

    def __getitem__(self, name: str) -> Float[Datum]:
        """One column, (n_toa,)."""
        if name not in self.names:
            raise no_such_name("column", name, self.names)
        return self.matrix[:, self.names.index(name)]

    def _shown(self) -> tuple[str, list[TextRow]]:
        first = self.blocks[0] if self.blocks else None
        n = 0 if first is None else len(first.matrix if isinstance(first, Dense) else first.member)
        dms = "" if self.dm is None else ", and of their DMs (dm)"
        columns: list[TextRow] = list(zip(self.names, self.units, strict=True))
        return f"DesignMatrix of {n} TOAs and {len(self.names)} columns{dms}", columns


def _seconds_per(unit: str) -> str:
    """The unit of a column, seconds per unit of a parameter."""
    if not unit:
        return "s"
    return f"s/({unit})" if " " in unit or "/" in unit else f"s/{unit}"


@without_numpy_warnings
def design_matrix(model: TimingModel, toas: TOAs) -> DesignMatrix:
    """Evaluate the design matrix of a model's free parameters on these TOAs.

    Parameters
    ----------
    model : TimingModel
    toas : TOAs

    Returns
    -------
    DesignMatrix
        ``.matrix`` (n_toa, k) in s per par unit, ``.names``, ``.units``; for wideband data ``.dm``, (n_toa, k) in
        pc cm^-3 per par unit.

    Examples
    --------
    >>> import jug
    >>> model, toas = jug.load(*jug.data.example("NGC6440E"))
    >>> found = jug.design_matrix(model, toas)
    >>> found.names
    ('Offset', 'RAJ', 'DECJ', 'F0', 'F1', 'DM')
    >>> found.matrix.shape
    (62, 6)
    """
    expect(model=(model, TimingModel), toas=(toas, TOAs))
    x = make_columns(model, toas)
    p = model.kernel_values
    state = forward(np, model.components, p, x)
    none = (Dense(np.zeros((len(toas), 0))),)
    blocks = blocks_of(np, model.layout, gradient(np, model.components, p, state)) or none
    order = tuple(int(i) for i in np.argsort(block_order(model.layout, binned_families(x))))
    free = [model.entries[name] for name in model.free]
    scales = np.array([e.scale for e in free])
    dm = None
    if x.dm_measured is not None:
        both = all_blocks(np, model.components, model.layout, p, state)
        rows = [none[0].matrix, *(to_dense(b)[len(toas) :] for b in both)]
        dm = -np.concatenate(rows, axis=1)[:, order] * scales
    factors = -scales / float(p["F"][0])
    names, units = tuple(e.name for e in free), tuple(_seconds_per(e.unit) for e in free)
    if model.removes_mean:
        ones = Dense(np.ones((len(toas), 1)))
        blocks, order = (ones, *blocks), (0, *(i + 1 for i in order))
        names, units = ("Offset", *names), ("s", *units)
        factors = np.array([1.0 / float(p["F"][0]), *factors])
        dm = None if dm is None else np.column_stack([np.zeros(len(toas)), dm])
    return DesignMatrix(names, units, blocks, order, factors, dm)
